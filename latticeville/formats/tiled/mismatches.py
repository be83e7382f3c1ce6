"""Contradictions in a Tiled map: tiles without a tileset, layers of the wrong size."""

from collections.abc import Iterable

from latticeville.core.geometry import Box, Cell
from latticeville.formats.report import ImportReport, SourceValue
from latticeville.formats.start_cells import count_cells
from latticeville.formats.tiled.cells import TilePlane
from latticeville.formats.tiled.tilesets import Tilesets
from latticeville.world.io.schema_errors import format_value
from latticeville.world.model.tiles import FLIP_BITS

_MAX_SHOWN = 5


def report_unknown(
    planes: Iterable[TilePlane], box: Box, sets: Tilesets, report: ImportReport
) -> None:
    """Warn once of the tiles of a layer that no tileset has, with how many cells and which."""
    found = [(plane, index) for plane in planes for index in _find_unknown(plane, sets)]
    if found:
        tiles = [*dict.fromkeys(plane.gids[index] & ~FLIP_BITS for plane, index in found)]
        numbers = ", ".join(map(str, tiles[:_MAX_SHOWN])) + (
            ", …" if len(tiles) > _MAX_SHOWN else ""
        )
        cells = [_map_cell(plane, index, box) for plane, index in found]
        what = (
            f"no tileset has the {'tile' if len(tiles) == 1 else 'tiles'} {numbers} on "
            f"{count_cells(cells)}"
        )
        fix = "draw another tile there, or add the tileset that has it"
        why = "such a cell is read as ground without a name"
        first, index = found[0]
        report.warn(first.at.child(index), "unknown-tile", what, fix, why)


def _find_unknown(plane: TilePlane, sets: Tilesets) -> list[int]:
    """Return where in a plane a tile lies that no tileset has."""
    unknown = {gid for gid in set(plane.gids) if gid and not sets.has_tile(gid & ~FLIP_BITS)}
    return [index for index, gid in enumerate(plane.gids) if gid in unknown] if unknown else []


def _map_cell(plane: TilePlane, index: int, box: Box) -> Cell:
    y, x = divmod(index, plane.box.width)
    return Cell(plane.box.x - box.x + x, plane.box.y - box.y + y)


def report_size(at: SourceValue, box: Box, report: ImportReport) -> None:
    """Warn where a map gives a width or a height that its layers do not have; the layers count."""
    for key, size in (("width", box.width), ("height", box.height)):
        given = at.doc.data.get(key, size)
        if given != size:
            label = format_value(given) if isinstance(given, int | float) else "not a number"
            what = f"the {key} of the map is {label}, but its layers have {size}, which is used"
            report.warn(
                at.child(key),
                "wrong-size",
                what,
                f"write {size}, or draw the layers as large as the map",
            )
