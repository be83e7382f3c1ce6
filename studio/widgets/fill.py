"""One field of a form: typed, and checked as it is typed."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.suggester import Suggester, SuggestFromList
from textual.widgets import Input, Static

from studio.widgets.early import Early
from studio.widgets.spans import clean
from studio.widgets.ways import Ways

Check = Callable[[str], str]
"""Says what is wrong with a text, or nothing."""


class Fill(Early[str]):
    """A line to type into, what it is for, and what is wrong with it; enter takes what is right, esc goes back."""

    DEFAULT_CSS = """
    Fill { align: center bottom; background: transparent; }
    Fill Vertical { width: 100%; height: auto; border: heavy $border; background: $surface; padding: 0 1;
        border-title-color: $accent; }
    Fill Input, Fill Input:focus { border: none; padding: 0; height: 1; background: $panel; }
    Fill Static { height: auto; min-height: 1; max-height: 3; color: $foreground; }
    Fill #wrong { color: $error; text-style: bold; }
    """
    BINDINGS = [("escape", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it

    def __init__(
        self,
        title: str,
        help: str,  # noqa: A002 - what else
        text: str,
        check: Check,
        words: Sequence[str] | Suggester = (),
    ) -> None:
        super().__init__()
        self._title, self._help, self._text, self._check, self._words = title, help, text, check, words

    def compose(self) -> ComposeResult:
        """Show the field."""
        words = self._words
        suggester = words if isinstance(words, Suggester) else None
        if words and suggester is None and not isinstance(words, Suggester):
            suggester = SuggestFromList(words, case_sensitive=False)
        with Vertical() as box:
            box.border_title = clean(self._title).replace("[", "(")
            yield Input(self._text, suggester=suggester, select_on_focus=True)
            yield Static(clean(self._help), markup=False, id="help")
            yield Static("", markup=False, id="wrong")
            yield Ways()

    def _wrong(self, text: str) -> str:
        wrong = self._check(text.strip())
        self.query_one("#wrong", Static).update(f"✗ {wrong}" if wrong else "")
        return wrong

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is wrong so far."""
        self._wrong(event.value)

    def on_input_submitted(self) -> None:
        """Take what was typed, if it is right."""
        self._take()

    def _take(self) -> None:
        typed = self.query_one(Input).value
        if not self._wrong(typed):
            self.dismiss(typed.strip())

    def on_ways_gone(self, message: Ways.Gone) -> None:
        """Take what was typed, if it is right, or go back."""
        if message.take:
            self._take()
        else:
            self.dismiss(None)
