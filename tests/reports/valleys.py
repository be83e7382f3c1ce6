"""Recorded survival runs for tests of the lab: people do anything that is valid, or what they are
told."""

from pathlib import Path

from latticeville.mind.action import Action
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.model_doubles import doing
from tests.runs.runs import write
from tests.sim.test_survival import anything, valley
from tests.worlds import Table, live

TICKS = 60


def wild_valley(survival: Table | None = None) -> World:
    """Return a valley in which some die early."""
    people = {f"p{n}": {"start": [n % 3, n % 2], "strength": 0.2 + n / 10} for n in range(6)}
    return valley(people, survival or {"damage": 0.1, "hunger": 0.06})


def recorded_valley(folder: Path) -> list[TickPayload]:
    """Record a run in which everybody does anything, and return its payloads."""
    return write(folder, wild_valley(), TICKS, minds=anything)


def told(world: World, ticks: int, **actions: dict[int, Action]) -> list[TickPayload]:
    """Return a run in which people do what they are told."""
    return live(world, ticks, minds=doing(actions))
