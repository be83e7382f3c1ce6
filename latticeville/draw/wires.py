"""Wires that connect lines of text, for every graph drawn as text.

Every wire leaves a line to the right, runs up or down in a column, and enters another line from the
right. Light wires are drawn first and heavy ones over them, so highlighted wires are never cut.
"""

from collections.abc import Sequence
from typing import NamedTuple

Sheet = list[list[str]]
"""Lines of single letters."""
FULL, HOLLOW = "●", "○"
"""Marks of a wire's end, which no other wire covers."""
_CROSSED = {
    ("─", "│"): "┼",
    ("│", "─"): "┼",
    ("━", "│"): "┿",
    ("━", "┼"): "┿",
    ("┃", "─"): "╂",
    ("┃", "┼"): "╂",
    ("━", "┃"): "╋",
    ("━", "╂"): "╋",
    ("┃", "━"): "╋",
    ("┃", "┿"): "╋",
}
_KEPT = {"─": "┼", "│": "┼", "━": "┿╋", "┃": "╂╋"}
"""Crossings that a wire leaves as they are."""


class Wire(NamedTuple):
    """Where a wire runs: the lines that it leaves and enters, and its column."""

    leaves: int
    enters: int
    column: int


def assign_columns(ends: Sequence[tuple[int, int]], *, shared: bool = False) -> list[int]:
    """Return a column for each wire by its lines, counted from 0: the shortest first.

    Where columns are shared, a wire takes the first in which no other is on any of its lines.
    """
    order = sorted(
        range(len(ends)), key=lambda place: (abs(ends[place][0] - ends[place][1]), place)
    )
    taken: list[list[tuple[int, int]]] = []
    found = [0] * len(ends)
    for place in order:
        low, high = sorted(ends[place])
        free = (
            number
            for number, spans in enumerate(taken)
            if shared and all(high < start or low > end for start, end in spans)
        )
        column = next(free, len(taken))
        taken[column:] = taken[column:] or [[]]
        taken[column].append((low, high))
        found[place] = column
    return found


def draw_wires(
    sheet: Sheet, wires: Sequence[Wire], left: int, *, heavy: bool = False
) -> frozenset[tuple[int, int]]:
    """Draw wires from a column of the sheet on, without their corners; return the lines and columns
    that they fill."""
    flat, upright = ("━", "┃") if heavy else ("─", "│")
    level = [
        (line, x)
        for one in wires
        for line in (one.leaves, one.enters)
        for x in range(left, one.column)
    ]
    steep = [
        (line, one.column)
        for one in wires
        for line in range(min(one.leaves, one.enters) + 1, max(one.leaves, one.enters))
    ]
    for cells, sign in ((level, flat), (steep, upright)):
        for line, x in cells:
            sheet[line][x] = _over(sheet[line][x], sign)
    return frozenset((*level, *steep))


def _over(there: str, sign: str) -> str:
    if there in (FULL, HOLLOW) or there in _KEPT[sign]:
        return there
    return _CROSSED.get((sign, there), sign)
