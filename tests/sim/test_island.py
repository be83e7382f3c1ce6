"""The world of the island: days with routines, doors and machines, which hunger interrupts."""

from pathlib import Path

import pytest

from latticeville.rules.survival.events import Ate, Died, Gathered
from latticeville.world.load import inspect_world, load_world
from tests.worlds import stepped

WORLD = Path(__file__).parents[2] / "worlds" / "island"


def test_the_world_is_whole() -> None:
    assert inspect_world(WORLD)[1] == []


@pytest.mark.slow
def test_hunger_sends_people_to_the_bushes_in_the_evening() -> None:
    events = []
    for payload in stepped(load_world(WORLD), 960):
        events += [(payload.tick, event) for event in payload.events]
    assert not any(isinstance(event, Died) for _, event in events)
    assert {event.who for _, event in events if isinstance(event, Ate)} == {*payload.state.bodies}
    assert all(tick > 840 for tick, event in events if isinstance(event, Gathered))
    assert any(isinstance(event, Gathered) for _, event in events)
    bodies = payload.state.bodies.values()
    assert any("axe" in body.items for body in bodies)
    assert max(body.vitals.hunger for body in bodies if body.vitals) < 900
