"""What each screen looks like, as text."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from studio.app.help import HelpText
from studio.storage.locations import settings_file
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import COMMANDS
from tests.studio.conftest import studio
from tests.world_folders import SQUARE

SIZES = [(80, 24), (120, 40)]
ALL = [*SIZES, (160, 48), (60, 20), (104, 30)]


def shelf(folder: Path) -> None:
    """Put the little square alone into a folder of worlds."""
    (folder / "worlds").mkdir()
    (folder / "worlds" / "square").symlink_to(SQUARE)


def lost(folder: Path) -> Path:
    """Make a world that cannot be opened."""
    world = folder / "lost"
    world.mkdir()
    (world / "world.toml").write_text(
        'name = "Lost"\nrules = "none"\n[legend]\n"." = { name = "floor" }\n'
    )
    return Path("lost")


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", ALL, ids=named)
async def test_simulate(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(size=size) as driven:
        assert driven.frame() == frames(name="at first")
        for _ in range(53):
            driven.simulate.action_step()
        await driven.tick(53)
        driven.simulate.select("mina")
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames(name="tick 53")


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_simulate_in_the_past(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(size=size) as driven:
        for _ in range(53):
            driven.simulate.action_step()
        await driven.tick(53)
        await driven.press("less_than_sign", "less_than_sign", "shift+tab")
        await driven.tick(50)
        driven.simulate.select("kitchen")
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_help(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(size=size) as driven:
        await driven.press("question_mark")
        assert driven.frame() == frames


async def test_help_turns_its_page_at_the_first_key_and_writes_keys_as_signs() -> None:
    async with studio(size=(80, 24)) as driven:
        await driven.press("question_mark")
        keys = driven.app.screen.query_one(HelpText)
        first = driven.frame()
        await driven.press("pagedown")
        assert driven.frame() != first
        assert keys.top == keys.room // 2
        await driven.press("G")
        assert keys.border_subtitle == f"{len(keys.rows)}/{len(keys.rows)}"
        await driven.press("pageup", "g")
        assert driven.frame() == first
    named = [key_name(key) for command in COMMANDS for key in command.keys]
    assert not [key for key in named if "_" in key and len(key) > 1]
    assert {"*", "|", "_", ">"} <= {*named}


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_palette(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(size=size) as driven:
        await driven.press("ctrl+p", *"well")
        await driven.pilot.pause(0.6)
        assert driven.frame() == frames


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_jump(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(size=size) as driven:
        await driven.press("f2")
        assert driven.frame() == frames


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_welcome(
    frames: SnapshotAssertion,
    size: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shelf(tmp_path)
    monkeypatch.chdir(tmp_path)
    async with studio(None, size) as driven:
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_broken(
    frames: SnapshotAssertion,
    size: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    async with studio(lost(tmp_path), size) as driven:
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames


async def test_too_small(frames: SnapshotAssertion) -> None:
    async with studio(size=(50, 16)) as driven:
        assert driven.frame() == frames


@pytest.mark.parametrize("size", [*SIZES, (60, 20)], ids=named)
async def test_greeting(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    settings_file().unlink()
    async with studio(size=size) as driven:
        assert driven.frame() == frames
