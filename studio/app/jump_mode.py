"""Jump mode: a letter on every pane; its key focuses the pane."""

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.widgets import Static

from studio.ui.dialogs.dialog import Dialog

LETTERS = "asdfgqwertzxcvb"
"""Letters in the order in which panes get them."""


class JumpMode(Dialog[str]):
    """Puts a letter on each pane; its result is the id of the pane whose letter was pressed."""

    DEFAULT_CSS = """
    JumpMode { background: transparent; }
    JumpMode Static {
        position: absolute; width: 5; height: 1; content-align: center middle;
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    JumpMode:ansi Static { text-style: reverse bold; }
    """

    def __init__(self, panes: Mapping[str, Region]) -> None:
        super().__init__()
        self._panes = dict(zip(LETTERS, panes.items(), strict=False))

    def compose(self) -> ComposeResult:
        """Put the letters on the panes."""
        self._terminal = self.app.size
        for letter, (_name, region) in self._panes.items():
            label = Static(letter, markup=False)
            label.styles.offset = (
                region.x + max(0, (region.width - 5) // 2),
                region.y + max(0, (region.height - 1) // 2),
            )
            yield label

    def on_resize(self) -> None:
        """Close where the terminal has another size, for the panes are elsewhere now."""
        if self.app.size != self._terminal:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Go to a pane, or back."""
        event.stop()
        self.dismiss(self._panes[event.key][0] if event.key in self._panes else None)

    def on_click(self) -> None:
        """Back to where one was."""
        self.dismiss(None)
