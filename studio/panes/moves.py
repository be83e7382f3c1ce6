"""The keys by which the map and its cursor move."""

from abc import abstractmethod

from textual.widget import Widget

PAGE = (16, 8)
"""Columns and rows by which a key moves the map."""


class Moves(Widget):
    """What every key of movement comes down to: so many cells this way, of the cursor or of the window."""

    @abstractmethod
    def move(self, dx: int, dy: int) -> None:
        """Move the cursor."""

    @abstractmethod
    def pan(self, dx: int, dy: int) -> None:
        """Move the window."""

    def action_up(self) -> None:
        """Cursor up."""
        self.move(0, -1)

    def action_down(self) -> None:
        """Cursor down."""
        self.move(0, 1)

    def action_left(self) -> None:
        """Cursor left."""
        self.move(-1, 0)

    def action_right(self) -> None:
        """Cursor right."""
        self.move(1, 0)

    def action_pan_up(self) -> None:
        """Map up."""
        self.pan(0, -PAGE[1])

    def action_pan_down(self) -> None:
        """Map down."""
        self.pan(0, PAGE[1])

    def action_pan_left(self) -> None:
        """Map left."""
        self.pan(-PAGE[0], 0)

    def action_pan_right(self) -> None:
        """Map right."""
        self.pan(PAGE[0], 0)

    def action_half_up(self) -> None:
        """Half a page up."""
        self.move(0, -max(1, self.size.height // 2))

    def action_half_down(self) -> None:
        """Half a page down."""
        self.move(0, max(1, self.size.height // 2))
