"""Putting something into an area: the least move by which it lies in it."""

from latticeville.core.geometry import Box, Cell
from latticeville.world.areas import WORLD
from latticeville.world.hulls import hull
from studio.documents.boxes import without
from studio.documents.edit import Edit, Refused
from studio.documents.edits.areas import MoveArea, shifted
from studio.documents.edits.things import MoveTo
from studio.drawing.overlays import standing_test
from studio.drawing.sketch import Sketch


def put_into(sketch: Sketch, name: str, area: str) -> Edit:
    """Return the edit that moves something into an area with all that stands in it, or refuse."""
    if area == name or area in (WORLD, ""):
        raise Refused("drag it onto an area; to move it out of all areas, use the map")
    room = sketch.boxes(area)
    if not room:
        raise Refused(f"“{area}” is not an area")
    if name in sketch.spots:
        return MoveTo(name, _free(sketch, name, area))
    boxes = sketch.boxes(name)
    if not boxes:
        raise Refused(f"there is no “{name}” any more")
    if area in _within(sketch, name):
        raise Refused(f"{sketch.name(area)} lies in {sketch.name(name)}")
    dx, dy = _shift(boxes, room, f"{sketch.name(name)} does not fit into {sketch.name(area)}")
    return MoveArea(name, dx, dy)


def _within(sketch: Sketch, name: str) -> tuple[str, ...]:
    return tuple(str(one) for one in sketch.areas.by_id if name in sketch.areas.path(one)[:-1])


def _shift(boxes: tuple[Box, ...], room: tuple[Box, ...], why: str) -> tuple[int, int]:
    """Return the least move after which all boxes lie in a room."""
    whole, around = hull(boxes), hull(room)
    xs = range(around.x - whole.x, around.x + around.width - whole.x - whole.width + 1)
    ys = range(around.y - whole.y, around.y + around.height - whole.y - whole.height + 1)
    for dx, dy in sorted(((x, y) for x in xs for y in ys), key=lambda move: (abs(move[0]) + abs(move[1]), move)):
        rest = tuple(shifted(box, dx, dy) for box in boxes)
        for box in room:
            rest = without(rest, box)
        if not rest:
            return dx, dy
    raise Refused(f"{why}: it is larger")


def _free(sketch: Sketch, name: str, area: str) -> Cell:
    """Return the cell of an area that is nearest to something and free, or refuse."""
    start = sketch.spots[name].cell
    taken = {cell for spot in sketch.spots.values() for cell in spot.footprint.cells()}
    cells = [cell for one in sketch.boxes(area) for cell in one.cells() if sketch.at(cell) == area]
    free = [cell for cell in filter(standing_test(sketch), cells) if cell not in taken]
    if not free:
        raise Refused(f"{sketch.name(area)} has no free cell")

    def nearness(cell: Cell) -> tuple[int, int, int]:
        return abs(cell.x - start.x) + abs(cell.y - start.y), cell.y, cell.x

    return min(free, key=nearness)
