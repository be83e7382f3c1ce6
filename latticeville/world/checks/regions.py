"""The parts of a map between which nobody can walk."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

from latticeville.core.geometry import Box, Cell
from latticeville.world.pack import World

_RUN = re.compile(b"\1+")


class Regions:
    """Runs of open cells, row by row, joined to regions; time grows with runs, not with rooms.

    A cell is open where the ground can be walked and no object stands that is in the way in all its states.
    """

    def __init__(self, world: World) -> None:
        self.width, self.height = world.grid.width, world.grid.height
        self._parent: list[int] = []
        self._sizes: Counter[int] = Counter()
        open_cells = bytes(_open(world))
        self._rows: list[tuple[list[int], list[int], list[int]]] = []
        for y in range(self.height):
            self._rows.append(self._row(open_cells[y * self.width : (y + 1) * self.width]))
            if y:
                self._join(self._rows[y - 1], self._rows[y])
        for starts, stops, runs in self._rows:
            for index, run in enumerate(runs):
                runs[index] = root = self._root(run)
                self._sizes[root] += stops[index] - starts[index]
        self.main = self._main([resident.start for resident in world.people.values()])

    def at(self, cell: Cell) -> int:
        """Return the region of a cell, or -1 where nobody can stand."""
        if not (0 <= cell[0] < self.width and 0 <= cell[1] < self.height):
            return -1
        starts, stops, runs = self._rows[cell[1]]
        index = bisect_right(starts, cell[0]) - 1
        return runs[index] if index >= 0 and cell[0] < stops[index] else -1

    def among(self, box: Box) -> Iterator[int]:
        """Yield the region of each run that has a cell in the box, run by run."""
        for y in range(max(box.y, 0), min(box.y + box.height, self.height)):
            starts, stops, runs = self._rows[y]
            index = max(bisect_right(starts, box.x) - 1, 0)
            while index < len(starts) and starts[index] < box.x + box.width:
                if stops[index] > box.x:
                    yield runs[index]
                index += 1

    def _main(self, people: list[Cell]) -> int:
        """Return the region where most people begin, or the largest one."""
        begins = Counter(region for region in map(self.at, people) if region >= 0)
        return max(begins or self._sizes, key=lambda region: (begins[region], self._sizes[region]), default=-1)

    def _row(self, cells: bytes) -> tuple[list[int], list[int], list[int]]:
        spans = [match.span() for match in _RUN.finditer(cells)]
        first = len(self._parent)
        self._parent.extend(range(first, first + len(spans)))
        return [a for a, _ in spans], [b for _, b in spans], list(range(first, len(self._parent)))

    def _join(
        self, above: tuple[list[int], list[int], list[int]], below: tuple[list[int], list[int], list[int]]
    ) -> None:
        over = under = 0
        while over < len(above[0]) and under < len(below[0]):
            if above[0][over] < below[1][under] and below[0][under] < above[1][over]:
                self._parent[self._root(below[2][under])] = self._root(above[2][over])
            if above[1][over] < below[1][under]:
                over += 1
            else:
                under += 1

    def _root(self, run: int) -> int:
        parent = self._parent
        while parent[run] != run:
            parent[run] = run = parent[parent[run]]
        return run


def _open(world: World) -> bytearray:
    cells, width = bytearray(world.grid.walkable), world.grid.width
    for thing in world.objects.values():
        kind = world.kinds[thing.kind]
        if not kind.portable and all(kind.blocks_in(state) for state in kind.states):
            for box in thing.footprint.boxes:
                for y in range(box.y, box.y + box.height):
                    cells[y * width + box.x : y * width + box.x + box.width] = bytes(box.width)
    return cells
