"""Edits of walls around an area, and of doors in them."""

from collections.abc import Container, Iterable, Mapping

from latticeville.core.geometry import Box, Cell
from studio.project.documents.cell_shapes import rectangle_cells
from studio.project.documents.project import Project
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
