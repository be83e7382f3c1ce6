"""Cells, boxes and lines on an integer grid; x grows east, y grows south."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

STEPS: dict[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""The four steps in the fixed order that settles every tie between equal paths."""


class Cell(NamedTuple):
    """One cell of the grid, counted from 0 at the top left."""

    x: int
    y: int

    def step(self, way: str) -> "Cell":
        """Return the neighbour one step to N, E, S or W."""
        dx, dy = STEPS[way]
        return Cell(self.x + dx, self.y + dy)

    def is_near(self, other: "Cell") -> bool:
        """Tell whether the other cell is this one or one of its eight neighbours."""
        return self.distance_to(other) <= 1

    def distance_to(self, other: "Cell") -> int:
        """Return how many king's moves the other cell is away."""
        return max(abs(self.x - other.x), abs(self.y - other.y))


class Box(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An axis-aligned box of `width` × `height` cells whose top left cell is (x, y)."""

    x: int
    y: int
    width: int
    height: int

    def __contains__(self, cell: Cell) -> bool:
        return self.x <= cell[0] < self.x + self.width and self.y <= cell[1] < self.y + self.height

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.width * self.height

    def cells(self) -> Iterator[Cell]:
        """Yield every cell, row by row."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield Cell(x, y)

    def covers(self, other: "Box") -> bool:
        """Tell whether the other box lies wholly inside this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def overlaps(self, other: "Box") -> bool:
        """Tell whether the two boxes share a cell."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def expand(self, cells: int) -> "Box":
        """Return the box with so many cells more on each side."""
        return Box(self.x - cells, self.y - cells, self.width + 2 * cells, self.height + 2 * cells)

    def distance_to(self, cell: Cell) -> int:
        """Return how many king's moves the cell is away from the nearest cell of the box."""
        dx = max(self.x - cell[0], 0, cell[0] - (self.x + self.width - 1))
        dy = max(self.y - cell[1], 0, cell[1] - (self.y + self.height - 1))
        return max(dx, dy)


def line(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells of a straight line, both ends included (Bresenham 1965).

    >>> line(Cell(0, 0), Cell(3, 1))
    [Cell(x=0, y=0), Cell(x=1, y=0), Cell(x=2, y=1), Cell(x=3, y=1)]
    """
    (x, y), (x1, y1) = start, end
    dx, dy = abs(x1 - x), -abs(y1 - y)
    sx, sy = (1 if x < x1 else -1), (1 if y < y1 else -1)
    error, cells = dx + dy, [Cell(x, y)]
    while (x, y) != (x1, y1):
        doubled = 2 * error
        if doubled >= dy:
            error += dy
            x += sx
        if doubled <= dx:
            error += dx
            y += sy
        cells.append(Cell(x, y))
    return cells
