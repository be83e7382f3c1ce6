"""Use the tools of the map from other panes, by key or toolbar."""

from typing import Protocol

from textual.binding import Binding

from studio.map.model.drawing_tools import PLACING, Tool
from studio.map.panes.map_editor import MapEditor
from studio.ui.commands.registry import MOVES, CommandContext, commands_of, find_command

TOOLS = [
    Binding(
        ",".join(command.keys),
        f"tool('{command.action}')",
        command.name,
        show=False,
        tooltip=command.help,
        id=command.id,
    )
    for command in commands_of("draw")
    if command.action not in (*MOVES, "land", "dab")
]
"""The keys of the tools, for panes that have no use of their own for them."""


class ToolHost(CommandContext, Protocol):
    """A screen with a map on which tools are used."""

    @property
    def map_pane(self) -> MapEditor:
        """The map."""

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""


class ToolBindings:
    """Brings the map into sight, and uses a tool on it."""

    def __init__(self, host: ToolHost) -> None:
        self._host = host

    async def run(self, name: str) -> None:
        """Do what a tool's key does on the map; what is placed waits for its cell."""
        command = find_command(f"draw.{name}")
        if command is None:
            return
        if reason := command.reason_unavailable(self._host):
            self._host.tell(f"{command.name}: {reason}.")
            return
        tool = next((tool for tool in PLACING if tool == name), None)
        if tool:
            self.place(tool)
        else:
            self._host.focus_pane("draw")
            await self._host.map_pane.run_action(command.action)

    def place(self, tool: Tool) -> None:
        """Wait for the cell at which something is to be placed."""
        self._host.focus_pane("draw")
        self._host.map_pane.tools.place(tool)
