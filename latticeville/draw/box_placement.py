"""Places for boxes on a board, so that the arrows between them are short and lead forward.

Boxes stand in columns and rows. They first fill the rows in their order; then two places are
exchanged as long as that shortens the arrows. Nothing is random: the same boxes stand where they
stood.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from latticeville.core.geometry import Box

Size = tuple[int, int]
"""A width and a height, in cells."""
Link = tuple[int, int]
"""The places of two boxes in their order: an arrow leads from the first to the second."""
_SIDE, _ABOVE = 2, 1
"""Cells that are left free beside and above all boxes, for arrows that go around."""
_LEAST_GAP, _MOST_GAP = (6, 2), (20, 4)
"""The fewest and the most cells between two columns and between two rows."""
_ROUNDS = 8
"""How often all pairs of places are tried."""


class _Grid(NamedTuple):
    """Columns and rows, and the slot of each box, counted from the top left along the rows."""

    columns: int
    rows: int
    slots: tuple[int, ...]


def place_boxes(
    sizes: Sequence[Size], links: Sequence[Link], room: Size, word: int
) -> Iterator[tuple[Box, ...]]:
    """Yield ways to place boxes in a room, the most columns first; none where they do not fit.

    `word` is the width of the longest word of an arrow.
    """
    most = min(len(sizes), max(1, room[0] // 8))
    for columns in range(most, 0, -1):
        rows = -(-len(sizes) // columns)
        if columns > 1 and -(-len(sizes) // (columns - 1)) == rows:
            continue
        grid = _Grid(columns, rows, _shorten(len(sizes), links, columns, rows))
        boxes = _spread(grid, sizes, room, word)
        if boxes:
            yield boxes


def _shorten(count: int, links: Sequence[Link], columns: int, rows: int) -> tuple[int, ...]:
    """Return slots in which the arrows are short; the first box keeps the first slot."""
    holders: list[int] = [*range(count), *[-1] * (columns * rows - count)]
    slots = list(range(count))
    near = [[link for link in links if place in link] for place in range(count)]

    def cost(*places: int) -> float:
        found = dict.fromkeys(link for place in places if place >= 0 for link in near[place])
        return sum(_length(slots, link, columns) for link in found)

    for _ in range(_ROUNDS):
        changed = False
        for one, other in combinations(range(1, columns * rows), 2):
            pair = holders[one], holders[other]
            before = cost(*pair)
            _exchange(holders, slots, one, other)
            if cost(*pair) < before - 1e-9:
                changed = True
            else:
                _exchange(holders, slots, one, other)
        if not changed:
            break
    return tuple(slots)


def _exchange(holders: list[int], slots: list[int], one: int, other: int) -> None:
    holders[one], holders[other] = holders[other], holders[one]
    for slot in (one, other):
        if holders[slot] >= 0:
            slots[holders[slot]] = slot


def _length(slots: Sequence[int], link: Link, columns: int) -> float:
    """Return how far an arrow goes: more where it turns, passes a box or leads back."""
    (row, column), (to_row, to_column) = (divmod(slots[place], columns) for place in link)
    down, right = abs(row - to_row), abs(column - to_column)
    length = right + 1.2 * down
    if down and right:
        length += 0.8
    elif down + right > 1:
        length += 1.5 * (down + right - 1)
    is_back = (row, column) > (to_row, to_column)
    return length + 0.3 * (is_back and link[0] < link[1])


def _spread(grid: _Grid, sizes: Sequence[Size], room: Size, word: int) -> tuple[Box, ...] | None:
    """Return the boxes, with the room that is left between them; None where they do not fit."""
    widths, heights = [0] * grid.columns, [0] * grid.rows
    for (width, height), slot in zip(sizes, grid.slots, strict=True):
        row, column = divmod(slot, grid.columns)
        widths[column] = max(widths[column], width)
        heights[row] = max(heights[row], height)
    gaps = (
        _gap(room[0] - 2 * _SIDE - sum(widths), grid.columns - 1, _LEAST_GAP[0], max(word + 5, 8)),
        _gap(room[1] - 2 * _ABOVE - sum(heights), grid.rows - 1, _LEAST_GAP[1], _MOST_GAP[1]),
    )
    if gaps[0] is None or gaps[1] is None:
        return None
    left = room[0] - sum(widths) - gaps[0] * (grid.columns - 1)
    side = max(_SIDE, min(left // 2, word + 3))
    found = []
    for (_, height), slot in zip(sizes, grid.slots, strict=True):
        row, column = divmod(slot, grid.columns)
        x = side + sum(widths[:column]) + gaps[0] * column
        y = _ABOVE + sum(heights[:row]) + gaps[1] * row
        found.append(Box(x, y, widths[column], height))
    return tuple(found)


def _gap(left: int, count: int, least: int, most: int) -> int | None:
    """Return how many cells are left for each of so many gaps; None where they are too few."""
    if left < 0 or (count and left // count < least):
        return None
    return min(left // count, most) if count else 0
