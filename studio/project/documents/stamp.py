"""Stamps: pieces of a map, cut, turned and pasted; also text."""

from collections.abc import Collection

import msgspec

from latticeville.core.geometry import Cell
from studio.project.formats.map_text import MapText

HOLE = "\0"
"""A cell of a stamp through which the map shows."""


class Stamp(msgspec.Struct, frozen=True):
    """A piece of a map, row by row, every row equally long."""

    rows: tuple[str, ...]

    @classmethod
    def from_lines(cls, text: str) -> "Stamp":
        """Make a stamp of typed lines; where a line ends early the map shows."""
        lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
        width = max(map(len, lines))
        return cls(tuple(line.ljust(width, HOLE) for line in lines))

    @classmethod
    def copy_from(cls, rows: MapText, cells: Collection[Cell]) -> "Stamp":
        """Copy cells out of a map; the others of their box are holes."""
        chosen: dict[tuple[int, int], str] = {
            cell: glyph for cell in cells if (glyph := rows.glyph(cell))
        }
        if not chosen:
            return cls(())
        columns, lines = ([*axis] for axis in zip(*chosen, strict=True))
        across, down = range(min(columns), max(columns) + 1), range(min(lines), max(lines) + 1)
        return cls(tuple("".join(chosen.get((x, y), HOLE) for x in across) for y in down))

    @property
    def width(self) -> int:
        """Cells in a row."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def flip_horizontal(self) -> "Stamp":
        """Return the stamp as a mirror beside it shows it."""
        return Stamp(tuple(row[::-1] for row in self.rows))

    def flip_vertical(self) -> "Stamp":
        """Return the stamp as water below it shows it."""
        return Stamp(self.rows[::-1])

    def rotate(self) -> "Stamp":
        """Return the stamp turned clockwise by a quarter.

        >>> Stamp(("ab", "cd")).rotate().rows
        ('ca', 'db')
        """
        return Stamp(tuple("".join(column) for column in zip(*self.rows[::-1], strict=True)))

    def glyphs_at(self, cell: Cell) -> dict[Cell, str]:
        """Return the glyphs it leaves when its top left corner lies on a cell."""
        return {
            Cell(cell[0] + x, cell[1] + y): glyph
            for y, row in enumerate(self.rows)
            for x, glyph in enumerate(row)
            if glyph != HOLE
        }
