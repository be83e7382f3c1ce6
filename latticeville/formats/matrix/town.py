"""Convert a matrix folder: sectors and arenas become areas, groups of cells objects."""

from array import array
from collections import defaultdict
from pathlib import Path
from typing import Any

from latticeville.core.geometry import Cell
from latticeville.formats.addresses import Addresses
from latticeville.formats.blocks import LAYER_SORTS
from latticeville.formats.comparison import SourceCells
from latticeville.formats.masks import Mask, make_mask
from latticeville.formats.matrix.layers import MatrixFiles
from latticeville.formats.report import ImportReport
from latticeville.formats.sources import SourceFolder
from latticeville.formats.start_cells import StartCells
from latticeville.formats.tables import WorldTables

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
