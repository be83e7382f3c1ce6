"""A designer writes a matter in the studio: from the palette's command to a line of world.toml."""

import shutil
from pathlib import Path

import pytest

from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import workbench
from tests.world_folders import SQUARE


@pytest.fixture
def square(tmp_path: Path) -> Path:
    """Return a copy of the little square."""
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


async def choose(driven: Driven, *keys: str) -> None:
    """Type letters into the list that is open, and choose what fits best."""
    await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
    await driven.press(*keys, "enter")


async def fill(driven: Driven, *keys: str) -> None:
    """Type into the line that is open, and take it."""
    await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
    await driven.press(*keys, "enter")


async def test_a_matter_is_made_changed_and_undone(square: Path) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        screen.action_beats()
        await choose(driven, *"new", "space", *"matter")
        await fill(driven, *"roof")
        await choose(driven, *"quorum")
        await fill(driven, "2")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press("escape")
        await driven.until(lambda: driven.app.screen is screen)
        [matter] = screen.project.data("world.toml")["matters"]
        assert (matter["id"], matter["quorum"]) == ("roof", 2)
        await driven.press("u", "u")
        assert not screen.project.data("world.toml").get("matters")
