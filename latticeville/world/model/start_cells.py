"""The cells where people can stand at tick 0."""

from collections.abc import Iterable, Iterator, Mapping

from latticeville.core.geometry import Cell
from latticeville.world.model.areas import Areas
from latticeville.world.model.grid import Grid
from latticeville.world.model.objects import Kind, Placement


def standable_cells(
    grid: Grid, kinds: Mapping[str, Kind], objects: Iterable[Placement]
) -> bytearray:
    """Return one byte a cell: 1 where the ground can be walked and no object is in the way at tick
    0."""
    free = bytearray(grid.walkable)
    for thing in objects:
        if kinds[thing.kind].is_blocking(thing.state):
            for box in thing.footprint.boxes:
                for y in range(box.y, box.y + box.height):
                    free[y * grid.width + box.x : y * grid.width + box.x + box.width] = bytes(
                        box.width
                    )
    return free


class StartCellPicker:
    """Gives people their first cells, each a cell of its own while there are any."""

    def __init__(
        self, grid: Grid, areas: Areas, kinds: Mapping[str, Kind], objects: Mapping[str, Placement]
    ) -> None:
        self.grid, self._areas = grid, areas
        self._free = standable_cells(grid, kinds, objects.values())
        self._taken: set[Cell] = set()
        self._remaining: dict[tuple[str, int], Iterator[Cell]] = {}

    def claim(self, cell: Cell) -> Cell:
        """Note that somebody stands at the cell, and return it."""
        self._taken.add(cell)
        return cell

    def pick_in_area(self, area: str) -> Cell | None:
        """Return the first free cell of an area: of its start cells, of those that no smaller area
        holds, of all."""
        orders = (self._start_cells, self._innermost_cells, self._free_cells)
        for number, order in enumerate(orders):
            for cell in self._remaining.setdefault((area, number), order(area)):
                if cell not in self._taken:
                    return self.claim(cell)
        return next((cell for order in orders for cell in order(area)), None)

    def _start_cells(self, area: str) -> Iterator[Cell]:
        """Yield the start cells of an area on which a body can stand."""
        found = self._areas.by_id[area]
        for cell in found.starts:
            if self.grid.contains(cell) and self._free[self.grid.index(cell)] and cell in found:
                yield cell

    def _innermost_cells(self, area: str) -> Iterator[Cell]:
        """Yield the free cells of an area that no smaller area holds, row by row."""
        return (cell for cell in self._free_cells(area) if self._areas.at(cell) == area)

    def _free_cells(self, area: str) -> Iterator[Cell]:
        """Yield the free cells of an area, row by row."""
        return (
            cell for cell in self._areas.by_id[area].cells() if self._free[self.grid.index(cell)]
        )
