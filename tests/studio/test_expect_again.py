"""The key that writes a scenario of the moment one is looking at."""

import shutil
from pathlib import Path

from textual.widgets import TextArea

from studio.run.scenarios.expect_again import NOTHING
from studio.run.scenarios.scenarios_screen import ScenariosScreen
from studio.ui.dialogs.text_dialog import TextDialog
from tests.studio.conftest import studio
from tests.world_folders import SQUARE


def scenarios(world: Path) -> list[Path]:
    return sorted((world / "scenarios").glob("*"))


async def test_what_is_selected_is_expected_again_after_its_text_was_edited(tmp_path: Path) -> None:
    world = tmp_path / "square"
    shutil.copytree(SQUARE, world)
    async with studio(world) as driven:
        await driven.press("Y")
        assert NOTHING in driven.frame()
        await driven.press("full_stop", "full_stop")
        await driven.tick(2)
        driven.simulate.select("mina")
        await driven.press("Y")
        await driven.until(lambda: isinstance(driven.app.screen, TextDialog))
        area = driven.app.screen.query_one(TextArea)
        proposed = area.text
        area.text = proposed.replace("in:mina", "in:nina")
        await driven.press("ctrl+s")
        assert "there is no “nina”" in driven.frame()
        area.text = proposed.replace('name = "Mina', 'name = "Dear Mina')
        await driven.press("ctrl+s")
        await driven.until(lambda: len(scenarios(world)) == 1)
        assert 'name = "Dear Mina' in scenarios(world)[0].read_text("utf-8")

        await driven.press("backslash")
        await driven.until(lambda: isinstance(driven.app.screen, ScenariosScreen))
        await driven.until(lambda: "1 scenario." in driven.frame())
        await driven.press("f5")
        await driven.until(lambda: "1 tried: all passed" in driven.frame())
        await driven.press("escape")

        await driven.press("1")
        await driven.until(lambda: driven.app.screen is driven.app.navigator.design)
        design = driven.app.navigator.design
        assert design is not None
        assert not design.workspace.history.modified
        await driven.press("u", "ctrl+s")
        await driven.until(lambda: not scenarios(world))
