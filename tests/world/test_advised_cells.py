"""What checks advise is the best there is: the nearest free cell, the nearest box on the map."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from latticeville.world.checks.areas import clip_to_map
from latticeville.world.checks.placements import nearest_free_cell
from tests.laws import law


@law(200)
@given(
    st.integers(1, 6),
    st.lists(st.booleans(), max_size=36),
    st.integers(-4, 10),
    st.integers(-4, 10),
)
def test_the_advised_start_is_the_nearest_free_cell_the_first_of_those_equally_near(
    width: int, ground: list[bool], x: int, y: int
) -> None:
    free = bytearray(ground[: len(ground) // width * width])
    cells = [Cell(at % width, at // width) for at, is_free in enumerate(free) if is_free]
    due = min(
        cells, key=lambda cell: (abs(cell.x - x) + abs(cell.y - y), cell.y, cell.x), default=None
    )
    assert nearest_free_cell(Cell(x, y), free, width) == due


@law(200)
@given(*[st.integers(-9, 12)] * 2, *[st.integers(1, 15)] * 2, *[st.integers(1, 9)] * 2)
def test_the_advised_box_lies_on_the_map_and_holds_what_did(
    x: int, y: int, width: int, height: int, across: int, down: int
) -> None:
    box, whole = Box(x, y, width, height), Box(0, 0, across, down)
    advised, on_map = clip_to_map(box, whole), {*whole.cells()}
    cells, kept = {*advised.cells()}, {*box.cells()} & on_map
    assert cells
    assert cells <= on_map
    if kept:
        assert cells == kept
    else:
        assert (advised.width, advised.height) == (min(width, across), min(height, down))
        assert abs(advised.x - x) == min(
            abs(left - x) for left in range(across - advised.width + 1)
        )
        assert abs(advised.y - y) == min(abs(top - y) for top in range(down - advised.height + 1))
