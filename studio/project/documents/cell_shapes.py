"""Shapes as cells, of a brush, line, rectangle, ellipse or fill, and areas as boxes."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from latticeville.core.geometry import Box, Cell, line
from studio.project.formats.map_text import MapText

MOST = 4_000_000
"""The most cells that one flood fills."""


def box_between(start: Cell, end: Cell) -> Box:
    """Return the box with two cells in its corners.

    >>> box_between(Cell(4, 1), Cell(2, 3))
    Box(x=2, y=1, width=3, height=3)
    """
    (x, y), (x1, y1) = start, end
    return Box(min(x, x1), min(y, y1), abs(x - x1) + 1, abs(y - y1) + 1)


def brush_cells(cells: Iterable[Cell], size: int) -> set[Cell]:
    """Return the cells that a square brush covers when its middle passes over cells."""
    before, after = range(-((size - 1) // 2), 0), range(size // 2 + 1)
    steps = (*before, *after)
    return {Cell(x + dx, y + dy) for x, y in cells for dy in steps for dx in steps}


def joined_line(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells of a line of which each has a side in common with the next.

    >>> [tuple(cell) for cell in joined_line(Cell(0, 0), Cell(2, 2))]
    [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]
    """
    cells = [start]
    for cell in line(start, end)[1:]:
        x, y = cells[-1]
        if cell.x != x and cell.y != y:
            cells.append(Cell(cell.x, y))
        cells.append(cell)
    return cells


def rectangle_cells(box: Box, *, filled: bool = True) -> list[Cell]:
    """Return the cells of a box, or those of its frame."""
    inner = Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
    return [cell for cell in box.cells() if filled or cell not in inner]


def ellipse_cells(box: Box, *, filled: bool = True) -> list[Cell]:
    """Return the cells of the ellipse that touches the four sides of a box, or its outline.

    >>> [tuple(cell) for cell in ellipse_cells(Box(0, 0, 4, 4), filled=False)]
    [(1, 0), (2, 0), (0, 1), (3, 1), (0, 2), (3, 2), (1, 3), (2, 3)]
    """
    spans = {y: _span(box, y) for y in range(box.y, box.y + box.height)}
    cells = {Cell(x, y) for y, span in spans.items() for x in span}
    if not filled:
        cells = {cell for cell in cells if any(cell.step(way) not in cells for way in "NESW")}
    return sorted(cells, key=lambda cell: (cell.y, cell.x))


def _span(box: Box, y: int) -> range:
    """Return the columns of an ellipse in a row: those whose middle lies within it, in whole
    numbers."""
    wide, high = box.width, box.height
    off = 2 * (y - box.y) + 1 - high
    inside = [
        x
        for x in range(wide)
        if (2 * x + 1 - wide) ** 2 * high * high + off * off * wide * wide
        <= wide * wide * high * high
    ]
    return (
        range(box.x + inside[0], box.x + inside[-1] + 1)
        if inside
        else range(box.x + wide // 2, box.x + wide // 2)
    )


class CellSpan(NamedTuple):
    """Cells of one row, from `start` up to but not at `stop`."""

    y: int
    start: int
    stop: int


def span_cells(spans: Iterable[CellSpan]) -> list[Cell]:
    """Return the cells of spans."""
    return [Cell(x, span.y) for span in spans for x in range(span.start, span.stop)]


def flood_spans(
    rows: MapText, start: Cell, within: Box | None = None, most: int = MOST, also: str = ""
) -> list[CellSpan]:
    """Return the spans of the glyph at a cell that hang together with it, row by row, and at most
    so many cells; glyphs in `also` count as that glyph."""
    glyph, area = rows.glyph(start), within or rows.box
    if not glyph or start not in area:
        return []
    glyphs = glyph + also
    run = re.compile(f"[{re.escape(glyphs)}]+")
    count, spans, waiting = 0, list[CellSpan](), [start]
    seen = dict[int, bytearray]()
    while waiting and count < most:
        x, y = waiting.pop()
        row, done = rows.row(y), seen.setdefault(y, bytearray(rows.width))
        if done[x]:
            continue
        left, right = _run(row, glyphs, x, area)
        right = min(right, left + most - count)
        done[left:right] = b"\1" * (right - left)
        spans.append(CellSpan(y, left, right))
        count += right - left
        for other in (y - 1, y + 1):
            if area.y <= other < area.y + area.height and 0 <= other < rows.height:
                waiting += _starts(
                    rows.row(other), run, CellSpan(other, left, right), seen.get(other)
                )
    return sorted(spans)


def _run(row: str, glyphs: str, x: int, area: Box) -> tuple[int, int]:
    """Return the ends of the run of some glyphs around a column."""
    left, right = max(area.x, 0), min(area.x + area.width, len(row))
    before, after = row[left:x], row[x:right]
    return left + len(before.rstrip(glyphs)), right - len(after.lstrip(glyphs))


def _starts(row: str, run: re.Pattern[str], span: CellSpan, seen: bytearray | None) -> list[Cell]:
    """Return a cell of each run of glyphs beside a span that was not filled yet."""
    found = (match.start() for match in run.finditer(row, span.start, span.stop))
    return [Cell(x, span.y) for x in found if not (seen and seen[x])]


def matching_spans(rows: MapText, glyph: str, within: Box | None = None) -> list[CellSpan]:
    """Return the spans of every cell with a glyph, row by row."""
    area, found = within or rows.box, list[CellSpan]()
    run = re.compile(f"{re.escape(glyph)}+")
    for y in range(max(area.y, 0), min(area.y + area.height, rows.height)):
        matches = run.finditer(rows.row(y), max(area.x, 0), max(area.x + area.width, 0))
        found += (CellSpan(y, *match.span()) for match in matches)
    return found


def add_box(boxes: tuple[Box, ...], box: Box) -> tuple[Box, ...]:
    """Return the boxes with one more: the others stay as they were drawn where they do not overlap
    it."""
    if any(other.covers(box) for other in boxes):
        return boxes
    apart = tuple(other for other in boxes if not box.covers(other))
    return (*apart, box)


def subtract_box(boxes: tuple[Box, ...], box: Box) -> tuple[Box, ...]:
    """Return the boxes without the cells of one: those that it does not meet stay as they were
    drawn."""
    left = list[Box]()
    for other in boxes:
        left += _around(other, box) if other.overlaps(box) else [other]
    return tuple(left)


def _around(box: Box, hole: Box) -> list[Box]:
    """Return the parts of a box above, beside and below a hole in it."""
    right, bottom = box.x + box.width, box.y + box.height
    top, low = max(box.y, hole.y), min(bottom, hole.y + hole.height)
    left, far = max(box.x, hole.x), min(right, hole.x + hole.width)
    parts = (
        (box.x, box.y, box.width, top - box.y),
        (box.x, top, left - box.x, low - top),
        (far, top, right - far, low - top),
        (box.x, low, box.width, bottom - low),
    )
    return [Box(*part) for part in parts if part[2] > 0 and part[3] > 0]
