"""Famine."""

from collections.abc import Iterator
from typing import ClassVar

from latticeville.lab.measures.needs import MEAN_HUNGER
from latticeville.sim.tick import TickPayload

HUNGER, OVER = 0.7, 0.6
"""Above which mean hunger it begins, and below which it is over."""


class Famine:
    """The living are hungry on average."""

    name: ClassVar[str] = "famine"
    definition: ClassVar[str] = f"The mean hunger of the living is above {HUNGER}; over once it is below {OVER}."

    def __init__(self) -> None:
        self._lasts = False

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield a famine when it begins."""
        hunger = MEAN_HUNGER.at(payload.state, payload.events)
        if hunger is not None and hunger > HUNGER and not self._lasts:
            yield f"The mean hunger is {hunger:.2f}, above {HUNGER}.", ()
        self._lasts = hunger is not None and hunger > (OVER if self._lasts else HUNGER)
