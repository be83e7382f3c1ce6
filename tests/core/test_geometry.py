"""Cells, boxes and lines, against oracles that count."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import STEPS, Box, Cell, line
from tests.laws import law

numbers = st.integers(-30, 30)
cells = st.builds(Cell, numbers, numbers)
boxes = st.builds(Box, st.integers(-6, 6), st.integers(-6, 6), st.integers(1, 7), st.integers(1, 7))


def kings_moves(one: Cell, two: Cell) -> int:
    return max(abs(one.x - two.x), abs(one.y - two.y))


@law(200)
@given(cells, cells)
def test_a_line_is_an_unbroken_shortest_chain(start: Cell, end: Cell) -> None:
    chain = line(start, end)
    assert (chain[0], chain[-1]) == (start, end)
    assert len(chain) == kings_moves(start, end) + 1
    assert all(kings_moves(one, two) == 1 for one, two in pairwise(chain))


@law(200)
@given(cells, cells)
def test_a_line_keeps_within_half_a_cell_of_the_true_one(start: Cell, end: Cell) -> None:
    dx, dy = end.x - start.x, end.y - start.y
    for cell in line(start, end)[1:]:
        if abs(dx) >= abs(dy):
            true = start.y + Fraction(dy * (cell.x - start.x), dx)
            assert abs(cell.y - true) <= Fraction(1, 2)
        else:
            true = start.x + Fraction(dx * (cell.y - start.y), dy)
            assert abs(cell.x - true) <= Fraction(1, 2)


def test_a_line_to_its_own_start_is_one_cell() -> None:
    assert line(Cell(3, 4), Cell(3, 4)) == [Cell(3, 4)]


@law()
@given(cells, st.sampled_from("NESW"))
def test_a_step_and_the_step_back_lead_home(cell: Cell, way: str) -> None:
    back = {"N": "S", "E": "W", "S": "N", "W": "E"}[way]
    assert cell.step(way).step(back) == cell
    assert cell.is_near(cell.step(way))


def test_the_ways_are_north_east_south_west_with_south_down() -> None:
    assert list(STEPS) == list("NESW")
    assert Cell(1, 1).step("S") == Cell(1, 2)


@law()
@given(boxes)
def test_a_box_holds_the_cells_that_it_yields(box: Box) -> None:
    inside = list(box.cells())
    assert len(inside) == len(set(inside)) == box.size
    assert inside == sorted(inside, key=lambda cell: (cell.y, cell.x))
    around = Box(box.x - 2, box.y - 2, box.width + 4, box.height + 4)
    assert {cell for cell in around.cells() if cell in box} == set(inside)


@law(200)
@given(boxes, boxes)
def test_boxes_cover_and_meet_as_their_cells_do(one: Box, two: Box) -> None:
    mine, theirs = set(one.cells()), set(two.cells())
    assert one.covers(two) is (theirs <= mine)
    assert one.overlaps(two) is two.overlaps(one) is bool(mine & theirs)


@law()
@given(boxes, st.builds(Cell, st.integers(-15, 15), st.integers(-15, 15)))
def test_the_gap_is_the_way_to_the_nearest_cell(box: Box, cell: Cell) -> None:
    assert box.distance_to(cell) == min(kings_moves(cell, other) for other in box.cells())


@law(200)
@given(cells, cells)
def test_cells_are_as_far_apart_as_a_king_walks(one: Cell, two: Cell) -> None:
    assert one.distance_to(two) == kings_moves(one, two)
    assert one.is_near(two) is (kings_moves(one, two) <= 1)
