"""The dialog that lists problems and goes on."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from latticeville.core.problems import Problem
from studio.ui.command_scope import bindings
from studio.ui.dialogs.dialog import Dialog, DialogFooter
from studio.ui.problem_list import ProblemDetails
from studio.ui.text import clean_border


class ProblemNotes(ProblemDetails):
    """What there is to tell."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")


class ProblemsDialog(Dialog[None]):
    """A sentence and a list of problems."""

    DEFAULT_CSS = """
    ProblemsDialog { align: center middle; background: $background 60%; }
    ProblemsDialog:ansi { background: ansi_default; }
    ProblemsDialog Vertical { width: 92%; max-width: 110; height: 80%; border: heavy $border; background: $surface;
        padding: 0 1; border-title-color: $accent; }
    ProblemsDialog #notes { height: 1fr; background: $surface; }
    ProblemsDialog Static { height: auto; }
    """

    def __init__(self, title: str, text: str, problems: Sequence[Problem]) -> None:
        super().__init__()
        self._title, self._text, self._problems = title, text, problems

    def compose(self) -> ComposeResult:
        """Show the sentence and the list."""
        with Vertical() as box:
            box.border_title = clean_border(self._title)
            yield Static(self._text, markup=False)
            yield ProblemNotes(self._problems, "notes")
            yield DialogFooter("close")

    def on_list_view_opened(self) -> None:
        """Go on."""
        self.dismiss(None)

    def on_dialog_footer_pressed(self) -> None:
        """Go on."""
        self.dismiss(None)
