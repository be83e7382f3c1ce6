"""The map of a world as text, and the meaning of its glyphs."""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from latticeville.core.geometry import Cell

VOID = "\0"
"""Fills the end of a row that is shorter than the longest: neither walkable nor drawn."""


class Tile(msgspec.Struct, frozen=True):
    """What one glyph of the map stands for."""

    glyph: str
    name: str
    walkable: bool = True
    opaque: bool = False
    color: str = "earth"
    terrain: str = "ground"
    ground: str = ""
    """A material or a colour that the designer chose; "" for what the other fields say."""
    tiles: tuple[str, ...] = ()
    """Textures of one or two columns that the designer chose."""
    picture: str = ""
    """The name of a picture in the world's folder; "" for the derived one."""
    resources: tuple[tuple[str, int], ...] = ()
    """The most units that a cell holds of each resource, by name."""


class Grid(msgspec.Struct, frozen=True, dict=True):
    """A rectangle of tiles; rows are padded to one width with `VOID`."""

    width: int
    height: int
    rows: tuple[str, ...]
    legend: Mapping[str, Tile]

    def tile(self, cell: Cell) -> Tile:
        """Return the tile at a cell of the map."""
        return self.legend[self.rows[cell[1]][cell[0]]]

    def contains(self, cell: Cell) -> bool:
        """Tell whether the cell lies on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def index(self, cell: Cell) -> int:
        """Return the cell's place in the flat arrays, row by row."""
        return cell[1] * self.width + cell[0]

    def cell(self, index: int) -> Cell:
        """Return the cell at a place in the flat arrays."""
        return Cell(index % self.width, index // self.width)

    def cells_around(self, cell: Cell, radius: int) -> tuple[Cell, ...]:
        """Return the cells of the map at most `radius` king's moves away, row by row."""
        return tuple(map(self.cell, self.indexes_around(cell, radius)))

    def indexes_around(self, cell: Cell, radius: int) -> list[int]:
        """Return the places in the flat arrays of the cells at most `radius` king's moves away, row
        by row."""
        x, y = cell
        first, last = max(0, x - radius), min(self.width, x + radius + 1)
        rows = range(max(0, y - radius), min(self.height, y + radius + 1))
        return [
            index
            for row in rows
            for index in range(row * self.width + first, row * self.width + last)
        ]

    @cached_property
    def walkable(self) -> bytes:
        """One byte a cell, row by row: 1 where a body can stand."""
        return self._glyph_flags({glyph for glyph, tile in self.legend.items() if tile.walkable})

    @cached_property
    def bordered_walkable(self) -> bytes:
        """`walkable` with a border of one cell, where nobody can stand, so that each cell has eight
        around it."""
        width, free = self.width, self.walkable
        rows = (b"\0" + free[start : start + width] + b"\0" for start in range(0, len(free), width))
        return bytes(width + 2) + b"".join(rows) + bytes(width + 2)

    @cached_property
    def opaque(self) -> bytes:
        """One byte a cell, row by row: 1 where sight ends."""
        return self._glyph_flags({glyph for glyph, tile in self.legend.items() if tile.opaque})

    @cached_property
    def distance_fields(self) -> dict[Cell, bytes]:
        """How far the cells around some cells are from these, filled in as asked
        (`mind.distance_field`)."""
        return {}

    def _glyph_flags(self, glyphs: set[str]) -> bytes:
        text = "".join(self.rows)
        table = {ord(glyph): "\1" if glyph in glyphs else "\0" for glyph in {*self.legend, *text}}
        return text.translate(table).encode("latin-1")


def make_grid(rows: tuple[str, ...], legend: Mapping[str, Tile]) -> Grid:
    """Pad the rows to one width and return the grid; every glyph must be in the legend."""
    width = max(map(len, rows), default=0)
    void = Tile(VOID, "void", walkable=False, opaque=True, color="void", terrain="void")
    return Grid(
        width, len(rows), tuple(row.ljust(width, VOID) for row in rows), {**legend, VOID: void}
    )
