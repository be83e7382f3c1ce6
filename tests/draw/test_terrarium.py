"""Events and states of a run as Terrarium writes them."""

from typing import Any

import pytest

from latticeville.core.geometry import Cell
from latticeville.formats.terrarium.events import (
    CHANGES_OF_PLACE,
    WRITERS,
    EpochTick,
    agent_id,
    epoch_of,
    tick_records,
)
from latticeville.formats.terrarium.export import identity, snapshot
from latticeville.mind.action import Action
from latticeville.rules.exertion import TooTired
from latticeville.rules.survival.events import Ate, Attacked, Died, Gathered, Gave, Rested, Stepped
from latticeville.sim.event import Event
from latticeville.sim.events import Idled, Moved, Said, TimeAdvanced
from latticeville.sim.first_state import initial_state
from latticeville.world.model.personas import Persona
from tests.model_doubles import doing
from tests.sim.test_survival import valley
from tests.worlds import build, live

WORLD = valley({"ada": {"start": [0, 0]}, "bob": {"start": [1, 0]}, "cy": {"start": [5, 3]}})
BODIES = initial_state(WORLD).bodies


def told(*events: Event) -> tuple[list[tuple[Any, ...]], list[str]]:
    """Return kind, agent, target and data of the records of a tick in which nobody moves, and what
    is left out."""
    found, left_out = tick_records(EpochTick(4, WORLD, BODIES, BODIES, events))
    records: list[Any] = [*found]
    assert all([*one] == ["epoch", "event_type", "agent", "target", "data"] for one in records)
    assert all(one["epoch"] == 4 for one in records)
    return [
        (one["event_type"]["type"], one["agent"], one["target"], one["data"]) for one in records
    ], left_out


def test_an_event_that_terrarium_does_not_have_is_named() -> None:
    assert told(
        TimeAdvanced(60), TooTired("ada", "world", "step"), Moved("ada", "", "", Cell(0, 0))
    ) == (
        [],
        ["time_advanced", "too_tired"],
    )
    assert not {*WRITERS} & CHANGES_OF_PLACE


ADA, BOB, CY = map(agent_id, ("ada", "bob", "cy"))


@pytest.mark.parametrize(
    ("event", "records"),
    [
        (Gathered("ada", "world", "food", 3, ("bob",)), [("Gathered", ADA, None, {"amount": 3})]),
        (Gathered("ada", "world", "food", 0), []),
        (
            Gathered("ada", "world", "wood", 2),
            [("GatheredMaterials", ADA, None, {"materials": [("wood", 2)]})],
        ),
        (Ate("ada", "world", "food"), [("Ate", ADA, None, {})]),
        (Rested("ada", "world"), [("Rested", ADA, None, {})]),
        (Gave("ada", "world", "bob", "food", 2), [("Gave", ADA, BOB, {"amount": 2})]),
        (Attacked("ada", "world", "bob", 175), [("Attacked", ADA, BOB, {"damage": 0.175})]),
        (Died("ada", "world", "hunger"), [("Died", ADA, None, {"description": "starvation"})]),
        (
            Died("ada", "world", "blows", ("bob", "cy")),
            [("Died", ADA, None, {"description": "attack by Bob and Cy"})],
        ),
        (Died("ada", "world", "drowning"), [("Died", ADA, None, {"description": "drowning"})]),
        (
            Said("ada", "world", "bob", "Hi!", others=("cy",)),
            [("Spoke", ADA, BOB, {"message": "Hi!"})],
        ),
        (
            Said("ada", "world", "", "Hi!", others=("bob", "cy")),
            [("Spoke", ADA, BOB, {"message": "Hi!"}), ("Spoke", ADA, CY, {"message": "Hi!"})],
        ),
        (Said("ada", "world", "", "Hm."), [("Spoke", ADA, None, {"message": "Hm."})]),
    ],
)
def test_an_event_is_told_with_the_keys_of_terrarium(
    event: Event, records: list[tuple[Any, ...]]
) -> None:
    assert told(event) == (records, [])


def test_what_terrarium_does_not_have_is_left_out_and_counted() -> None:
    events = (Idled("ada", "world", "x"), Gave("ada", "world", "bob", "wood", 1), TimeAdvanced(60))
    assert told(*events) == ([], ["idled", "gave", "time_advanced"])


