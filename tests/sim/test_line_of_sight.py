"""What can be seen from a cell, against lines that are walked cell by cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell, line
from latticeville.sim.line_of_sight import Disc, visible_cells
from latticeville.world.model.grid import Grid, Tile, make_grid
from tests.laws import law

TILES = {"#": Tile("#", "wall", walkable=False, opaque=True), ".": Tile(".", "floor")}


def lit(ground: Grid, hiding: frozenset[int], eye: Cell, radius: int) -> set[Cell]:
    """Return what is seen when the lines are walked row by row, none to a cell that is seen
    already."""
    seen = {eye}
    for cell in Box(0, 0, ground.width, ground.height).cells():
        if (cell.x - eye.x) ** 2 + (cell.y - eye.y) ** 2 <= radius**2 and cell not in seen:
            for each in line(eye, cell)[1:]:
                seen.add(each)
                if ground.opaque[ground.index(each)] or ground.index(each) in hiding:
                    break
    return seen


@pytest.mark.slow
@law(150)
@given(st.data(), st.sampled_from([".", "....#", "...................#"]), st.integers(1, 19))
def test_the_lines_reach_what_they_reach_one_by_one(
    data: st.DataObject, letters: str, radius: int
) -> None:
    width, height = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 9))
    rows = data.draw(
        st.lists(st.text(letters, min_size=width, max_size=width), min_size=height, max_size=height)
    )
    ground = make_grid(tuple(rows), TILES)
    hiding = frozenset(data.draw(st.sets(st.integers(0, width * height - 1), max_size=2)))
    eye = Cell(data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1)))
    assert visible_cells(ground, hiding, eye, radius) == lit(ground, hiding, eye, radius)


@law(60)
@given(st.integers(0, 11), st.integers(0, 8), st.integers(1, 14))
def test_a_disc_is_the_set_of_its_cells(x: int, y: int, radius: int) -> None:
    ground = make_grid(("." * 12,) * 9, TILES)
    disc = Disc(ground, Cell(x, y), radius)
    assert {*disc} == lit(ground, frozenset(), Cell(x, y), radius)
    assert disc == Disc(ground, Cell(x, y), radius)
    assert len(disc) == len({*disc})
    assert hash(disc) == hash(Disc(ground, Cell(x, y), radius))
    around = Box(x - 20, y - 20, 41, 41)
    assert {cell for cell in around.cells() if cell in disc} == {*disc}
