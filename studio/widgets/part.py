"""What every part of a screen has from the registry of commands: its bindings, and which of them hold now."""

from typing import ClassVar, Self, cast

from rich.style import Style
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.dom import DOMNode
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from studio.commands import CommandContext, commands_of, find_command
from studio.widgets.spans import TextStyles


def bindings(where: str) -> list[BindingType]:
    """Return the bindings of a part."""
    return [
        Binding(
            ",".join(command.keys),
            command.action,
            command.name,
            show=False,
            tooltip=command.help,
            id=command.id,
            priority=command.id == "app.palette",
        )
        for command in commands_of(where)
        if command.keys
    ]


class CachedWidget(Widget):
    """A widget that draws line by line, works out its ground once a paint, and paints only what has changed.

    The compositor asks every widget for its lines whenever any other has changed.
    """

    ground = Style.null()
    """The style of what is empty."""
    _painted: tuple[Region, list[Strip]] | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the lines that are asked for."""
        if self._painted is None or self._painted[0] != crop:
            self.ground = self.rich_style
            self._painted = crop, super().render_lines(crop)
        return self._painted[1]

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Have some or all lines drawn again."""
        self._painted = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Have all drawn again in another style."""
        self._painted = None
        super().notify_style_update()


class StyledSurface(CachedWidget):
    """A surface that has the styles of its theme by name."""

    def on_mount(self) -> None:
        """Work the styles out anew whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._restyle())
        self._restyle()

    def _restyle(self) -> None:
        self.styles_by_name = TextStyles(self.app.theme_variables, ansi=self.app.native_ansi_color)
        self.refresh()


class PaneColumns(Horizontal):
    """Panes side by side, which cover it wholly, so that it draws nothing."""

    BLANK = True


class PaneRows(Vertical):
    """Panes above each other, which cover it wholly, so that it draws nothing."""

    BLANK = True


class CommandScope(DOMNode):
    """A pane, dialog or screen whose commands stand in the registry under `where`."""

    where: ClassVar[str] = ""
    """The name under which the registry has its commands."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an action only where its command holds."""
        del parameters
        command = find_command(f"{self.where}.{action.replace('_', '-')}")
        return command is None or not command.reason_unavailable(cast("CommandContext", self.screen))
