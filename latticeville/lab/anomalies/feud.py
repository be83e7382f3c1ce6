"""Feuds."""

from collections.abc import Iterator
from typing import ClassVar

from latticeville.sim.survival.events import Attacked
from latticeville.sim.tick import TickPayload

STEPS = 10
"""Within how many survival steps attacks answer each other, and after how many without any a feud is over."""


class Feud:
    """Two people attack each other."""

    name: ClassVar[str] = "feud"
    definition: ClassVar[str] = (
        f"Two people attack each other within {STEPS} survival steps; over after {STEPS} steps without an attack."
    )

    def __init__(self) -> None:
        self._attacks: dict[tuple[str, str], int] = {}
        self._feuds: dict[tuple[str, str], int] = {}

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield two people when the second of them strikes back."""
        step, world = payload.state.survival_step, payload.state.world
        self._attacks, self._feuds = (
            {pair: at for pair, at in found.items() if at > step - STEPS} for found in (self._attacks, self._feuds)
        )
        attacks = [event for event in payload.events if isinstance(event, Attacked)]
        self._attacks |= {(event.who, event.to): step for event in attacks}
        for event in attacks:
            one, other = pair = min(event.who, event.to), max(event.who, event.to)
            if (event.to, event.who) in self._attacks:
                if pair not in self._feuds:
                    yield f"{world.list_names(pair)} attack each other.", (one, other)
                self._feuds[pair] = step
