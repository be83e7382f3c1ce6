"""The context menu, by mouse and by key."""

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.screen import Screen

from studio.app.context_menu import ContextMenu, MenuLines
from studio.map.model.drawing_tools import Tool
from studio.map.panes.map_editor import MapEditor
from studio.map.screen import MapScreen
from studio.run.panes.run_map import RunMap
from tests.studio.conftest import Driven, studio


async def open_menu(driven: Driven, on: str, at: tuple[int, int]) -> list[str]:
    await driven.pilot.click(on, offset=at, button=3)
    await driven.until(lambda: isinstance(driven.app.screen, ContextMenu))
    return [row.link for row in menu(driven.app.screen).rows]


def menu(screen: Screen[object]) -> MenuLines:
    return screen.query_one(MenuLines)


async def test_the_right_button_selects_a_person_and_offers_what_can_be_done_with_them() -> None:
    async with studio() as driven:
        canvas = driven.simulate.query_one(RunMap)
        who, body = next(iter(driven.view.payload.state.bodies.items()))
        at = (
            (body.cell.x - canvas.camera.x) * canvas.columns + 1,
            body.cell.y - canvas.camera.y + 1,
        )
        offered = await open_menu(driven, "#map", at)
        assert driven.simulate.selected == who
        assert offered[0] == "map.select"
        assert {"simulate.why", "simulate.follow", "map.zoom"} <= {*offered}
        await driven.press("F")
        await driven.until(lambda: canvas.follow == who)
        assert driven.app.screen is driven.simulate


async def test_the_right_button_moves_to_a_line_and_opens_nothing() -> None:
    async with studio() as driven:
        before = driven.simulate.selected
        offered = await open_menu(driven, "#outline", (4, 3))
        assert offered[0] == "outline.open"
        assert driven.simulate.selected == before
        await driven.pilot.click(offset=(1, 1))
        await driven.until(lambda: driven.app.screen is driven.simulate)
        assert driven.simulate.selected == before
        await open_menu(driven, "#outline", (4, 3))
        await driven.press("enter")
        await driven.until(lambda: driven.simulate.selected != before)


async def test_the_menu_opens_by_key_at_the_cursor_and_closes_by_esc(
    frames: SnapshotAssertion,
) -> None:
    async with studio() as driven:
        await driven.press("shift+f10")
        await driven.until(lambda: isinstance(driven.app.screen, ContextMenu))
        assert driven.frame() == frames
        lines = menu(driven.app.screen)
        await driven.press("down", "down")
        assert lines.cursor == 2
        await driven.press("escape")
        await driven.until(lambda: driven.app.screen is driven.simulate)


@pytest.mark.parametrize("tool", ["hand", "pencil"])
async def test_on_the_map_workbench_a_drawing_tool_picks_the_glyph_instead(tool: Tool) -> None:
    async with studio() as driven:
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        editor = driven.app.screen.query_one(MapEditor)
        await driven.until(lambda: editor.map_model is not None)
        editor.tools.take_tool(tool)
        at = (1 - editor.camera.x * editor.columns, 1 - editor.camera.y)
        if tool == "hand":
            offered = await open_menu(driven, "#draw", at)
            assert {"draw.object", "draw.pick"} <= {*offered}
        else:
            await driven.pilot.click("#draw", offset=at, button=3)
            await driven.pilot.pause(0.3)
            assert isinstance(driven.app.screen, MapScreen)
            assert editor.cursor == (0, 0)
            assert editor.tools.state.ink == "T"
