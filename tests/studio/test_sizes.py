"""Every screen and dialog in terminals of every size: none fails, none draws outside, and esc
closes what it closed."""

import importlib
import pkgutil
import random
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.events import Resize
from textual.geometry import Offset, Region, Size
from textual.screen import ModalScreen, Screen

import studio as package
from latticeville.core.problems import Problem
from latticeville.reports.diff.compare import Comparison
from latticeville.runs.replay import Replay
from latticeville.runs.run_summaries import RunSummary
from latticeville.sim.state import State
from studio.app.context_menu import ContextMenu, MenuItem
from studio.app.help import ABOUT, HelpDialog
from studio.app.jump_mode import JumpMode
from studio.app.palette import PROVIDERS, StudioPalette
from studio.app.run_changes import RunChanges
from studio.app.run_list import RunTrees
from studio.app.runs_dialog import RunsDialog
from studio.app.themes import ThemePicker
from studio.app.welcome import WelcomeScreen
from studio.app.worlds import BrokenWorldScreen
from studio.editor.conflict_dialog import ConflictDialog
from studio.editor.new_kind_dialog import NewKindDialog
from studio.editor.recovery_dialog import RecoveryDialog
from studio.map.favourites import FavouritesDialog
from studio.map.screen import MapScreen
from studio.objects.screen import ObjectsScreen
from studio.people.screen import PeopleScreen
from studio.project.open_project import make_conflict, open_project
from studio.run.actor import ActDialog
from studio.run.comparison_screen import ComparisonScreen
from studio.run.scenarios.scenarios_screen import ScenariosScreen
from studio.run.scenarios.session import ScenarioSession
from studio.run.screen import SimulateScreen
from studio.run.sql.query_screen import QueryScreen
from studio.run.sql.session import QuerySession
from studio.run.studies.session import StudiesSession
from studio.run.studies.studies_screen import StudiesScreen
from studio.run.until_dialog import UntilDialog
from studio.ui.command_scope import CommandScope
from studio.ui.commands.registry import ABOVE, COMMANDS, MOVES
from studio.ui.commands.user_keymap import read_keymap
from studio.ui.dialogs.dialog import Dialog
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.problems_dialog import ProblemsDialog
from studio.ui.dialogs.text_dialog import RepeatedPrompt, TextDialog, TextPrompt
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.textual_private import PromptPalette
from tests.reports.test_comparison import sides, whole  # noqa: F401 - fixtures
from tests.samples import samples
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE

pytestmark = pytest.mark.fuzz

CORNERS = [(10, 4), (24, 10), (59, 19), (60, 20), (200, 4), (10, 60), (200, 60)]
LONG = (
    "A very long line [of words] that no narrow terminal holds, with 全角の文字 and "
    "a_word_without_any_space " * 2
)
OPTIONS = [Option(f"{place}", f"{place} {LONG}", LONG) for place in range(40)]
PROBLEM = Problem(LONG, 3, 7, "bad", LONG, LONG, LONG)
BENCHES = {"4": SimulateScreen, "1": MapScreen, "2": PeopleScreen, "3": ObjectsScreen}
STAY = {
    "app.suspend",
    "app.leave",
    "simulate.close",
    "simulate.play",
    "simulate.interview",
    *(
        command.id
        for command in COMMANDS
        if command.action in ("design", "people", "things", "simulate", *MOVES)
    ),
}
"""Commands that the walk leaves out: they leave the screen or the studio, never end, or move a
cursor."""

Make = Callable[[], Screen[Any]]


def sizes(case: str, number: int) -> list[tuple[int, int]]:
    """Return so many sizes in an order of the case's own: the corners first, then smaller ones more
    often."""
    rng = random.Random(case)
    corners = rng.sample(CORNERS, min(number, len(CORNERS)))
    between = [
        (int(10 * 20 ** rng.random()), int(4 * 15 ** rng.random()))
        for _ in range(number - len(corners))
    ]
    return [*between, *corners]


