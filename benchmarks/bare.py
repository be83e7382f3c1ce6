"""The least that Textual asks for a cell that is drawn: one widget, nothing beside it, one cell
painted a move."""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Sheet(Widget):
    """Draws a sign wherever the mouse was."""

    drawn: frozenset[tuple[int, int]] = frozenset()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        text = "".join("#" if (x, y) in self.drawn else "." for x in range(self.size.width))
        return Strip([Segment(text, Style())], self.size.width)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Draw a cell."""
        self.drawn |= {(event.x, event.y)}
        self.refresh(Region(event.x, event.y, 1, 1))


class Bare(App[None]):
    """The sheet alone."""

    ALLOW_SELECT = False

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Sheet()


if __name__ == "__main__":
    Bare().run()
