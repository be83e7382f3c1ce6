"""The terminal that the studio runs in: whether it still exists, its size and its colours."""

import os
import select
import sys
from typing import NamedTuple

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from textual import events
from textual.app import App
from textual.widgets import Static

from studio.ui.text import wrap_text

COLORFUL = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT)
"""The colours that tiles, compact cells and faces need."""


def color_system(app: App[object]) -> ColorSystem:
    """Return the colours that the terminal has."""
    return COLOR_SYSTEMS.get(app.console.color_system or "", ColorSystem.TRUECOLOR)


def has_own_colors(app: App[object]) -> bool:
    """Tell whether the program chooses its colours: neither the terminal's own nor none."""
    return not (app.no_color or app.native_ansi_color)


def has_terminal() -> bool:
    """Tell whether the studio reads from a terminal at all."""
    try:
        return os.isatty(sys.__stdin__.fileno()) if sys.__stdin__ else False
    except (OSError, ValueError):
        return False


def is_hung_up() -> bool:
    """Tell whether the terminal has gone away, which no signal tells whoever is not its own
    session's leader."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(sys.__stdin__.fileno(), 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


class ScreenRoom(NamedTuple):
    """The size of a screen in cells."""

    width: int = 0
    height: int = 0

    @property
    def too_small(self) -> bool:
        """Whether no pane has room."""
        return self.width < 60 or self.height < 20

    @property
    def wide(self) -> bool:
        """Whether the map has room for panes on both sides."""
        return self.width >= 104

    @property
    def tall(self) -> bool:
        """Whether there is room for panes one above the other."""
        return self.height >= 30

    @property
    def roomy(self) -> bool:
        """Whether panes at the sides may be wider than they must."""
        return self.width >= 140


class TooSmallNotice(Static):
    """Asks for more room, in as many words as there is room for."""

    DEFAULT_CSS = (
        "TooSmallNotice { width: 1fr; height: 1fr; content-align: center middle; "
        "text-align: center; }"
    )
    TEXTS = (
        "The studio needs at least\n60 columns and 20 rows.",
        "Needs more room:\n60 × 20",
        "60 × 20",
    )

    def __init__(self) -> None:
        super().__init__(self.TEXTS[0], id="room", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Take the longest text that fits."""
        width, height = event.size
        wrapped = (
            [line for part in text.split("\n") for line in wrap_text(part, width)]
            for text in self.TEXTS
        )
        fitting = (
            text for text, lines in zip(self.TEXTS, wrapped, strict=True) if len(lines) <= height
        )
        self.update(next(fitting, self.TEXTS[-1]))
