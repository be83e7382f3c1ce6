"""Where bodies can stand at tick 0."""

from collections.abc import Iterable, Mapping

from latticeville.core.geometry import Cell
from latticeville.world.areas import Areas
from latticeville.world.grid import Grid
from latticeville.world.things import Kind, Placement


def standing(grid: Grid, kinds: Mapping[str, Kind], objects: Iterable[Placement]) -> bytearray:
    """Return one byte a cell: 1 where the ground can be walked and no object is in the way at tick 0."""
    free = bytearray(grid.walkable)
    for thing in objects:
        if kinds[thing.kind].blocks_in(thing.state):
            for cell in thing.box.cells():
                free[grid.index(cell)] = 0
    return free


class Spots:
    """Gives people their first cells, each a cell of its own while there are any."""

    def __init__(self, grid: Grid, areas: Areas, kinds: Mapping[str, Kind], objects: Mapping[str, Placement]) -> None:
        self.grid, self._areas = grid, areas
        self._free = standing(grid, kinds, objects.values())
        self._taken: set[Cell] = set()
        self._cells: dict[str, tuple[list[Cell], list[Cell]]] = {}

    def take(self, cell: Cell) -> Cell:
        """Note that somebody stands at the cell, and return it."""
        self._taken.add(cell)
        return cell

    def inside(self, area: str) -> Cell | None:
        """Return the first free cell of an area, one that no smaller area holds if there is any such."""
        if area not in self._cells:
            inside = self._areas.by_id[area].cells()
            cells = [cell for cell in inside if self._free[self.grid.index(cell)]]
            self._cells[area] = ([cell for cell in cells if self._areas.at(cell) == area], cells)
        own, every = self._cells[area]
        for cells in (own, every):
            for cell in cells:
                if cell not in self._taken:
                    return self.take(cell)
        return next(iter(own or every), None)
