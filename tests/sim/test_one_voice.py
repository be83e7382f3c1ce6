"""Nobody canvasses for what one person decides: they are told what others would do, and ask it."""

from functools import cache

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.questions import ASK_OPINION, TALLY, asked_of
from latticeville.mind.remarks import APART, PLEDGE, role_of
from latticeville.mind.topic import OPINION, REMARK, subject_of
from latticeville.sim.events import Said
from tests.beat_worlds import OUTCOMES, village, voter
from tests.worlds import Table, live

ALONE: Table = {
    "id": "tree",
    "question": "Does the tree stay?",
    "about": "the tree",
    "by": "Mon 16:00",
    "say": ["ann"],
    "sides": ["to keep the tree", "to fell the tree"],
    "outcomes": OUTCOMES,
}
STANCES = {"ann": 0.0, "bob": 0.7, "cid": -0.7, "dan": 0.5}


@cache
def utterances() -> tuple[Said, ...]:
    """Return what is said in the hours before somebody decides alone."""
    people = {who: voter(stance) for who, stance in STANCES.items()}
    payloads = live(village(people, matters=[ALONE]), 470, model=BuiltinMind())
    return tuple(event for one in payloads for event in one.events if isinstance(event, Said))


def test_views_on_it_are_for_who_decides() -> None:
    views = [
        one
        for one in utterances()
        if one.topic is not None
        and one.topic.kind == OPINION
        and subject_of(one.topic) == "the tree"
    ]
    assert any("ann" in one.listeners for one in views)
    assert all("ann" in (one.who, *one.listeners) for one in views)


def test_only_who_decides_asks_and_nobody_counts_or_pledges() -> None:
    told = ((one.who, one.topic) for one in utterances())
    remarks = [(who, one) for who, one in told if one is not None and one.kind == REMARK]
    asking = {who for who, one in remarks if asked_of(one.key) == (ASK_OPINION, "the tree")}
    assert asking <= {"ann"}
    assert not any(role_of(one) in (TALLY, APART, PLEDGE) for _, one in remarks)


def test_nobody_speaks_of_a_vote() -> None:
    assert not any(" vote" in one.words for one in utterances())
