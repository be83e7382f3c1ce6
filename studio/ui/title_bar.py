"""The title bar: the world, the four workbenches, the time of the run."""

from collections.abc import Sequence

from textual import events
from textual.strip import Strip

from studio.ui.bar import Bar
from studio.ui.footer import CommandFooter
from studio.ui.text import QUIET, STRONG, WARM, Span, clean, draw_line, fit_spans, span_width

TABS = (
    ("design", "1", "Map"),
    ("people", "2", "People"),
    ("things", "3", "Objects"),
    ("simulate", "4", "Simulate"),
)
"""Part, key and name of each workbench."""
GAP = 2
"""Columns between two tabs."""


class TitleBar(Bar):
    """Names the world and the workbenches, with ● where work is not saved; a click on a workbench
    goes there."""

    modified: frozenset[str] = frozenset()
    """The workbenches whose files are not saved."""

    def tell(self, name: str, right: Span, *, read_only: bool = False) -> None:
        """Name the world, with marks where files are not saved or cannot be, and what stands at the
        right."""
        left = [
            Span("Latticeville", STRONG),
            Span(f" · {clean(name)}{' ●' if self.modified else ''}"),
        ]
        self.say((*left, *[Span(" · read-only", WARM)][:read_only]), right)

    def mark_modified(self, modified: frozenset[str]) -> None:
        """Mark the workbenches whose files are not saved."""
        if modified != self.modified:
            self.modified = modified
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line."""
        tabs = self._tabs()
        if y or not tabs:
            return super().render_line(y)
        start = self._start()
        left = fit_spans(self.left, start - 1)
        if left != list(self.left):
            left = fit_spans(self._short(), start - 1)
        gap = Span(" " * (start - span_width(left)))
        spans = [span for _part, group in tabs for span in group]
        return draw_line(
            (*left, gap, *spans), self.right, self.size.width, self.styles_by_name, self.ground
        )

    def on_click(self, event: events.Click) -> None:
        """Go to the workbench under the mouse."""
        place = event.get_content_offset_capture(self).x - self._start()
        for part, group in self._tabs():
            if 0 <= place < span_width(group):
                self.post_message(CommandFooter.Clicked(f"app.{part}"))
            place -= span_width(group)

    def _tabs(self) -> list[tuple[str, tuple[Span, ...]]]:
        """Return the pieces of each workbench: with names, or only the open one's, or none, as
        there is room."""
        here, parts = getattr(self.screen, "where", ""), [part for part, _key, _name in TABS]
        if here not in parts or len(self.left) < 2:
            return []
        room = self._room() - span_width(self._short()) - GAP
        choices = [_tabs(here, named, self.modified) for named in (parts, [here], [])]
        fitting = (
            tabs for tabs in choices if sum(span_width(group) for _part, group in tabs) <= room
        )
        return next(fitting, choices[-1])

    def _start(self) -> int:
        """Return the column of the first tab: in the middle, if what stands left and right lets
        them."""
        tabs, room = sum(span_width(group) for _part, group in self._tabs()), self._room()
        middle = (self.size.width - tabs) // 2
        return max(0, min(max(span_width(self.left) + GAP, middle), room - tabs))

    def _short(self) -> tuple[Span, ...]:
        """Return what stands at the left without the name of the program."""
        return Span(self.left[1].text.removeprefix(" · ")), *self.left[2:]

    def _room(self) -> int:
        return self.size.width - span_width((self.right,)) - 1


def _tabs(
    here: str, named: Sequence[str], modified: frozenset[str]
) -> list[tuple[str, tuple[Span, ...]]]:
    """Return the pieces of each workbench, some of them with their names."""
    gap = Span(" " * (GAP if len(named) > 1 else 1))
    looks = {part: WARM if part == here else QUIET for part, _key, _name in TABS}
    words = {part: f"{key} {name}" if part in named else key for part, key, name in TABS}
    return [
        (part, (Span(f"{word}{'●' * (part in modified)}", looks[part]), gap))
        for part, word in words.items()
    ]
