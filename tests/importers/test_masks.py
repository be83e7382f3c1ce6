"""Masks are covered by boxes to the cell, and parted into the clusters that hang together."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.formats.masks import cover_with_boxes, find_clusters, make_mask, transpose
from tests.importers.town import flooded

CELLS = st.one_of(
    st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=144),
    st.lists(st.tuples(*(4 * [st.integers(0, 9)])), max_size=5).map(
        lambda boxes: {
            (x, y)
            for left, top, wide, high in boxes
            for x in range(left, left + wide)
            for y in range(top, top + high)
        }
    ),
)


@given(CELLS)
def test_boxes_cover_a_mask_and_nothing_else(cells: set[tuple[int, int]]) -> None:
    boxes = cover_with_boxes(make_mask(cells))
    assert {(x, y) for box in boxes for x, y in box.cells()} == cells
    assert len(boxes) <= len(cells)


@given(CELLS)
def test_a_mask_turned_twice_is_the_mask(cells: set[tuple[int, int]]) -> None:
    assert transpose(transpose(make_mask(cells))) == make_mask(cells)


@given(CELLS)
def test_clusters_hang_together_and_part_the_cells(cells: set[tuple[int, int]]) -> None:
    found = [*find_clusters(sorted(cells))]
    assert sorted(cell for cluster in found for cell in cluster) == sorted(cells)
    assert len(found) == flooded(dict.fromkeys(cells, (0,)))


def test_an_l_takes_two_boxes_and_a_cross_two() -> None:
    ell = {Cell(x, y) for x in range(6) for y in range(6) if x < 2 or y < 2}
    cross = {Cell(x, y) for x in range(6) for y in range(6) if x in (2, 3) or y in (2, 3)}
    assert [len(cover_with_boxes(make_mask(shape))) for shape in (ell, cross)] == [2, 2]
