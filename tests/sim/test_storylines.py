"""Storylines go on where their conditions hold, and scheduled events happen when they are due."""

from typing import Any

import pytest

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.beats.events import Developed
from latticeville.sim.events import Happened, Said
from latticeville.sim.inputs import PutPerson, SetObject
from latticeville.sim.tick import TickPayload
from tests.beat_worlds import MEETING, village, voter
from tests.worlds import Table, live


def story(*stages: Table, **more: Any) -> Table:
    """Return a storyline of stages."""
    return {"id": "debt", "name": "the debt", "people": ["ann"], "stages": [*stages], **more}


def stages_of(payloads: list[TickPayload]) -> list[str]:
    """Return the stages through which the storyline went, in order."""
    found = [one.state.beats["debt"].stage for one in payloads if "debt" in one.state.beats]
    return list(dict.fromkeys(found))


def happened(payloads: list[TickPayload]) -> list[int]:
    """Return the minutes of the day at which scheduled events happened."""
    return [
        one.state.minute % 1440
        for one in payloads
        for event in one.events
        if isinstance(event, Happened)
    ]


def test_stages_follow_each_other_in_time() -> None:
    stages = (
        {"id": "owed", "text": "Ann owes Bob a cow."},
        {"id": "due", "text": "The cow is due.", "when": [{"since": "Mon 08:05"}]},
        {
            "id": "paid",
            "text": "The cow is paid.",
            "when": [{"since": "Mon 08:10"}],
            "effects": [{"person": "bob", "give": "cow"}],
        },
    )
    payloads = live(village(storylines=[story(*stages)]), 15, model=BuiltinMind())
    assert stages_of(payloads) == ["owed", "due", "paid"]
    state = payloads[-1].state
    assert state.beats["debt"].is_over
    assert state.beats["debt"].since == 10
    assert state.bodies["bob"].items == {"cow": 1}


def test_a_story_forks_where_the_first_condition_holds() -> None:
    stages = (
        {"id": "open"},
        {"id": "loud", "follows": ["open"], "when": [{"person": "ann", "at": "hall"}]},
        {"id": "still", "follows": ["open"], "when": [{"since": "Mon 08:10"}]},
    )
    world = village(storylines=[story(*stages)])
    assert stages_of(live(world, 15, model=BuiltinMind())) == ["open", "still"]
    moved = live(world, 15, feed={3: [PutPerson("ann", "hall")]}, model=BuiltinMind())
    assert stages_of(moved) == ["open", "loud"]


def test_who_a_story_concerns_knows_of_it_and_nobody_else() -> None:
    stages = ({"id": "owed", "text": "Ann owes Bob a cow."},)
    state = live(village(storylines=[story(*stages)]), 4, model=BuiltinMind())[-1].state
    known = [
        who
        for who, mind in state.minds.items()
        if any("owes Bob" in one.text for one in mind.memory)
    ]
    assert known == ["ann"]


def test_what_happens_in_a_place_is_seen_by_who_is_there_and_by_nobody_else() -> None:
    stages = ({"id": "seen", "text": "A cow walks by.", "place": "yard"},)
    world = village(
        {"ann": voter(0.8), "bob": voter(0.5, home="hall")},
        storylines=[story(*stages, people=["bob"])],
    )
    payloads = live(world, 4, model=BuiltinMind())
    assert [event.area for one in payloads for event in one.events if isinstance(event, Developed)]
    known = [
        who
        for who, mind in payloads[-1].state.minds.items()
        if any("cow walks" in one.text for one in mind.memory)
    ]
    assert known == ["ann"]


def test_an_errand_is_done() -> None:
    stages = (
        {
            "id": "due",
            "text": "Ann has to pay.",
            "errands": [{"person": "ann", "place": "hall", "doing": "paying", "at": "Mon 08:30"}],
        },
    )
    payloads = live(village(storylines=[story(*stages)]), 40, model=BuiltinMind())
    assert payloads[-1].state.bodies["ann"].area == "hall"
    assert payloads[-1].state.bodies["ann"].doing == "paying"


def test_nobody_is_invited_to_an_errand() -> None:
    errand = {"person": "ann", "place": "hall", "doing": "paying", "at": "Mon 09:00"}
    stages = ({"id": "due", "text": "Ann has to pay.", "errands": [errand]},)
    payloads = live(village(storylines=[story(*stages)]), 50, model=BuiltinMind())
    mind = payloads[10].state.minds["ann"]
    assert [one.at.what for one in mind.commitments] == ["paying"]
    said = [one for each in payloads for one in each.events if isinstance(one, Said)]
    assert said
    assert not any("paying" in one.words for one in said)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"object": "tree", "state": "green"}, True),
        ({"object": "tree", "state": "felled"}, False),
        ({"object": "tree", "counter": "rings", "min": 3}, True),
        ({"object": "tree", "counter": "rings", "min": 4}, False),
        ({"person": "ann", "has": "axe"}, False),
        ({"person": "ann", "near": "bob"}, True),
        ({"person": "ann", "opinion": "the tree", "min": 0.5}, True),
        ({"person": "ann", "opinion": "the tree", "max": 0.5}, False),
        ({"person": "ann", "trust": "bob", "max": 0.9}, True),
        ({"person": "ann", "closeness": "bob", "min": 0.9}, False),
        ({"between": ["08:00", "09:00"]}, True),
        ({"between": ["09:00", "10:00"]}, False),
        ({"weather": ["clear"]}, True),
        ({"weather": ["rain"]}, False),
    ],
)
def test_conditions_ask_the_world(condition: Table, *, holds: bool) -> None:
    weather = {"chain": {"clear": {"clear": 1}, "rain": {"clear": 1}}}
    scheduled = [{"id": "event", "text": "It happens.", "when": [condition]}]
    payloads = live(village(scheduled=scheduled, weather=weather), 2, model=BuiltinMind())
    assert bool(happened(payloads)) == holds


def test_a_scheduled_event_happens_once_at_its_time() -> None:
    event = {"id": "cart", "text": "The cart comes.", "at": "Mon 08:07"}
    assert happened(live(village(scheduled=[event]), 20, model=BuiltinMind())) == [8 * 60 + 7]


def test_a_scheduled_event_comes_back_every_day() -> None:
    event = {"id": "cart", "text": "The cart comes.", "at": "Mon 08:07", "every": "day"}
    settings = {"tick_minutes": 60}
    payloads = live(village(scheduled=[event], simulation=settings), 72, model=BuiltinMind())
    assert len(happened(payloads)) == 3


def test_an_outcome_leads_to_an_event() -> None:
    event = {
        "id": "saw",
        "text": "A saw is heard.",
        "when": [{"matter": "tree", "outcome": "kept"}],
    }
    other = {
        "id": "axe",
        "text": "An axe falls.",
        "when": [{"matter": "tree", "outcome": "felled"}],
    }
    world = village(matters=[MEETING], scheduled=[event, other])
    state = live(world, 60, model=BuiltinMind())[-1].state
    assert state.beats["saw"].is_over
    assert "axe" not in state.beats


def test_an_event_waits_until_an_object_is_in_its_state() -> None:
    event = {"id": "saw", "text": "It lies.", "when": [{"object": "tree", "state": "felled"}]}
    feed = {9: [SetObject("tree", "felled")]}
    payloads = live(village(scheduled=[event]), 15, feed=feed, model=BuiltinMind())
    assert happened(payloads) == [8 * 60 + 9]
