"""What holds in every pane and every window: help, copying, going to what was found."""

from typing import Any

import pytest
from textual.widgets import Input

from studio.app.help import ABOUT, HelpDialog
from studio.app.palette import PROVIDERS, StudioPalette
from studio.objects.screen import ObjectsScreen
from studio.people.screen import PeopleScreen
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.problems_dialog import ProblemsDialog
from studio.ui.dialogs.text_dialog import TextDialog, TextPrompt
from studio.ui.list_view import ListView
from tests.studio.conftest import Driven, studio
from tests.studio.test_sizes import BENCHES, PROBLEM, Make

OPTIONS = [Option("a", "One"), Option("b", "Two")]
WINDOWS: dict[str, Make] = {
    "line": lambda: TextPrompt("Title", "example"),
    "options": lambda: OptionDialog("Title", OPTIONS),
    "short list": lambda: OptionDialog("Title", OPTIONS, search=False),
    "text": lambda: TextDialog("Title", "text", str),
    "palette": lambda: StudioPalette(providers=PROVIDERS),
    "problems": lambda: ProblemsDialog("Title", "said", [PROBLEM]),
}


async def at_workbench(driven: Driven, key: str) -> Any:
    """Go to a workbench by its key, and return its screen."""
    await driven.press(key)
    await driven.until(lambda: isinstance(driven.app.screen, BENCHES[key]))
    return driven.app.screen


@pytest.mark.parametrize("key", BENCHES)
async def test_help_explains_the_pane_and_y_copies_it(key: str) -> None:
    async with studio() as driven:
        screen = await at_workbench(driven, key)
        for pane in screen.names:
            screen.focus_pane(pane)
            await driven.pilot.pause()
            widget = screen.focused
            for way_in in ("question_mark", "f1"):
                await driven.press(way_in)
                assert isinstance(driven.app.screen, HelpDialog), pane
                assert ABOUT[widget.where].split()[0] in driven.frame()
                await driven.press(way_in)
                assert driven.app.screen is screen
            driven.app.copy_to_clipboard("before")
            await driven.press("y")
            if pane == "draw":  # no cells are selected
                continue
            assert driven.app.clipboard == (widget.text() or "before"), pane
            assert ("Copied" if widget.text() else "nothing to copy") in driven.frame(), pane


@pytest.mark.parametrize("window", WINDOWS)
async def test_f1_explains_a_window_and_leaves_what_was_typed(window: str) -> None:
    async with studio() as driven:
        await driven.app.push_screen(WINDOWS[window]())
        await driven.pilot.pause()
        shown = driven.app.screen
        for line in shown.query(Input):
            line.value = "o"
        await driven.press("f1")
        assert isinstance(driven.app.screen, HelpDialog)
        assert "A window over the screen" in driven.frame()
        await driven.press("escape")
        assert driven.app.screen is shown
        assert [line.value for line in shown.query(Input)] == ["o" for _ in shown.query(Input)]
        for lines in shown.query(ListView):
            if lines.has_focus:
                await driven.press("y")
                assert driven.app.clipboard == lines.text()


async def test_n_goes_through_the_people_that_a_filter_shows() -> None:
    async with studio() as driven:
        screen = await at_workbench(driven, "2")
        assert isinstance(screen, PeopleScreen)
        screen.focus_pane("persona")
        everybody, first = screen._person.list.names(screen.project), screen.selected
        await driven.press("n")
        assert screen.selected == everybody[(everybody.index(first) + 1) % len(everybody)]
        assert screen.focused is screen._person.form
        await driven.press("N")
        assert screen.selected == first
        screen._person.list.filter(screen.project, "mina")
        await driven.press("n", "n")
        assert screen.selected == "mina"


async def test_n_goes_through_the_kinds() -> None:
    async with studio() as driven:
        screen = await at_workbench(driven, "3")
        assert isinstance(screen, ObjectsScreen)
        kinds = screen.presenter.listed()
        seen = []
        for _ in kinds:
            seen.append(screen.presenter.chosen)
            await driven.press("n")
        assert sorted(seen) == sorted(kinds)
        await driven.press("N")
        assert screen.presenter.chosen == seen[-1]


async def test_nothing_is_redone_where_nothing_is_edited() -> None:
    async with studio() as driven:
        for key in ("ctrl+r", "ctrl+y", "ctrl+z"):
            await driven.press(key)
            assert "nothing is edited here" in driven.frame()
