"""Famine."""

from collections.abc import Iterator
from typing import ClassVar

from latticeville.sim.survival.crises import HUNGER, OVER, FamineTracker, mean_hunger
from latticeville.sim.tick import TickPayload


class Famine:
    """The living are hungry on average."""

    name: ClassVar[str] = "famine"
    definition: ClassVar[str] = f"The mean hunger of the living is above {HUNGER}; over once it is below {OVER}."

    def __init__(self) -> None:
        self._tracker = FamineTracker()

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield a famine when it begins."""
        hunger = mean_hunger(payload.state.bodies)
        if self._tracker.look(hunger) and self._tracker.lasts:
            yield f"The mean hunger is {hunger:.2f}, above {HUNGER}.", ()
