"""Cells of shapes, pieces of maps, rows and boxes: against brute force."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from studio.project.documents import cell_shapes as shape
from studio.project.documents.cell_shapes import (
    box_between,
    brush_cells,
    ellipse_cells,
    flood_spans,
    matching_spans,
    rectangle_cells,
    span_cells,
)
from studio.project.documents.stamp import HOLE, Stamp
from studio.project.formats.map_text import BLOCK, GlyphRun, MapText, changed_rows

_cells = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda pair: Cell(*pair))
_boxes = st.builds(Box, st.integers(0, 9), st.integers(0, 9), st.integers(1, 7), st.integers(1, 7))
_maps = st.lists(st.text(".#,", min_size=1, max_size=9), min_size=1, max_size=9).map(
    MapText.from_rows
)


def held(boxes: tuple[Box, ...]) -> list[Cell]:
    """Return the cells of boxes, one for each time it is held."""
    return sorted(cell for box in boxes for cell in box.cells())


@given(_cells, st.integers(1, 5))
def test_a_brush_is_a_square(cell: Cell, size: int) -> None:
    assert len(brush_cells([cell], size)) == size * size
    assert cell in brush_cells([cell], size)


@given(_boxes)
def test_a_frame_is_a_box_without_its_middle(box: Box) -> None:
    frame = rectangle_cells(box, filled=False)
    assert {*frame} <= {*rectangle_cells(box)}
    assert len(frame) == box.size - max(box.width - 2, 0) * max(box.height - 2, 0)


@given(_boxes)
def test_an_ellipse_touches_four_sides_and_is_its_own_mirror(box: Box) -> None:
    cells = {*ellipse_cells(box)}
    assert (
        box_between(
            Cell(min(c.x for c in cells), min(c.y for c in cells)),
            Cell(max(c.x for c in cells), max(c.y for c in cells)),
        )
        == box
    )
    assert cells == {Cell(2 * box.x + box.width - 1 - x, y) for x, y in cells}
    assert cells == {Cell(x, 2 * box.y + box.height - 1 - y) for x, y in cells}
    outline = {*ellipse_cells(box, filled=False)}
    assert outline <= cells
    assert all(cell.step(way) in cells for cell in cells - outline for way in "NESW")


def _flooded(rows: MapText, start: Cell) -> set[Cell]:
    glyph, found, waiting = rows.glyph(start), set[Cell](), [start]
    while waiting:
        cell = waiting.pop()
        if glyph and cell not in found and rows.glyph(cell) == glyph:
            found.add(cell)
            waiting += (cell.step(way) for way in "NESW")
    return found


@given(_maps, _cells)
def test_a_flood_finds_what_hangs_together(rows: MapText, start: Cell) -> None:
    spans = flood_spans(rows, start)
    assert len(span_cells(spans)) == len({*span_cells(spans)})
    assert {*span_cells(spans)} == _flooded(rows, start)


@pytest.mark.slow
@given(_maps, _cells, st.integers(1, 5), _boxes)
def test_a_flood_is_bounded(rows: MapText, start: Cell, most: int, box: Box) -> None:
    whole = _flooded(rows, start)
    assert {*span_cells(flood_spans(rows, start, most=most))} <= whole
    assert len(span_cells(flood_spans(rows, start, most=most))) <= most
    assert {*span_cells(flood_spans(rows, start, box))} <= whole & {*box.cells()}


@given(_maps, st.sampled_from(".#,"))
def test_matching_finds_every_cell(rows: MapText, glyph: str) -> None:
    every = {
        Cell(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == glyph
    }
    assert {*span_cells(matching_spans(rows, glyph))} == every


@given(
    _maps,
    st.lists(
        st.builds(
            GlyphRun, st.integers(-1, 9), st.integers(-3, 9), st.text("ox", min_size=1, max_size=4)
        )
    ),
)
def test_runs_are_painted_in_order_and_nothing_else_changes(
    rows: MapText, runs: list[GlyphRun]
) -> None:
    cells = {Cell(x, y): glyph for y, row in enumerate(rows) for x, glyph in enumerate(row)}
    for y, x, glyphs in runs:
        for index, glyph in enumerate(glyphs):
            if (x + index, y) in cells:
                cells[Cell(x + index, y)] = glyph
    painted = rows.paint(runs)
    assert {
        Cell(x, y): glyph for y, row in enumerate(painted) for x, glyph in enumerate(row)
    } == cells
    changed = dict(changed_rows(rows, painted))
    for y, (one, two) in enumerate(zip(rows, painted, strict=True)):
        different = [x for x in range(len(one)) if one[x] != two[x]]
        assert [*changed.get(y, range(0))] == (
            [*range(different[0], different[-1] + 1)] if different else []
        )


def test_a_large_map_shares_what_was_not_painted() -> None:
    rows = MapText.from_rows(["." * 50] * 1000)
    painted = rows.paint([GlyphRun(500, 3, "#")])
    assert sum(one is not two for one, two in zip(rows.blocks, painted.blocks, strict=True)) == 1
    same = painted.blocks[500 // BLOCK]
    assert (
        sum(one is not two for one, two in zip(rows.blocks[500 // BLOCK], same, strict=True)) == 1
    )
    assert rows.paint([GlyphRun(500, 3, ".")]) is rows


@given(st.text(".#\n", max_size=40))
def test_a_map_comes_back_as_it_was(text: str) -> None:
    assert MapText.parse(text).text == text


@pytest.mark.slow
@given(st.lists(_boxes, max_size=5).map(tuple), _boxes)
def test_adding_and_subtracting_are_those_of_sets(boxes: tuple[Box, ...], box: Box) -> None:
    cells, other = {*held(boxes)}, {*box.cells()}
    assert {*held(shape.add_box(boxes, box))} == cells | other
    assert {*held(shape.subtract_box(boxes, box))} == cells - other


_stamps = (
    st.integers(1, 4)
    .flatmap(
        lambda width: st.lists(
            st.text(f".#{HOLE}", min_size=width, max_size=width), min_size=1, max_size=4
        )
    )
    .map(lambda rows: Stamp(tuple(rows)))
)


@pytest.mark.slow
@given(_stamps)
def test_turning_four_times_and_mirroring_twice_change_nothing(stamp: Stamp) -> None:
    assert stamp.rotate().rotate().rotate().rotate() == stamp
    assert (
        stamp.flip_horizontal().flip_horizontal() == stamp == stamp.flip_vertical().flip_vertical()
    )
    assert stamp.rotate().rotate() == stamp.flip_horizontal().flip_vertical()


@pytest.mark.slow
@given(_maps, st.sets(_cells, min_size=1))
def test_what_is_cut_and_put_back_changes_nothing(rows: MapText, cells: set[Cell]) -> None:
    there = {cell for cell in cells if rows.glyph(cell)}
    stamp = Stamp.copy_from(rows, cells)
    corner = Cell(min((c.x for c in there), default=0), min((c.y for c in there), default=0))
    assert stamp.glyphs_at(corner) == {cell: rows.glyph(cell) for cell in there}


def test_text_is_a_stamp() -> None:
    assert Stamp.from_lines("ab\r\nc\n").glyphs_at(Cell(1, 1)) == {
        Cell(1, 1): "a",
        Cell(2, 1): "b",
        Cell(1, 2): "c",
    }
