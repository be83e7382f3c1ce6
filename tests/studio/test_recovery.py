"""What was not saved when a studio ended is asked about when its world is opened again."""

import shutil
from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.app.help import HelpDialog
from studio.app.welcome import WelcomeScreen, WorldChoice
from studio.app.worlds import BrokenWorldScreen
from studio.editor.conflict_dialog import ConflictDialog
from studio.editor.recovery_dialog import RecoveryDialog
from studio.project.edits.paint import paint_cells
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from studio.run.screen import SimulateScreen
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import design
from tests.world_folders import SQUARE


@pytest.fixture
def square(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


def leave(folder: Path, cell: Cell, *, saved: bool = False) -> None:
    """Change a cell in another studio, which saves it or ends."""
    workspace = Workspace(WorldAccess(folder))
    workspace.do(paint_cells([cell], "#"))
    if saved:
        workspace.save()
    workspace.leave(keep=True)
    workspace.access.release()


async def asked(driven: Driven) -> None:
    def ready() -> bool:
        screen = driven.app.screen
        return isinstance(screen, RecoveryDialog) and screen.takes_keys

    await driven.until(ready)


async def test_a_restored_map_keeps_what_was_saved_after_it(square: Path) -> None:
    leave(square, Cell(0, 0))
    leave(square, Cell(20, 1), saved=True)
    async with studio(square) as driven:
        await asked(driven)
        frame = " ".join(driven.frame().replace("┃", " ").split())
        assert "world.map (1 cell)" in frame
        assert "world.map was saved later: restoring it undoes" in frame
        await driven.press("enter")
        await driven.until(lambda: isinstance(driven.app.screen, ConflictDialog))
        await driven.press("enter")
        await driven.until(
            lambda: driven.app.design is not None and driven.app.screen is driven.app.design
        )
        drawn = design(driven).workspace.project.map
        assert (drawn.row(0)[0], drawn.row(1)[20]) == ("#", "#")
        await driven.until(lambda: "Restored. u: undo" in driven.frame())


async def test_who_reads_the_help_first_is_asked_when_it_is_closed(square: Path) -> None:
    leave(square, Cell(0, 0))
    async with studio(None) as driven:
        assert isinstance(driven.app.screen, WelcomeScreen)
        driven.app.screen.dismiss(WorldChoice(square))
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        driven.app.dispatcher.show_help()
        await driven.until(lambda: driven.simulate.frame is not None)
        await driven.pilot.pause(0.5)
        assert isinstance(driven.app.screen, HelpDialog)
        await driven.press("escape")
        await asked(driven)
        await driven.press("enter")
        await driven.until(
            lambda: driven.app.design is not None and driven.app.screen is driven.app.design
        )
        assert design(driven).workspace.project.map.row(0)[0] == "#"


async def test_help_explains_a_question_that_is_asked(square: Path) -> None:
    leave(square, Cell(0, 0))
    async with studio(square) as driven:
        await asked(driven)
        driven.app.dispatcher.show_help()
        await driven.until(lambda: "A window over the screen" in driven.frame())
        await driven.press("escape")
        await asked(driven)


async def test_a_world_with_errors_asks_over_its_problems(square: Path) -> None:
    leave(square, Cell(0, 0))
    (square / "kinds.toml").write_text("kinds = [\n")
    async with studio(square) as driven:
        await asked(driven)
        assert isinstance(driven.app.screen_stack[-2], BrokenWorldScreen)
        await driven.press("enter")
        await driven.until(
            lambda: driven.app.design is not None and driven.app.screen is driven.app.design
        )
        assert design(driven).workspace.project.map.row(0)[0] == "#"


async def test_two_are_numbered_and_a_key_that_is_not_theirs_says_so(square: Path) -> None:
    leave(square, Cell(0, 0))
    leave(square, Cell(20, 1))
    async with studio(square) as driven:
        await asked(driven)
        assert "Unsaved changes found: 1 of 2" in driven.frame()
        await driven.press("ctrl+s")
        await driven.until(lambda: "ctrl+s ignored: answer this first" in driven.frame())
        await driven.press("down", "enter")
        await driven.until(lambda: "2 of 2" in driven.frame())
        await asked(driven)
        await driven.press("escape")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await driven.press("1")
        await driven.until(
            lambda: driven.app.design is not None and driven.app.screen is driven.app.design
        )
        assert len(design(driven).workspace.offers) == 1
        assert driven.app.screen is driven.app.design


async def test_a_key_before_the_question_is_seen_is_not_an_answer(
    square: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(square, Cell(0, 0))
    monkeypatch.setattr(RecoveryDialog, "_show", lambda _self: None)
    async with studio(square) as driven:
        await driven.until(lambda: isinstance(driven.app.screen, RecoveryDialog))
        await driven.press("enter")
        await driven.until(lambda: "enter ignored" in driven.frame())
        assert isinstance(driven.app.screen, RecoveryDialog)


async def test_a_read_only_studio_asks_nothing(square: Path) -> None:
    leave(square, Cell(0, 0))
    access = WorldAccess(square)
    async with studio(square) as driven:
        await driven.pilot.pause(0.5)
        assert isinstance(driven.app.screen, SimulateScreen)
        assert (
            not driven.app.open_world.access or not driven.app.open_world.access.has_recovery_files
        )
    access.release()
