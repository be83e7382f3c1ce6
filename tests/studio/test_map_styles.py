"""The map as tiles and compact cells: how styles are chosen, what a click means, and how frames
look in colour."""

from pathlib import Path

import pytest
from rich.color import ColorSystem, ColorType
from syrupy.assertion import SnapshotAssertion
from textual import events

from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.painter import MapStyle
from studio.canvas.map_view import MapView
from studio.canvas.scale import HALF_PIXELS, Scale
from studio.canvas.styles import STYLES_OF_FEW
from studio.run.panes.run_decorations import way_ahead
from studio.run.panes.run_map import RunMap
from studio.ui.settings import save_map_style, saved_map_style
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE, VILLE


@pytest.fixture(autouse=True)
def true_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the terminal have 16 million colours."""
    monkeypatch.setattr(MapView, "_system", property(lambda _view: ColorSystem.TRUECOLOR))


def run_map(driven: Driven) -> RunMap:
    return driven.simulate.query_one(RunMap)


def style_runs(view: MapView) -> str:
    """Return the colours of a pane, a run of one style each: columns, ink on ground."""
    lines = []
    for y in range(view.size.height):
        runs = []
        for segment in view.render_line(y):
            style = segment.style
            ink, ground = (style.color, style.bgcolor) if style else (None, None)
            names = [one.get_truecolor().hex[1:] if one else "-" for one in (ink, ground)]
            runs.append(f"{len(segment.text)}:{'/'.join(names)}")
        lines.append(" ".join(runs))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_the_first_map_has_the_style_that_has_room(
    size: tuple[int, int], frames: SnapshotAssertion
) -> None:
    async with studio(VILLE, size) as driven:
        await driven.tick(0)
        assert run_map(driven).style is MapStyle.TILES
        assert driven.frame() == frames


async def test_the_first_map_is_of_the_building_of_somebody_where_pixels_have_room() -> None:
    async with studio(VILLE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        assert view.scale == Scale(MapStyle.PIXELS, *HALF_PIXELS)
        assert view.room is not None
        assert view.camera.box.covers(view.room)
        await driven.pilot.resize_terminal(80, 24)
        await driven.pilot.pause()
        assert str(view.style) == "tiles"
        await driven.press("f10")
        chosen = view.style
        await driven.pilot.resize_terminal(160, 48)
        await driven.pilot.pause()
        assert view.style is chosen


async def test_colours_of_tiles_by_day_and_night(frames: SnapshotAssertion) -> None:
    async with studio(SQUARE, (100, 30)) as driven:
        await driven.tick(0)
        await driven.press("f10", "f10")
        view = run_map(driven)
        view.choose_style(MapStyle.TILES)
        assert style_runs(view) == frames


async def test_f10_goes_through_the_styles_and_the_world_keeps_it() -> None:
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        seen = []
        for _ in MapStyle:
            await driven.press("f10")
            seen.append(view.style)
            assert saved_map_style(SQUARE) == view.style
        assert {*seen} == {*MapStyle}
    save_map_style(SQUARE, MapStyle.COMPACT)
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        assert run_map(driven).style is MapStyle.COMPACT


@pytest.mark.parametrize("style", list(MapStyle))
async def test_a_click_means_the_cell_that_is_drawn_there(style: MapStyle) -> None:
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        view.choose_style(style)
        await driven.pilot.pause()
        assert view.scene is not None
        for cell in (Cell(5, 6), Cell(16, 4), Cell(1, 1)):
            for column, row in ((0, 0), (view.columns - 1, view.scale.rows - 1)):
                await driven.press("escape")
                view.go(cell)
                await driven.pilot.pause()
                x, y = (
                    (cell.x - view.camera.x) * view.columns,
                    (cell.y - view.camera.y) * view.scale.rows,
                )
                await driven.pilot.click(RunMap, offset=(x + column + 1, y + row + 1))
                assert view.cursor == cell


async def test_plus_and_minus_go_through_all_scales_and_the_cursor_stays() -> None:
    async with studio(VILLE, (120, 40)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        view.choose_style(MapStyle.TILES)
        view.go(Cell(60, 20))
        await driven.pilot.pause()
        seen = [view.scale]
        for key in [*["plus"] * 3, *["minus"] * 9]:
            before = view.scale.place_of(view.camera, view.cursor)
            await driven.press(key)
            after = view.scale.place_of(view.camera, view.cursor)
            assert view.cursor == Cell(60, 20)
            is_free = 0 < view.camera.x < view.camera.map_width - view.camera.width
            assert not is_free or abs(after[0] - before[0]) <= 8
            seen.append(view.scale)
        assert {scale.style for scale in seen} == {
            MapStyle.PIXELS,
            MapStyle.TILES,
            MapStyle.COMPACT,
        }
        assert seen[-1].is_overview
        assert seen[-1].fits(driven.view.payload.state.world.grid, *view.size)
        assert "This is the farthest scale." in driven.frame()
        assert saved_map_style(VILLE) == ""


async def test_ctrl_and_the_wheel_zoom_at_the_mouse() -> None:
    async with studio(VILLE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        view.choose_style(MapStyle.COMPACT)
        place = view.size.width // 2, view.size.height // 2
        under = view.scale.cell_at(view.camera, *place)
        x, y = place[0] + 1, place[1] + 1
        view.post_message(
            events.MouseScrollUp(
                view, x, y, delta_x=0, delta_y=0, button=0, shift=False, meta=False, ctrl=True
            )
        )
        await driven.pilot.pause()
        assert view.style is MapStyle.TILES
        assert view.scale.cell_at(view.camera, *place) == under


@pytest.mark.parametrize(
    "scale", [Scale.of_style(MapStyle.PIXELS), Scale.overview(1)], ids=["pixels", "overview"]
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_pixels_and_overview(
    size: tuple[int, int], scale: Scale, frames: SnapshotAssertion
) -> None:
    async with studio(SQUARE, size) as driven:
        await driven.tick(0)
        view = run_map(driven)
        driven.simulate.select("mina")
        view.set_scale(scale)
        await driven.pilot.pause()
        assert driven.frame() + style_runs(view) == frames


async def test_sixteen_colours_have_tiles_and_no_pixels(
    user_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del user_folders
    monkeypatch.setattr(
        MapView,
        "_system",
        property(
            lambda view: (
                ColorSystem.STANDARD if view.app.native_ansi_color else ColorSystem.TRUECOLOR
            )
        ),
    )
    monkeypatch.setattr("studio.canvas.styles.STYLES_OF_FEW", STYLES_OF_FEW)
    save_map_style(SQUARE, MapStyle.PIXELS)
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        assert str(view.style) == "pixels"
        driven.app.theme = "ansi-dark"
        await driven.pilot.pause()
        assert str(view.style) == "tiles"
        lines = view.render_lines(view.size.region)
        colors = [
            color
            for line in lines
            for segment in line
            if segment.style
            for color in (segment.style.color, segment.style.bgcolor)
            if color
        ]
        assert not [one for one in colors if one.type is ColorType.TRUECOLOR]
        assert len({one.number for one in colors if one.type is ColorType.STANDARD}) > 6
        await driven.press("f10", "f10", "f10")
        assert view.style is MapStyle.TILES


async def test_a_broken_setting_is_no_style(user_folders: Path) -> None:
    del user_folders
    save_map_style(SQUARE, "photographs")
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        assert run_map(driven).style is not MapStyle.LETTERS


async def test_a_smaller_map_is_compact_and_comes_back() -> None:
    async with studio(VILLE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        view.choose_style(MapStyle.TILES)
        await driven.press("z")
        assert view.scale.is_overview
        assert str(view.style) == "compact"
        await driven.press("z")
        assert str(view.style) == "tiles"
        assert view.camera.width == view.size.width // 2


async def test_the_mouse_over_a_cell_tells_who_and_what_is_there() -> None:
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        kettle = Cell(5, 6)
        x, y = (kettle.x - view.camera.x) * view.columns, kettle.y - view.camera.y
        await driven.pilot.hover(RunMap, offset=(x + 1, y + 1))
        assert str(view.tooltip).splitlines() == ["kettle: cold", "Kitchen", "Mina's House"]
        assert view.cursor != kettle


async def test_speech_and_the_way_ahead_are_drawn_over_tiles() -> None:
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        view.choose_style(MapStyle.TILES)
        driven.simulate.select("mina")
        for _ in range(9):
            await driven.press("full_stop")
        await driven.tick(9)
        assert view.frame is not None
        assert "“Good morning, Otto.”" in driven.frame()
        driven.simulate.select("mina")
        for _ in range(6):
            await driven.press("full_stop")
        await driven.tick(15)
        body = driven.view.payload.state.bodies["mina"]
        assert body.journey is not None
        assert any(view.marks(y) for y in way_ahead(body))


async def test_an_overview_begins_with_roofs_and_a_key_takes_them_away() -> None:
    async with studio(VILLE, (120, 40)) as driven:
        await driven.tick(0)
        view = run_map(driven)
        assert not view._frames.roofs
        await driven.press("z")
        assert view.scale.is_overview
        assert view._frames.roofs
        await driven.press("circumflex_accent")
        assert not view._frames.roofs
        await driven.press("z", "circumflex_accent")
        assert view.style is MapStyle.TILES
        assert view._frames.roofs
