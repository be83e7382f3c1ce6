"""Floods, blights, fires and migrations: what they destroy is counted, whom they hurt is told, and
all are off."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.think import think
from latticeville.models.fake import FakeLLM
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.events import Ate, Died, Disaster
from latticeville.sim.first_state import initial_state
from latticeville.sim.resource_layer import ResourceLayer, Stock
from latticeville.sim.tick import advance
from latticeville.world.model.world import World
from tests.laws import law
from tests.sim.test_survival import anything, events_of, total_of, valley
from tests.worlds import Table, build, live

DRAWING = "ffff....\nffffwww.\n..w.www.\n..~~..pp\n..~~..pp"
LEGEND: Table = {
    "f": {"name": "berries", "resources": {"food": 10}},
    "w": {"name": "wood", "resources": {"wood": 6, "food": 1}},
    "p": {"name": "pasture", "resources": {"prey": 4}},
    "~": {"name": "river", "walkable": False, "terrain": "water"},
}
EVENTS: Table = {
    "flood": {"chance": 0.2, "radius": 2},
    "blight": {"chance": 0.2, "radius": 1},
    "fire": {"chance": 0.2, "spread": 0.5},
    "migration": {"chance": 0.3, "radius": 2, "distance": 2},
}
RESOURCES: Table = {name: {"regrowth": 0.0} for name in ("food", "wood", "prey")}
NAMES = ("ada", "bob", "cy")


def riverside(events: Table, **more: object) -> World:
    """Return a valley with a river, berries, wood and prey, where nothing grows."""
    people = {name: {"start": [number + 2, 2]} for number, name in enumerate(NAMES)}
    return valley(
        people, {"resources": RESOURCES, "events": events, **more}, DRAWING, legend=LEGEND
    )


def disasters(world: World, ticks: int) -> list[Disaster]:
    """Return the disasters of a run."""
    return [event for one in live(world, ticks) for event in events_of(one, Disaster)]


@law(12)
@given(st.integers(0, 2**20))
def test_what_disasters_destroy_is_counted_and_migrations_lose_nothing(seed: int) -> None:
    run = live(replace(riverside(EVENTS), seed=seed), 15, minds=anything)
    for before, after in pairwise(run):
        struck = events_of(after, Disaster)
        for name in RESOURCES:
            eaten = 1000 * len(events_of(after, Ate)) if name == "food" else 0
            lost = sum(one.lost.get(name, 0) for one in struck)
            assert total_of(after.state, name) == total_of(before.state, name) - eaten - lost


def test_nothing_happens_unless_a_chance_says_so() -> None:
    assert not disasters(riverside({}), 10)
    assert {one.kind for one in disasters(riverside(EVENTS, hunger=0.0), 30)} == {*EVENTS}


def test_a_flood_washes_resources_away_hurts_who_stands_there_and_is_remembered() -> None:
    world = riverside({"flood": {"chance": 1.0, "radius": 1, "damage": 0.4}}, hunger=0.0)
    run = live(world, 3)
    [first] = events_of(run[1], Disaster)
    assert (first.kind, first.area) == ("flood", "world")
    assert all(vitals_of(run[1].state.bodies[who]).health == 600 for who in first.hurt)
    assert all(
        vitals_of(run[1].state.bodies[who]).health == 1000 for who in {*NAMES} - {*first.hurt}
    )
    assert first.witnesses == NAMES
    assert any("The water rises" in record.text for record in run[-1].state.minds["cy"].memory)
    died = [event for one in live(world, 9) for event in events_of(one, Died)]
    assert {event.cause for event in died} == {"drowning"}


def test_only_who_is_near_perceives_a_disaster() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [8, 0]}}
    rules: Table = {
        "resources": RESOURCES,
        "events": {"flood": {"chance": 1.0, "radius": 0, "damage": 1.0}},
    }
    more: Table = {
        "simulation": {"radius": 3},
        "minds": {"plan": "none"},
        "legend": LEGEND,
        "rules": ["survival"],
    }
    run = live(
        build(
            "~f.......",
            people={"ada": {"start": [1, 0]}, "bob": people["bob"]},
            survival=rules,
            **more,
        ),
        2,
    )
    assert events_of(run[1], Disaster)[0].witnesses == ("ada",)
    assert events_of(run[1], Disaster)[0].hurt == ()
    assert [len(run[2].state.minds[who].memory.since(0)) > 0 for who in ("ada", "bob")] == [
        True,
        False,
    ]


def test_a_fire_spreads_over_wood_and_goes_out() -> None:
    world = riverside({"fire": {"chance": 0.0, "spread": 1.0}})
    spark = world.grid.index(Cell(4, 1))
    burned_out = {"wood": ResourceLayer({spark: Stock(0, 0)})}
    state = replace(
        initial_state(world), news=(Disaster("fire", "world", (spark,)),), resources=burned_out
    )
    burned = list[tuple[int, ...]]()
    for _ in range(4):
        payload = advance(state, (), think, FakeLLM())
        burned += [event.cells for event in events_of(payload, Disaster)]
        state = payload.state
    assert burned == [(13, 20, 21), (14, 22)]
    assert all(state.amount_in(cell, "wood") == 0 for cells in burned for cell in cells)


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_a_run_with_disasters_repeats(kind: str) -> None:
    world = riverside({kind: EVENTS[kind]})
    assert disasters(world, 12) == disasters(world, 12)
    assert disasters(world, 12) != disasters(replace(world, seed=99), 12)
