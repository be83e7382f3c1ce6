"""The cells that differ between two versions of a project."""

from collections.abc import Iterator
from itertools import zip_longest

from latticeville.core.geometry import Box, Cell
from studio.map.model.map_model import MapModel
from studio.project.formats.map_text import MapText, changed_rows


def changed_cells(before: MapModel, after: MapModel) -> frozenset[Cell]:
    """Return the cells with another glyph, and those of objects and people, and of borders of
    areas, that changed."""
    cells = set(_redrawn(before.project.map, after.project.map))
    for name, spot in after.spots.items():
        if before.spots.get(name) != spot:
            cells.update(spot.footprint.cells())
    for name, area in after.areas.by_id.items():
        known = before.areas.by_id.get(name)
        if known is None or known.boxes != area.boxes:
            cells.update(cell for box in area.boxes for cell in _rim(box))
    return frozenset(filter(after.grid.contains, cells))


def _redrawn(before: MapText, after: MapText) -> Iterator[Cell]:
    """Yield the cells with another glyph."""
    for y, _ in changed_rows(before, after):
        for x, (old, new) in enumerate(zip_longest(before.row(y), after.row(y))):
            if old != new:
                yield Cell(x, y)


def _rim(box: Box) -> list[Cell]:
    right, bottom = box.x + box.width - 1, box.y + box.height - 1
    return [cell for cell in box.cells() if cell.x in (box.x, right) or cell.y in (box.y, bottom)]