def dialogs(folder: Path, state: State, compared: Comparison) -> dict[str, Make]:
    """Return how each dialog is made, with more text than most sizes hold."""
    opened = open_project(folder)
    conflict = make_conflict(opened, "world.toml", b'name = "Elsewhere"\n')
    found: dict[str, Make] = {
        "Ask": lambda: TextPrompt(LONG, LONG, LONG),
        "Converse": lambda: RepeatedPrompt(LONG, LONG, bool),
        "Fill": lambda: ValidatedInput(LONG, LONG, LONG, lambda _typed: LONG, [LONG] * 9),
        "Pick": lambda: OptionDialog(LONG, OPTIONS, text=LONG),
        "Pick without letters": lambda: OptionDialog(
            LONG, OPTIONS[:2], text=f"{LONG}\n" * 9, search=False
        ),
        "Pick, wide": lambda: OptionDialog(LONG, OPTIONS, wide=True),
        "Favourites": lambda: FavouritesDialog(LONG, OPTIONS, text=LONG, search=False),
        "Act": lambda: ActDialog(LONG, OPTIONS, text=f"{LONG}\n" * 9),
        "RecoveryDialog": lambda: RecoveryDialog(
            LONG, OPTIONS[:4], text=f"{LONG}\n" * 9, search=False
        ),
        "Write": lambda: TextDialog(LONG, f"{LONG}\n" * 30, lambda _typed: LONG),
        "Until": lambda: UntilDialog(state, LONG),
        "ProblemsDialog": lambda: ProblemsDialog(LONG, LONG, [PROBLEM] * 9),
        "Palette": lambda: StudioPalette(providers=PROVIDERS, placeholder=LONG),
        "Compare": lambda: ConflictDialog(conflict),
        "ComparisonScreen": lambda: ComparisonScreen(
            ("monday", "what-if"), compared, LONG, (40, 40)
        ),
        "RunsDialog": lambda: RunsDialog(
            RunTrees(folder, [(place % 3, RunSummary(LONG, note=LONG)) for place in range(9)]),
            RunChanges(),
            _unread,
        ),
        "QueryScreen": lambda: QueryScreen(folder, QuerySession(), lambda _who: True),
        "ScenariosScreen": lambda: ScenariosScreen(folder, ScenarioSession()),
        "StudiesScreen": lambda: StudiesScreen(folder, StudiesSession()),
        "Broken": lambda: BrokenWorldScreen(folder, [PROBLEM] * 9),
        "Welcome": WelcomeScreen,
        "ThemePicker": lambda: ThemePicker(
            LONG, [Option("day", LONG), Option("night", LONG)], text=LONG
        ),
        "NewKindDialog": lambda: NewKindDialog(opened.project, "bed"),
        "ContextMenu": lambda: ContextMenu(
            [MenuItem(f"{place}", LONG, "f10") for place in range(40)], Offset(9, 3)
        ),
        "Jump": lambda: JumpMode({name: Region(3, 4, 50, 9) for name in ("map", "outline")}),
    }
    for subject in random.Random(0).sample(sorted(ABOUT), samples(8, len(ABOUT))):
        found[f"Help on {subject}"] = partial(HelpDialog, subject, read_keymap(folder / "none"))
    return found


async def _unread() -> None:
    """Read no runs."""


def classes() -> Iterator[type[Screen[Any]]]:
    """Yield every class of the studio's that draws a whole screen or a dialog."""
    for module in pkgutil.walk_packages(package.__path__, "studio."):
        importlib.import_module(module.name)
    waiting: list[type[Screen[Any]]] = [Screen]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        if one is PromptPalette:
            continue  # what Textual's palette lacks; only ours is shown
        if one.__module__.startswith("studio.") and one.compose not in (
            Screen.compose,
            ModalScreen.compose,
        ):
            yield one


async def settle(driven: Driven) -> None:
    """Let what was posted be done; an error in it is raised."""
    for _ in range(2):
        await driven.pilot._wait_for_screen()
        driven.app.screen._on_timer_update()
    if driven.app._exception:
        raise driven.app._exception


async def resize(driven: Driven, width: int, height: int) -> None:
    """Give the terminal another size, and draw in it."""
    size = Size(width, height)
    driven.app._driver._size = size  # type: ignore[union-attr]
    driven.app.post_message(Resize(size, size))
    await driven.pilot._wait_for_screen()
    driven.app._check_resize()
    await settle(driven)


def look(driven: Driven, what: str) -> None:
    """Check what is drawn: every line as wide as the terminal, and a dialog inside it where there
    is room."""
    screen, size = driven.app.screen, driven.app.size
    lines = [cell_len(strip.text) for strip in screen._compositor.render_strips()]
    assert lines == [size.width] * size.height, f"{what} at {size}"
    if isinstance(screen, ModalScreen) and size.width >= 60 and size.height >= 20:
        whole = Region(0, 0, *size)
        outside = [
            child
            for child in screen.children
            if child.display and not whole.contains_region(child.region)
        ]
        assert not outside, f"{what} at {size}: {[(child, child.region) for child in outside]}"


async def draw(driven: Driven, what: str, at: list[tuple[int, int]]) -> None:
    for width, height in at:
        try:
            await resize(driven, width, height)
        except Exception as error:
            error.add_note(f"{what} at {width}x{height}")
            raise
        look(driven, what)


