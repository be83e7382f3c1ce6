"""A moment of a run that a scenario names: a tick, or the next time of a kind."""

from typing import NamedTuple

from latticeville.core.clock import DAY, DAYS
from latticeville.sim.state import State
from latticeville.sim.time_expression import parse_tick
from latticeville.world.model.world import World

NEVER = 2**62


class Deadline(NamedTuple):
    """The tick, or the absolute minute, at whose end it is there; the other of both is never."""

    tick: int = NEVER
    minute: int = NEVER

    def is_reached(self, state: State) -> bool:
        """Tell whether a state is at it or after it."""
        return state.tick >= self.tick or state.minute >= self.minute

    def is_passed(self, state: State) -> bool:
        """Tell whether a state is after it."""
        return state.tick > self.tick or state.minute > self.minute

    def last_tick(self, world: World) -> int:
        """Return the first tick of a run at which it is there, if nobody sets the clock."""
        start, length = world.settings.start, world.settings.tick_minutes
        return min(self.tick, -(-(self.minute - start) // length))


def deadline_of(text: str, world: World) -> Deadline:
    """Return the moment after the start of a run that a text names; ValueError where it names none.

    A time of day or of a weekday is the next one to come.
    """
    found = parse_tick(text)
    if isinstance(found, int):
        if found < 1:
            raise ValueError("the first tick is 1: write at least 1")
        return Deadline(tick=found)
    start = world.settings.start
    first = start // DAY
    if found.day is not None:
        minute = (first + found.day - 1) * DAY + found.minute
        if minute <= start:
            raise ValueError(f"{text} is not after the start of the world")
        return Deadline(minute=minute)
    days = (day for day in range(first, first + len(DAYS) + 1))
    fitting = (day * DAY + found.minute for day in days if found.weekday in (None, day % len(DAYS)))
    return Deadline(minute=next(minute for minute in fitting if minute > start))
