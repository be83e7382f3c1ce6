"""Favourites: up to nine tools, each with its glyph, kept for a world and taken by a digit."""

from collections.abc import Mapping

import msgspec
from textual import events

from latticeville.core.geometry import Box
from latticeville.world.model.grid import Tile
from studio.map.model.drawing_tools import Tool, ToolState
from studio.map.workbench import MapWorkbench
from studio.ui import settings
from studio.ui.dialogs.option_dialog import Option, OptionDialog

DIGITS = "123456789"
"""The keys of favourites."""
KEPT_TOOLS: frozenset[Tool] = frozenset({"pencil", "line", "rectangle", "ellipse", "fill", "room"})
"""Tools that can be a favourite; with another one in use, its glyph is kept for the pencil."""
_FREE = "free"


class Favourite(msgspec.Struct, frozen=True):
    """A tool with its glyph and settings."""

    tool: Tool
    glyph: str
    filled: bool = False
    joined: bool = False
    size: int = 1

    @classmethod
    def of(cls, state: ToolState) -> "Favourite":
        """Return what is in use."""
        tool = state.tool if state.tool in KEPT_TOOLS else "pencil"
        return cls(tool, state.ink, state.filled, state.joined, state.size)

    @property
    def text(self) -> str:
        """How it is written in the settings."""
        flags = f"{'f' * self.filled}{'j' * self.joined}" or "-"
        return f"{self.tool} {self.size} {flags} {self.glyph}"

    @classmethod
    def parse(cls, text: object) -> "Favourite | None":
        """Return what is written; None for what is no favourite."""
        parts = text.split(" ", 3) if isinstance(text, str) else []
        if len(parts) < 4 or len(parts[3]) != 1 or parts[1] not in DIGITS:
            return None
        tool = next((one for one in KEPT_TOOLS if one == parts[0]), None)
        flags = parts[2]
        return tool and cls(tool, parts[3], "f" in flags, "j" in flags, int(parts[1]))

    def apply_to(self, state: ToolState) -> ToolState:
        """Return the state with this tool in use."""
        return msgspec.structs.replace(
            state,
            tool=self.tool,
            ink=self.glyph,
            filled=self.filled,
            joined=self.joined,
            size=self.size,
            anchor=None,
            down=False,
        )

    def describe(self, tiles: Mapping[str, Tile]) -> str:
        """Say what it draws with which glyph."""
        name = tiles[self.glyph].name if self.glyph in tiles else "not in the legend"
        tool = self.apply_to(ToolState()).description
        return f"{tool} · {self.glyph} {name}"


class FavouritesDialog(OptionDialog):
    """The nine favourites; a digit takes one."""

    def on_key(self, event: events.Key) -> None:
        """Take the favourite of a digit."""
        if event.character is not None and event.character in DIGITS:
            event.stop()
            self.dismiss(event.character)


async def choose_favourite(bench: MapWorkbench, _box: Box) -> None:
    """Take a favourite, or keep what is in use as one that is free."""
    tools, tiles = bench.map_pane.tools, bench.map_model.tiles
    kept = _read(bench)
    mine = Favourite.of(tools.state)
    told = {digit: one.describe(tiles) for digit, one in kept.items()}
    options = [Option(digit, f"{digit}  {told.get(digit, _FREE)}") for digit in DIGITS]
    if kept:
        options.append(Option("clear", "Clear all favourites"))
    text = f"A digit takes a favourite; a free one keeps {mine.describe(tiles)}."
    ask = FavouritesDialog("Favourites", options, text=text, search=False)
    chosen = await bench.app.push_screen_wait(ask)
    if chosen == "clear":
        settings.save_favourites(bench.workspace.folder, {})
        bench.tell("Cleared all favourites.")
    elif chosen in kept:
        bench.focus_pane("draw")
        tools.take(kept[chosen].apply_to(tools.state))
    elif chosen:
        texts = {digit: one.text for digit, one in kept.items()} | {chosen: mine.text}
        settings.save_favourites(bench.workspace.folder, texts)
        bench.tell(f"Kept as favourite {chosen}: {mine.describe(tiles)}. ' {chosen} takes it.")


def _read(bench: MapWorkbench) -> dict[str, Favourite]:
    written = settings.saved_favourites(bench.workspace.folder)
    found = {digit: Favourite.parse(written.get(digit)) for digit in DIGITS}
    return {digit: one for digit, one in found.items() if one is not None}
