"""Draw an area with walls around it and a floor inside, beside what stands there."""

from collections.abc import Iterator

from latticeville.core.geometry import Box, Cell
from studio.project.documents.boxes import subtract_box
from studio.project.documents.entries import area_boxes, list_entries
from studio.project.documents.project import Project
from studio.project.edits.areas import DrawArea, lies_in
from studio.project.edits.edit import EditRefusedError, SingleEdit
from studio.project.edits.paint import paint_cells
from studio.project.edits.walls import paint_walls

_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class DrawWalledArea(SingleEdit, frozen=True):
    """Add an area with walls and a floor.

    The area does not take cells of areas that it would overlap, except of those around it. It has a
    wall on its rim, but not where all cells beyond the rim are walls or doors: there the
    neighbour's wall is shared, and the floor reaches it. Walls and doors on the rim stay; inside
    the rim, everything becomes floor, except in areas that lie there.
    """

    id: str
    name: str
    box: Box
    wall: str
    floor: str
    barriers: frozenset[str] = frozenset()
    """The glyphs of walls, windows and doors."""
    doors: frozenset[Cell] = frozenset()
    """The cells of objects that are doors."""

    @property
    def label(self) -> str:
        """What it does."""
        return f"draw {self.name} with walls"

    def apply(self, project: Project) -> Project:
        """Add it, lay the floor and draw the walls."""
        boxes, inner = self._room(project)
        walls, floors = self._split(project, {cell for box in boxes for cell in box.cells()})
        if not floors - inner:
            raise EditRefusedError(
                "there is no room for a floor within the walls: draw a larger box"
            )
        project = DrawArea(self.id, self.name, boxes).apply(project)
        project = paint_cells(sorted(floors - inner), self.floor).apply(project)
        return paint_walls(project, sorted(walls - inner), self.wall)

    def _split(self, project: Project, cells: set[Cell]) -> tuple[set[Cell], set[Cell]]:
        """Return the cells that get a wall and those that get a floor; walls and doors on the rim
        get neither."""
        rim = {cell for cell in cells if not cells.issuperset(_around(cell))}
        kept = {cell for cell in rim if self._is_barrier(project, cell)}
        walls = {cell for cell in rim - kept if self._is_open(project, cell, cells)}
        return walls, cells - walls - kept

    def _room(self, project: Project) -> tuple[tuple[Box, ...], set[Cell]]:
        """Return the boxes that are free for the area, and the cells of the areas that lie
        inside."""
        boxes, inner = _clip(self.box, project.map.box), set[Cell]()
        for entry in list_entries(project, "areas").values():
            other = area_boxes(entry)
            if not other or lies_in((self.box,), other):
                continue
            if lies_in(other, (self.box,)):
                inner |= {cell for box in other for cell in box.cells()}
                continue
            for box in other:
                boxes = subtract_box(boxes, box)
        if not boxes:
            raise EditRefusedError("other areas take all of the box")
        return boxes, inner

    def _is_barrier(self, project: Project, cell: Cell) -> bool:
        return project.map.glyph(cell) in self.barriers or cell in self.doors

    def _is_open(self, project: Project, cell: Cell, cells: set[Cell]) -> bool:
        """Tell whether there is a cell beyond the rim that is no wall and no door."""
        return any(
            near not in cells and not self._is_barrier(project, near) for near in _around(cell)
        )


def _around(cell: Cell) -> Iterator[Cell]:
    return (Cell(cell.x + x, cell.y + y) for x, y in _AROUND)


def _clip(box: Box, room: Box) -> tuple[Box, ...]:
    """Return the part of a box that lies in another one, if there is any."""
    left, top = max(box.x, room.x), max(box.y, room.y)
    right, bottom = (
        min(box.x + box.width, room.x + room.width),
        min(box.y + box.height, room.y + room.height),
    )
    return (Box(left, top, right - left, bottom - top),) if left < right and top < bottom else ()
