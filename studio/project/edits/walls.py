"""Edits of walls around an area, of doors in them, and of an area with both."""

from collections.abc import Container, Iterable, Iterator, Mapping

from latticeville.core.geometry import Box, Cell
from studio.project.documents.cell_shapes import rectangle_cells, subtract_box
from studio.project.documents.entries import area_boxes, list_entries
from studio.project.documents.project import Project
from studio.project.edits.areas import DrawArea, lies_in
from studio.project.edits.edit import EditRefusedError, SingleEdit
from studio.project.edits.legend import read_legend
from studio.project.edits.paint import paint_cells, paint_glyphs
from studio.project.formats.map_text import MapText

_N, _E, _S, _W = 1, 2, 4, 8
_WAYS = (("N", _N), ("E", _E), ("S", _S), ("W", _W))
_JOINTS = (
    dict(zip("─│┌┐└┘├┤┬┴┼", (10, 5, 6, 12, 3, 9, 7, 13, 14, 11, 15), strict=True)),
    dict(zip("═║╔╗╚╝╠╣╦╩╬", (10, 5, 6, 12, 3, 9, 7, 13, 14, 11, 15), strict=True)),
    dict(zip("━┃┏┓┗┛┣┫┳┻╋", (10, 5, 6, 12, 3, 9, 7, 13, 14, 11, 15), strict=True)),
)
"""Glyphs of lines, each with the sides on which it joins another."""


class DrawWalls(SingleEdit, frozen=True):
    """Draw walls on the frame of a box; doors that stand there stay, and lines join where the
    legend has corners.

    With `floor`, what lies within is drawn with that glyph; with `more`, the frame is that of all
    boxes together.
    """

    box: Box
    wall: str
    floor: str = ""
    more: tuple[Box, ...] = ()
    label: str = "draw walls"

    def apply(self, project: Project) -> Project:
        """Draw them."""
        rows, spared = project.map, door_glyphs(project)
        rim = _rim((self.box, *self.more)) if self.more else rectangle_cells(self.box, filled=False)
        frame = [cell for cell in rim if rows.glyph(cell) not in ("", *spared)]
        if not frame:
            raise EditRefusedError("the box lies off the map")
        if self.floor:
            inside = {cell for box in (self.box, *self.more) for cell in box.cells()}
            project = paint_cells(sorted(inside.difference(rim)), self.floor).apply(project)
        return paint_walls(project, frame, self.wall)


class CutDoor(SingleEdit, frozen=True):
    """Draw a door into a wall."""

    cell: Cell
    glyph: str
    label: str = "cut a door"

    def apply(self, project: Project) -> Project:
        """Cut it."""
        if not project.map.glyph(self.cell):
            raise EditRefusedError("the map ends before that cell")
        return paint_cells([self.cell], self.glyph).apply(project)


def paint_walls(project: Project, cells: Iterable[Cell], wall: str) -> Project:
    """Return the project with a wall on cells; lines join, also the walls beside them, where the
    legend has corners."""
    family = _family(wall, read_legend(project))
    return paint_glyphs(
        _joined(project.map, cells, family, {*family, *door_glyphs(project)}, wall)
    ).apply(project)


def door_glyphs(project: Project) -> tuple[str, ...]:
    """Return the glyphs of the legend that are doors by name and can be walked."""
    return tuple(
        glyph
        for glyph, tile in read_legend(project).items()
        if _name(tile).find("door") >= 0
        and not (isinstance(tile, dict) and tile.get("walkable") is False)
    )


def cut_door_at(project: Project, cell: Cell) -> CutDoor:
    """Return the edit that cuts a door at a cell: with the legend's door, or else with the ground
    beside it."""
    found = door_glyphs(project) or tuple(
        glyph
        for way in "NESW"
        if (glyph := project.map.glyph(cell.step(way)))
        and _walkable(read_legend(project).get(glyph))
    )
    if not found:
        raise EditRefusedError("the legend has no door, and there is no ground beside the cell")
    return CutDoor(cell, found[0])


def _rim(boxes: tuple[Box, ...]) -> list[Cell]:
    """Return the outermost cells of boxes that are one shape."""
    inside = {cell for box in boxes for cell in box.cells()}
    ways = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return sorted(
        cell for cell in inside if any((cell.x + x, cell.y + y) not in inside for x, y in ways)
    )


def _family(wall: str, known: Container[str]) -> Mapping[str, int]:
    """Return the known glyphs of a wall with the sides on which each joins another."""
    joints = next((joints for joints in _JOINTS if wall in joints), {})
    return {glyph: sides for glyph, sides in joints.items() if glyph in known} or {wall: 15}


def _joined(
    rows: MapText, frame: Iterable[Cell], family: Mapping[str, int], joining: set[str], wall: str
) -> dict[Cell, str]:
    """Return the glyph for each cell of a frame, and for each wall beside it that now joins it."""
    drawn = set(frame)
    beside = {cell.step(way) for cell in drawn for way in "NESW"} - drawn
    old = {cell for cell in beside if rows.glyph(cell) in family}
    found = dict.fromkeys(drawn, wall)
    for cell in drawn | old if len(family) > 1 else ():
        glyph = _fitting(family, _joining_sides(rows, cell, drawn, joining))
        if glyph:
            found[cell] = glyph
    return found


def _joining_sides(
    rows: MapText, cell: Cell, drawn: Container[Cell], joining: Container[str]
) -> int:
    """Return the sides on which a cell lies beside what is drawn, or beside a glyph that joins."""
    return sum(
        bit
        for way, bit in _WAYS
        if (near := cell.step(way)) in drawn or rows.glyph(near) in joining
    )


def _fitting(family: Mapping[str, int], sides: int) -> str:
    """Return the glyph that joins on all of these sides, and on as few others as can be; "" where
    none does."""
    fitting = [glyph for glyph, joins in family.items() if joins & sides == sides]
    return (
        min(fitting, key=lambda glyph: (family[glyph].bit_count(), family[glyph]), default="")
        if sides
        else ""
    )


def _name(tile: object) -> str:
    name = tile.get("name") if isinstance(tile, dict) else tile
    return name.lower() if isinstance(name, str) else ""


def _walkable(tile: object) -> bool:
    return (
        tile is not None
        and tile is not False
        and not (isinstance(tile, dict) and tile.get("walkable") is False)
    )


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
