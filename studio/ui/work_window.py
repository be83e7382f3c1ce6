"""A window of a list over the whole screen, with the line that tells how far its work is."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ScreenResultType

from studio.ui.dialogs.dialog import Dialog
from studio.ui.footer import CommandFooter
from studio.ui.list_view import WrappedListView
from studio.ui.text import clean_border
from studio.ui.window_work import WindowWork


class WorkLines(WrappedListView):
    """The list of a window; `work` is that of the window."""

    eager = False

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self.work: WindowWork

    @property
    def key(self) -> str:
        """The key of the line at the cursor."""
        return self.rows[self.cursor].key if self.rows else ""

    def draw(self, key: str) -> None:
        """Show what is known now, with the cursor on the line of a key."""
        self._draw()
        self._move_to_key(key)

    def action_away(self) -> None:
        """Cancel what is being done, else close the window."""
        self.work.leave()


class WorkWindow(Dialog[ScreenResultType]):
    """A list, what is being done, and the keys."""

    DEFAULT_CSS = """
    WorkWindow { align: center middle; background: $background 40%; }
    WorkWindow:ansi { background: ansi_default; }
    WorkWindow > Vertical { width: 100%; height: 100%; background: $background; }
    WorkWindow WorkLines { height: 1fr; border: heavy $border; background: $surface;
        border-title-color: $accent; padding: 0 1; }
    WorkWindow #told { height: auto; max-height: 4; padding: 0 1; color: $quiet; }
    WorkWindow:ansi #told { color: ansi_default; text-style: dim; }
    WorkWindow:ansi WorkLines { border: heavy ansi_yellow; }
    """

    def __init__(self, title: str, lines: WorkLines) -> None:
        super().__init__()
        self._list = lines
        lines.border_title = clean_border(title)
        self.work = lines.work = WindowWork(self)
        """What is being done, if anything is."""

    def compose(self) -> ComposeResult:
        """Show the list, and what is being done."""
        with Vertical():
            yield self._list
            yield self.work.line()
            yield CommandFooter(id="hints")
