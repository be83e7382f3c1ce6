"""Silence."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import ClassVar

from latticeville.core.geometry import Cell
from latticeville.lab.measures.population import living
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload

STEPS = 50
"""For how many survival steps."""


class Silence:
    """Nobody says anything although people stand beside each other."""

    name: ClassVar[str] = "silence"
    definition: ClassVar[str] = (
        f"No utterance in {STEPS} survival steps in which people stood beside each other; other steps do not count."
    )

    def __init__(self) -> None:
        self._silent, self._step = 0, -1

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the silence when it has lasted so long."""
        state = payload.state
        if any(isinstance(event, Said) for event in payload.events):
            self._silent = 0
        elif state.survival_step != self._step and self._silent < STEPS:
            self._silent += _meet(body.cell for body in living(state))
            if self._silent == STEPS:
                self._silent += 1
                yield f"Nobody has said anything in {STEPS} steps in which people met.", ()
        self._step = state.survival_step


def _meet(cells: Iterable[Cell]) -> bool:
    """Tell whether two of the cells are the same or beside each other."""
    before = set[tuple[int, int]]()
    for x, y in cells:
        if any((x + right, y + down) in before for right, down in product((-1, 0, 1), repeat=2)):
            return True
        before.add((x, y))
    return False
