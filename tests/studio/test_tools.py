"""Every tool and every dialog of the map workbench, as text frames."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from studio.editor.conflict_dialog import ConflictDialog
from studio.map.panes.inspector import Inspector
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import checked, design, workbench
from tests.world_folders import SQUARE

SIZES = [(80, 24), (120, 40)]

TOOLS = {
    "hand on a thing": ["slash", *"kettle", "enter"],
    "hand on an area": ["slash", *"kitchen", "enter"],
    "two things": ["slash", *"kettle", "enter", "slash", *"17,7", "enter", "space", "e"],
    "pencil": ["p", "right_square_bracket", "right_square_bracket"],
    "eraser": ["E"],
    "line": ["i", "enter", *"lllllljjj"],
    "rectangle": ["r", "enter", *"lllllljjj"],
    "rectangle filled": ["r", "r", "enter", *"lllllljjj"],
    "ellipse": ["5", "enter", *"lllllljjjj"],
    "fill": ["F"],
    "replace": ["6"],
    "select a box": ["s", "enter", *"lllljj", "enter"],
    "select less": [
        "s",
        "enter",
        *"lllljj",
        "enter",
        "ampersand",
        "ampersand",
        *"hh",
        "enter",
        *"kk",
        "enter",
    ],
    "select joined": ["s", "s", "enter"],
    "select alike": ["s", "s", "s", "enter"],
    "stamp": ["s", "enter", *"llllkk", "enter", "y", "percent_sign", *"jjlll"],
    "text": ["t", *"##..##", "enter"],
    "area": ["a", "enter", *"lllllljjj"],
    "add a box": ["slash", *"kitchen", "enter", "B", "enter", *"lllljjj"],
    "grab": ["slash", *"kitchen", "enter", "M", *"ll"],
    "walkable": ["v"],
    "reachable": ["v", "v"],
    "distance": ["v", "v", "v"],
    "sight": ["v", "v", "v", "v"],
    "areas framed": ["O", "O"],
    "small map": ["I"],
    "carried in the outline": ["slash", *"kettle", "enter", "shift+tab", "shift+tab", "M"],
    "legend": ["tab", "j", "e"],
    "steps": ["p", "enter", *"ll", "enter", "u", "tab", "tab", "tab"],
}
"""What is pressed with the cursor on the square, by what is then to be seen."""

DIALOGS = {
    "go to": ["slash", *"ket"],
    "choose a glyph": ["c", *"wal"],
    "name of an area": ["a", "enter", *"llljj", "enter"],
    "letters": ["t"],
    "which kind": ["o"],
    "who lives here": ["P"],
    "home of somebody new": ["P", *"Zoe", "enter"],
    "work of somebody new": ["P", *"Zoe", "enter", "enter"],
    "what somebody new is like": ["P", *"Zoe", "enter", "enter", "enter"],
    "new glyph": ["tab", "a"],
    "field": ["slash", *"kettle", "enter", "e", "enter", *"Not good"],
    "delete an area": ["slash", *"mina", "down", "enter", "delete"],
    "resize": ["8", *"right -14"],
    "what falls off": ["8", *"right -14", "enter"],
    "layers": ["V"],
    "name of a stamp": ["s", "enter", *"ll", "enter", "y", "Y"],
    "stamps": ["s", "enter", *"ll", "enter", "y", "Y", "enter", "S"],
    "quit": ["p", "enter", "l", "enter", "ctrl+q"],
}
"""What is pressed to open each dialog."""
KEYS = {" ": "space", "-": "minus", "#": "number_sign", ".": "full_stop"}


@pytest.fixture
def square(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


async def press(driven: Driven, keys: Sequence[str]) -> None:
    """Press keys one by one, each after the screen has answered the one before."""
    for key in keys:
        known = driven.app.screen
        await driven.press(KEYS.get(key, key))
        if key in (
            "slash",
            "c",
            "o",
            "P",
            "t",
            "8",
            "enter",
            "delete",
            "V",
            "S",
            "Y",
            "f2",
            "a",
            "ctrl+q",
        ):
            await driven.pilot.pause(0.06)
            if isinstance(driven.app.screen, TypeaheadDialog) and driven.app.screen is not known:
                await driven.until(lambda: driven.app.focused is not None)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("what", [*TOOLS, *DIALOGS])
async def test_frames(
    frames: SnapshotAssertion, square: Path, what: str, size: tuple[int, int]
) -> None:
    async with studio(square, size) as driven:
        await workbench(driven)
        await press(driven, ["slash", *"14,4", "enter"])
        await press(driven, {**TOOLS, **DIALOGS}[what])
        await checked(driven)
        design(driven).query_one("#hints").hush()  # type: ignore[attr-defined]
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_two_editions(frames: SnapshotAssertion, square: Path, size: tuple[int, int]) -> None:
    async with studio(square, size) as driven:
        await workbench(driven)
        await press(driven, ["p", "enter", "l", "enter"])
        drawn = square / "world.map"
        drawn.write_text(drawn.read_text().replace(";", ","))
        await driven.until(lambda: isinstance(driven.app.screen, TypeaheadDialog))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames(name="asked")
        await press(driven, ["enter"])
        await driven.until(lambda: isinstance(driven.app.screen, ConflictDialog))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames(name="compared")
        assert design(driven).query(Inspector)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_something_left_behind(
    frames: SnapshotAssertion, square: Path, size: tuple[int, int]
) -> None:
    async with studio(square, size) as driven:
        await workbench(driven)
        await press(driven, ["p", "enter", "l", "l", "enter"])
        workspace = design(driven).workspace
        workspace.recovery.write(workspace.opened, "Mon 10:00")
        left = {name: workspace.project.files[name].text for name in workspace.history.modified}
        driven.app.navigator.design = None
    async with studio(square, size) as driven:
        await driven.until(lambda: isinstance(driven.app.screen, TypeaheadDialog))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames
        await driven.press("enter")
        await driven.until(
            lambda: driven.app.design is not None and driven.app.screen is driven.app.design
        )
        assert {name: design(driven).workspace.project.files[name].text for name in left} == left
        assert design(driven).workspace.history.modified == ("world.map",)


@pytest.mark.parametrize(
    "keys", [("enter", "enter"), ("escape", "escape"), ("a", "enter", "enter")]
)
async def test_a_key_too_many_does_not_close_what_is_behind_a_dialog(
    square: Path, keys: Sequence[str]
) -> None:
    async with studio(square) as driven:
        behind = driven.app.screen
        for dialog in (
            OptionDialog("one", [Option("a", "a")]),
            OptionDialog("two", [Option("a", "a")], search=False),
            TextPrompt("three", ""),
            ValidatedInput("four", "", "", lambda _typed: ""),
        ):
            driven.app.push_screen(dialog)
            await driven.until(lambda: driven.app.focused is not None)
            await driven.burst(*keys)
            await driven.until(lambda dialog=dialog: driven.app.screen is not dialog)  # type: ignore[misc]
            assert driven.app.screen is behind
