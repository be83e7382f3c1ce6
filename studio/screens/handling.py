"""The hand on the map, worked from any pane: its tools by their keys and the toolbar, its glyph by the legend."""

from typing import cast

from msgspec.structs import replace
from textual.binding import Binding

from studio.commands import MOVES, Circumstances, commands, find
from studio.drawing.hand import PLACING
from studio.panes.draw import Draw
from studio.panes.toolbar import Toolbar
from studio.ui.pane_screen import Paned

TOOLS = [
    Binding(
        ",".join(command.keys), f"tool('{command.action}')", command.name,
        show=False, tooltip=command.help, id=command.id,
    )
    for command in commands("draw") if command.action not in (*MOVES, "land", "dab")
]  # fmt: skip
"""The keys of the tools, for panes that have no use of their own for them."""


class Handling(Paned):
    """Takes tools and glyphs into the hand."""

    @property
    def draw_pane(self) -> Draw:
        """The map."""
        return self.query_one(Draw)

    async def action_tool(self, name: str) -> None:
        """Do what a tool's key does on the map, from another pane; what is placed waits for its cell."""
        draw, command = self.draw_pane, find(f"draw.{name}")
        if command is None:
            return
        if reason := command.reason(cast("Circumstances", self)):
            self.tell(f"{command.name}: {reason}.")
            return
        self.focus_pane("draw")
        tool = next((tool for tool in PLACING if tool == name), None)
        if tool:
            draw.place(tool)
        else:
            await draw.run_action(command.action)

    def on_toolbar_placing(self, message: Toolbar.Placing) -> None:
        """Wait for the cell at which something is to be placed."""
        self.focus_pane("draw")
        self.draw_pane.place(message.tool)

    def take_ink(self, glyph: str) -> None:
        """Take a glyph into the hand, and the pencil if the hand was empty."""
        draw = self.draw_pane
        hand = draw.hand if draw.hand.tool not in ("hand", "grab", "select", "eraser") else draw.hand.taking("pencil")
        draw.take(replace(hand, ink=glyph))
        self.focus_pane("draw")
