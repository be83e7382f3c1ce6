"""Start cells of imported areas; those where nobody can stand are reported and left out."""

from collections.abc import Iterable, Sequence
from typing import Any

from latticeville.core.geometry import Box, Cell
from latticeville.formats.report import ImportReport, SourceValue
from latticeville.formats.tables import WorldTables
from latticeville.world.model.areas import WORLD, Areas, AreaSpec, build_areas

_MAX_STARTS = 10_000
"""So many start cells an area may have."""
_MAX_SHOWN = 5


class StartCells:
    """Gives cells to areas of tables that hold their map, areas and objects already."""

    def __init__(self, tables: WorldTables, report: ImportReport) -> None:
        self._report = report
        source = tables.source
        self._width, self._height = (source.width, source.height) if source else (0, 0)
        self._free = _find_free_cells(tables)
        self._tables: dict[str, dict[str, Any]] = {area["id"]: area for area in tables.areas}
        self._areas = self._build_areas(tables.areas)

    def add(self, at: SourceValue, label: str, cells: Iterable[Cell], area: str = "") -> None:
        """Add cells, each to the area of that id if it holds the cell, or else to the innermost one
        that does."""
        outside, blocked, surplus = list[Cell](), list[Cell](), list[Cell]()
        for cell in cells:
            found = self._find_area(cell, area)
            if not found:
                outside.append(cell)
            elif not self._free[cell.y * self._width + cell.x]:
                blocked.append(cell)
            elif len(starts := self._tables[found].setdefault("starts", [])) < _MAX_STARTS:
                starts.append([*cell])
            else:
                surplus.append(cell)
        if outside:
            what = f"{label} has {count_cells(outside)} outside every area; left out"
            self._report.warn(at, "no-room", what, "draw an area there, or move the cells into one")
        if blocked:
            what = f"{label} has {count_cells(blocked)} where nobody can stand; left out"
            self._report.warn(at, "start-blocked", what, "move the cells to free ground")
        if surplus:
            what = (
                f"{label} has {count_cells(surplus)} too many: an area may have {_MAX_STARTS} "
                "start cells"
            )
            self._report.warn(at, "too-many-starts", what, "remove some")

    def _find_area(self, cell: Cell, area: str) -> str:
        """Return the area that takes a start cell; "" where none holds it."""
        if not (0 <= cell.x < self._width and 0 <= cell.y < self._height):
            return ""
        if area in self._tables and cell in self._areas.by_id[area]:
            return area
        found = self._areas.at(cell)
        return "" if found == WORLD else found

    def _build_areas(self, tables: Sequence[dict[str, Any]]) -> Areas:
        specs = [
            AreaSpec(area["id"], area["name"], tuple(Box(*box) for box in area["boxes"]))
            for area in tables
        ]
        return build_areas("", specs, self._width, self._height)


def _find_free_cells(tables: WorldTables) -> bytearray:
    """Return one byte a cell: 1 where the ground can be walked and no object is in the way."""
    if tables.source is None:
        return bytearray()
    width, height = tables.source.width, tables.source.height
    free = bytearray(tables.source.walkable)
    for entry in tables.objects:
        if tables.kinds.get(entry["kind"], {}).get("blocks"):
            for x, y in tables.cells[entry["id"]]:
                if x < width and y < height:
                    free[y * width + x] = 0
    return free


def count_cells(cells: Sequence[Cell]) -> str:
    """Return how many cells there are, and the first of them.

    >>> count_cells([Cell(1, 2)])
    '1 cell ([1, 2])'
    """
    first = ", ".join(f"[{x}, {y}]" for x, y in cells[:_MAX_SHOWN])
    return (
        f"{len(cells)} {'cell' if len(cells) == 1 else 'cells'} "
        f"({first}{', …' if len(cells) > _MAX_SHOWN else ''})"
    )
