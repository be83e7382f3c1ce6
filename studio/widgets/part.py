"""What every part of a screen has from the registry of commands: its bindings, and which of them hold now."""

from typing import ClassVar, cast

from rich.style import Style
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from studio.commands import ALWAYS, Circumstances, commands, find


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
        for command in commands(where)
        if command.keys
    ]


class Surface(Widget):
    """A widget that draws line by line, and works out its ground once for all lines of a paint."""

    ground = Style.null()
    """The style of what is empty."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the lines that are asked for."""
        self.ground = self.rich_style
        return super().render_lines(crop)


class Part(DOMNode):
    """A pane, dialog or screen whose commands stand in the registry under `where`."""

    where: ClassVar[str] = ""
    """The name under which the registry has its commands."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an action only where its command holds."""
        del parameters
        command = find(f"{self.where}.{action.replace('_', '-')}")
        if command is None or command.when is ALWAYS:
            return True
        return command.when.holds(cast("Circumstances", self.screen))
