"""The map as tiles and compact cells: how styles are chosen, what a click means, and how frames look in colour."""

from pathlib import Path

import pytest
from rich.color import ColorSystem
from syrupy.assertion import SnapshotAssertion

from latticeville.core.geometry import Cell
from latticeville.render.tilemap.painter import MapStyle
from studio.simulate.panes.run_map import RunMap
from studio.ui.map_view.map_view import MapView
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
async def test_the_first_map_has_the_style_that_has_room(size: tuple[int, int], frames: SnapshotAssertion) -> None:
    async with studio(VILLE, size) as driven:
        await driven.tick(0)
        view = run_map(driven)
        room = view.size.width >= 72 and view.size.height >= 18
        assert view.style is (MapStyle.TILES if room else MapStyle.COMPACT)
        assert driven.frame() == frames


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
            x, y = (cell.x - view.camera.x) * view.columns, cell.y - view.camera.y
            for column in range(view.columns):
                await driven.pilot.click(RunMap, offset=(x + column + 1, y + 1))
                assert view.cursor == cell


async def test_a_terminal_of_few_colours_has_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MapView, "_system", property(lambda _view: ColorSystem.STANDARD))
    async with studio(SQUARE, (160, 48)) as driven:
        await driven.tick(0)
        assert run_map(driven).style is MapStyle.LETTERS


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
        assert view.zoom.factor > 1
        assert str(view.style) == "compact"
        await driven.press("z")
        assert str(view.style) == "tiles"
        assert view.camera.width == view.size.width // 2
