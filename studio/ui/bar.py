"""A line with text at its left and right end, such as the status bar."""

from collections.abc import Sequence
from typing import ClassVar

from textual.screen import Screen
from textual.strip import Strip

from studio.ui.command_scope import StyledSurface
from studio.ui.commands.registry import find_command
from studio.ui.debounce import Debounce
from studio.ui.text import Span, draw_line


class Bar(StyledSurface):
    """One line with something at its left and something at its right."""

    DEFAULT_CSS = (
        "Bar { height: 1; width: 1fr; background: $panel; color: $foreground; padding: 0 1; }"
    )
    left: tuple[Span, ...] = ()
    """What stands at the left."""
    right = Span("")
    """What stands at the right."""

    def say(self, left: Sequence[Span], right: Span) -> None:
        """Exchange what stands there."""
        if (tuple(left), right) != (self.left, self.right):
            self.left, self.right = tuple(left), right
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line."""
        if y:
            return Strip.blank(self.size.width, self.ground)
        return draw_line(self.left, self.right, self.size.width, self.styles_by_name, self.ground)


class StatusBar(Bar):
    """A bar that follows the hand: what it says while the hand moves on is painted with the next
    `EVERY`.

    A frame of its own for each step of the hand would cost half as much again as the map's.
    """

    EVERY: ClassVar[float] = 0.1
    """Least seconds between two paints."""
    _behind = False

    def on_mount(self) -> None:
        """Begin with nothing said lately."""
        self._rest = Debounce(self, self.EVERY, self._rested)

    def say(self, left: Sequence[Span], right: Span) -> None:
        """Exchange what stands there, by and by."""
        if (tuple(left), right) == (self.left, self.right):
            return
        if not self.EVERY or not self._rest.is_pending:
            super().say(left, right)
            self._rest.begin()
        else:
            self.left, self.right, self._behind = tuple(left), right, True

    def _rested(self) -> None:
        """Paint what was said meanwhile, if anything was."""
        if self._behind:
            self._behind = False
            self.refresh()
            self._rest.begin()


def _offered(screen: Screen[object]) -> dict[str, str]:
    """Return the commands that can be done now and that the footer may name, each with its key."""
    hints: dict[str, str] = {}
    for key, active in screen.active_bindings.items():
        command = find_command(active.binding.id or "")
        if command is None or not command.hint:
            continue
        elsewhere = getattr(active.node, "where", command.where) not in (
            command.where,
            "",
        )  # its key only leads there
        holds = command.where != "app" or command.when.holds(screen)
        if active.enabled and holds and not elsewhere:
            hints.setdefault(command.id, key)
    return hints
