"""At a meeting people answer each other with the arguments of its matter, as they stand to it."""

from itertools import pairwise
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.matters import argument_id
from latticeville.sim.beats.chair import WELCOMES
from latticeville.sim.beats.events import Convened, Decided
from latticeville.sim.beats.floor import side_of
from latticeville.sim.events import Said
from latticeville.sim.inputs import PutPerson
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.beat_worlds import MAP, MEETING, TREE, village, voter
from tests.worlds import Table, build, live

SIDES = ["to keep the tree", "to fell the tree"]
BRANCH: Table = {
    "id": "branch",
    "who": "cid",
    "side": "against",
    "says": "It dropped a branch in March.",
    "point": "the branch in March",
}
DEAD_WOOD: Table = {
    "id": "dead_wood",
    "who": "ann",
    "side": "for",
    "on": "branch",
    "says": "That was dead wood, Cid.",
}


def hold(*arguments: Table, people: dict[str, Table] | None = None, **more: Any) -> World:
    """Return a village whose meeting about the tree has arguments."""
    matter = {**MEETING, "minutes": 25, "sides": SIDES, "arguments": list(arguments), **more}
    return village(people, matters=[matter])


def said_at(world: World, **feed: Any) -> list[Said]:
    """Return what is said at the meeting, and in the minutes after its count."""
    payloads = live(world, 70, model=BuiltinMind(), **feed)
    return words_of(payloads)


def words_of(payloads: list[TickPayload]) -> list[Said]:
    """Return what was said from the beginning of the meeting on."""
    events = [event for one in payloads for event in one.events]
    first = next(n for n, one in enumerate(events) if isinstance(one, Convened))
    return [one for one in events[first:] if isinstance(one, Said)]


def test_an_argument_is_answered_at_once_to_who_gave_it() -> None:
    said = said_at(hold(BRANCH, DEAD_WOOD))
    pairs = [(one.words, other) for one, other in pairwise(said)]
    answer = next(other for words, other in pairs if words == BRANCH["says"])
    assert (answer.who, answer.to, answer.words) == ("ann", "cid", DEAD_WOOD["says"])


def test_what_answers_nothing_that_was_said_is_not_said() -> None:
    words = [one.words for one in said_at(hold(DEAD_WOOD, {**BRANCH, "side": "for"}))]
    assert not {BRANCH["says"], DEAD_WOOD["says"]} & {*words}


def test_an_argument_waits_for_its_conditions() -> None:
    felled = {**BRANCH, "when": [{"object": "tree", "state": "felled"}]}
    green = {**BRANCH, "when": [{"object": "tree", "state": "green"}]}
    assert BRANCH["says"] not in [one.words for one in said_at(hold(felled))]
    assert BRANCH["says"] in [one.words for one in said_at(hold(green))]


def test_an_argument_is_kept_back_by_what_it_is_not_said_beside() -> None:
    felled = {**BRANCH, "unless": [{"object": "tree", "state": "felled"}]}
    green = {**BRANCH, "unless": [{"object": "tree", "state": "green"}]}
    assert BRANCH["says"] in [one.words for one in said_at(hold(felled))]
    assert BRANCH["says"] not in [one.words for one in said_at(hold(green))]


def test_what_has_come_up_in_the_week_is_said_and_summed_up_before_what_was_known() -> None:
    news = {
        "id": "news",
        "who": "cid",
        "side": "against",
        "says": "It lost a bough this morning.",
        "point": "the bough of today",
        "when": [{"object": "tree", "state": "green"}],
    }
    said = said_at(hold(BRANCH, DEAD_WOOD, news, closing="It was about {grounds}."))
    words = [one.words for one in said]
    assert words.index(str(news["says"])) < words.index(str(BRANCH["says"]))
    (closing,) = [one for one in words if one.startswith("It was about ")]
    assert closing == "It was about the bough of today."


