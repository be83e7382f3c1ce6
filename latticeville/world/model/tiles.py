"""The tile ids of the cells of a map, kept in a file beside it."""

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from latticeville.core.geometry import Cell

TILES_FILE = "tiles.csv"
"""The file with the tile ids: a line for each row of the map, numbers with commas, 0 where there is
no tile."""
TILESETS_FILE = "tiles.toml"
"""The file that names the tilesets."""
FLIP_BITS = 0xF0000000
"""The high bits of an id: flipped across, down, along the diagonal, and turned by 120 degrees."""
MAX_TILE_ID = 0xFFFFFFFF
_MAX_FAULTS = 20
"""How many faults are told one by one."""


if TYPE_CHECKING:
    Ids = array[int]
else:  # its subscript is no type at run time before Python 3.12
    Ids = array


class TileLayer(msgspec.Struct, frozen=True):
    """The tile id of each cell, row by row; 0 where there is none."""

    width: int
    height: int
    ids: Ids

    def at(self, cell: Cell) -> int:
        """Return the id at a cell of the map."""
        return self.ids[cell[1] * self.width + cell[0]]

    @property
    def text(self) -> str:
        """The ids as the text of a file."""
        rows = (self.ids[y * self.width : (y + 1) * self.width] for y in range(self.height))
        return "".join(f"{','.join(map(str, row))}\n" for row in rows)


class TileFault(NamedTuple):
    """What is wrong with a text of tile ids, and where."""

    line: int
    column: int
    what: str
    fix: str


def read_tiles(text: str, width: int, height: int) -> TileLayer | None:
    """Return the tile ids of a map of a size; None where the text does not hold them."""
    rows = text.rstrip("\n").split("\n")
    if len(rows) != height or any(row.count(",") != width - 1 for row in rows):
        return None
    try:
        return TileLayer(width, height, array("I", map(int, ",".join(rows).split(","))))
    except (ValueError, OverflowError):
        return None


def find_tile_faults(text: str, width: int, height: int) -> Iterator[TileFault]:
    """Yield what keeps a text from holding the tile ids of a map of a size: the first faults of
    many."""
    rows = text.rstrip("\n").split("\n")
    if len(rows) != height:
        what = f"there are {len(rows)} rows of tile ids, but the map has {height} rows"
        yield TileFault(min(len(rows), height) + 1, 1, what, _FIX)
    left = _MAX_FAULTS
    for line, row in enumerate(rows, 1):
        values = row.split(",")
        if len(values) != width:
            what = f"this row has {len(values)} tile ids, but a row of the map has {width} cells"
            yield TileFault(line, 1, what, _FIX)
            left -= 1
        column = 1
        for value in values:
            if not _is_id(value):
                what = f"“{value.strip()[:40]}” is not a tile id"
                fix = f"write a whole number from 0 to {MAX_TILE_ID}; 0 where there is no tile"
                yield TileFault(line, column, what, fix)
                left -= 1
            column += len(value) + 1
            if left <= 0:
                return


_FIX = "write one id for each cell of the map, or delete the file: the world runs without it"


def _is_id(value: str) -> bool:
    try:
        return 0 <= int(value) <= MAX_TILE_ID
    except ValueError:
        return False
