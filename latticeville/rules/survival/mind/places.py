"""Places as people under need say them: by areas, landmarks and directions, never by coordinates."""

from latticeville.core.geometry import Cell
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

LANDMARKS = ("water", "rock", "tree")
"""The terrains by which people name a place where nobody can stand, the best known first."""
BESIDE, NEAR, FAR = 2, 6, 12
"""Cells within which a place is by a landmark, within which it is near an area, and from which on
it is far."""
MAX_MARKS = 20_000
"""Cells of which a world keeps how they are spoken of, before all are forgotten."""


def spoken_cell(world: World, cell: Cell, here: Cell | None = None) -> str:
    """Return where a cell is, with its preposition; `here` is where the speaker stands, None for
    words that are true wherever they are said; "somewhere" for a cell off the map, as that of an
    earlier map may be.

    “at the North Patch”, “by the river, north-east of here”, “west of the Brambles”.
    """
    if not world.grid.contains(cell):
        return "somewhere"
    area = _area_at(world, cell)
    if area != WORLD:
        where = f"at {spoken_place(world.name_of(area))}"
        return f"here {where}" if here is not None and _area_at(world, here) == area else where
    mark, near = _marks(world, cell)
    if here is not None:
        away = _away(here, cell)
        return f"{mark}, {away}" if mark else away
    if near:
        return near
    part = f"in the {part_of_map(world, cell)}"
    return f"{mark} {part}" if mark else part


def way_to(start: Cell, end: Cell) -> str:
    """Return the direction from a cell to another in words; "" between equal cells.

    >>> way_to(Cell(3, 3), Cell(9, 4)), way_to(Cell(3, 3), Cell(5, 0))
    ('east', 'north-east')
    """
    dx, dy = end.x - start.x, end.y - start.y
    row = ("north" if dy < 0 else "south") if 2 * abs(dy) > abs(dx) else ""
    column = ("west" if dx < 0 else "east") if 2 * abs(dx) > abs(dy) else ""
    return "-".join(filter(None, (row, column)))


def what_grows(world: World, cell: Cell, resource: str) -> str:
    """Return what somebody calls a resource in a cell: by what it grows on, such as “berry
    bushes”."""
    tile = world.grid.tile(cell)
    return tile.name if any(name == resource for name, _most in tile.resources) else resource


def is_at_hand(world: World, cell: Cell, other: Cell) -> bool:
    """Tell whether a cell is within the few steps, or in the area, of somebody who stands in
    another."""
    if cell.distance_to(other) <= BESIDE:
        return True
    area = _area_at(world, cell)
    return area != WORLD and area == _area_at(world, other)


def _area_at(world: World, cell: Cell) -> str:
    return world.areas.outermost(world.areas.at(cell))


def _away(here: Cell, cell: Cell) -> str:
    steps, way = cell.distance_to(here), way_to(here, cell)
    if not steps:
        return "right here"
    if steps >= FAR:
        return f"far to the {way}"
    return f"a few steps {way} of here" if steps <= NEAR else f"{way} of here"


def _marks(world: World, cell: Cell) -> tuple[str, str]:
    """Return the landmark of a cell outside all areas and the way to an area near it, "" for none;
    found once for each cell."""
    kept: dict[Cell, tuple[str, str]] = world.keep("marks_of_cells", dict)
    if cell not in kept:
        if len(kept) >= MAX_MARKS:
            kept.clear()
        kept[cell] = _landmark(world, cell), _area_near(world, cell)
    return kept[cell]


def _landmark(world: World, cell: Cell) -> str:
    """Return “by the river” where one of the landmarks is beside a cell, else ""."""
    tiles = [world.grid.tile(one) for one in world.grid.cells_around(cell, BESIDE)]
    for terrain in LANDMARKS:
        for tile in tiles:
            if tile.terrain == terrain and not tile.walkable:
                return f"by the {tile.name}"
    return ""


def _area_near(world: World, cell: Cell) -> str:
    """Return “west of the Brambles” where an area is near a cell, else ""."""
    found = ((steps_to_area(world, area, cell), area) for area in world.areas.children(WORLD))
    steps, area = min(found, default=(NEAR + 1, ""))
    if steps > NEAR:
        return ""
    box = world.areas.by_id[area].boxes[0]
    middle = Cell(box.x + box.width // 2, box.y + box.height // 2)
    return f"{way_to(middle, cell)} of {spoken_place(world.name_of(area))}"


def steps_to_area(world: World, area: str, cell: Cell) -> int:
    """Return the steps in eight directions from a cell to the nearest cell of an area."""
    x, y = cell
    return min(
        max(box.x - x, x - box.x - box.width + 1, box.y - y, y - box.y - box.height + 1, 0)
        for box in world.areas.by_id[area].boxes
    )


def part_of_map(world: World, cell: Cell) -> str:
    """Return the part of the map, such as “north-west”; the middle third both ways is the middle."""
    row = ("north", "", "south")[min(2, 3 * cell.y // max(1, world.grid.height))]
    column = ("west", "", "east")[min(2, 3 * cell.x // max(1, world.grid.width))]
    return "-".join(filter(None, (row, column))) or "middle"
