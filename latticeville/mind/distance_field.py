"""How many steps in eight directions the cells around a target are away from it, by breadth-first search."""

from collections import deque
from collections.abc import Iterator

from latticeville.core.geometry import Cell
from latticeville.mind.directions import DIRECTIONS
from latticeville.world.model.grid import Grid

RADIUS = 40
"""The cells around a target that a field covers on each side."""
FAR = 255
"""The distance of a cell that no way leads to, or none that is short enough."""
MAX_FIELDS = 2000
"""How many fields a map keeps before all are forgotten."""
_SIDE = 2 * RADIUS + 1


def distance(grid: Grid, cell: Cell, target: Cell) -> int:
    """Return the steps from a cell to a target on the bare ground; `FAR` where there are too many.

    A step is possible between cells that are walkable, unless it cuts the corner of two that are not.
    """
    x, y = cell.x - target.x + RADIUS, cell.y - target.y + RADIUS
    if not (0 <= x < _SIDE and 0 <= y < _SIDE):
        return FAR
    fields = grid.distance_fields
    field = fields.get(target)
    if field is None:
        if len(fields) >= MAX_FIELDS:
            fields.clear()
        field = fields[target] = _make_field(grid, target)
    return field[y * _SIDE + x]


def _make_field(grid: Grid, target: Cell) -> bytes:
    field = bytearray([FAR]) * (_SIDE * _SIDE)
    field[RADIUS * _SIDE + RADIUS] = 0
    waiting = deque([target])
    while waiting:
        cell = waiting.popleft()
        steps = field[(cell.y - target.y + RADIUS) * _SIDE + cell.x - target.x + RADIUS] + 1
        for near in _neighbours(grid, cell) if steps < FAR else ():
            x, y = near.x - target.x + RADIUS, near.y - target.y + RADIUS
            if 0 <= x < _SIDE and 0 <= y < _SIDE and field[y * _SIDE + x] > steps:
                field[y * _SIDE + x] = steps
                waiting.append(near)
    return bytes(field)


def _neighbours(grid: Grid, cell: Cell) -> Iterator[Cell]:
    for dx, dy in DIRECTIONS.values():
        near = Cell(cell.x + dx, cell.y + dy)
        if _is_walkable(grid, near) and (
            _is_walkable(grid, Cell(near.x, cell.y)) or _is_walkable(grid, Cell(cell.x, near.y))
        ):
            yield near


def _is_walkable(grid: Grid, cell: Cell) -> bool:
    return grid.contains(cell) and bool(grid.walkable[grid.index(cell)])
