"""The parts of a map between which nobody can walk."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.areas import WORLD, Area, union_bands
from latticeville.world.model.world import World

_RUN = re.compile(b"\1+")


class Regions:
    """Runs of open cells, row by row, joined to regions; time grows with runs, not with rooms.

    A cell is open where the ground can be walked and no object stands that is in the way in all its
    states or is named as `shut`. `main` is the region where most people begin, `reached` are all in which somebody
    begins, lives or works; without people, both are the region that touches the most areas, or the
    largest one. `main` is -1 where there is none.
    """

    def __init__(self, world: World, shut: Collection[str] = ()) -> None:
        self.width, self.height = world.grid.width, world.grid.height
        self._parent: list[int] = []
        self._sizes: Counter[int] = Counter()
        open_cells = bytes(_open_cells(world, shut))
        self._rows: list[tuple[list[int], list[int], list[int]]] = []
        for y in range(self.height):
            self._rows.append(self._scan_row(open_cells[y * self.width : (y + 1) * self.width]))
            if y:
                self._join(self._rows[y - 1], self._rows[y])
        for starts, stops, runs in self._rows:
            for index, run in enumerate(runs):
                runs[index] = root = self._find_root(run)
                self._sizes[root] += stops[index] - starts[index]
        self._world = world
        self._around: dict[str, frozenset[int]] = {}
        self.main, self.inhabited = self._find_inhabited()

    @property
    def sizes(self) -> Mapping[int, int]:
        """The number of cells of each region."""
        return self._sizes

    def regions_around(self, place: str) -> frozenset[int]:
        """Return the regions from which one can stand in an area, or on or beside an object."""
        found = self._around.get(place)
        if found is None:
            area, thing = self._world.areas.by_id.get(place), self._world.objects.get(place)
            boxes = (
                area.boxes
                if area
                else tuple(box.expand(1) for box in thing.footprint.boxes)
                if thing
                else ()
            )
            found = self._around[place] = frozenset(
                region for box in boxes for region in self.regions_in_box(box)
            )
        return found

    def region_at(self, cell: Cell) -> int:
        """Return the region of a cell, or -1 where nobody can stand."""
        if not (0 <= cell[0] < self.width and 0 <= cell[1] < self.height):
            return -1
        starts, stops, runs = self._rows[cell[1]]
        index = bisect_right(starts, cell[0]) - 1
        return runs[index] if index >= 0 and cell[0] < stops[index] else -1

    def lie_within(self, regions: Iterable[int], area: Area) -> bool:
        """Tell whether regions have no cell outside an area."""
        inside = Counter[int]()
        for rows, spans in union_bands(area.boxes):
            for y in rows:
                starts, stops, runs = self._rows[y]
                for span in spans:
                    for start, stop, run in zip(starts, stops, runs, strict=True):
                        inside[run] += max(min(stop, span.stop) - max(start, span.start), 0)
        return all(inside[region] == self._sizes[region] for region in regions)

    def first_cell(self, region: int) -> Cell:
        """Return the first cell of a region, row by row."""
        rows = (
            (y, starts, runs) for y, (starts, _, runs) in enumerate(self._rows) if region in runs
        )
        y, starts, runs = next(rows)
        return Cell(starts[runs.index(region)], y)

    def regions_in_box(self, box: Box) -> Iterator[int]:
        """Yield the region of each run that has a cell in the box, run by run."""
        for y in range(max(box.y, 0), min(box.y + box.height, self.height)):
            starts, stops, runs = self._rows[y]
            index = max(bisect_right(starts, box.x) - 1, 0)
            while index < len(starts) and starts[index] < box.x + box.width:
                if stops[index] > box.x:
                    yield runs[index]
                index += 1

    def _find_inhabited(self) -> tuple[int, frozenset[int]]:
        people, areas = self._world.people.values(), self._world.areas.by_id
        begun = Counter(region for one in people if (region := self.region_at(one.start)) >= 0)
        if begun:
            needed = {
                place for one in people for place in (one.home, one.work) if place in areas
            } - {WORLD}
            return self._most_touched(begun), frozenset(begun).union(
                *map(self.regions_around, needed)
            )
        touched = (
            region for area in areas if area != WORLD for region in self.regions_around(area)
        )
        main = self._most_touched(Counter(touched))
        return main, frozenset({main} - {-1})

    def _most_touched(self, touched: Counter[int]) -> int:
        """Return the region touched most, the larger one of equals; -1 where there is none."""
        sizes, among = self._sizes, touched or self._sizes
        return max(among, key=lambda region: (touched[region], sizes[region]), default=-1)

    def _scan_row(self, cells: bytes) -> tuple[list[int], list[int], list[int]]:
        spans = [match.span() for match in _RUN.finditer(cells)]
        first = len(self._parent)
        self._parent.extend(range(first, first + len(spans)))
        return [a for a, _ in spans], [b for _, b in spans], list(range(first, len(self._parent)))

    def _join(
        self,
        above: tuple[list[int], list[int], list[int]],
        below: tuple[list[int], list[int], list[int]],
    ) -> None:
        over = under = 0
        while over < len(above[0]) and under < len(below[0]):
            if above[0][over] < below[1][under] and below[0][under] < above[1][over]:
                self._parent[self._find_root(below[2][under])] = self._find_root(above[2][over])
            if above[1][over] < below[1][under]:
                over += 1
            else:
                under += 1

    def _find_root(self, run: int) -> int:
        parent = self._parent
        while parent[run] != run:
            parent[run] = run = parent[parent[run]]
        return run


def _open_cells(world: World, shut: Collection[str]) -> bytearray:
    cells, width = bytearray(world.grid.walkable), world.grid.width
    for thing in world.objects.values():
        if world.kinds[thing.kind].is_barrier or thing.id in shut:
            for box in thing.footprint.boxes:
                for y in range(box.y, box.y + box.height):
                    cells[y * width + box.x : y * width + box.x + box.width] = bytes(box.width)
    return cells


_RING = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The cells around one, in turn."""


def is_passage(cell: Cell, is_open: Callable[[Cell], bool]) -> bool:
    """Tell whether the open cells beside a cell hang together around it only through it.

    There may be a longer way elsewhere.
    """
    ring = [is_open(Cell(cell.x + dx, cell.y + dy)) for dx, dy in _RING]
    beside = [place for place in range(0, len(ring), 2) if ring[place]]
    return any(not _hang_together(ring, beside[0], other) for other in beside[1:])


def _hang_together(ring: list[bool], one: int, other: int) -> bool:
    """Tell whether all cells of the ring between two places are open, one way round or the
    other."""
    return all(ring[one:other]) or all([*ring[other:], *ring[:one]])
