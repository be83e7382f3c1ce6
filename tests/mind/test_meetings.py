"""Meetings: who called one sums it up, once; all who were there remember it, and tell it others."""

from functools import cache

from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.topic import DECISION
from latticeville.sim.events import Said
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.worlds import Table, build, live, row

CALL = (
    "Everybody is called to a meeting today at ten in the Hall: what is to become of the old oak?"
)
VIEWS = {"ada": -0.8, "bob": 0.8, "cat": 0.6}


def village() -> World:
    """Return three people who are together until the meeting, and one who hears of it
    afterwards."""
    people: dict[str, Table] = {
        name: {
            "start": [at, 0],
            "big_five": {"extraversion": 1.0},
            "routine": [row("00:00", "yard"), *([row("11:00", "hall")] if name != "ada" else [])],
            "opinions": [{"topic": "the oak", "view": f"My view is {stance}.", "stance": stance}],
        }
        for at, (name, stance) in enumerate(VIEWS.items())
    }
    bell = {"topic": "the bell", "view": "The bell is too loud.", "stance": -0.9}
    day = [row("00:00", "hut"), row("11:10", "yard")]
    people["eve"] = {
        "start": [10, 0],
        "routine": day,
        "opinions": [bell],
        "big_five": {"extraversion": 1.0},
    }
    return build(
        "....+....+....",
        areas={"yard": [0, 0, 4, 1], "hall": [5, 0, 4, 1], "hut": [10, 0, 4, 1]},
        people=people,
        minds={"plan": "routine"},
        simulation={"start": "Mon 08:00"},
    )


@cache
def lived() -> list[TickPayload]:
    return live(village(), 240, feed={1: [GodEvent(CALL, "yard")]}, model=BuiltinMind())


def test_the_meeting_is_summed_up_and_its_result_passed_on() -> None:
    said = [
        (payload.state.minute % DAY, event)
        for payload in lived()
        for event in payload.events
        if isinstance(event, Said) and event.topic is not None and event.topic.kind == DECISION
    ]
    (minute, first), *later = said
    assert 10 * 60 + 45 <= minute < 11 * 60
    assert first.area == "hall"
    assert "The meeting about the oak ends: " in first.words
    assert "eve" in {who for _, one in later for who in one.listeners}
    assert len({one.topic.gist for _, one in said if one.topic}) == 1


def test_the_outcome_of_the_meeting_is_part_of_the_memory_of_it_and_cites_the_words() -> None:
    for who in VIEWS:
        memory = lived()[-1].state.minds[who].memory
        (ended,) = [
            one for one in memory if "as agreed. The meeting about the oak ends: " in one.text
        ]
        agreed, heard = (memory[at] for at in ended.cites)
        assert agreed.kind == "commitment"
        assert heard.topic is not None
        assert heard.topic.kind == DECISION


def test_a_meeting_about_nothing_that_anybody_thinks_of_decides_nothing() -> None:
    call = "Everybody is called to a dance today at ten in the Hall."
    payloads = live(village(), 200, feed={1: [GodEvent(call, "yard")]}, model=BuiltinMind())
    topics = [
        event.topic
        for one in payloads
        for event in one.events
        if isinstance(event, Said) and event.topic
    ]
    assert topics
    assert not [one for one in topics if one.kind == DECISION]
