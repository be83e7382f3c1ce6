"""Move an area, object or person into an area by the shortest move."""

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.areas import WORLD
from latticeville.world.model.box_index import bounding_box
from studio.map.model.map_model import MapModel
from studio.map.model.overlays import standing_test
from studio.project.documents.boxes import subtract_box
from studio.project.edits.areas import MoveArea, shift_box
from studio.project.edits.edit import Edit, EditRefusedError
from studio.project.edits.placements import MoveToCell


def move_into(map_model: MapModel, name: str, area: str) -> Edit:
    """Return the edit that moves something into an area with all that stands in it, or refuse."""
    if area == name or area in (WORLD, ""):
        raise EditRefusedError("drag it onto an area; to move it out of all areas, use the map")
    room = map_model.boxes_of(area)
    if not room:
        raise EditRefusedError(f"“{area}” is not an area")
    if name in map_model.spots:
        return MoveToCell(name, _free(map_model, name, area))
    boxes = map_model.boxes_of(name)
    if not boxes:
        raise EditRefusedError(f"there is no “{name}” any more")
    if area in _within(map_model, name):
        raise EditRefusedError(f"{map_model.name_of(area)} lies in {map_model.name_of(name)}")
    dx, dy = _shift(
        boxes, room, f"{map_model.name_of(name)} does not fit into {map_model.name_of(area)}"
    )
    return MoveArea(name, dx, dy)


def _within(map_model: MapModel, name: str) -> tuple[str, ...]:
    return tuple(
        str(one) for one in map_model.areas.by_id if name in map_model.areas.path(one)[:-1]
    )


def _shift(boxes: tuple[Box, ...], room: tuple[Box, ...], why: str) -> tuple[int, int]:
    """Return the least move after which all boxes lie in a room."""
    whole, around = bounding_box(boxes), bounding_box(room)
    xs = range(around.x - whole.x, around.x + around.width - whole.x - whole.width + 1)
    ys = range(around.y - whole.y, around.y + around.height - whole.y - whole.height + 1)
    for dx, dy in sorted(
        ((x, y) for x in xs for y in ys), key=lambda move: (abs(move[0]) + abs(move[1]), move)
    ):
        rest = tuple(shift_box(box, dx, dy) for box in boxes)
        for box in room:
            rest = subtract_box(rest, box)
        if not rest:
            return dx, dy
    raise EditRefusedError(f"{why}: it is larger")


def _free(map_model: MapModel, name: str, area: str) -> Cell:
    """Return the cell of an area that is nearest to something and free, or refuse."""
    start = map_model.spots[name].cell
    taken = {cell for spot in map_model.spots.values() for cell in spot.footprint.cells()}
    cells = [
        cell
        for one in map_model.boxes_of(area)
        for cell in one.cells()
        if map_model.area_at(cell) == area
    ]
    free = [cell for cell in filter(standing_test(map_model), cells) if cell not in taken]
    if not free:
        raise EditRefusedError(f"{map_model.name_of(area)} has no free cell")

    def nearness(cell: Cell) -> tuple[int, int, int]:
        return abs(cell.x - start.x) + abs(cell.y - start.y), cell.y, cell.x

    return min(free, key=nearness)
