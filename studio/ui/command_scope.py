"""The base class of panes and screens with commands: bindings, and which are available."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget

from studio.ui.cached_widget import CachedWidget
from studio.ui.commands.registry import commands_of, find_command
from studio.ui.text import TextStyles

RIGHT = 3
"""The right button of the mouse."""


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


class StyledSurface(CachedWidget):
    """A surface that has the styles of its theme by name."""

    def on_mount(self) -> None:
        """Work the styles out anew whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._restyle())
        self._restyle()

    def _restyle(self) -> None:
        self.styles_by_name = TextStyles(self.app.theme_variables, ansi=self.app.native_ansi_color)
        self.refresh()


class CommandScope(DOMNode):
    """A pane, dialog or screen whose commands stand in the registry under `where`."""

    where: ClassVar[str] = ""
    """The name under which the registry has its commands."""

    @property
    def menu_offset(self) -> Offset:
        """The place of the screen at which a menu about the item at the cursor opens."""
        return self.content_region.offset if isinstance(self, Widget) else Offset()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an action only where its command holds."""
        del parameters
        command = find_command(f"{self.where}.{action.replace('_', '-')}")
        return command is None or not command.reason_unavailable(self.screen)

    async def action_help(self) -> None:
        """Say what this is, in a window whose keys do not reach the app."""
        await self.app.run_action("app.help", self)

    async def action_copy_lines(self) -> None:
        """Copy the text of what has the focus, from a window whose keys do not reach the app."""
        await self.app.run_action("app.copy", self)


def scopes_of(screen: Screen[object]) -> dict[str, CommandScope]:
    """Return who has the commands of each part of a screen."""
    nodes = [screen, *screen.query("*")]
    return {node.where: node for node in nodes if isinstance(node, CommandScope) and node.where}
