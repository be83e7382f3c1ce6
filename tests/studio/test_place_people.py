"""People are placed on the map: new ones, and those of other worlds."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from latticeville.world.load import inspect_world
from studio.project.documents.project import persona_file
from tests.studio.conftest import Driven, studio
from tests.studio.test_draw_and_run import answer, is_new
from tests.studio.test_map_screen import checked, design, workbench
from tests.world_folders import ROOT


@pytest.fixture
def square(tmp_path: Path) -> Path:
    """Return the little square with the people of the village beside it."""
    shutil.copytree(ROOT / "personas", tmp_path / "personas")
    return Path(shutil.copytree(ROOT / "worlds" / "square", tmp_path / "worlds" / "square"))


async def place(driven: Driven) -> None:
    """Begin to place somebody in Mina's house."""
    await driven.press("slash", *"4,3", "enter", "P")


async def test_people_of_other_worlds_stand_below_a_line_and_settle_here(square: Path) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        await place(driven)
        await driven.until(lambda: "── of other worlds ──" in driven.frame())
        rows = [row.strip(" │┃") for row in driven.frame().splitlines()]
        line = next(place for place, row in enumerate(rows) if "of other worlds" in row)
        assert [name for name in ("Mina", "Otto") if name not in " ".join(rows[:line])] == []
        assert "Ada Lindgren" in rows[line + 1]
        await driven.press("down", "down", "enter")
        await answer(driven, "Home of Ada Lindgren", "")
        await answer(driven, "Work place of Ada Lindgren", "square")
        await driven.until(lambda: driven.app.screen is screen)
        assert "by a usual day" in driven.frame()
        assert screen.selected == "ada"
        mine = screen.project.data(persona_file("ada_2"))
        assert (mine["home"], mine["work"], "routine" in mine) == ("house", "square", False)
        await checked(driven)
        await driven.press("ctrl+s")
        await driven.until(lambda: not design(driven).workspace.history.modified)
    problems = inspect_world(square)[1]
    assert {one.code for one in problems} <= {"no-bed", "nowhere-to-eat"}
    shared = "personas/ada.toml"
    assert (square.parents[1] / shared).read_text() == (ROOT / shared).read_text()


@pytest.mark.parametrize("answers", [("", ""), ("",), ()], ids=str)
async def test_who_is_not_told_of_to_the_end_is_not_made(
    square: Path, answers: Sequence[str]
) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        before = screen.project
        await place(driven)
        await answer(driven, "Place a person", "Nora")
        for title, typed in zip(("Home of Nora", "Work place of Nora"), answers, strict=False):
            await answer(driven, title, typed)
        await driven.until(lambda: driven.app.screen is not screen)
        await driven.press("escape")
        await driven.until(lambda: driven.app.screen is screen)
        assert screen.project is before


async def test_a_new_person_has_a_home_a_color_and_something_they_want(square: Path) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        await place(driven)
        await is_new(driven, "Nora Lind", "square")
        assert screen.selected == "nora"
        assert screen.project.data(persona_file("nora")) == {
            "name": "Nora Lind",
            "color": "sky",
            "home": "house",
            "work": "square",
            "about": "Sells flowers",
            "aspiration": "A shop",
        }
        await driven.press("u")
        assert persona_file("nora") not in screen.project.files
