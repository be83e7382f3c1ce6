"""The routine of a persona as a day: a bar of 24 hours, and rows that move in time."""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY, format_hours, parse_hours
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import Edit, EditRefusedError, SingleEdit
from studio.project.edits.values import MoveValue


def format_day(project: Project, name: str, cells: int, chosen: int = -1) -> str:
    """Return the routine as a bar of so many cells over 24 hours: rows in two shades, the chosen
    one full."""
    rows = routine_rows(project, persona_file(name))
    starts = [minute_of(row) for row in rows]
    spans = []
    for number, row in enumerate(rows):
        next_start = starts[(number + 1) % len(rows)]
        end = minute_of(row, "to") if isinstance(row, dict) and "to" in row else next_start
        spans.append((starts[number], end))
    return "".join(
        _shade(spans, (2 * cell + 1) * DAY // (2 * cells), chosen) for cell in range(cells)
    )


def _shade(spans: list[tuple[int, int]], minute: int, chosen: int) -> str:
    for number, (start, end) in enumerate(spans):
        inside = start <= minute < end if start < end else minute >= start or minute < end
        if inside and start >= 0 and end >= 0:
            return "█" if number == chosen else "▒░"[number % 2]
    return "·"


def format_scale(cells: int) -> str:
    """Return the scale of such a bar: every third hour, or every sixth."""
    each = 3 if cells >= 32 else 6
    marks = [" "] * (cells + 2)
    for hour in range(0, 24, each):
        place = hour * cells // 24
        marks[place : place + 2] = f"{hour:<2}"
    return "".join(marks)[:cells]


def minute_of(row: object, key: str = "from") -> int:
    """Return a time of a row in minutes; -1 where it is none."""
    text = row.get(key) if isinstance(row, dict) else None
    try:
        return parse_hours(text) if isinstance(text, str) else -1
    except ValueError:
        return -1


def routine_rows(project: Project, file: str) -> list[object]:
    """Return the rows of a routine as they are written."""
    rows = project.data(file).get("routine")
    return list(rows) if isinstance(rows, list) else []


def place_in_day(rows: Sequence[object], row: object) -> int:
    """Return where a row stands among rows in the order of their times."""
    return bisect_right([minute_of(one) for one in rows], minute_of(row))


def sorted_routine(project: Project, file: str) -> tuple[Project, list[int]]:
    """Return a project whose routine is in the order of its times, and where each row stood.

    Rows without a valid time keep the order of all.
    """
    starts = [minute_of(row) for row in routine_rows(project, file)]
    order = list(range(len(starts)))
    if min(starts, default=-1) < 0:
        return project, order
    for place, number in enumerate(sorted(order, key=lambda one: starts[one])):
        at = order.index(number)
        if at != place:
            project = MoveValue(file, ("routine", at), place).apply(project)
            order.insert(place, order.pop(at))
    return project, order


class SortRoutine(SingleEdit, frozen=True):
    """Put the rows of a routine into the order of their times."""

    file: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.file}: sort the day"

    def apply(self, project: Project) -> Project:
        """Sort."""
        return sorted_routine(project, self.file)[0]


class ShiftRoutine(msgspec.Struct, frozen=True):
    """Let a row of a routine, or it and all behind it, begin some minutes later; rows stay in the
    order of their times."""

    file: str
    number: int
    """The row, counted from 0."""
    minutes: int
    behind: bool
    lands: int
    """Where the row stands after it."""
    gesture: int

    @property
    def label(self) -> str:
        """What it does."""
        what = "a row and all behind it" if self.behind else "a row"
        return f"{self.file}: {what} {self.minutes:+} min"

    def apply(self, project: Project) -> Project:
        """Set the times, and sort."""
        last = self.number + 1
        if self.behind:
            last = len(routine_rows(project, self.file))
        shifted = _shifted(project, self.file, range(self.number, last), self.minutes)
        return sorted_routine(shifted, self.file)[0]

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next step of the same rows."""
        if not isinstance(later, ShiftRoutine) or not self.gesture:
            return None
        here = (self.file, self.lands, self.behind, self.gesture)
        if (later.file, later.number, later.behind, later.gesture) != here:
            return None
        return replace(self, minutes=self.minutes + later.minutes, lands=later.lands)


def shift_routine(
    project: Project, file: str, number: int, minutes: int, *, behind: bool, gesture: int
) -> ShiftRoutine:
    """Return the edit that moves a row of a routine in time, or refuse what leaves the day."""
    rows = routine_rows(project, file)
    moved = range(number, len(rows) if behind else number + 1)
    for row in rows[moved.start : moved.stop]:
        start = minute_of(row)
        if start < 0:
            raise EditRefusedError("a row has no valid time: press enter to edit it")
        if not 0 <= start + minutes < DAY:
            what = row.get("doing", "a row") if isinstance(row, dict) else "a row"
            raise EditRefusedError(f"“{what}” would begin on another day")
    order = sorted_routine(_shifted(project, file, moved, minutes), file)[1]
    return ShiftRoutine(file, number, minutes, behind, order.index(number), gesture)


def _shifted(project: Project, file: str, moved: range, minutes: int) -> Project:
    """Return a project whose rows begin and end later; a row before them that ends where they
    begin goes on ending there."""
    rows = routine_rows(project, file)
    before = moved.start - 1
    if before >= 0 and minute_of(rows[before], "to") == minute_of(rows[moved.start]):
        project = _set_time(project, file, before, "to", rows[before], minutes)
    for number in moved:
        project = _set_time(project, file, number, "from", rows[number], minutes)
        if minute_of(rows[number], "to") >= 0:
            project = _set_time(project, file, number, "to", rows[number], minutes)
    return project


def _set_time(
    project: Project, file: str, number: int, key: str, row: object, minutes: int
) -> Project:
    time = (minute_of(row, key) + minutes) % DAY
    return project.put(file, ("routine", number, key), format_hours(time))