def test_a_move_is_told_once_from_cell_to_cell_whatever_moved_the_body() -> None:
    after = live(WORLD, 1, minds=doing({"ada": {1: Action("step", verb="S")}}))[-1]
    events = (Stepped("ada", "world", "S"), Moved("ada", "world", "world", Cell(0, 1)))
    records, left_out = tick_records(EpochTick(0, WORLD, BODIES, after.state.bodies, events))
    assert ([one["data"] for one in records], left_out) == ([{"from": (0, 0), "to": (0, 1)}], [])


def test_an_epoch_is_a_survival_step() -> None:
    slow = valley({"ada": {"start": [0, 0]}}, {"step_ticks": 6})
    assert [epoch_of(tick, slow) for tick in (-1, 0, 1, 6, 7, 12, 13)] == [0, 0, 0, 0, 1, 1, 2]
    assert [epoch_of(tick, WORLD) for tick in (1, 2, 3)] == [0, 1, 2]


def test_a_state_has_the_keys_of_terrarium() -> None:
    payload = live(WORLD, 1, minds=doing({"ada": {1: Action("step", verb="S")}}))[-1]
    found: Any = snapshot(payload.state, 1)
    assert [*found] == ["epoch", "world", "agents"]
    assert [*found["world"]] == ["width", "height", "cells", "epoch"]
    cells, grid = found["world"]["cells"], WORLD.grid
    assert [(one["x"], one["y"]) for one in cells] == [
        (x, y) for y in range(grid.height) for x in range(grid.width)
    ]
    fertile = [one for one in cells if one["terrain"] == "Fertile"]
    assert [(one["food"], one["food_capacity"]) for one in fertile] == [(10, 10)] * 4
    assert all(
        one["food"] == one["food_capacity"] == 0 for one in cells if one["terrain"] == "Barren"
    )
    ada = found["agents"][0]
    assert ada["physical"] == {
        "x": 0,
        "y": 1,
        "health": 1.0,
        "hunger": 0.4,
        "energy": 0.9,
        "food": 10,
        "age": 1,
        "materials": {},
        "tools": [],
        "sheltered_at": None,
    }
    assert {*ada} == {
        "id",
        "identity",
        "beliefs",
        "memory",
        "physical",
        "active_goal",
        "reproduction",
        "skills",
    }
    assert ada["id"] == ADA
    assert {*ada["beliefs"]} == {"world", "social", "self_belief"}
    assert all(
        {*one["belief"]} == {"amount", "last_seen_epoch"}
        for one in ada["beliefs"]["world"]["food_locations"]
    )


def test_an_episode_has_the_category_of_its_deed() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 0]}}
    deeds = {
        "ada": {1: Action("give", "bob", "food", count=1)},
        "bob": {1: Action("attack", "ada")},
    }
    found: Any = snapshot(live(valley(people), 2, minds=doing(deeds))[-1].state, 2)
    told = {
        (one["category"], *one["participants"]) for one in found["agents"][0]["memory"]["recent"]
    }
    assert {("Gift", BOB), ("Conflict", BOB)} <= told


def test_values_and_aspirations_of_terrarium_get_their_names_back_and_others_keep_their_words() -> (
    None
):
    ada = Persona(
        "Ada",
        id="ada",
        values=("staying alive", "tea"),
        aspiration="To live a peaceful, quiet life.",
        big_five={"openness": 0.9},
    )
    assert identity(ada) == {
        "name": "Ada",
        "personality": {
            "openness": 0.9,
            "conscientiousness": 0.5,
            "extraversion": 0.5,
            "agreeableness": 0.5,
            "neuroticism": 0.5,
        },
        "values": ["Survival", "tea"],
        "aspiration": "LivePeacefully",
    }


def test_people_without_needs_are_well() -> None:
    found: Any = snapshot(initial_state(build("...", people={"ada": {"start": [0, 0]}})), 0)
    body = found["agents"][0]["physical"]
    assert (body["health"], body["hunger"], body["energy"], body["food"]) == (1.0, 0.0, 1.0, 0)
    assert {one["terrain"] for one in found["world"]["cells"]} == {"Barren"}
