"""What the workbenches share: one workspace, one controller, and dialogs one after another."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.css.query import NoMatches

from latticeville.core.geometry import Cell
from studio.editor.workspace_controller import WorkspaceController
from studio.objects.screen import ObjectsScreen
from studio.people.screen import PeopleScreen
from studio.project.edits.paint import paint_cells
from studio.project.edits.values import SetValue
from studio.project.workspace import Workspace
from studio.run.screen import SimulateScreen
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.footer import CommandFooter
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import design, workbench
from tests.world_folders import SQUARE


@pytest.fixture
def square(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


async def things(driven: Driven) -> ObjectsScreen:
    await driven.press("3")
    await driven.until(lambda: isinstance(driven.app.screen, ObjectsScreen))
    assert isinstance(driven.app.screen, ObjectsScreen)
    return driven.app.screen


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[str]:
    """Return the list that grows with each call of a method of workspaces."""
    calls: list[str] = []
    method = getattr(Workspace, name)

    def call(*given: object) -> object:
        calls.append(name)
        return method(*given)

    monkeypatch.setattr(Workspace, name, call)
    return calls


async def test_one_controller_checks_and_watches_for_all_workbenches(
    square: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = [counted(monkeypatch, name) for name in ("check", "watch")]
    async with studio(square) as driven:
        await workbench(driven)
        second = await things(driven)
        assert second.controller is design(driven).controller
        await driven.until(lambda: "✓" in driven.frame())
        assert [len(one) for one in calls] == [1, 1]


async def test_a_check_that_ends_while_the_studio_closes_is_not_shown(
    square: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[NoMatches | None] = []

    def end_check(
        screen: PeopleScreen,
    ) -> None:  # the panes are gone, and the screen still follows the workspace
        try:
            assert screen.report is not None
            screen.workspace.accept_report(screen.report)
            found.append(None)
        except NoMatches as error:
            found.append(error)

    monkeypatch.setattr(PeopleScreen, "on_unmount", end_check, raising=False)
    async with studio(square) as driven:
        await driven.press("2")
        await driven.until(
            lambda: (
                isinstance(driven.app.screen, PeopleScreen) and driven.app.screen.report is not None
            )
        )
    assert found == [None]


async def test_a_hidden_workbench_shows_what_it_missed_when_it_is_seen_again(square: Path) -> None:
    async with studio(square) as driven:
        first = await workbench(driven)
        second = await things(driven)
        drawn = first.map_model.project
        second.do(paint_cells([Cell(0, 0)], "?"))
        await driven.until(lambda: second.workspace.checked)
        assert first.map_model.project is drawn
        assert "✗1" in driven.frame()
        await driven.press("1")
        await driven.until(lambda: driven.app.screen is first)
        await driven.until(
            lambda: first.map_model.project is first.workspace.project and "✗1" in driven.frame()
        )


async def asked_about(driven: Driven, name: str) -> None:
    await driven.until(lambda: f"{name} was changed on disk" in driven.frame())


async def test_conflicts_are_asked_about_one_after_another(square: Path) -> None:
    async with studio(square) as driven:
        first = await workbench(driven)
        first.do(paint_cells([Cell(0, 0)], "?"))
        first.do(SetValue("world.toml", ("name",), "Mine"))
        for name, old, new in (("world.map", ";", ","), ("world.toml", "Little", "Large")):
            path = square / name
            path.write_text(path.read_text().replace(old, new))
        for name in ("world.map", "world.toml"):
            await asked_about(driven, name)
            assert sum(isinstance(screen, OptionDialog) for screen in driven.app.screen_stack) == 1
            await driven.press("down", "enter")
        await driven.until(lambda: driven.app.screen is first)
        await driven.press("ctrl+s")
        await driven.until(lambda: not first.workspace.history.modified)
        assert 'name = "Mine"' in (square / "world.toml").read_text()


async def test_saved_is_said_of_the_studio_and_reloaded_of_others(
    square: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        WorkspaceController, "clock", lambda _self: datetime(2026, 5, 4, 12, 30, 5, tzinfo=UTC)
    )
    told: list[str] = []
    monkeypatch.setattr(
        CommandFooter, "tell", lambda _self, sentence, **_more: told.append(sentence)
    )
    async with studio(square) as driven:
        first = await workbench(driven)
        first.do(SetValue("world.toml", ("name",), "Mine"))
        first.do(paint_cells([Cell(0, 0)], "#"))
        await driven.press("ctrl+s")
        await driven.until(lambda: any("The run begins in this world" in one for one in told))
        assert "Saved 12:30:05: 2 files (world.map, world.toml)" in told
        assert told[-1].startswith("Saved 12:30:05: 2 files. ")
        told.clear()
        world = square / "world.toml"
        world.write_text(world.read_text().replace('"Mine"', '"Theirs"'))
        await driven.until(lambda: any("The run begins in this world" in one for one in told))
        assert "world.toml reloaded from disk; u: undo" in told
        assert told[-1].startswith("Reloaded world.toml from disk. ")
        assert not any("Saved" in one for one in told)


async def test_unsaved_work_is_marked_in_every_workbench(square: Path) -> None:
    def title(driven: Driven) -> str:
        return driven.frame().splitlines()[0]

    async with studio(square) as driven:
        first = await workbench(driven)
        first.do(paint_cells([Cell(0, 0)], "#"))
        await driven.until(lambda: "1 Map●  2 People  3 Objects  4 Simulate" in title(driven))
        second = await things(driven)
        assert "Little Square ●" in title(driven)
        second.do(SetValue("kinds.toml", ("kinds", "kettle", "name"), "urn"))
        await driven.until(lambda: "1 Map●  2 People  3 Objects●" in title(driven))
        await driven.press("4")
        await driven.until(lambda: driven.app.screen is driven.simulate)
        assert "Little Square ●" in title(driven)
        assert "1 Map●  2 People  3 Objects●" in title(driven)
        await driven.press("1", "ctrl+s")
        await driven.until(lambda: "●" not in title(driven))
        await driven.press("4")
        await driven.until(lambda: driven.app.screen is driven.simulate)
        assert "●" not in title(driven)


async def test_nothing_is_given_to_the_run_once_the_project_was_left(square: Path) -> None:
    async with studio(square) as driven:
        first = await workbench(driven)
        first.do(SetValue("world.toml", ("name",), "Mine"))
        report = first.workspace.check(first.project)
        first.save()
        driven.app.navigator.close(keep=False)
        await driven.until(lambda: not first.is_attached)
        first.workspace.accept_report(report)
        await driven.pilot.pause(0.1)
        assert driven.app.player is not None
        assert driven.view.payload.state.world.name != "Mine"


def rename_world(square: Path, new: str) -> None:
    """Give a world another name on disk, as an editor of texts does."""
    path = square / "world.toml"
    text = path.read_text("utf-8")
    assert 'name = "The Little Square"' in text
    path.write_text(text.replace('name = "The Little Square"', f'name = "{new}"'), "utf-8")


CHANGED = "world.toml changed on disk; 1: map, 2: people, 3: objects"


@pytest.mark.parametrize("opened", [False, True], ids=["no workbench yet", "a workbench before"])
async def test_an_edit_on_disk_is_told_over_the_run_which_goes_on_in_it(
    square: Path, monkeypatch: pytest.MonkeyPatch, *, opened: bool
) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        CommandFooter, "tell", lambda _self, sentence, **_more: told.append(sentence)
    )
    async with studio(square) as driven:
        if opened:
            await workbench(driven)
            await driven.press("4")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        rename_world(square, "The Wide Square")
        await driven.until(lambda: CHANGED in told)
        await driven.until(lambda: any("The run begins in this world" in one for one in told))
        await driven.press("full_stop")
        await driven.until(lambda: "The Wide Square" in driven.frame())
        await workbench(driven)
        assert not design(driven).workspace.history.modified


async def test_an_edit_on_disk_that_is_broken_is_told_over_the_run(
    square: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        CommandFooter, "tell", lambda _self, sentence, **_more: told.append(sentence)
    )
    async with studio(square) as driven:
        rename_world(square, '" = ')
        await driven.until(lambda: any("the run keeps the previous world" in one for one in told))


async def test_a_timer_that_fires_while_the_studio_closes_is_no_error(square: Path) -> None:
    async with studio(square) as driven:
        look = driven.app.navigator._look
    assert driven.app.screen_stack == []
    (square / "world.toml").write_text((square / "world.toml").read_text() + "\n# edited\n")
    look()
