"""How many steps in eight directions it takes from a cell to another on the bare ground, and where
the first goes.

Where the straight way is free, it is also the shortest. Around other targets, a breadth-first
search makes a field of distances, which the map keeps.
"""

from collections import deque
from collections.abc import Sequence

from latticeville.core.geometry import Cell
from latticeville.mind.directions import DIRECTIONS, cell_beside
from latticeville.world.model.grid import Grid

RADIUS = 40
"""The cells around a target that a field covers on each side."""
FAR = 255
"""The distance of a cell that no way leads to, or none that is short enough."""
MAX_FIELDS = 2000
"""How many fields a map keeps before all are forgotten."""
_SIDE = 2 * RADIUS + 3
"""The columns and rows of a field, with a border that nobody can walk on."""
_WAYS = {offset: name for name, offset in DIRECTIONS.items()}
_STEPS = tuple((dy * _SIDE + dx, dx, dy * _SIDE) for dx, dy in DIRECTIONS.values())
"""How far the index of a field goes with each step, with its columns and with its rows alone."""


def approach(grid: Grid, cell: Cell, target: Cell, ways: Sequence[str]) -> tuple[int, str]:
    """Return the steps from a cell to a target, and the straight way; "" where it is not free or
    not among the ways."""
    leap = cell.distance_to(target)
    straight = _straight_way(grid, cell, target) if leap <= RADIUS else ""
    return (leap, straight) if straight and straight in ways else (distance(grid, cell, target), "")


def first_step(grid: Grid, cell: Cell, target: Cell, ways: Sequence[str]) -> str:
    """Return which of the ways leads soonest from a cell to a target; "" where there is none."""
    straight = _straight_way(grid, cell, target)
    if straight in ways:
        return straight
    return min(ways, key=lambda way: distance(grid, cell_beside(cell, way), target), default="")


def distance(grid: Grid, cell: Cell, target: Cell) -> int:
    """Return the steps from a cell to a target; `FAR` where there are too many.

    A step is possible between cells that are walkable, unless it cuts the corner of two that are
    not.
    """
    leap = cell.distance_to(target)
    if leap > RADIUS:
        return FAR
    if not leap or _straight_way(grid, cell, target):
        return leap
    fields = grid.distance_fields
    field = fields.get(target)
    if field is None:
        if len(fields) >= MAX_FIELDS:
            fields.clear()
        field = fields[target] = _make_field(grid, target)
    return field[(cell.y - target.y + RADIUS + 1) * _SIDE + cell.x - target.x + RADIUS + 1]


def _straight_way(grid: Grid, cell: Cell, target: Cell) -> str:
    """Return where one sets out to go diagonally as far as it helps, then straight; "" where that
    is not free."""
    dx, dy = target.x - cell.x, target.y - cell.y
    right, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    width, free, index = grid.width, grid.walkable, grid.index(cell)
    wide, high = abs(dx), abs(dy)
    shorter, longer = min(wide, high), max(wide, high)
    columns, rows = right, down * width
    for _ in range(shorter):
        if not free[index + columns + rows] or not (free[index + columns] or free[index + rows]):
            return ""
        index += columns + rows
    step, straight = columns if wide > high else rows, longer - shorter
    if straight and not _is_free(free, index + step, index + step * straight, abs(step)):
        return ""
    first = (right, down) if shorter else (right, 0) if step == columns else (0, down)
    return _WAYS.get(first, "")


def _is_free(free: bytes, start: int, end: int, step: int) -> bool:
    """Tell whether a body can stand on each cell of a row or a column between two, both included."""
    return 0 not in free[min(start, end) : max(start, end) + 1 : step]


def _make_field(grid: Grid, target: Cell) -> bytes:
    free = _ground_around(grid, target)
    field = bytearray([FAR]) * (_SIDE * _SIDE)
    middle = (RADIUS + 1) * (_SIDE + 1)
    field[middle] = 0
    waiting = deque([middle])
    while waiting:
        index = waiting.popleft()
        steps = field[index] + 1
        if steps == FAR:
            break
        for step, columns, rows in _STEPS:
            near = index + step
            if free[near] and field[near] > steps and (free[index + columns] or free[index + rows]):
                field[near] = steps
                waiting.append(near)
    return bytes(field)


def _ground_around(grid: Grid, target: Cell) -> bytes:
    """Return one byte a cell of the field: 1 where a body can stand."""
    left, right = max(0, target.x - RADIUS), min(grid.width, target.x + RADIUS + 1)
    rows = []
    for y in range(target.y - RADIUS - 1, target.y + RADIUS + 2):
        inside = 0 <= y < grid.height and abs(y - target.y) <= RADIUS
        part = grid.walkable[y * grid.width + left : y * grid.width + right] if inside else b""
        rows.append((bytes(left - target.x + RADIUS + 1) + part).ljust(_SIDE, b"\0"))
    return b"".join(rows)
