"""A studio whose world another one writes: it looks at everything, changes nothing, and says
why."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.screen import ModalScreen

from latticeville.api import new_run, step
from studio.project.world_access import WorldAccess
from studio.ui.command_scope import CommandScope
from studio.ui.commands.registry import COMMANDS, Command
from tests.samples import samples
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import design, workbench
from tests.studio.test_sizes import BENCHES, STAY, settle
from tests.world_folders import SQUARE

KEYS = {
    "1": ("ctrl+s", "u", "p", "o", "W"),
    "2": ("a", "L", "ctrl+s"),
    "3": ("ctrl+n", "a", "u"),
}
"""Keys that edit in each workbench."""


@pytest.fixture
def square(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


@pytest.fixture
def other(square: Path) -> Iterator[WorldAccess]:
    """Hold the right to write the world, as another studio does."""
    access = WorldAccess(square)
    assert access.read_only == ""
    yield access
    access.release()


def footer(driven: Driven) -> str:
    return " ".join(driven.frame().split("\n")[-4:])


async def test_the_second_studio_says_who_writes_and_reopening_gives_the_right(
    square: Path, other: WorldAccess
) -> None:
    async with studio(square) as driven:
        assert f"read-only while latticeville studio, process {os.getpid()}" in footer(driven)
        assert "The Little Square · read-only" in driven.frame()
        await driven.press("full_stop")
        await driven.tick(1)
        await workbench(driven)
        assert "The Little Square · read-only" in driven.frame()
        other.release()
        await driven.press("4", "ctrl+w")
        await driven.until(lambda: "read-only" not in driven.frame())
        driven.app.worlds.leave_for(square)
        await driven.until(
            lambda: driven.app.simulate is not None and driven.app.simulate.frame is not None
        )
        await workbench(driven)
        assert "read-only" not in driven.frame()
        assert design(driven).workspace.read_only == ""
        assert WorldAccess(square).read_only
    assert WorldAccess(square).read_only == ""


async def test_the_reason_stands_until_a_key_is_pressed_and_is_asked_anew(
    square: Path, other: WorldAccess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.ui.footer.SPOKEN", 0.05)
    async with studio(square) as driven:
        await driven.pilot.pause(0.3)
        assert "read-only while" in footer(driven)
        await workbench(driven)
        other.release()
        monkeypatch.setattr("studio.ui.footer.SPOKEN", 3600.0)
        await driven.press("ctrl+s")
        await driven.until(lambda: "no other program has it open any more" in footer(driven))


@pytest.mark.parametrize("key", KEYS)
async def test_keys_that_edit_say_why_they_do_not(
    square: Path, other: WorldAccess, key: str
) -> None:
    del other
    async with studio(square) as driven:
        await driven.press(key)
        await driven.until(lambda: isinstance(driven.app.screen, BENCHES[key]))
        assert "read-only" in driven.frame().split("\n")[0]
        for one in KEYS[key]:
            await driven.press(one)
            await driven.until(lambda: "read-only while" in footer(driven))
            assert type(driven.app.screen) is BENCHES[key], f"{one} opens {driven.app.screen}"


@pytest.mark.fuzz
@pytest.mark.parametrize("key", KEYS)
async def test_no_command_changes_anything(square: Path, other: WorldAccess, key: str) -> None:
    """Do commands, and go on through what each opens by enter: the project stays as it is, here and
    on disk."""
    before = contents(square)
    async with studio(square) as driven:
        await driven.press(key)
        await driven.until(lambda: isinstance(driven.app.screen, BENCHES[key]))
        screen = driven.app.screen
        wheres = {
            node.where for node in [screen, *screen.query("*")] if isinstance(node, CommandScope)
        }
        known = [one for one in COMMANDS if one.where in wheres and one.id not in STAY]
        for command in random.Random(key).sample(known, min(len(known), samples(12, 1000))):
            await do(driven, command)
            if driven.app.screen is not screen:
                await driven.press(key)
                await driven.until(lambda: driven.app.screen is screen)
            assert design(driven).workspace.history.labels == ("opened",), command.id
    assert contents(square) == before
    assert not [*other.folder.glob("*.json")]


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def do(driven: Driven, command: Command) -> None:
    driven.app.dispatcher.run(command)
    await settle(driven)
    assert not (command.edits and isinstance(driven.app.screen, ModalScreen)), (
        f"{command.id} asks in vain"
    )
    for key in ("enter", "enter", "escape", "escape", "escape"):
        if isinstance(driven.app.screen, ModalScreen):
            await driven.pilot.press(key)
            await settle(driven)


async def test_a_recorded_run_says_why_no_workbench_opens(tmp_path: Path) -> None:
    with new_run(SQUARE, tmp_path / "run") as run:
        step(run, 3)
    async with studio(tmp_path / "run") as driven:
        await driven.press("1")
        assert "A recorded run is read-only." in footer(driven)
        assert driven.app.screen is driven.app.simulate