@pytest.fixture
def square(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a world to work in, beside which files may be written."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


@pytest.fixture
def cases(square: Path, sides: tuple[Path, Path], whole: Comparison) -> dict[str, Make]:  # noqa: F811 - fixtures
    return dialogs(square, Replay(sides[0]).at(11).state, whole)


def test_every_screen_and_dialog_has_a_case(cases: dict[str, Make]) -> None:
    known = {type(make()) for make in cases.values()} | {*BENCHES.values()}
    shown = {
        one for one in classes() if one in known or not any(issubclass(each, one) for each in known)
    }
    assert {one.__name__ for one in shown} == {one.__name__ for one in known}
    assert all(
        issubclass(one, Dialog)
        for one in classes()
        if issubclass(one, ModalScreen) and one is not StudioPalette
    )
    assert {*ABOUT} >= {where for where in ABOVE if where not in ("dialog", "simulate")}


async def test_dialogs(cases: dict[str, Make]) -> None:
    async with studio(None, (80, 24)) as driven:
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
        behind = driven.app.screen
        for name, make in cases.items():
            dialog = make()
            driven.app.push_screen(dialog)
            await draw(driven, name, sizes(name, samples(3 if "Help" in name else 8, 40)))
            if name in ("Broken", "Welcome"):
                await driven.app.pop_screen()
            for _ in range(3):
                if driven.app.screen is dialog:
                    await driven.burst("escape", "escape")
            assert driven.app.screen is behind, f"esc does not close {name} at {driven.app.size}"


@pytest.mark.parametrize("key", BENCHES)
async def test_workbenches(square: Path, key: str) -> None:
    async with studio(square) as driven:
        await driven.press(key)
        await driven.until(lambda: isinstance(driven.app.screen, BENCHES[key]))
        screen = driven.app.screen
        name = type(screen).__name__
        await draw(driven, name, sizes(name, samples(22, 150)))
        for pane in screen.names:  # type: ignore[attr-defined]
            await resize(driven, 120, 40)
            screen.focus_pane(pane)  # type: ignore[attr-defined]
            await draw(driven, f"{name} with {pane}", sizes(pane, samples(2, 20)))
            assert driven.app.screen is screen


@pytest.mark.parametrize("key", BENCHES)
async def test_what_commands_open(square: Path, key: str) -> None:
    """Do the commands of a workbench, and go on through what each opens by enter."""
    async with studio(square) as driven:
        await driven.press(key)
        await driven.until(lambda: isinstance(driven.app.screen, BENCHES[key]))
        screen = driven.app.screen
        wheres = {
            node.where for node in [screen, *screen.query("*")] if isinstance(node, CommandScope)
        } | {"app"}
        known = [
            command for command in COMMANDS if command.where in wheres and command.id not in STAY
        ]
        rng = random.Random(key)
        for command in rng.sample(known, min(len(known), samples(4, 1000))):
            await resize(driven, 120, 40)
            if key in "14":
                screen.select("mina")  # type: ignore[attr-defined]
            driven.app.dispatcher.run(command)
            await settle(driven)
            for _ in range(4):
                dialog = driven.app.screen
                if not isinstance(dialog, ModalScreen):
                    break
                await draw(
                    driven,
                    f"{command.id}: {type(dialog).__name__}",
                    sizes(command.id, samples(2, 8)),
                )
                await driven.pilot.press("enter")
                await settle(driven)
                if driven.app.screen is dialog:
                    break
            for _ in range(6):
                if isinstance(driven.app.screen, ModalScreen):
                    await driven.pilot.press("escape")
                    await settle(driven)
            assert not isinstance(driven.app.screen, ModalScreen), (
                f"esc does not leave what {command.id} opened"
            )
            if driven.app.screen is not screen:
                assert len(driven.app.screen_stack) > 1, f"{command.id} leaves the world"
                await resize(driven, 120, 40)
                await driven.press(key)
                await driven.until(lambda: isinstance(driven.app.screen, BENCHES[key]))
                screen = driven.app.screen


async def test_help_below_25_columns(square: Path) -> None:
    async with studio(square, (120, 40)) as driven:
        await driven.press("question_mark")
        await driven.until(lambda: isinstance(driven.app.screen, HelpDialog))
        for width in range(25, 9, -5):
            await draw(driven, "Help", [(width, 12)])
        await driven.press("escape")
        await resize(driven, 24, 10)
        await driven.press("question_mark")
        await driven.until(lambda: isinstance(driven.app.screen, HelpDialog))
        assert "Help" in driven.frame()
        await driven.press("escape")
        assert isinstance(driven.app.screen, SimulateScreen)
