"""The brush for resources on the map workbench."""

from pathlib import Path

from latticeville.core.geometry import Cell
from studio.map.panes.map_editor import MapEditor
from studio.map.screen import MapScreen
from tests.famine import write_famine
from tests.studio.conftest import studio


async def test_the_brush_paints_and_undo_takes_the_stroke_back(tmp_path: Path) -> None:
    async with studio(write_famine(tmp_path)) as driven:
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        screen = driven.app.screen
        assert isinstance(screen, MapScreen)
        editor = screen.query_one(MapEditor)
        editor.go(Cell(4, 1))
        await driven.press("at")
        assert "Resource and units per cell" in driven.frame()
        await driven.press(*(["backspace"] * 9), *"food", "space", "7", "enter")
        await driven.until(lambda: editor.tool_state.tool == "resource")
        await driven.press("enter", "right", "right", "enter")
        await driven.until(lambda: "paint 7 food" in driven.frame())
        assert screen.map_model.grid.tile(Cell(6, 1)).resources == (("food", 7),)
        for _ in range(5):
            await driven.press("v")
        assert "777" in driven.frame().replace("\u2502", "")
        await driven.press("u")
        assert screen.map_model.grid.tile(Cell(6, 1)).resources == ()
