"""The files of a matrix folder: sizes, layers of ids, and the names of the ids."""

import re
from array import array
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from latticeville.core.geometry import Cell
from latticeville.formats.addresses import (
    LAYER_SORTS,
    Addresses,
    Block,
    Maze,
    is_id_number,
    parse_blocks,
    parse_digits,
)
from latticeville.formats.comparison import SourceCells
from latticeville.formats.masks import Mask, make_mask
from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
)
from latticeville.formats.tables import StartCells, WorldTables
from latticeville.world.original.values import one_line, parse_whole

META_FILE = "maze_meta_info.json"
"""The file by which a matrix folder is known."""
MAX_CELLS = 4_000_000
"""The most cells that an import takes."""
_VALUE = re.compile(r"[^,\n]+")


class MatrixFiles:
    """Reads the files of a matrix folder."""

    def __init__(self, folder: SourceFolder, report: ImportReport) -> None:
        self._folder, self._report = folder, report
        meta = folder.read_json(META_FILE)
        at = SourceValue(meta)
        sides = [
            parse_whole(meta.data.get(key)) or parse_digits(meta.data.get(key))
            for key in ("maze_width", "maze_height")
        ]
        self.width, self.height = sides
        if self.width < 1 or self.height < 1 or self.width * self.height > MAX_CELLS:
            what = (
                "“maze_width” and “maze_height” must be whole numbers above 0, for at most "
                f"{MAX_CELLS} cells in total"
            )
            raise report.make_error(
                at.child("maze_width"), "bad-value", what, "write the size of the map in cells"
            )
        self.name = one_line(meta.data.get("world_name"), 200)
        for key in meta.data.keys() - {
            "world_name",
            "maze_width",
            "maze_height",
            "sq_tile_size",
            "special_constraint",
        }:
            report.report_lost(at.child(key), f"“{one_line(key, 60)}” is not supported")

    def read_maze(self, name: str) -> Maze:
        """Return one layer; what is no id is reported and counts as nothing."""
        file = f"maze/{name}_maze.csv"
        text = self._folder.read_text(file).rstrip(", \t\n")
        places = _ValueLocator(text)
        doc = SourceDocument(file, None, places)
        ids = [0] * (self.width * self.height)
        count, match = 0, None
        for count, match in enumerate(_VALUE.finditer(text), 1):
            value = match[0].strip()
            if count > len(ids):
                break
            if value and not is_id_number(value):
                at = SourceValue(SourceDocument(file, None, places.locate_offset(match.start())))
                self._report.report_lost(
                    at, f"“{one_line(value, 40)}” is not an id and is read as 0", "bad-value"
                )
            ids[count - 1] = parse_digits(value)
        if count != len(ids):
            many = "too many" if count > len(ids) else f"{count}"
            what = f"“{file}” has {many} ids: {self.width} × {self.height} cells need {len(ids)}"
            last = SourceDocument(file, None, places.locate_offset(match.start() if match else 0))
            raise self._report.make_error(
                SourceValue(last), "wrong-size", what, f"correct it, or the sizes in {META_FILE}"
            )
        return Maze(SourceValue(doc), ids, each=True)

    def read_blocks(self, name: str) -> Mapping[int, Block]:
        """Return what the ids of a layer stand for."""
        file = f"special_blocks/{name}_blocks.csv"
        return parse_blocks(self._folder.read_text(file), file, self._report)


class _ValueLocator:
    """Finds the places of ids in a text by their number."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [match.start() for match in _VALUE.finditer(self._text)]

    def locate_offset(self, offset: int) -> FixedLocation:
        """Return the line and the column of the value that begins at an offset."""
        while self._text[offset : offset + 1].isspace():
            offset += 1
        return FixedLocation(
            self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)
        )

    def find(self, path: tuple[str | int, ...]) -> tuple[int, int]:
        """Return where the id of a number stands."""
        return self.locate_offset(self._starts[int(path[0])]) if path else (0, 0)


LEGEND: dict[str, dict[str, Any]] = {
    ",": {"name": "open ground", "color": "grass", "terrain": "grass"},
    ":": {"name": "ground", "color": "sand", "terrain": "path"},
    ".": {"name": "floor", "color": "earth", "terrain": "floor"},
    "#": {"name": "wall", "walkable": False, "opaque": True, "color": "slate", "terrain": "wall"},
    "%": {"name": "furniture", "walkable": False, "color": "wood", "terrain": "floor"},
    "^": {"name": "obstacle", "walkable": False, "color": "stone", "terrain": "obstacle"},
}
"""Ground outside sectors, in a sector, in an arena; what blocks in or at a sector, under an object,
elsewhere."""


def read_matrix(folder: Path, report: ImportReport) -> WorldTables:
    """Return the tables of the world that a matrix folder makes."""
    layers, tables = MatrixFiles(SourceFolder(folder, report), report), WorldTables(report)
    mazes = {sort: layers.read_maze(sort) for sort in LAYER_SORTS[1:]}
    addresses = Addresses(
        layers.width, mazes, {sort: layers.read_blocks(sort) for sort in LAYER_SORTS}, report
    )
    named = addresses.world_name()
    tables.top = {"name": layers.name or named or "Town"}
    _draw_map(tables, layers, addresses)
    addresses.add_areas_and_objects(tables)
    addresses.add_starts(StartCells(tables, report))
    return tables


def _draw_map(tables: WorldTables, layers: MatrixFiles, addresses: Addresses) -> None:
    """Add the ground: its letters follow from what blocks and from what a cell belongs to."""
    tables.legend = dict(LEGEND)
    width, collision = layers.width, layers.read_maze("collision").ids
    near = _mark_near_sectors(layers, addresses)
    glyphs = []
    for index, solid in enumerate(collision):
        y, x = divmod(index, width)
        if solid:
            glyphs.append("%" if addresses.objects[index] else "#" if near[y] >> x & 1 else "^")
        else:
            glyphs.append(
                "." if addresses.arenas[index] else ":" if addresses.sectors[index] else ","
            )
    text = "".join(glyphs)
    tables.rows = [text[start : start + width] for start in range(0, len(text), width)]
    walkable = bytes(not solid for solid in collision)
    tables.source = SourceCells(
        width, layers.height, walkable, bytes(glyph == "#" for glyph in glyphs), array("I")
    )


def _mark_near_sectors(layers: MatrixFiles, addresses: Addresses) -> Mask:
    """Return the cells in or beside a sector."""
    inside = (index for index, sector in enumerate(addresses.sectors) if sector)
    around = make_mask(Cell(index % layers.width, index // layers.width) for index in inside)
    beside = defaultdict(int, {y: row << 1 | row | row >> 1 for y, row in around.items()})
    return {y: beside[y - 1] | beside[y] | beside[y + 1] for y in range(layers.height)}
