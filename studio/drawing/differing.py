"""Where two editions of a project look otherwise."""

from itertools import zip_longest

from latticeville.core.geometry import Box, Cell
from studio.documents.rows import changed_rows
from studio.drawing.sketch import Sketch


def differing(before: Sketch, after: Sketch) -> frozenset[Cell]:
    """Return the cells with another glyph, and those of objects and people, and of borders of areas, that changed."""
    cells: set[Cell] = set()
    for y, _ in changed_rows(before.project.map, after.project.map):
        old, new = before.project.map.row(y), after.project.map.row(y)
        cells.update(Cell(x, y) for x, pair in enumerate(zip_longest(old, new)) if pair[0] != pair[1])
    for name, spot in after.spots.items():
        if before.spots.get(name) != spot:
            cells.update(spot.footprint.cells())
    for name, area in after.areas.by_id.items():
        known = before.areas.by_id.get(name)
        if known is None or known.boxes != area.boxes:
            for box in area.boxes:
                cells.update(_rim(box))
    return frozenset(cell for cell in cells if after.grid.holds(cell))


def _rim(box: Box) -> list[Cell]:
    right, bottom = box.x + box.width - 1, box.y + box.height - 1
    return [cell for cell in box.cells() if cell.x in (box.x, right) or cell.y in (box.y, bottom)]
