from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from studio.canvas.camera import Camera

sizes = st.integers(1, 60)
moves = st.integers(-200, 200)


@st.composite
def cameras(draw: st.DrawFn) -> Camera:
    made = Camera(draw(moves), draw(moves), draw(sizes), draw(sizes), draw(sizes), draw(sizes))
    return made.clamp()


@given(cameras(), moves, moves)
def test_a_window_never_leaves_the_map(camera: Camera, dx: int, dy: int) -> None:
    moved = camera.pan(dx, dy)
    assert moved.x >= 0 or moved.map_width < moved.width
    assert moved.x + moved.width <= moved.map_width or moved.map_width < moved.width
    assert moved.y >= 0 or moved.map_height < moved.height
    assert moved.clamp() == moved


@given(cameras(), st.data())
def test_a_cell_that_is_shown_is_in_the_window(camera: Camera, data: st.DataObject) -> None:
    x, y = (
        data.draw(st.integers(0, camera.map_width - 1)),
        data.draw(st.integers(0, camera.map_height - 1)),
    )
    for shown in (
        camera.scroll_to(Cell(x, y)),
        camera.center_on(Cell(x, y)),
        camera.scroll_to(Cell(x, y), 3),
    ):
        assert Cell(x, y) in shown.box


@given(cameras(), sizes, sizes)
def test_places_of_the_window_are_cells_of_the_map(camera: Camera, column: int, row: int) -> None:
    cell = camera.cell(column, row)
    assert cell is None or cell == (camera.x + column, camera.y + row)


def test_a_small_map_is_centred() -> None:
    assert Camera(9, 9, 40, 20, 24, 10).clamp()[:2] == (-8, -5)


def test_a_window_keeps_its_middle_when_it_grows() -> None:
    camera = Camera(40, 40, 20, 10, 100, 100)
    assert camera.with_size(30, 20)[:2] == (35, 35)


def test_it_tells_which_part_is_in_sight() -> None:
    assert Camera(20, 3, 57, 30, 120, 48).visible_part == "x 20–76 of 120 · y 3–32 of 48"
    assert Camera(20, 0, 57, 30, 120, 30).visible_part == "x 20–76 of 120"
    assert Camera(0, 0, 57, 30, 24, 10).visible_part == ""
