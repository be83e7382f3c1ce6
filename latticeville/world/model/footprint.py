"""The cells that an object occupies: one box, or any set of cells."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.box_index import bounding_box

_RUN = re.compile("#+")


class Footprint(msgspec.Struct, frozen=True):
    """One or more boxes that share no cell, ordered by their first cells row by row."""

    boxes: tuple[Box, ...]

    @property
    def first_cell(self) -> Cell:
        """The first cell, row by row."""
        return Cell(self.boxes[0].x, self.boxes[0].y)

    @property
    def bounding_box(self) -> Box:
        """The smallest box around all cells."""
        return self.boxes[0] if len(self.boxes) == 1 else bounding_box(self.boxes)

    @property
    def size(self) -> int:
        """Number of cells."""
        return sum(box.size for box in self.boxes)

    def __contains__(self, cell: Cell) -> bool:
        return any(cell in box for box in self.boxes)

    def cells(self) -> Iterator[Cell]:
        """Yield every cell once, box by box."""
        for box in self.boxes:
            yield from box.cells()

    def meets(self, box: Box) -> bool:
        """Tell whether a cell lies in the box."""
        return any(own.overlaps(box) for own in self.boxes)

    def gap(self, cell: Cell) -> int:
        """Return how many king's moves the cell is away from the nearest cell of the footprint."""
        return min(box.distance_to(cell) for box in self.boxes)

    def cells_in_reach(self) -> Iterator[Cell]:
        """Yield every cell on or beside the footprint, row by row."""
        whole = self.bounding_box
        for cell in Box(whole.x - 1, whole.y - 1, whole.width + 2, whole.height + 2).cells():
            if len(self.boxes) == 1 or self.gap(cell) <= 1:
                yield cell

    def shift(self, dx: int, dy: int) -> "Footprint":
        """Return the footprint so many cells farther east and south."""
        return Footprint(
            tuple(Box(box.x + dx, box.y + dy, box.width, box.height) for box in self.boxes)
        )


def make_footprint(
    cell: tuple[int, int], size: tuple[int, int], shape: Sequence[str] = ()
) -> Footprint:
    """Return the footprint of a size, or of a drawn shape, whose top left cell is given."""
    if not shape:
        return Footprint((Box(*cell, *size),))
    return Footprint(_parse_shape(tuple(shape))).shift(*cell)


def draw_shape(cells: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], list[str]]:
    """Return the top left cell of some cells, and the cells as rows of “#” and “.”.

    >>> draw_shape([(4, 7), (5, 7), (4, 8)])
    ((4, 7), ['##', '#.'])
    """
    found = {*cells}
    left, top = min(x for x, _ in found), min(y for _, y in found)
    right, bottom = max(x for x, _ in found), max(y for _, y in found)
    rows = [
        "".join("#" if (x, y) in found else "." for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    ]
    return (left, top), rows


@lru_cache(maxsize=1024)
def _parse_shape(rows: tuple[str, ...]) -> tuple[Box, ...]:
    """Return the boxes of a drawing: runs of “#”, joined with equal runs in the rows below."""
    done: list[Box] = []
    growing: dict[tuple[int, int], int] = {}
    for y, row in enumerate((*rows, "")):
        runs = {match.span() for match in _RUN.finditer(row)}
        for run in [run for run in growing if run not in runs]:
            top = growing.pop(run)
            done.append(Box(run[0], top, run[1] - run[0], y - top))
        for run in runs:
            growing.setdefault(run, y)
    return tuple(sorted(done, key=lambda box: (box.y, box.x)))
