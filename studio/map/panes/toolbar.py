"""The toolbar: a click selects a tool."""

from textual import events
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from studio.map.model.drawing_tools import PLACING, Tool
from studio.ui.bar import Bar
from studio.ui.commands.key_names import key_name
from studio.ui.footer import CommandFooter
from studio.ui.text import PLAIN, QUIET, STRONG, WARM, Span, draw_line, fit_spans, span_width

TOOLS = {
    "draw.hand": "hand",
    "draw.pencil": "pencil",
    "draw.eraser": "rub",
    "draw.line": "line",
    "draw.rectangle": "box",
    "draw.ellipse": "oval",
    "draw.fill": "fill",
    "draw.replace": "swap",
    "draw.select-cells": "cells",
    "draw.text": "text",
    "draw.area": "area",
    "draw.room": "room",
    "draw.door": "door",
    "draw.object": "object",
    "draw.person": "person",
}
"""The words of the line, by command."""
_HELD = {"select": "select-cells", "grab": "hand", "add box": "area", "subtract box": "area"}


class Toolbar(Bar):
    """Names the tools; with their keys where there is room and the keys hold."""

    DEFAULT_CSS = "Toolbar { padding: 0; background: $background; }"

    class Placing(Message):
        """Something is to be placed where the map is clicked next."""

        def __init__(self, tool: Tool) -> None:
            super().__init__()
            self.tool = tool

    _keys: dict[str, str] = {}  # noqa: RUF012 - replaced, never changed
    _held = "draw.hand"

    def on_mount(self) -> None:
        """Follow the focus, for with it go the keys."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        active = screen.active_bindings.items()
        keys = {
            one.binding.id or "": key_name(key) for key, one in reversed([*active]) if one.enabled
        }
        known = {name: keys.get(name, "") for name in TOOLS}
        if known != self._keys:
            self._keys = known
            self.refresh()

    def take(self, tool: Tool) -> None:
        """Mark the tool in use."""
        held = f"draw.{_HELD.get(tool, tool)}"
        if held != self._held:
            self._held = held
            self.refresh()

    def _groups(self) -> list[tuple[str, list[Span]]]:
        """Return the pieces of each tool, with keys if all have room."""
        with_keys = [(name, self._spans(name, self._keys.get(name, ""))) for name in TOOLS]
        if sum(span_width(spans) for _, spans in with_keys) < self.size.width:
            return with_keys
        return [(name, self._spans(name, "")) for name in TOOLS]

    def _spans(self, name: str, key: str) -> list[Span]:
        held = name == self._held
        word = Span(TOOLS[name], STRONG if held else PLAIN if not key else QUIET)
        return [Span("▸" if held else " ", WARM), *([Span(f"{key} ", WARM)] if key else []), word]

    def render_line(self, y: int) -> Strip:
        """Draw the line."""
        if y:
            return super().render_line(y)
        spans = [span for _, group in self._groups() for span in group]
        cells = self.size.width
        return draw_line(fit_spans(spans, cells), Span(""), cells, self.styles_by_name, self.ground)

    def on_click(self, event: events.Click) -> None:
        """Take the tool under the mouse."""
        place = event.get_content_offset_capture(self).x
        for name, group in self._groups():
            place -= span_width(group)
            if place < 0:
                tool = next((tool for tool in PLACING if name == f"draw.{tool}"), None)
                self.post_message(self.Placing(tool) if tool else CommandFooter.Clicked(name))
                return
