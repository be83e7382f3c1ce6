"""The screen of a world that has errors: each problem with its place, reason and fix."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from latticeville.core.problems import Problem
from studio.ui.bar import Bar
from studio.ui.command_scope import bindings
from studio.ui.footer import CommandFooter
from studio.ui.problem_list import ProblemDetails
from studio.ui.text import ALARM, STRONG, Span, clean


class BrokenWorldProblems(ProblemDetails):
    """What keeps the world from being used."""

    where = "broken"
    BINDINGS: ClassVar[list[BindingType]] = bindings("broken")

    def action_retry(self) -> None:
        """Read the world again."""
        if isinstance(self.screen, BrokenWorldScreen):
            self.screen.dismiss(self.screen.world)


class BrokenWorldScreen(Screen[Path | None]):
    """Lists problems; its result is the world to try again, or None."""

    AUTO_FOCUS = "#problems"
    editable = True
    """What keeps a world from running can be mended in the workbench."""
    DEFAULT_CSS = """
    BrokenWorldScreen { background: $background; }
    BrokenWorldScreen #problems { height: 1fr; border: round $border-blurred; padding: 0 1; }
    BrokenWorldScreen #problems:focus { border: heavy $border; }
    """

    def __init__(self, world: Path, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.world, self._found = world, problems

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Bar(id="title")
        yield BrokenWorldProblems(self._found, "problems")
        yield CommandFooter(id="hints")

    def on_mount(self) -> None:
        """Say what this is."""
        count = len(self._found)
        self.query_one("#title", Bar).say(
            (Span("Latticeville", STRONG), Span(f" · World “{clean(str(self.world))}” has errors")),
            Span(f"{count} problem{'s' * (count != 1)}", ALARM),
        )
