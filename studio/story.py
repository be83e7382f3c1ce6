"""What a run has told so far: its newest lines, how much happened when, and what happened to whom."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

from latticeville.render.transcript import Told, tell
from latticeville.sim.tick import TickPayload

KEPT = 20_000
"""Lines kept in memory; older ones are read from the log when somebody looks."""


class Density:
    """Events a tick, summed into bins of 1, 2, 4, … ticks, so that any stretch of a run is told in a few sums."""

    def __init__(self) -> None:
        self._levels: list[array[int]] = [array("L")]
        self.ticks = 0

    def add(self, count: int) -> None:
        """Count the events of the next tick."""
        for level, bins in enumerate(self._levels):
            place = self.ticks >> level
            if place < len(bins):
                bins[place] += count
            else:
                bins.append(count)
        self.ticks += 1
        if self.ticks > 1 << (len(self._levels) - 1):
            self._levels.append(array("L", [sum(self._levels[-1])]))

    def level(self, columns: int) -> int:
        """Return the finest level that tells the whole run in so many columns; a bin of it holds 2**level ticks."""
        return next(
            (level for level in range(len(self._levels)) if len(self._levels[level]) <= columns), len(self._levels) - 1
        )

    def bins(self, level: int) -> Sequence[int]:
        """Return the sums of a level."""
        return self._levels[level]


class Story:
    """Grows by a payload at a time and is asked by tick."""

    def __init__(self) -> None:
        self.density = Density()
        self._lines: list[Told] = []
        self._ticks: array[int] = array("L")
        self._about: dict[str, array[int]] = {}

    def add(self, payload: TickPayload) -> None:
        """Take in the next tick."""
        told = tell(payload)
        self.density.add(len(told))
        self._lines.extend(told)
        if told:
            self._ticks.append(payload.tick)
        for name in {line.about for line in told}:
            self._about.setdefault(name, array("L")).append(payload.tick)
        if len(self._lines) > 2 * KEPT:
            del self._lines[:KEPT]

    def reaches(self, tick: int) -> bool:
        """Tell whether the lines before a tick are still in memory."""
        return bool(self._lines) and (len(self._lines) < KEPT or self._lines[0].tick <= tick - 200)

    def until(self, tick: int, count: int) -> tuple[Told, ...]:
        """Return the last lines up to a tick."""
        end = bisect_right(self._lines, tick, key=attrgetter("tick"))
        return tuple(self._lines[max(0, end - count) : end])

    def before(self, tick: int, about: str = "") -> int | None:
        """Return the last tick before one at which something happened, to somebody if named."""
        ticks = self._about.get(about, array("L")) if about else self._ticks
        place = bisect_left(ticks, tick)
        return ticks[place - 1] if place else None

    def after(self, tick: int, about: str = "") -> int | None:
        """Return the first tick after one at which something happened, to somebody if named."""
        ticks = self._about.get(about, array("L")) if about else self._ticks
        place = bisect_right(ticks, tick)
        return ticks[place] if place < len(ticks) else None
