"""Who has taken a side votes for it, unless they say that they have changed it, whatever they hear."""

from typing import NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import literal, replies
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.topic import OPINION, Topic, subject_of
from latticeville.sim.beats.events import Decided
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING, village, voter
from tests.worlds import Table, live

SIDES = ["to keep the tree", "to fell the tree"]
TURNS = ("turned", "turned_aim", "turned_choice", "turned_by", "turned_aim_by", "turned_choice_by")
"""The replies by which somebody says that they have changed sides."""
NAMES = ("ann", "bob", "cid", "dan", "eve")


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Draw a village whose people meet in its yard, and then decide about the tree."""
    stances = st.floats(-1, 1).map(lambda one: round(one, 1))
    natures = st.fixed_dictionaries(
        {"openness": st.sampled_from([0.2, 0.9]), "extraversion": st.sampled_from([0.4, 0.9])}
    )
    people: dict[str, Table] = {
        who: voter(
            draw(stances),
            big_five=draw(natures),
            relationships=[
                {"who": other, "how": draw(st.sampled_from(["best friend", "neighbour"]))}
                for other in NAMES
                if other != who
            ],
        )
        for who in NAMES[: draw(st.integers(3, 5))]
    }
    for one in people.values():
        one["relationships"] = [tie for tie in one["relationships"] if tie["who"] in people]
    matter = {**MEETING, "minutes": draw(st.sampled_from([8, 20])), "sides": SIDES}
    return village(people, matters=[matter], seed=draw(st.integers(0, 999)))


class LastWords(NamedTuple):
    """The stance of the last view that somebody told as their own, and what they have said since."""

    stance: float
    later: tuple[str, ...] = ()

    @property
    def turns(self) -> bool:
        """Whether they have said since that they have changed sides."""
        marks = [literal(one) for name in TURNS for one in replies()[name]]
        return any(mark in words for mark in marks for words in self.later)


def last_words(events: list[object]) -> dict[str, LastWords]:
    """Return what each person has said of the tree last."""
    said: dict[str, LastWords] = {}
    for one in events:
        if not isinstance(one, Said):
            continue
        if one.topic is not None and is_own_view(one.topic, one.who):
            said[one.who] = LastWords(one.topic.stance or 0.0)
        elif one.who in said:
            was = said[one.who]
            said[one.who] = was._replace(later=(*was.later, one.words))
    return said


def is_own_view(topic: Topic, who: str) -> bool:
    """Tell whether somebody says what they think of the tree."""
    return topic.kind == OPINION and topic.who == who and subject_of(topic) == "the tree"


def until_the_count(payloads: list[TickPayload]) -> tuple[list[object], Decided]:
    """Return what happened before the ticks of the count, and the count."""
    events: list[object] = []
    for payload in payloads:
        for one in payload.events:
            if isinstance(one, Decided):
                return events, one
        events.extend(payload.events)
    raise AssertionError("nothing was decided")


@given(worlds())
@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_who_has_taken_a_side_votes_for_it(world: World) -> None:
    events, count = until_the_count(live(world, 70, model=BuiltinMind()))
    for who, last in last_words(events).items():
        votes = (who in count.likes) - (who in count.dislikes)
        side = (last.stance > UNDECIDED) - (last.stance < -UNDECIDED)
        if who in count.people and votes != side:
            assert last.later, who
            assert side == 0 or last.turns, (who, last.later)
