"""Distances in eight directions: those of a plain breadth-first search, and a first step that leads
nearer."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.mind.directions import DIRECTIONS
from latticeville.mind.distance_field import FAR, RADIUS, approach, distance, first_step
from latticeville.world.model.grid import Grid, Tile, make_grid
from tests.laws import law

LEGEND = {".": Tile(".", "grass"), "#": Tile("#", "wall", walkable=False)}
ROWS = st.lists(st.text("..#", min_size=7, max_size=7), min_size=1, max_size=7)


def neighbours(grid: Grid, cell: Cell) -> dict[str, Cell]:
    """Return the cells to which a step is possible, by direction."""

    def free(x: int, y: int) -> bool:
        return grid.contains(Cell(x, y)) and grid.tile(Cell(x, y)).walkable

    return {
        way: Cell(cell.x + dx, cell.y + dy)
        for way, (dx, dy) in DIRECTIONS.items()
        if free(cell.x + dx, cell.y + dy)
        and (free(cell.x + dx, cell.y) or free(cell.x, cell.y + dy))
    }


def searched(grid: Grid, start: Cell) -> dict[Cell, int]:
    """Return the steps to every cell that can be reached."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        cell = waiting.popleft()
        for near in neighbours(grid, cell).values():
            if near not in found:
                found[near] = found[cell] + 1
                waiting.append(near)
    return found


@law(60)
@given(ROWS, st.data())
def test_a_distance_is_that_of_a_search_and_the_first_step_leads_nearer(
    rows: list[str], data: st.DataObject
) -> None:
    grid = make_grid(tuple(rows), LEGEND)
    cells = [
        Cell(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "."
    ]
    if not cells:
        return
    start, target = data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(cells))
    steps = searched(grid, start).get(target, FAR)
    assert distance(grid, start, target) == steps
    ways = neighbours(grid, start)
    if 0 < steps < FAR:
        assert (
            distance(grid, ways[first_step(grid, start, target, tuple(ways))], target) == steps - 1
        )
        found, straight = approach(grid, start, target, tuple(ways))
        assert found == steps
        assert not straight or distance(grid, ways[straight], target) == steps - 1
        assert approach(grid, start, target, ()) == (steps, "")


def test_what_is_too_far_away_has_no_distance() -> None:
    grid = make_grid(("." * (RADIUS + 2),), LEGEND)
    assert distance(grid, Cell(0, 0), Cell(RADIUS, 0)) == RADIUS
    assert distance(grid, Cell(0, 0), Cell(RADIUS + 1, 0)) == FAR
