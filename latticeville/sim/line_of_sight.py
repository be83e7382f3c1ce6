"""Line of sight: the cells that a straight line reaches without crossing an opaque cell."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import isqrt

from latticeville.core.geometry import Cell, line
from latticeville.world.model.grid import Grid

NEAR_RADIUS = 16
"""Radius up to which the lines of sight are kept."""


class Disc(AbstractSet[Cell]):
    """The cells of a map within a radius of a cell, none of them listed."""

    __slots__ = ("_grid", "eye", "halves")

    def __init__(self, grid: Grid, eye: Cell, radius: int) -> None:
        self.eye = eye
        """The cell in the middle."""
        self.halves = half_widths(radius)
        """How far it reaches to either side, by the row's distance from the middle."""
        self._grid = grid

    @property
    def spans(self) -> Mapping[int, range]:
        """The columns that belong to the disc, by row."""
        (x, y), width, height = self.eye, self._grid.width, self._grid.height
        return {
            y + dy: range(max(x - half, 0), min(x + half + 1, width))
            for dy, half in self.halves.items()
            if 0 <= y + dy < height
        }

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, tuple):
            return False
        x: int
        y: int
        x, y = cell
        on_map = 0 <= x < self._grid.width and 0 <= y < self._grid.height
        return on_map and abs(x - self.eye[0]) <= self.halves.get(y - self.eye[1], -1)

    def __iter__(self) -> Iterator[Cell]:
        return (Cell(x, y) for y, span in self.spans.items() for x in span)

    def __len__(self) -> int:
        return sum(map(len, self.spans.values()))

    def __hash__(self) -> int:
        return self._hash()

    @classmethod
    def _from_iterable(cls, cells: Iterable[Cell]) -> frozenset[Cell]:  # type: ignore[override]
        return frozenset(cells)


def visible_cells(
    grid: Grid, opaque_cells: frozenset[int], eye: Cell, radius: int
) -> AbstractSet[Cell]:
    """Return the cells in sight within a radius; `opaque_cells` are the indices of cells that
    something hides."""
    opaque, width = grid.opaque, grid.width
    disc = Disc(grid, eye, radius)
    for y, span in disc.spans.items():
        start, stop = y * width + span.start, y * width + span.stop
        if 1 in opaque[start:stop] or (
            opaque_cells and not opaque_cells.isdisjoint(range(start, stop))
        ):
            return _cast_rays(grid, opaque_cells, eye, radius)
    return disc


def _cast_rays(grid: Grid, opaque_cells: frozenset[int], eye: Cell, radius: int) -> frozenset[Cell]:
    opaque, width, height = grid.opaque, grid.width, grid.height
    x, y = eye
    seen = {(0, 0)}
    for ray in _cached_rays(radius) if radius <= NEAR_RADIUS else _rays(radius):
        dx, dy = ray[-1]
        if (dx, dy) in seen or not (0 <= x + dx < width and 0 <= y + dy < height):
            continue
        for step in ray:
            seen.add(step)
            index = (y + step[1]) * width + x + step[0]
            if opaque[index] or index in opaque_cells:
                break
    return frozenset([Cell(x + dx, y + dy) for dx, dy in seen])


def _rays(radius: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the line to each cell within a radius, row by row, without the cell that it begins
    at."""
    for dy in range(-radius, radius + 1):
        half = half_widths(radius)[dy]
        for dx in range(-half, half + 1):
            if (dx, dy) != (0, 0):
                yield tuple(line(Cell(0, 0), Cell(dx, dy))[1:])


@lru_cache(maxsize=NEAR_RADIUS)
def _cached_rays(radius: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(_rays(radius))


@lru_cache(maxsize=256)
def half_widths(radius: int) -> dict[int, int]:
    """Return how far a disc reaches to either side, by the row's distance from its middle."""
    return {dy: isqrt(radius * radius - dy * dy) for dy in range(-radius, radius + 1)}
