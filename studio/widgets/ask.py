"""Asking for a line of text: letters of a name, a tick, words of a story."""

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Input


class Ask(ModalScreen[str]):
    """One line to type into; enter takes it, esc goes back."""

    DEFAULT_CSS = """
    Ask { align: center bottom; background: transparent; }
    Ask Input { width: 100%; height: 3; border: heavy $border; background: $surface; }
    """
    BINDINGS = [("escape", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, title: str, example: str, wanted: str = "") -> None:
        super().__init__()
        self._title, self._example, self._wanted = title, example, wanted

    def compose(self) -> ComposeResult:
        """Show the field."""
        field = Input(self._wanted, placeholder=self._example, select_on_focus=True)
        field.border_title = self._title
        yield field

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        self.dismiss(event.value.strip())
