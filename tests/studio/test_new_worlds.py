"""New worlds, imports and exports, asked for in the studio."""

import shutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.runs.capsule import pack_run
from latticeville.sim.time_expression import RunClock
from studio.app.exports import TickSpan, read_span
from studio.app.welcome import WelcomeScreen
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.dialogs.problems_dialog import ProblemsDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from tests.importers.recorded import Shot, write_original
from tests.reports.runs import recorded
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import design, workbench
from tests.world_folders import SQUARE

ORIGINAL = Path(__file__).parents[1] / "data" / "original"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own to start from, with one world in it."""
    shutil.copytree(SQUARE, tmp_path / "worlds" / "square")
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def field(driven: Driven, *typed: str) -> None:
    """Type into the dialog that is open, instead of what it holds, and take it."""
    await driven.until(
        lambda: isinstance(driven.app.screen, ValidatedInput) and driven.app.focused is not None
    )
    known = driven.app.screen
    await driven.press(*typed, "enter")
    await driven.until(lambda: driven.app.screen is not known)


async def opened(driven: Driven, folder: Path) -> None:
    await driven.until(
        lambda: (
            driven.app.open_world.folder == folder
            and bool(driven.app.simulate and driven.app.simulate.frame)
        )
    )


def keys(text: str) -> list[str]:
    known = {"/": "slash", ".": "full_stop", "_": "underscore", "-": "minus"}
    return [known.get(letter, letter) for letter in text]


async def test_a_new_world_begins_on_the_welcome_screen(here: Path) -> None:
    async with studio(None) as driven:
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
        await driven.press("a")
        await driven.until(
            lambda: isinstance(driven.app.screen, ValidatedInput) and driven.app.focused is not None
        )
        await driven.press(*"square", "enter")
        assert "exists already" in driven.frame()
        await field(driven, "2")
        await driven.until(lambda: "Template" in driven.frame())
        await driven.press(*"blank", "enter")
        await field(driven, *"24x9")
        await opened(driven, Path("worlds/square2"))
    assert (here / "worlds" / "square2" / "world.map").read_text() == (("," * 24) + "\n") * 9


async def test_a_source_is_imported_beside_the_open_world(here: Path) -> None:
    shutil.copytree(ORIGINAL, here / "old")
    async with studio(here / "worlds" / "square") as driven:
        await driven.app.run_action("app.import")
        await driven.until(
            lambda: isinstance(driven.app.screen, ValidatedInput) and driven.app.focused is not None
        )
        await driven.press(*"nowhere", "enter")
        assert "there is no “nowhere”" in driven.frame()
        driven.app.screen.query_one("Input").value = "old"  # type: ignore[attr-defined]
        await field(driven)
        await field(driven, *"town")
        await driven.until(lambda: isinstance(driven.app.screen, ProblemsDialog))
        await driven.until(lambda: "cells: walkable and opaque match the source" in driven.frame())
        await driven.press("enter")
        await opened(driven, Path("worlds/town"))
    assert (here / "worlds" / "town" / "world.toml").exists()
    assert (here / "old" / "world.json").exists()


async def test_what_cannot_be_read_is_told_with_its_place_and_nothing_is_written(
    frames: SnapshotAssertion, here: Path
) -> None:
    (here / "town.tmj").write_text('{"width": 3,\n "height": }')
    async with studio(here / "worlds" / "square", (80, 24)) as driven:
        await driven.app.run_action("app.import")
        await field(driven, *keys("town.tmj"))
        await field(driven)
        await driven.until(lambda: isinstance(driven.app.screen, ProblemsDialog))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames
        assert "town.tmj:2:12" in driven.frame()
        await driven.press("escape")
        assert driven.app.screen is driven.simulate
    assert not (here / "worlds" / "town").exists()


async def test_an_export_asks_before_it_writes_over_a_file(here: Path) -> None:
    file = here / "town.txt"
    file.write_text("mine")
    async with studio(here / "worlds" / "square") as driven:
        for ways, kept in (((), True), (("down",), False)):
            await driven.app.run_action("app.export")
            await field(driven, *keys("town.txt"))
            await driven.until(lambda: "Overwrite" in driven.frame())
            await driven.press(*ways, "enter")
            if not kept:
                await driven.until(lambda: file.read_text() != "mine")
            assert (file.read_text() == "mine") is kept
        await driven.app.run_action("app.export")
        await field(driven, *keys("town.tmj"))
        await driven.until((here / "town.tmj").exists)


async def test_what_is_drawn_is_exported_unsaved(here: Path) -> None:
    async with studio(here / "worlds" / "square") as driven:
        await workbench(driven)
        await driven.press("g", "p", "enter", "l", "l", "enter")
        drawn = design(driven).workspace.project.map.row(0)
        await driven.until(lambda: design(driven).workspace.checked)
        await driven.app.run_action("app.export")
        await field(driven, *keys("now.txt"))
        await driven.until((here / "now.txt").exists)
    assert drawn.startswith("###")
    assert drawn in (here / "now.txt").read_text()


async def test_what_was_drawn_is_kept_where_another_world_is_made(here: Path) -> None:
    async with studio(here / "worlds" / "square") as driven:
        await workbench(driven)
        await driven.press("g", "p", "enter", "l", "l", "enter")
        drawn = design(driven).workspace.project.map.text
        await driven.app.run_action("app.new")
        await field(driven, *"gaol")
        await driven.until(lambda: "Template" in driven.frame())
        await driven.press(*"dungeon", "enter")
        await opened(driven, Path("worlds/gaol"))
        assert driven.app.design is None
        assert (await workbench(driven)).workspace.folder == Path("worlds/gaol")
    async with studio(here / "worlds" / "square") as driven:
        await driven.until(lambda: "Unsaved changes found" in driven.frame())
        await driven.press("enter")
        await driven.until(
            lambda: driven.app.design is not None and driven.app.screen is driven.app.design
        )
        assert design(driven).workspace.project.map.text == drawn


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_worlds_of_one_name_say_where_they_lie(
    frames: SnapshotAssertion, here: Path, size: tuple[int, int]
) -> None:
    shutil.copytree(SQUARE, here / "worlds" / "twin")
    async with studio(None, size) as driven:
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
        await driven.press("down")
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames
        assert "worlds/twin" in driven.frame()


async def shows(driven: Driven, text: str) -> None:
    await driven.until(lambda: text in driven.frame())


async def test_a_run_is_exported_as_a_picture_and_as_a_film(here: Path) -> None:
    async with studio(Path("worlds/square")) as driven:
        await driven.press("full_stop", "full_stop")
        await driven.tick(2)
        await driven.app.run_action("app.picture")
        await field(driven, *keys("now.png"))
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press("enter")
        await shows(driven, " Scale ")
        assert " × " in driven.frame()
        await driven.press("enter")
        await driven.until(lambda: "Written" in driven.frame())
        assert (here / "now.png").read_bytes().startswith(b"\x89PNG")
        await driven.press("f6")
        await driven.app.run_action("app.picture")
        await field(driven, *keys("run.cast"))
        for title in ("Style", "Part of the map"):
            await shows(driven, f" {title} ")
            await driven.press("down", "enter")
        await driven.until(lambda: " Ticks " in driven.frame())
        await driven.press(*"9 to 10", "enter")
        assert "is no tick of 0 to 2" in driven.frame()
        await field(driven, "ctrl+u", *"1 to 2")
        await driven.until((here / "run.cast").exists)
    _header, *frames, _end = (here / "run.cast").read_text(encoding="utf-8").splitlines()
    assert len(frames) == 2
    assert "tick 1" in frames[0]


async def test_a_run_is_exported_in_the_layout_of_terrarium(here: Path) -> None:
    (here / "taken").touch()
    async with studio(Path("worlds/square")) as driven:
        await driven.press("full_stop", "full_stop")
        await driven.tick(2)
        await driven.app.run_action("app.terrarium")
        await shows(driven, " Layout ")
        await driven.press(*keys("terr"), "enter")
        await shows(driven, " Export in Terrarium's layout ")
        await driven.press("ctrl+u", *keys("taken"), "enter")
        assert "taken exists already" in driven.frame()
        await field(driven, "ctrl+u", *keys("told"))
        await driven.until(lambda: "Written" in driven.frame())
    assert sorted(path.name for path in (here / "told").iterdir()) == [
        "chronicle.md",
        "events.jsonl",
        "states",
    ]
    assert '"epoch":1' in (here / "told" / "events.jsonl").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("0 to 10", TickSpan(0, 10)),
        (" tick 2 – 08:05 every 3", TickSpan(2, 5, 3)),
        ("8:00 to 8:10 every 0", TickSpan(0, 10)),
        ("0", "type two ticks"),
        ("0 to 11", "“11” is no tick of 0 to 10"),
        ("5 to 4", "the last tick is before the first"),
    ],
)
def test_a_span_is_read_or_what_is_wrong_is_said(text: str, means: TickSpan | str) -> None:
    found = read_span(text, RunClock(lambda tick: 480 + tick, 1), 3, range(11))
    if isinstance(means, str):
        assert isinstance(found, str)
        assert found.startswith(means)
    else:
        assert found == means


async def take(driven: Driven, typed: str, *, into: str = "") -> None:
    """Give the import of the first screen a path, and a folder where one is asked for."""
    await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
    await driven.app.run_action("app.import")
    for text in filter(None, (typed, into)):
        await driven.until(
            lambda: isinstance(driven.app.screen, ValidatedInput) and driven.app.focused is not None
        )
        driven.app.screen.query_one("Input").value = text  # type: ignore[attr-defined]
        await field(driven)


async def test_the_first_screen_opens_a_capsule(here: Path) -> None:
    pack_run(recorded(here / "made", 6), here / "shared.zip")
    shutil.rmtree(here / "made")
    async with studio(None) as driven:
        await take(driven, "shared.zip")
        await driven.until(lambda: bool(driven.app.simulate and driven.app.simulate.frame))
        assert driven.app.runs.player is not None
        assert driven.app.runs.player.source.folder.is_relative_to("shared")


async def test_a_capsule_that_is_damaged_is_told(here: Path) -> None:
    (here / "odd.zip").write_bytes(b"PK no")
    async with studio(None) as driven:
        await take(driven, "odd.zip")
        await driven.until(lambda: "no capsule can be read" in driven.frame())
        assert isinstance(driven.app.screen, WelcomeScreen)
    assert not (here / "odd").exists()


async def test_the_first_screen_opens_what_another_program_recorded(here: Path) -> None:
    write_original(here / "old", [Shot({"noor": "cafe", "tam": "street"})] * 3)
    async with studio(None) as driven:
        await take(driven, "old", into="runs/old")
        await driven.until(lambda: isinstance(driven.app.screen, ProblemsDialog))
        assert "recorded by" in driven.frame()
        await driven.press("escape")
        await driven.until(lambda: bool(driven.app.simulate and driven.app.simulate.frame))
    assert (here / "runs" / "old" / "segment-000.jsonl").exists()
