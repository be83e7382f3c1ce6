"""What somebody does, on the next days, with what they were told of a third person."""

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.confidences import confidences
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import PerceivedNews, Percept, Sights
from latticeville.mind.remarks import KIND_WORD, PEACE
from latticeville.mind.situation import Situation
from latticeville.mind.topic import SECRET, VIEW, Topic
from latticeville.world.model.world import World
from tests.beat_worlds import village, voter
from tests.worlds import Table, first

NEXT_DAY = 24 * 60


def world(agreeableness: float) -> World:
    """Return a village of three, in which Bob is a rival of Cid."""
    ties: dict[str, list[Table]] = {
        "ann": [{"who": "bob", "how": "friend"}],
        "bob": [{"who": "cid", "how": "rival"}],
    }
    people = {
        who: voter(None, "hall", relationships=ties.get(who, [])) for who in ("ann", "bob", "cid")
    }
    people["ann"]["big_five"] = {"agreeableness": agreeableness}
    return village(people)


def situation(agreeableness: float, topic: Topic, tick: int = NEXT_DAY) -> Situation:
    """Return the situation of Ann, who was told a topic in the first tick."""
    state = first(world(agreeableness)).state
    mind = state.minds["ann"]
    told = MemoryRecord(
        len(mind.memory),
        "observation",
        "…",
        1,
        "hall",
        topic=topic,
        about=(topic.source, "ann"),
        shared=(topic.source,),
        spoken=True,
    )
    percept = Percept("ann", tick, 480 + tick, "hall", Cell(2, 2), Sights(), PerceivedNews())
    return Situation.begin(replace(mind, memory=mind.memory.grow([told])), percept, state.world)


def view(gist: str) -> Topic:
    """Return what Bob thinks of Cid, as Bob told it."""
    return Topic("w.bob.cid", VIEW, gist, "bob", "bob")


KIND, COLD = view("Cid is the best friend one can have."), view("Cid is wrong, and never sorry.")
NAMING = Topic("s.bob.0", SECRET, "It was I who broke the cup of Cid.", "bob", "bob")


@pytest.mark.parametrize(
    ("agreeableness", "topic", "role"),
    [
        (0.8, KIND, KIND_WORD),
        (0.2, KIND, KIND_WORD),
        (0.8, NAMING, PEACE),
    ],
)
def test_what_was_told_of_somebody_is_acted_on_by_nature(
    agreeableness: float, topic: Topic, role: str
) -> None:
    now = situation(agreeableness, topic)
    assert [one.role for one in confidences(now, ["cid"], None)] == [role]


@pytest.mark.parametrize(
    ("agreeableness", "topic", "tick", "hearers"),
    [
        (0.2, NAMING, NEXT_DAY, ["cid"]),
        (0.8, view("Cid? He bakes."), NEXT_DAY, ["cid"]),
        (0.8, COLD, NEXT_DAY, ["cid"]),
        (0.8, KIND, 60, ["cid"]),
        (0.8, KIND, 5 * NEXT_DAY, ["cid"]),
        (0.8, KIND, NEXT_DAY, ["bob"]),
        (0.8, KIND, NEXT_DAY, ["cid", "bob"]),
    ],
)
def test_nothing_is_said_of_it_otherwise(
    agreeableness: float, topic: Topic, tick: int, hearers: list[str]
) -> None:
    assert not [*confidences(situation(agreeableness, topic, tick), hearers, None)]
