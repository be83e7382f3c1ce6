"""Sudden deaths."""

from collections import deque
from collections.abc import Iterator
from typing import ClassVar

from latticeville.sim.survival.events import Died
from latticeville.sim.tick import TickPayload

DEATHS, STEPS = 3, 10
"""How many deaths, and within how many survival steps."""


class SuddenDeaths:
    """Several deaths within a few steps; each death belongs to one anomaly."""

    name: ClassVar[str] = "sudden deaths"
    definition: ClassVar[str] = f"{DEATHS} deaths within {STEPS} survival steps."

    def __init__(self) -> None:
        self._recent: deque[tuple[int, str]] = deque()

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the deaths as soon as they are so many."""
        step, world = payload.state.survival_step, payload.state.world
        self._recent.extend((step, event.who) for event in payload.events if isinstance(event, Died))
        while self._recent and self._recent[0][0] <= step - STEPS:
            self._recent.popleft()
        if len(self._recent) >= DEATHS:
            dead = tuple(who for _step, who in self._recent)
            self._recent.clear()
            yield f"{len(dead)} deaths within {STEPS} steps: {world.list_names(dead)}.", dead
