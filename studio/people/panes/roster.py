"""The cast as a list: homes and work, who knows whom, meetings."""

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from latticeville.reports.cast import cast_rows
from latticeville.reports.rows import CastTarget
from latticeville.world.model.world import World
from studio.people.panes.cast_lines import CastLines
from studio.ui.command_scope import bindings
from studio.ui.text import QUIET, WARM, Span, TextRow
from studio.ui.view_rows import PaintedView

if TYPE_CHECKING:
    from latticeville.reports.cast import CastView

MATRIX = 40
"""The most people that who knows whom is shown of as a square of signs."""


class RosterPane(CastLines):
    """Lines about people choose them; those about a home, a place of work or a meeting lead to the
    map."""

    where = "roster"
    BINDINGS: ClassVar[list[BindingType]] = bindings("roster")
    BORDER_TITLE = "The cast"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._view = PaintedView((), 0)

    def draw_cast(self, world: World, found: "CastView") -> None:
        """List homes and work, ties and meetings; a square of signs stands above the ties where it
        has room."""
        fresh = not self.rows
        self._view = PaintedView(cast_rows(found, world), self.size.width)
        place = next(turn for turn, row in enumerate(self._view.rows, 1) if row.key == "knows")
        self.show_rows(
            [
                *self._view.rows[:place],
                *matrix_rows(found, self.size.width),
                *self._view.rows[place:],
            ]
        )
        if fresh:
            self.go_to(self.chosen)

    @property
    def line(self) -> CastTarget:
        """What the cursor is on."""
        row = self.rows[self.cursor] if self.rows else TextRow("", ())
        view = self._view.views.get(row.key)
        return view.target if view and isinstance(view.target, CastTarget) else CastTarget(row.link)

    def choose(self, who: str) -> None:
        """Mark somebody else's lines, and go to the first of them unless the cursor is on one."""
        if who != self.chosen:
            self.mark(who)
            if who and self.line.who != who:
                self.go_to(who)


def matrix_rows(found: "CastView", cells: int) -> Iterator[TextRow]:
    """Yield who knows whom as a square of signs, as far apart as there is room: → knows, ↔ know
    each other."""
    names = [one.who for one in found.people]
    wide = max(map(len, names), default=0) + 1
    between = " " if wide + 2 * len(names) <= cells else ""
    if not names or wide + len(names) > cells or len(names) > MATRIX:
        return
    ties = {(tie.who, tie.other) for tie in found.ties}
    yield TextRow("g", (Span(" " * wide + between.join(one.glyph for one in found.people), QUIET),))
    for one in found.people:
        signs = between.join(_sign(ties, one.who, other) for other in names)
        spans = (Span(f"{one.who:<{wide}}", QUIET), Span(signs, WARM))
        yield TextRow(f"g {one.who}", spans, link=one.who)


def _sign(ties: Container[tuple[str, str]], who: str, other: str) -> str:
    if (who, other) not in ties:
        return "·"
    return "↔" if (other, who) in ties else "→"
