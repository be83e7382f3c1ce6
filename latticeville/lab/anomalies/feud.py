"""Feuds."""

from collections.abc import Iterator
from typing import ClassVar

from latticeville.sim.survival.crises import FEUD_STEPS, FeudTracker
from latticeville.sim.survival.events import Attacked
from latticeville.sim.tick import TickPayload


class Feud:
    """Two people attack each other."""

    name: ClassVar[str] = "feud"
    definition: ClassVar[str] = (
        f"Two people attack each other within {FEUD_STEPS} survival steps; over after {FEUD_STEPS} steps without an "
        "attack."
    )

    def __init__(self) -> None:
        self._tracker = FeudTracker()

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield two people when the second of them strikes back."""
        attacks = (event for event in payload.events if isinstance(event, Attacked))
        for _event, pair in self._tracker.look(payload.state.survival_step, attacks):
            yield f"{payload.state.world.list_names(pair)} attack each other.", pair
