"""Ask for one line of text."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from studio.ui.dialogs.dialog import DialogFooter
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.text import clean_border


class TextPrompt(TypeaheadDialog[str]):
    """One line to type into; enter takes it, esc goes back."""

    DEFAULT_CSS = """
    TextPrompt { align: center bottom; background: transparent; }
    TextPrompt Vertical { width: 100%; height: auto; border: heavy $border; background: $surface; padding: 0 1;
        border-title-color: $accent; }
    TextPrompt Input, TextPrompt Input:focus { border: none; padding: 0; height: 1; background: $panel; }
    """
    BINDINGS = [("escape", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it
    take = "ok"
    """What enter does."""

    def __init__(self, title: str, example: str, wanted: str = "") -> None:
        super().__init__()
        self._title, self._example, self._wanted = title, example, wanted

    def compose(self) -> ComposeResult:
        """Show the field."""
        with Vertical() as box:
            box.border_title = clean_border(self._title)
            yield Input(self._wanted, placeholder=self._example, select_on_focus=True)
            yield DialogFooter(self.take)

    def submit(self) -> None:
        """Take what was typed."""
        self.accept(self.query_one(Input).value.strip())

    def accept(self, typed: str) -> None:
        """Close with what was typed."""
        self.dismiss(typed)


class RepeatedPrompt(TextPrompt):
    """One line after another: enter says what was typed and leaves the line open for more, until
    esc."""

    take = "say"

    def __init__(self, title: str, example: str, say: Callable[[str], bool]) -> None:
        super().__init__(title, example)
        self._say = say
        """Says a line; False while another is not answered yet, and the line stays as it is
        typed."""

    def accept(self, typed: str) -> None:
        """Say what was typed, and keep the line open."""
        if typed and self._say(typed):
            self.query_one(Input).value = ""
