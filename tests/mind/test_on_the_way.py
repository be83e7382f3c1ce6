"""On the way to the meeting of a matter people open no talk and answer once; others do stop."""

from typing import Any

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.beats.events import Convened
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING
from tests.worlds import Table, build, live, row

TALKATIVE = {"big_five": {"extraversion": 1.0}}
MEETING_TICK = 60


def lane(*walk: Table, **top: Any) -> World:
    """Return a lane from a hut to a hall, on which two people chat with whoever comes by."""
    people: dict[str, Table] = {
        "ann": {
            "home": "hut",
            "routine": [row("00:00", "hut"), *walk],
            **TALKATIVE,
            "opinions": [view(0.8)],
        },
        "bob": {"home": "bend", "routine": [row("00:00", "bend")], **TALKATIVE},
        "cid": {"home": "pond", "routine": [row("00:00", "pond")], **TALKATIVE},
    }
    return build(
        "." * 40,
        areas={
            "hut": [0, 0, 4, 1],
            "bend": [10, 0, 4, 1],
            "pond": [20, 0, 4, 1],
            "hall": [34, 0, 6, 1],
        },
        people=people,
        **top,
    )


def view(stance: float) -> Table:
    """Return an opinion on the tree."""
    return {"topic": "the tree", "view": "So.", "stance": stance}


def words_of(payloads: list[TickPayload], who: str) -> list[Said]:
    """Return what somebody says before the meeting could begin."""
    return [
        event
        for one in payloads
        for event in one.events
        if isinstance(event, Said) and event.who == who and one.tick < MEETING_TICK
    ]


def test_who_walks_to_a_meeting_stops_for_no_chat() -> None:
    outcomes = [{"id": "done", "text": "So be it."}]
    matter = {
        **MEETING,
        "say": ["ann"],
        "at": "Mon 09:00",
        "outcomes": outcomes,
    }
    payloads = live(lane(matters=[matter]), 75, model=BuiltinMind())
    [convened] = [e for one in payloads for e in one.events if isinstance(e, Convened)]
    assert convened.present == ("ann",)
    assert all(one.end and one.turn for one in words_of(payloads, "ann"))


def test_who_walks_anywhere_else_does_stop() -> None:
    payloads = live(lane(row("08:20", "hall")), 75, model=BuiltinMind())
    assert any(not one.end for one in words_of(payloads, "ann"))
