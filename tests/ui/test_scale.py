"""Which cell is where at every scale, and how one zooms."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from latticeville.draw.tilemap.block_colors import BlockColors
from latticeville.draw.tilemap.painter import MapStyle, Moment
from latticeville.world.model.grid import Grid, Tile
from studio.canvas.scale import (
    ALL_STYLES,
    NEAREST,
    Scale,
    ScaleChoice,
    nearest_cell,
    scales,
    step,
)
from studio.canvas.styles import STYLES_OF_FEW
from studio.canvas.zoom import shrink_grid

windows = st.tuples(st.integers(8, 200), st.integers(4, 60))


def meadow(width: int, height: int) -> Grid:
    return Grid(
        width=width, height=height, rows=("," * width,) * height, legend={",": Tile(",", "grass")}
    )


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    return meadow(draw(st.integers(1, 300)), draw(st.integers(1, 200)))


@given(grids(), windows, st.sampled_from(MapStyle), st.data())
def test_a_click_means_the_cell_that_is_drawn_there(
    grid: Grid, window: tuple[int, int], style: MapStyle, data: st.DataObject
) -> None:
    cell = Cell(
        data.draw(st.integers(0, grid.width - 1)), data.draw(st.integers(0, grid.height - 1))
    )
    for scale in scales(style, grid, *window):
        camera = scale.camera_on(grid, window, cell, (0, 0))
        column, row = scale.place_of(camera, cell)
        found = scale.cell_at(camera, column, row)
        assert found is not None
        there = nearest_cell(grid, *found)
        assert scale.to_view(there) == scale.to_view(cell)
        assert not scale.shows_cells or there == cell


@given(grids(), windows, st.sampled_from(MapStyle), st.data())
def test_a_cell_stays_where_it_is_or_the_edges_do(
    grid: Grid, window: tuple[int, int], style: MapStyle, data: st.DataObject
) -> None:
    cell = Cell(
        data.draw(st.integers(0, grid.width - 1)), data.draw(st.integers(0, grid.height - 1))
    )
    place = data.draw(st.integers(0, window[0] - 1)), data.draw(st.integers(0, window[1] - 1))
    for scale in scales(style, grid, *window):
        camera = scale.camera_on(grid, window, cell, place)
        column, row = scale.place_of(camera, cell)
        is_at_edge = (
            camera.x in (0, camera.map_width - camera.width) or camera.map_width <= camera.width
        )
        assert is_at_edge or abs(column - place[0]) < scale.columns
        is_at_edge = (
            camera.y in (0, camera.map_height - camera.height) or camera.map_height <= camera.height
        )
        assert is_at_edge or abs(row - place[1]) < scale.rows


@given(grids(), windows, st.sampled_from(MapStyle))
def test_the_farthest_scale_shows_the_whole_map(
    grid: Grid, window: tuple[int, int], style: MapStyle
) -> None:
    found = scales(style, grid, *window)
    assert found[-1].fits(grid, *window)
    assert len({*found}) == len(found)
    cells = [scale.across * scale.down / (scale.columns * scale.rows) for scale in found]
    assert cells == sorted(cells)


def test_scales_go_from_pixels_to_overviews() -> None:
    names = [
        scale.label or str(scale.style) for scale in scales(MapStyle.TILES, meadow(120, 48), 40, 20)
    ]
    assert names == [
        "pixels",
        "pixels",
        "tiles",
        "compact",
        "overview 1:1",
        "overview 1:2",
        "overview 1:3",
    ]
    letters = [scale.label for scale in scales(MapStyle.LETTERS, meadow(120, 48), 40, 20)]
    assert letters == ["", "1:2", "1:3"]
    assert (
        step(scales(MapStyle.TILES, meadow(9, 9), 40, 20), Scale.of_style(MapStyle.PIXELS), -1).rows
        == 4
    )


def test_the_whole_map_and_back() -> None:
    choice, grid, window = ScaleChoice(), meadow(120, 48), (80, 30)
    choice.choose(MapStyle.TILES)
    now = choice.scale
    assert choice.zoom_whole(now, grid, window)
    whole = choice.scale
    assert whole == Scale.overview(Fraction(3, 2))
    choice.fit_window(whole, grid, (40, 12))
    assert choice.scale == Scale.overview(3)
    assert choice.zoom_whole(choice.scale, grid, window)
    assert choice.scale == now
    assert not choice.zoom_whole(now, meadow(9, 9), window)


@given(grids(), windows, st.sampled_from((MapStyle.TILES, MapStyle.LETTERS)))
def test_the_whole_map_fills_the_width_or_the_height(
    grid: Grid, window: tuple[int, int], style: MapStyle
) -> None:
    choice = ScaleChoice()
    choice.choose(style)
    choice.styles = ALL_STYLES if style is MapStyle.TILES else (MapStyle.LETTERS,)
    now = choice.scale
    if not choice.zoom_whole(now, grid, window):
        assert now.fits(grid, *window)
        return
    scale = choice.scale
    assert scale.fits(grid, *window)
    shown = shrink_grid(grid, scale.factor) if not scale.is_overview else None
    assert shown is None or (shown.width, shown.height) == scale.size_of(grid)
    if scale.is_overview:
        drawn, rows = BlockColors(grid, scale.factor), range(2 * scale.size_of(grid)[1])
        found = [len(drawn.row(Moment(), band, {}, {})) for band in rows]
        assert {*found[:-1]} == {scale.size_of(grid)[0]}
    if scale.factor > 1:
        across, down = scale.size_of(grid)
        assert across == window[0] or down == window[1]


@given(grids(), windows, st.tuples(st.integers(1, 30), st.integers(1, 20)))
def test_by_itself_a_map_is_drawn_as_large_as_it_fits(
    grid: Grid, window: tuple[int, int], room: tuple[int, int]
) -> None:
    choice = ScaleChoice()
    choice.fit_style(window, grid, Box(0, 0, *room))
    scale = choice.scale
    whole = [one for one in NEAREST if one.fits(grid, *window)]
    across, down = scale.room(*window)
    if whole:
        assert scale == whole[0]
    elif scale.style is MapStyle.PIXELS:
        assert across >= max(room[0], 20)
        assert down >= max(room[1], 14)
    elif scale.style is MapStyle.TILES:
        assert (across, down) >= (24, 12)
    else:
        assert window[0] < 48 or window[1] < 12
    choice.choose(MapStyle.COMPACT)
    choice.fit_style(window, grid, Box(0, 0, *room))
    assert choice.scale == Scale.of_style(MapStyle.COMPACT)


def test_a_style_is_kept_while_a_pane_takes_some_of_its_room() -> None:
    choice, grid = ScaleChoice(), meadow(120, 48)
    for width, style in ((60, "tiles"), (40, "tiles"), (28, "compact"), (40, "compact")):
        choice.fit_style((width, 20), grid, None)
        assert choice.scale.style == style


@pytest.mark.parametrize("style", list(MapStyle))
def test_no_colours_leave_letters_only(style: MapStyle) -> None:
    choice = ScaleChoice()
    choice.styles = (MapStyle.LETTERS,)
    choice.choose(style)
    choice.zoom_to(Scale.overview(2))
    assert choice.scale == Scale()


@given(grids(), windows)
def test_sixteen_colours_leave_no_pixels(grid: Grid, window: tuple[int, int]) -> None:
    choice = ScaleChoice()
    choice.styles = STYLES_OF_FEW
    choice.fit_style(window, grid, Box(0, 0, 4, 4))
    assert choice.scale.style in {MapStyle.TILES, MapStyle.COMPACT}
    choice.choose(MapStyle.PIXELS)
    assert choice.scale.style is MapStyle.TILES
    found = scales(MapStyle.TILES, grid, *window, STYLES_OF_FEW)
    assert found[0] == Scale.of_style(MapStyle.TILES)
    assert {one.style for one in found} == {MapStyle.TILES, MapStyle.COMPACT}
    assert found[-1].fits(grid, *window)
