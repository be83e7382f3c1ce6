"""Size classes of the terminal, and the notice if it is too small."""

from typing import NamedTuple

from textual import events
from textual.widgets import Static

from studio.ui.text import wrap_text


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