def test_who_has_changed_sides_says_so_after_what_they_answer_and_votes_so() -> None:
    turned = {**DEAD_WOOD, "id": "turned", "who": "dan", "side": "against", "says": "Then fell it."}
    people = {"bob": voter(-0.9), "cid": voter(-0.9)}
    people["dan"] = voter(0.12, big_five={"openness": 1.0})
    world = hold(BRANCH, turned, people=people, chair="dan")
    payloads = live(world, 70, model=BuiltinMind())
    words = [one.words for one in words_of(payloads)]
    assert words.index(str(BRANCH["says"])) < words.index("Then fell it.")
    (count,) = [one for each in payloads for one in each.events if isinstance(one, Decided)]
    assert "dan" in count.dislikes


def test_who_comes_late_is_greeted_and_told_what_it_is_about() -> None:
    away = {tick: [PutPerson("dan", "yard")] for tick in range(1, 36)}
    people = {"ann": voter(0.8), "bob": voter(0.5), "cid": voter(-0.6), "dan": voter(0.4)}
    said = said_at(hold(BRANCH, people=people, wait=0), feed=away)
    welcomes = tuple(one.format(name="Dan") for one in WELCOMES)
    (greeting,) = [one for one in said if one.words.startswith(welcomes)]
    assert greeting.to == "dan"
    before = [one.words for one in said[: said.index(greeting)]]
    assert ("the branch in March" in greeting.words) == (BRANCH["says"] in before)


def test_the_chair_sums_up_the_points_of_both_sides() -> None:
    rope = {**DEAD_WOOD, "point": "the dead wood"}
    closing = said_at(hold(BRANCH, rope, closing="It was about {grounds}."))
    assert "It was about the dead wood and the branch in March." in [one.words for one in closing]


def test_who_has_lost_speaks_after_the_count_before_who_has_won() -> None:
    after = [
        {"id": "lost", "who": "cid", "side": "against", "on": "kept", "says": "Well, then."},
        {"id": "won", "who": "ann", "side": "for", "on": "kept", "says": "I thank you."},
        {"id": "other", "who": "ann", "side": "for", "on": "felled", "says": "Oh."},
    ]
    words = [one.words for one in said_at(hold(BRANCH, *after))]
    assert words.index("Well, then.") < words.index("I thank you.")
    assert "Oh." not in words


def test_who_waits_in_another_room_of_the_house_comes_in() -> None:
    stances = {"ann": 0.8, "bob": 0.5, "cid": -0.6}
    world = build(
        MAP,
        areas={"inn": [0, 0, 8, 5], "hall": [1, 1, 3, 3], "nook": [5, 1, 2, 3]},
        objects={"tree": {"cell": [12, 1]}},
        things=TREE,
        people={who: voter(one, "nook") for who, one in stances.items()},
        matters=[
            {**MEETING, "minutes": 25, "arguments": [BRANCH], "known": "by_word", "chair": "ann"}
        ],
    )
    assert BRANCH["says"] in [one.words for one in said_at(world)]


@st.composite
def arguments(draw: st.DrawFn) -> list[Table]:
    """Draw arguments of three people, each of which may answer one before it."""
    found: list[Table] = []
    for n in range(draw(st.integers(1, 9))):
        before = [None, *(one["id"] for one in found)]
        who = draw(st.sampled_from(["ann", "bob", "cid"]))
        side = draw(st.sampled_from(["for", "against", "neither"]))
        one = {"id": f"a{n}", "who": who, "side": side, "says": f"Number {n}."}
        on = draw(st.sampled_from(before))
        found.append(one if on is None else {**one, "on": on})
    return found


@given(arguments())
@settings(max_examples=20, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_each_is_said_once_by_who_stands_there_and_after_what_it_answers(
    drawn: list[Table],
) -> None:
    given_so_far: list[str] = []
    by_id = {one["id"]: one for one in drawn}
    for one in said_at(hold(*drawn)):
        told = argument_id(one.topic) if one.topic is not None else ""
        if not told or one.topic is None:
            continue
        argument = by_id[told]
        assert told not in given_so_far
        assert (one.who, side_of(one.topic.stance or 0.0)) == (argument["who"], argument["side"])
        assert argument.get("on") in (None, *given_so_far)
        given_so_far.append(told)
