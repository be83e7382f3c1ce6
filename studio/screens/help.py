"""Help: what the focused pane is, and every key that holds in it."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from studio.commands import around, commands
from studio.keymap import Keymap
from studio.locations import keymap_file
from studio.widgets.bar import key_name
from studio.widgets.lines import Lines
from studio.widgets.part import bindings
from studio.widgets.spans import QUIET, STRONG, WARM, Row, Span, wrap

ABOUT = {
    "map": "The map: people over objects over ground. The cursor's cell is named below. A selected area is framed, "
    "a selected person or thing stands inverted. Drag or use the wheel to pan; click again to reach what is under.",
    "outline": "The world as a tree: areas in areas, objects with their states, people where they are; at the right, "
    "how many people are inside.",
    "card": "Everything about what is selected. Lines that speak of another place, person or thing lead there.",
    "timeline": "The whole run on one line: the higher a bar, the more happened; shaded hours are night. Click or "
    "drag to go to another time.",
    "transcript": "What happened up to the tick that you see, the newest last and marked.",
    "simulate": "A run is one tape. Ticks that exist are shown again; after the last one, play and step make new "
    "ones. Going back stops the village; play goes on from there through what has been, and then lives on.",
    "welcome": "Worlds in ./worlds and worlds opened before.",
    "broken": "What keeps this world from being opened. Mend the files, then try again.",
    "app": "Everywhere",
}
"""What each part of a screen is."""
TITLES = {"simulate": "The run", "app": "Everywhere"}
"""Headings of the parts around a pane."""
MOUSE = "To select text with the mouse as the terminal does, hold shift (or option) while dragging."
"""How to get past the mouse of the studio."""


class Keys(Lines):
    """The text of a help page."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")

    def __init__(self, subject: str, keymap: Keymap) -> None:
        super().__init__(id="keys")
        self._subject, self._keymap = subject, keymap
        self.border_title = f"Help · {subject}"

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.show_rows(list(self._page()))
        super().on_resize()

    def _page(self) -> Iterator[Row]:
        cells = self.size.width
        for turn, line in enumerate(wrap(ABOUT.get(self._subject, ""), cells)):
            yield Row(f"about {turn}", (Span(line),))
        for where in around(self._subject):
            yield Row(f"{where} gap", ())
            yield Row(where, (Span(TITLES.get(where, where.capitalize()), STRONG),))
            if where == "simulate":
                for turn, line in enumerate(wrap(ABOUT[where], cells)):
                    yield Row(f"{where} {turn}", (Span(line, QUIET),))
            for command in commands(where):
                keys = " ".join(map(key_name, self._keymap.of(command)))
                for turn, line in enumerate(wrap(command.help, cells - 43)):
                    head = f"  {keys or '–':<16}" if turn == 0 else " " * 18
                    name = f" {command.name:<23} " if turn == 0 else " " * 25
                    yield Row(f"{command.id} {turn}", (Span(head, WARM), Span(name[:25]), Span(line, QUIET)))
        yield Row("mouse gap", ())
        for turn, line in enumerate(
            wrap(f'{MOUSE} Keys can be changed in {keymap_file()}: command.id = "key".', cells)
        ):
            yield Row(f"mouse {turn}", (Span(line, QUIET),))

    def action_close(self) -> None:
        """Back to where one was."""
        self.screen.dismiss()


class Help(ModalScreen[None]):
    """A page about one part of the screen."""

    DEFAULT_CSS = """
    Help { align: center middle; background: $background 60%; }
    Help:ansi { background: ansi_default; }
    Help Vertical { width: 92%; max-width: 100; height: 90%; }
    Help #keys { border: heavy $border; background: $surface; padding: 0 1; height: 1fr; }
    """

    def __init__(self, subject: str, keymap: Keymap) -> None:
        super().__init__()
        self._subject, self._keymap = subject, keymap

    def compose(self) -> ComposeResult:
        """Show the page."""
        with Vertical():
            yield Keys(self._subject, self._keymap)
