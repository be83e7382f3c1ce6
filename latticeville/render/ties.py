"""Who knows whom drawn as text: a line for each person, and a wire for every two of whom one knows the other.

A full mark ends a wire at whoever says what the other is to them, a hollow one at whoever does not. Wires that are lit
are heavy. Where there is no room, wires draw together; where there still is none, only those that are lit are drawn.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from latticeville.render.wires import FULL, HOLLOW, Wire, columns, lay

APART = 2
"""Columns from wire to wire where there is room."""


class Tied(NamedTuple):
    """Two people by their places in the list, and whether each says what the other is to them."""

    one: int
    other: int
    there: bool
    back: bool


class Drawing(NamedTuple):
    """Drawn ties: the lines, the cells of names, those of lit wires, and how many wires had no room."""

    lines: tuple[str, ...]
    left: int
    lit: frozenset[tuple[int, int]]
    left_out: int


def draw(
    names: Sequence[str], ties: Sequence[Tied], lit: Collection[int] = (), cells: int = 0, gap: int = 0
) -> Drawing:
    """Return the drawing in so many cells (0: as many as it takes), with so many empty lines between people.

    `lit` holds places of ties; names are drawn as they are given, padded to the longest.
    """
    left = max(map(len, names), default=0) + 1
    known = range(len(ties))
    bright = [place for place in known if place in lit]
    for some in (list(known), bright):
        ends = [(ties[place].one * (gap + 1), ties[place].other * (gap + 1)) for place in some]
        tracks = columns(ends, shared=True)
        wide = max(tracks, default=-1) + 1
        step = next((step for step in (APART, 1) if not cells or left + 1 + step * (wide - 1) < cells), 0)
        if step or some is bright:
            break
    wires = {
        place: Wire(*lines, left + 1 + (step or 1) * track)
        for place, lines, track in zip(some, ends, tracks, strict=True)
    }
    span = max((wire.column for wire in wires.values()), default=left) + 1
    sheet = [[*" " * span] for _ in range(max(0, len(names) * (gap + 1) - gap))]
    filled = frozenset[tuple[int, int]]()
    for heavy in (False, True):
        part = {place: wire for place, wire in wires.items() if (place in lit) == heavy}
        drawn = lay(sheet, tuple(part.values()), left, heavy=heavy)
        marks = [
            (line, wire.column, says)
            for place, wire in part.items()
            for line, says in ((wire.leaves, ties[place].there), (wire.enters, ties[place].back))
        ]
        for line, column, says in marks:
            sheet[line][column] = FULL if says else HOLLOW
        if heavy:
            filled = drawn | {(line, column) for line, column, _ in marks}
    for place, name in enumerate(names):
        sheet[place * (gap + 1)][: len(name)] = name
    return Drawing(tuple("".join(line).rstrip() for line in sheet), left, filled, len(ties) - len(wires))
