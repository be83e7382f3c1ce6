"""The graph of acquaintances drawn as text: a line per person, a wire per pair.

A full mark ends a wire at a person who describes the relationship, a hollow mark at one who does
not. Highlighted wires are heavy. If there is little room, wires share columns; if there is too
little, only the highlighted ones are drawn.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeVar

from latticeville.draw.wires import FULL, HOLLOW, Sheet, Wire, assign_columns, draw_wires

T = TypeVar("T")
APART = 2
"""Columns from wire to wire where there is room."""


class Relation(NamedTuple):
    """Two people by their places in the list, and whether each says what the other is to them."""

    one: int
    other: int
    there: bool
    back: bool


class TiesDrawing(NamedTuple):
    """Drawn ties: the lines, the cells of names, those of lit wires, and how many wires had no
    room."""

    lines: tuple[str, ...]
    left: int
    lit: frozenset[tuple[int, int]]
    left_out: int


def draw(
    names: Sequence[str],
    ties: Sequence[Relation],
    lit: Collection[int] = (),
    cells: int = 0,
    gap: int = 0,
) -> TiesDrawing:
    """Return the drawing in so many cells (0: as many as it takes), with so many empty lines
    between people.

    `lit` holds places of ties; names are drawn as they are given, padded to the longest.
    """
    left = max(map(len, names), default=0) + 1
    lines = [(tie.one * (gap + 1), tie.other * (gap + 1)) for tie in ties]
    wires, fit = _wires(dict(enumerate(lines)), left, cells)
    if not fit:
        wires, _ = _wires(_parted(dict(enumerate(lines)), lit)[1], left, cells)
    span = max((wire.column for wire in wires.values()), default=left) + 1
    sheet = [[*" " * span] for _ in range(max(0, len(names) * (gap + 1) - gap))]
    light, heavy = _parted(wires, lit)
    _lay_and_mark(sheet, light, ties, left)
    filled = _lay_and_mark(sheet, heavy, ties, left, heavy=True)
    for place, name in enumerate(names):
        sheet[place * (gap + 1)][: len(name)] = name
    return TiesDrawing(
        tuple("".join(line).rstrip() for line in sheet), left, filled, len(ties) - len(wires)
    )


def _parted(every: Mapping[int, T], lit: Collection[int]) -> tuple[dict[int, T], dict[int, T]]:
    """Return what belongs to ties that are not lit, and to those that are."""
    bright = {place: one for place, one in every.items() if place in lit}
    return {place: one for place, one in every.items() if place not in lit}, bright


def _wires(
    ends: Mapping[int, tuple[int, int]], left: int, cells: int
) -> tuple[dict[int, Wire], bool]:
    """Return a wire for each pair of lines, close together if need be, and whether they fit."""
    tracks = assign_columns([*ends.values()], shared=True)
    wide = max(tracks, default=-1)
    step = next((step for step in (APART, 1) if not cells or left + 1 + step * wide < cells), 0)
    pairs = zip(ends.items(), tracks, strict=True)
    first, apart = left + 1, step or 1
    return {place: Wire(*lines, first + apart * track) for (place, lines), track in pairs}, step > 0


def _lay_and_mark(
    sheet: Sheet,
    wires: Mapping[int, Wire],
    ties: Sequence[Relation],
    left: int,
    *,
    heavy: bool = False,
) -> frozenset[tuple[int, int]]:
    """Draw wires and the marks at their ends; return the lines and columns that they fill."""
    drawn = draw_wires(sheet, tuple(wires.values()), left, heavy=heavy)
    marks = [
        (line, wire.column, says)
        for place, wire in wires.items()
        for line, says in ((wire.leaves, ties[place].there), (wire.enters, ties[place].back))
    ]
    for line, column, says in marks:
        sheet[line][column] = FULL if says else HOLLOW
    return drawn | {(line, column) for line, column, _ in marks}
