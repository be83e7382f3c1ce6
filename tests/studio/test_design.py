"""The map workbench under hand: keys, mouse and messages."""

import shutil
from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.panes.draw import Draw
from studio.screens.design import Design
from tests.studio.conftest import SQUARE, Driven, studio


@pytest.fixture
def square(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


def design(driven: Driven) -> Design:
    assert driven.app.design is not None
    return driven.app.design


def draw(driven: Driven) -> Draw:
    return design(driven).query_one(Draw)


async def workbench(driven: Driven) -> Design:
    await driven.press("1")
    await driven.until(lambda: isinstance(driven.app.screen, Design))
    await driven.until(lambda: design(driven).report is not None)
    return design(driven)


def row(driven: Driven, y: int) -> str:
    return design(driven).bench.desk.project.map.row(y)


async def checked(driven: Driven) -> None:
    """Wait until the checks have looked at the newest edition."""

    def looked() -> bool:
        report = design(driven).report
        return report is not None and report.project is design(driven).bench.desk.project

    await driven.until(looked)


async def test_the_pencil_draws_and_undo_takes_it_back(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        before = row(driven, 0)
        await driven.press("g", "p", "enter", "l", "l", "enter")
        assert row(driven, 0) == "###" + before[3:]
        assert "unsaved" in driven.frame()
        assert len(design(driven).bench.desk.history.steps) == 2
        await driven.press("u")
        assert row(driven, 0) == before
        await driven.press("ctrl+y")
        assert row(driven, 0) == "###" + before[3:]


async def test_what_is_typed_before_a_dialog_is_there_is_not_lost(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.burst("slash", "1", "4", "comma", "3", "enter")
        await driven.until(lambda: draw(driven).cursor == Cell(14, 3))
