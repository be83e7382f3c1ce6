"""The peer of the map pane: a plain ScrollView of Textual's that emits runs, with nothing beside
it.

Usage: python -m benchmarks.plain MAP WIDTH HEIGHT – the pane's size.
"""

import re
import sys
from pathlib import Path

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

STYLES = {
    ",": Style.parse("#6f9a5b on #16211a"),
    ".": Style.parse("#a08c6c on #221e18"),
    ":": Style.parse("#8a8f98 on #1c1f24"),
    "T": Style.parse("#3f7a46 on #101a13"),
    "~": Style.parse("#5aa0d0 on #10202c"),
    "#": Style.parse("#9aa3b5 on #23262e"),
}
RUNS = re.compile(r"(.)\1*")


class Plain(ScrollView):
    """Rows as runs of equal style."""

    def __init__(self, rows: list[str]) -> None:
        super().__init__()
        self._rows = rows
        self.virtual_size = Size(len(rows[0]), len(rows))

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        left, top = self.scroll_offset
        row = self._rows[top + y] if top + y < len(self._rows) else ""
        text = row[left : left + self.size.width]
        return Strip([Segment(run[0], STYLES[run[1]]) for run in RUNS.finditer(text)], len(text))


class Peer(App[None]):
    """The view alone, as large as the studio's pane."""

    BINDINGS = [  # noqa: RUF012 - as Textual declares it
        Binding("L", "pan(16)"),
        Binding("H", "pan(-16)"),
        Binding("Q", "quit"),
    ]
    CSS = "Plain { scrollbar-size: 0 0; } Screen { overflow: hidden; }"

    def compose(self) -> ComposeResult:
        """Show the map."""
        view = Plain(Path(sys.argv[1]).read_text().splitlines())
        view.styles.width, view.styles.height = int(sys.argv[2]), int(sys.argv[3])
        yield view

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(Plain).focus()

    def action_pan(self, columns: int) -> None:
        """Move the view."""
        view = self.query_one(Plain)
        view.scroll_to(x=view.scroll_offset.x + columns, animate=False, force=True, immediate=True)


if __name__ == "__main__":
    Peer().run()
