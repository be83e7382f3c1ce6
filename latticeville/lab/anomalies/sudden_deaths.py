"""Sudden deaths."""

from collections.abc import Iterator
from typing import ClassVar

from latticeville.sim.survival.crises import SUDDEN_DEATHS, SUDDEN_STEPS, SuddenDeathsTracker
from latticeville.sim.survival.events import Died
from latticeville.sim.tick import TickPayload


class SuddenDeaths:
    """Several deaths within a few steps; each death belongs to one anomaly."""

    name: ClassVar[str] = "sudden deaths"
    definition: ClassVar[str] = f"{SUDDEN_DEATHS} deaths within {SUDDEN_STEPS} survival steps."

    def __init__(self) -> None:
        self._tracker = SuddenDeathsTracker()

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the deaths as soon as they are so many."""
        died = (event.who for event in payload.events if isinstance(event, Died))
        if dead := self._tracker.look(payload.state.survival_step, died):
            yield f"{len(dead)} deaths within {SUDDEN_STEPS} steps: {payload.state.world.list_names(dead)}.", dead
