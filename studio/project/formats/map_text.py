"""A map as a value: rows in blocks, which versions share where nothing changed."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import msgspec

from latticeville.core.geometry import Box, Cell

BLOCK = 64
"""Rows in a block."""


class GlyphRun(NamedTuple):
    """Glyphs side by side, the first of them at (x, y)."""

    y: int
    x: int
    glyphs: str


class MapText(msgspec.Struct, frozen=True, dict=True):
    """The rows of a map, as long as they were written, and the line ends after the last."""

    blocks: tuple[tuple[str, ...], ...]
    height: int
    tail: str = "\n"

    @classmethod
    def parse(cls, text: str) -> "MapText":
        """Read a text; empty lines at its end are no rows."""
        body = text.rstrip("\n")
        return cls.from_rows(body.split("\n") if body else (), text[len(body) :])

    @classmethod
    def from_rows(cls, rows: Iterable[str], tail: str = "\n") -> "MapText":
        """Make a map of rows."""
        rows = tuple(rows)
        return cls(
            tuple(rows[start : start + BLOCK] for start in range(0, len(rows), BLOCK)),
            len(rows),
            tail,
        )

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self) + self.tail

    @cached_property
    def width(self) -> int:
        """The length of the longest row."""
        return max((max(map(len, block)) for block in self.blocks), default=0)

    @property
    def box(self) -> Box:
        """The map as one box."""
        return Box(0, 0, self.width, self.height)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self.blocks)

    def row(self, y: int) -> str:
        """Return one row."""
        return self.blocks[y // BLOCK][y % BLOCK]

    def glyph(self, cell: Cell) -> str:
        """Return the glyph at a cell, or nothing where no row reaches it."""
        if not (0 <= cell[1] < self.height and cell[0] >= 0):
            return ""
        return self.row(cell[1])[cell[0] : cell[0] + 1]

    def paint(self, runs: Iterable["GlyphRun"]) -> "MapText":
        """Return the map with runs of other glyphs, later ones over earlier; what no row reaches is
        left out."""
        rows = dict[int, list[str]]()
        for y, x, glyphs in runs:
            if 0 <= y < self.height:
                letters = rows.get(y) or rows.setdefault(y, list(self.row(y)))
                part, start = glyphs[max(-x, 0) : max(len(letters) - x, 0)], max(x, 0)
                letters[start : start + len(part)] = part
        return self.with_rows({y: "".join(letters) for y, letters in rows.items()})

    def with_rows(self, rows: Mapping[int, str]) -> "MapText":
        """Return the map with other rows at some places."""
        blocks, copies = list(self.blocks), dict[int, list[str]]()
        for y, row in rows.items():
            if row != self.row(y):
                copies.setdefault(y // BLOCK, list(blocks[y // BLOCK]))[y % BLOCK] = row
        if not copies:
            return self
        for number, copy in copies.items():
            blocks[number] = tuple(copy)
        return MapText(tuple(blocks), self.height, self.tail)


def changed_rows(before: MapText, after: MapText) -> Iterator[tuple[int, range]]:
    """Yield each row in which two maps differ, with the columns from the first difference to the
    last."""
    for number in range(max(len(before.blocks), len(after.blocks))):
        old, new = (
            rows.blocks[number] if number < len(rows.blocks) else () for rows in (before, after)
        )
        if old is new:
            continue
        for index in range(max(len(old), len(new))):
            one, other = (block[index] if index < len(block) else "" for block in (old, new))
            if one != other:
                yield number * BLOCK + index, _span(one, other)


def _span(one: str, other: str) -> range:
    longest, shortest = max(len(one), len(other)), min(len(one), len(other))
    start = next((x for x in range(shortest) if one[x] != other[x]), shortest)
    if len(one) != len(other):
        return range(start, longest)
    return range(start, next(x for x in range(longest - 1, -1, -1) if one[x] != other[x]) + 1)
