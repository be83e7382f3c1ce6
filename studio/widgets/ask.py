"""Asking for a line of text: letters of a name, a tick, words of a story."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from studio.widgets.early import Early
from studio.widgets.spans import bordered
from studio.widgets.ways import Ways


class Ask(Early[str]):
    """One line to type into; enter takes it, esc goes back."""

    DEFAULT_CSS = """
    Ask { align: center bottom; background: transparent; }
    Ask Vertical { width: 100%; height: auto; border: heavy $border; background: $surface; padding: 0 1;
        border-title-color: $accent; }
    Ask Input, Ask Input:focus { border: none; padding: 0; height: 1; background: $panel; }
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
            box.border_title = bordered(self._title)
            yield Input(self._wanted, placeholder=self._example, select_on_focus=True)
            yield Ways(self.take)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        self.taken(event.value.strip())

    def on_ways_gone(self, message: Ways.Gone) -> None:
        """Take what was typed, or go back."""
        if message.take:
            self.taken(self.query_one(Input).value.strip())
        else:
            self.dismiss(None)

    def taken(self, typed: str) -> None:
        """Close with what was typed."""
        self.dismiss(typed)


class Converse(Ask):
    """One line after another: enter says what was typed and leaves the line open for more, until esc."""

    take = "say"

    def __init__(self, title: str, example: str, say: Callable[[str], bool]) -> None:
        super().__init__(title, example)
        self._say = say
        """Says a line; False while another is not answered yet, and the line stays as it is typed."""

    def taken(self, typed: str) -> None:
        """Say what was typed, and keep the line open."""
        if typed and self._say(typed):
            self.query_one(Input).value = ""
