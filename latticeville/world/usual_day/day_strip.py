"""A day as a strip of time, over which entries are laid one after the other, and its rows."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from msgspec import structs

from latticeville.core.clock import DAY
from latticeville.world.model.personas import ObjectUse, RoutineRow
from latticeville.world.usual_day.vocabulary import activities

GRID, SHORTEST = 5, 15
"""Minutes: times are rounded to the first, and what is shorter than the second is left out."""
USE_EVERY = 20
"""Minutes from one use of an object to the next in a row."""


class DayEntry(NamedTuple):
    """What is done from a minute of the day to another, which may lie on the next day."""

    start: int
    end: int
    place: str
    doing: str
    uses: tuple[ObjectUse, ...] = ()
    text: str = ""


class DayStrip:
    """A day that begins at midnight and ends where it begins."""

    def __init__(self) -> None:
        self._slots: list[DayEntry | None] = [None] * (DAY // GRID)

    def before(self, minute: int) -> DayEntry | None:
        """Return what lies before a minute; None where nothing does."""
        return self._slots[(minute // GRID - 1) % len(self._slots)]

    def lay(self, entry: DayEntry, way: int = 0) -> None:
        """Lay an entry over what is there, from so many minutes before its start."""
        for slot in range((entry.start - way) // GRID, -(-entry.end // GRID)):
            self._slots[slot % len(self._slots)] = entry

    def rows(self) -> tuple[RoutineRow, ...]:
        """Return the day as rows, of which none goes on after midnight, since days are planned from
        midnight on."""
        found: list[RoutineRow] = []
        for row in self._runs():
            if row.start < row.end:
                found.append(row)
            else:
                found += (structs.replace(row, end=DAY), structs.replace(row, start=0, uses=()))
        return tuple(found)

    def _runs(self) -> Iterator[RoutineRow]:
        """Yield the runs of the day as rows; what became too short goes to what follows it."""
        strip = self._slots
        spare = next(one for one in strip if one is not None)
        shift = next((at for at in range(len(strip)) if strip[at] is not strip[at - 1]), 0)
        turned = [one or spare for one in (*strip[shift:], *strip[:shift])]
        begun, left = shift * GRID, 0
        for _, group in groupby(turned, key=id):
            run = [*group]
            length = len(run) * GRID + left
            if length < SHORTEST:
                left = length
                continue
            entry, left = run[0], 0
            every = DAY if entry.doing == activities()["bed"].doing else USE_EVERY
            end = (begun + length - 1) % DAY + 1
            yield RoutineRow(begun % DAY, end, entry.place, entry.doing, entry.uses, every)
            begun += length
