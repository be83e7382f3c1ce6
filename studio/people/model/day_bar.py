"""The routine of a persona as a bar of 24 hours."""

from latticeville.core.clock import DAY, parse_hours
from studio.project.documents.project import Project, persona_file


def format_day(project: Project, name: str, cells: int, chosen: int = -1) -> str:
    """Return the routine as a bar of so many cells over 24 hours: rows in two shades, the chosen
    one full."""
    rows = project.data(persona_file(name)).get("routine")
    rows = rows if isinstance(rows, list) else []
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


def format_hours(cells: int) -> str:
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
