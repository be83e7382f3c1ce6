"""Two who differ on a vote meet to talk it over, and part with how each of them votes."""

from collections.abc import Sequence

from msgspec.structs import replace

from latticeville.mind.debates import DEBATE, Debate, subjects_apart
from latticeville.mind.known_topics import KnownTopics
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.opinions import hear_opinion, speak_of
from latticeville.mind.relation import OpinionState
from latticeville.mind.situation import Situation
from latticeville.mind.topic import INVITATION, OPINION, Appointment, Commitment, Topic
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.model.settings import MindSettings
from tests.beat_worlds import MEETING, village, voter

SIDES = ["to keep the tree", "to fell the tree"]
STANCES = {"ann": 0.8, "cid": -0.6}


def view(who: str, tick: int = 0) -> MemoryRecord:
    """Return the memory of a view on the tree that somebody gave."""
    topic = Topic(f"o.{who}.the tree", OPINION, "So.", who, who, stance=STANCES[who])
    return MemoryRecord(
        0, "observation", f"“So.”, {who} says.", tick, "hall", topic=topic, spoken=True
    )


def ann(
    *records: MemoryRecord, stance: float = 0.8, is_there: bool = True, say: Sequence[str] = ()
) -> Situation:
    """Return what Ann has before her at what she and Cid have agreed to, with what she remembers."""
    people = {
        "ann": voter(stance),
        "bob": voter(0.5),
        "cid": voter(-0.6),
    }
    world = village(people, matters=[{**MEETING, "sides": SIDES, "say": [*say]}])
    state = initial_state(world, 7)
    mind, percept = state.minds["ann"], dict(perceive(state))["ann"]
    at = Appointment(
        DEBATE.format(subject="the tree", name="Cid"), percept.place, percept.minute, 9999
    )
    kept = Commitment("p.cid.480", 0, at, "cid", is_met=is_there, is_joined=is_there)
    first = len(mind.memory)
    memory = mind.memory.grow(replace(one, id=first + n) for n, one in enumerate(records))
    mind = replace(mind, memory=memory, commitments=(kept,))
    return Situation.begin(mind, replace(percept, tick=5, minute=percept.minute + 5), world)


def pledged(now: Situation) -> list[tuple[str, str]]:
    """Return how Ann pledges to vote, each with its role."""
    return [(one.role, one.parts["vote"]) for one in Debate(now, ("cid",)).pledges()]


def test_who_meets_as_agreed_talks_over_what_they_agreed_on() -> None:
    assert Debate(ann(), ("cid",)).subject == "the tree"
    assert Debate(ann(is_there=False), ("cid",)).subject == ""
    assert Debate(ann(), ("bob",)).subject == ""
    assert Debate(ann(), ("bob", "cid")).subject == ""


def test_both_give_their_view_before_either_says_how_they_vote() -> None:
    mine, theirs = view("ann", 3), view("cid", 4)
    assert pledged(ann(mine)) == pledged(ann(theirs)) == []
    assert pledged(ann(mine, theirs)) == [("pledge_apart", "to keep the tree")]
    assert pledged(ann(mine, theirs, stance=-0.4)) == [("pledge_with", "to fell the tree")]
    assert pledged(ann(mine, theirs, stance=0.05)) == [("pledge_open", "to keep the tree")]


def test_only_who_has_said_the_opposite_is_asked_to_talk_it_over() -> None:
    assert [*subjects_apart(ann(), ("cid",))] == []
    assert [*subjects_apart(ann(view("cid")), ("cid",))] == ["the tree"]
    assert [*subjects_apart(ann(view("cid"), stance=-0.8), ("cid",))] == []


def test_only_those_who_have_a_say_talk_over_how_they_vote() -> None:
    heard = view("cid")
    assert [*subjects_apart(ann(heard, say=["ann", "cid"]), ("cid",))] == ["the tree"]
    assert [*subjects_apart(ann(heard, say=["ann", "bob"]), ("cid",))] == []
    assert [*subjects_apart(ann(heard, say=["bob", "cid"]), ("cid",))] == []


def test_a_pledge_holds_against_what_would_have_moved_its_giver() -> None:
    relations = ann(stance=0.1).mind.relations
    relations = replace(relations, opinions={"the tree": OpinionState(0.2, "So.", 0.2)})
    told = Topic("o.cid.the tree", OPINION, "Fell it.", "cid", "cid", stance=-0.4)

    def stance(held: object) -> float:
        assert isinstance(held, type(relations))
        moved = hear_opinion(held, told, "cid", "Cid", 9, 3, 0.5, MindSettings())
        return moved.opinions["the tree"].stance

    assert stance(speak_of(relations, "the tree", 0.2, is_pledge=True)) == 0.2
    assert stance(relations) < 0.2


def test_nobody_is_called_to_one_meeting_under_two_names() -> None:
    at = Appointment("at a meeting", "hall", 600, 660)
    heard = MemoryRecord(
        0,
        "observation",
        "Cid says that there is a meeting.",
        3,
        "hall",
        topic=Topic("0.board", INVITATION, source="cid", at=at),
        shared=("cid",),
        spoken=True,
    )
    now = ann(heard)
    known = KnownTopics(now.mind, ("cid", "bob"), 0, 1440)
    assert known.new_to(Topic("matter.tree", INVITATION, at=at)) == ["bob"]
    later = replace(at, start=700, end=760)
    assert known.new_to(Topic("matter.fair", INVITATION, at=later)) == ["cid", "bob"]
