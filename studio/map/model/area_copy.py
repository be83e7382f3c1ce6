"""Copy an area beside itself, and move something into an area by the shortest move."""

from collections.abc import Iterator

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.areas import WORLD
from latticeville.world.model.box_index import bounding_box
from studio.map.model.map_model import MapModel
from studio.map.model.overlays import standing_test
from studio.project.documents.cell_shapes import subtract_box
from studio.project.documents.entries import free_id
from studio.project.documents.stamp import Stamp
from studio.project.edits.areas import DuplicateArea, MoveArea, contained_entries, shift_box
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError
from studio.project.edits.paint import paint_glyphs
from studio.project.edits.placements import DuplicateEntries, MoveToCell

FARTHEST = 200
"""Most cells that lie between an area and its double."""


def duplicate_beside(map_model: MapModel, area: str) -> tuple[Edit, str]:
    """Return the edit that doubles an area, and the id of its double; refuse where there is no
    room."""
    project = map_model.project
    inner = [one.id for one in contained_entries(project, area) if one.sort == "areas"]
    whole = _with_walls(map_model, area)
    shift = _free_shift(map_model, area, whole)
    cells = set(filter(project.map.glyph, whole.cells()))
    edits: list[Edit] = [
        paint_glyphs(
            Stamp.copy_from(project.map, cells).glyphs_at(
                Cell(whole.x + shift[0], whole.y + shift[1])
            ),
            "copy",
        )
    ]
    doubles: dict[str, str] = {}
    for name in (area, *inner):
        double = free_id(project, name, *doubles.values())
        doubles[name] = double
        edits.append(DuplicateArea(name, double, *shift))
    objects = (one for one in map_model.spots.values() if one.entry.sort == "objects")
    things = tuple(one.entry.id for one in objects if one.cell in whole)
    if things:
        edits.append(DuplicateEntries(things, *shift))
    return CompositeEdit(f"duplicate {area}", tuple(edits)), doubles[area]


def _with_walls(map_model: MapModel, area: str) -> Box:
    """Return the box of an area, and of the walls around it where they are none of its cells."""
    box, grid = bounding_box(map_model.boxes_of(area)), map_model.grid
    around = box.expand(1)
    ring = [cell for cell in around.cells() if cell not in box and grid.contains(cell)]
    walls = [cell for cell in ring if not grid.tile(cell).walkable]
    if len(walls) * 2 <= len(ring):
        return box
    left, top = max(around.x, 0), max(around.y, 0)
    right, bottom = (
        min(around.x + around.width, grid.width),
        min(around.y + around.height, grid.height),
    )
    return Box(left, top, right - left, bottom - top)


def _free_shift(map_model: MapModel, area: str, whole: Box) -> tuple[int, int]:
    """Return the nearest shift after which a box is where nothing else is, or refuse."""
    for shift in _ways(whole):
        if _is_free(map_model, area, _moved(whole, *shift)):
            return shift
    raise EditRefusedError("no room beside it: enlarge the map (8), or copy its cells (s, y)")


def _ways(whole: Box) -> Iterator[tuple[int, int]]:
    """Yield the shifts that lead beside a box: right, left, below, above, then farther."""
    for far in range(FARTHEST):
        across, down = whole.width + far, whole.height + far
        yield from ((across, 0), (-across, 0), (0, down), (0, -down))


def _moved(box: Box, dx: int, dy: int) -> Box:
    return Box(box.x + dx, box.y + dy, box.width, box.height)


def _is_free(map_model: MapModel, area: str, place: Box) -> bool:
    """Tell whether a box lies on the map, and nothing stands in it but an area that is around the
    doubled one, too."""
    if not Box(0, 0, map_model.grid.width, map_model.grid.height).covers(place):
        return False
    around = {*map_model.areas.path(area)} - {area, WORLD}
    for name in map_model.areas.find_touching(place):
        if name != WORLD and not (
            name in around and any(box.covers(place) for box in map_model.boxes_of(name))
        ):
            return False
    return not any(spot.footprint.meets(place) for spot in map_model.spots.values())


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
