"""Sets of cells: cover them with few boxes, and find their connected parts."""

from collections.abc import Iterable, Iterator, Mapping

from latticeville.core.geometry import STEPS, Box, Cell

Mask = Mapping[int, int]
"""By row, one bit a column: 1 where a cell belongs to the shape."""
_MAX_BOXES = 300
"""With more boxes to choose from than these, no choice is made: whoever draws so has no few boxes
in mind."""


def make_mask(cells: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return cells as a mask; no column may be less than 0."""
    rows: dict[int, int] = {}
    for x, y in cells:
        rows[y] = rows.get(y, 0) | 1 << x
    return rows


def cover_with_boxes(mask: Mask) -> list[Box]:
    """Return few boxes that cover the cells of a mask and no other cell; they may overlap.

    >>> cover_with_boxes({0: 0b11, 1: 0b11, 2: 0b01})
    [Box(x=0, y=0, width=2, height=2), Box(x=0, y=0, width=1, height=3)]
    """
    bands = _find_bands(mask)
    if len(bands) < 2 or len(bands) > _MAX_BOXES:
        return bands
    tall = {Box(box.y, box.x, box.height, box.width) for box in _grow_runs(transpose(mask))}
    choice = sorted({*_grow_runs(mask), *tall}, key=_sort_key)
    if len(choice) > _MAX_BOXES:
        return bands
    chosen = _drop_redundant(_choose_boxes(mask, choice))
    return min(chosen, bands, key=len)


def find_clusters(cells: Iterable[tuple[int, int]]) -> Iterator[list[Cell]]:
    """Yield the cells that hang together by their sides, the cluster of the first cell first."""
    left = dict.fromkeys(Cell(*cell) for cell in cells)
    while left:
        edge = [next(iter(left))]
        del left[edge[0]]
        for cell in edge:
            for way in STEPS:
                near = cell.step(way)
                if near in left:
                    del left[near]
                    edge.append(near)
        yield edge


def transpose(mask: Mask) -> dict[int, int]:
    """Return a mask with its rows as columns."""
    return make_mask(
        (y, x)
        for y, row in mask.items()
        for left, width in find_runs(row)
        for x in range(left, left + width)
    )


def find_runs(row: int) -> Iterator[tuple[int, int]]:
    """Yield where each run of ones begins, from the least bit on, and how long it is."""
    start = 0
    while row:
        zeros = (row & -row).bit_length() - 1
        row >>= zeros
        ones = (~row & row + 1).bit_length() - 1
        yield start + zeros, ones
        row >>= ones
        start += zeros + ones


def _sort_key(box: Box) -> tuple[int, int, int, int]:
    return -box.size, box.y, box.x, box.width


def _find_bands(mask: Mask) -> list[Box]:
    """Return boxes that share no cell: equal runs of rows that follow each other are one."""
    done: list[Box] = []
    growing: dict[tuple[int, int], int] = {}
    last = min(mask, default=0)
    for y in sorted(mask):
        found = {*find_runs(mask[y])}
        ended = [run for run in growing if y > last + 1 or run not in found]
        done.extend(_band_box(run, growing.pop(run), last + 1) for run in ended)
        for run in sorted(found):
            growing.setdefault(run, y)
        last = y
    done.extend(_band_box(run, top, last + 1) for run, top in growing.items())
    return sorted(done, key=_sort_key)


def _band_box(run: tuple[int, int], top: int, bottom: int) -> Box:
    return Box(run[0], top, run[1], bottom - top)


def _grow_runs(mask: Mask) -> set[Box]:
    """Return each run of each row, grown up and down as far as the mask goes."""
    found: dict[tuple[int, int], list[Box]] = {}
    for y in sorted(mask):
        for run in find_runs(mask[y]):
            before = found.setdefault(run, [])
            if before and before[-1].y + before[-1].height > y:
                continue
            bits, top, bottom = (1 << run[1]) - 1 << run[0], y, y + 1
            while mask.get(top - 1, 0) & bits == bits:
                top -= 1
            while mask.get(bottom, 0) & bits == bits:
                bottom += 1
            before.append(_band_box(run, top, bottom))
    return {box for boxes in found.values() for box in boxes}


def _choose_boxes(mask: Mask, choice: list[Box]) -> list[Box]:
    """Return boxes that cover the mask, each time the one that covers most of what is left."""
    left, found = dict(mask), list[Box]()
    gains = {box: box.size for box in choice}
    while any(left.values()):
        best = max(gains, key=gains.__getitem__)
        gain = _count_gain(left, best)
        if gain < gains[best]:
            gains[best] = gain
            continue
        del gains[best]
        found.append(best)
        for y in range(best.y, best.y + best.height):
            left[y] &= ~_row_bits(best)
    return found


def _drop_redundant(boxes: list[Box]) -> list[Box]:
    """Return the boxes without those that the others cover together."""
    kept = list(boxes)
    for box in reversed(boxes):
        rest = dict.fromkeys(range(box.y, box.y + box.height), _row_bits(box))
        for other in kept:
            if other is not box:
                for y in rest.keys() & range(other.y, other.y + other.height):
                    rest[y] &= ~_row_bits(other)
        if not any(rest.values()):
            kept.remove(box)
    return kept


def _count_gain(left: Mask, box: Box) -> int:
    bits = _row_bits(box)
    return sum((left[y] & bits).bit_count() for y in range(box.y, box.y + box.height))


def _row_bits(box: Box) -> int:
    return (1 << box.width) - 1 << box.x
