"""The legend: every glyph and its meaning, as a palette."""

from typing import ClassVar, Literal

from rich.cells import cell_len
from textual.binding import BindingType
from textual.message import Message

from latticeville.draw.frame import single
from latticeville.world.model.grid import Tile
from studio.map.model.map_model import MapModel
from studio.ui.command_scope import bindings
from studio.ui.list_view import ListView
from studio.ui.portrait_rows import find_colors
from studio.ui.sign_rows import tile_span
from studio.ui.terminal import COLORFUL
from studio.ui.text import QUIET, STRONG, WARM, Span, TextRow, clean, span_width

LegendChange = Literal["edit", "add", "remove"]
"""What can be done to the legend."""


class LegendPane(ListView):
    """One line a glyph; enter takes it into the hand."""

    where = "tiles"
    BINDINGS: ClassVar[list[BindingType]] = bindings("tiles")
    BORDER_TITLE = "Legend"

    class Wanted(Message):
        """Something is to be done to the legend."""

        def __init__(self, what: LegendChange, glyph: str) -> None:
            super().__init__()
            self.what, self.glyph = what, glyph

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._map_model: MapModel | None = None
        self._ink = ""

    def show(self, map_model: MapModel) -> None:
        """Show another legend."""
        before, self._map_model = self._map_model, map_model
        if before is None or before.tiles is not map_model.tiles:
            self._draw()

    def take(self, ink: str) -> None:
        """Mark the glyph that is in the hand."""
        if ink != self._ink:
            self._ink = ink
            self._draw()

    def _draw(self) -> None:
        known = self._map_model.tiles if self._map_model else {}
        rows = [self._row(glyph, tile) for glyph, tile in known.items()]
        fits = all(
            span_width(row.spans) + cell_len(row.tail.text) < self.size.width for row in rows
        )
        self.show_heads([] if fits else [_BLOCKS])
        self.show_rows([row if fits else _shortened(row) for row in rows] or [_EMPTY])

    def _row(self, glyph: str, tile: Tile) -> TextRow:
        mine = Span("▸" if glyph == self._ink else " ", WARM)
        sign = Span(f" {single(glyph)} ", f"@{tile.color}")
        look = tile_span(tile) if find_colors(self.app) in COLORFUL else Span("")
        name = Span(clean(tile.name), STRONG if glyph == self._ink else "plain")
        spans = (mine, sign, look, Span(" "), name)
        return TextRow(glyph, spans, Span(describe_tile(tile), QUIET), glyph)

    def on_resize(self) -> None:
        """Say as much as there is room for."""
        self._draw()

    def _ask(self, what: LegendChange) -> None:
        glyph = self.rows[self.cursor].link if self.rows else ""
        self.post_message(self.Wanted(what, glyph))

    def action_edit(self) -> None:
        """Edit what the glyph stands for."""
        self._ask("edit")

    def action_add(self) -> None:
        """Ask for a new glyph."""
        self._ask("add")

    def action_remove(self) -> None:
        """Take the glyph out of the legend."""
        self._ask("remove")


def describe_tile(tile: Tile) -> str:
    """Say what a tile blocks, movement, sight, both or nothing, and the most units of resources
    that it holds."""
    blocks = {
        (True, True): "blocks sight",
        (True, False): "blocks both",
        (False, False): "blocks movement",
    }
    held = (f"{name} {most}" for name, most in tile.resources)
    return ", ".join(filter(None, (blocks.get((tile.opaque, tile.walkable), ""), *held)))


def describe_ground(tile: Tile) -> str:
    """Return the name of a tile, with the most units of resources that it holds: “berry bushes,
    food 7”."""
    return ", ".join((tile.name, *(f"{name} {most}" for name, most in tile.resources)))


def _shortened(row: TextRow) -> TextRow:
    """Return a row below the word “blocks”, without that word."""
    return row._replace(tail=Span(row.tail.text.removeprefix("blocks "), QUIET))


_BLOCKS = TextRow("", (), Span("blocks", QUIET))
_EMPTY = TextRow("", (Span("No glyphs yet.  ", QUIET), Span("a: add a glyph", "warm")))
