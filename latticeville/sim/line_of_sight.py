"""Line of sight: the cells that a straight line reaches without crossing an opaque cell."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import isqrt

from latticeville.core.geometry import Cell, line
from latticeville.world.model.grid import Grid

NEAR_RADIUS = 16
"""Radius up to which the lines of sight are kept."""


class Disc(AbstractSet[Cell]):
    """The cells of a map within a radius of a cell, none of them listed."""

    __slots__ = ("spans",)

    def __init__(self, grid: Grid, eye: Cell, radius: int) -> None:
        halves, (x, y), width = half_widths(radius), eye, grid.width
        inside = radius <= x < width - radius
        down = range(max(y - radius, 0), min(y + radius + 1, grid.height))
        self.spans = (
            {row: range(x - halves[row - y], x + halves[row - y] + 1) for row in down}
            if inside
            else {
                row: range(max(x - halves[row - y], 0), min(x + halves[row - y] + 1, width))
                for row in down
            }
        )
        """The columns that belong to the disc, by row."""

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and cell[1] in self.spans and cell[0] in self.spans[cell[1]]

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
