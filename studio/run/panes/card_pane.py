"""The pane of details: the selected area, object or person."""

from collections.abc import Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType

from latticeville.draw.card import CardLine, card_lines
from latticeville.world.model.areas import WORLD
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import bindings
from studio.ui.list_view import WrappedListView
from studio.ui.portrait_rows import has_portraits, portrait_rows
from studio.ui.text import PLAIN, QUIET, STRONG, Span, TextRow, clean_border, wrap_text

LABEL = 10
"""Cells that the labels fill."""


class CardPane(WrappedListView):
    """Lines about the selected one; enter goes where a line leads."""

    where = "card"
    BINDINGS: ClassVar[list[BindingType]] = bindings("card")
    BORDER_TITLE = "Card"

    context: RunContext | None = None
    """What is shown."""
    about = ""
    """The id of what is selected, or "" for the world."""

    def show(self, context: RunContext) -> None:
        """Show another frame, or the card of something else, from its top."""
        self.context = context
        if context.selection.id != self.about:
            self.about, self.rows, self.cursor, self.top = context.selection.id, (), 0, 0
        self._draw()

    def _draw(self) -> None:
        if self.context is None or not self.display:
            return
        payload, name = self.context.frame.payload, self.about or WORLD
        self.border_title = clean_border(payload.state.world.name_of(name))
        person = payload.state.world.people.get(name)
        has_face = person is not None and has_portraits(self.app, self.size)
        self.show_heads(
            portrait_rows(name, person.persona, self.size.width) if person and has_face else ()
        )
        self.show_rows(
            [
                row
                for number, fact in enumerate(card_lines(payload, name))
                for row in _lines(number, fact, self.size.width)
            ]
        )


def _lines(number: int, fact: CardLine, cells: int) -> Iterator[TextRow]:
    """Yield the lines that a fact fills."""
    key = f"{number}"
    if not fact.text:
        yield TextRow(key, ())
        return
    if not fact.label and not fact.about:
        yield TextRow(key, (Span(fact.text, STRONG),))
        return
    label = max(LABEL if fact.label else 0, cell_len(fact.label) + 1) if fact.label else 0
    for turn, line in enumerate(wrap_text(fact.text, cells - label)):
        head = Span((fact.label if turn == 0 else "").ljust(label), QUIET)
        yield TextRow(key, (head, Span(line, PLAIN)), Span(""), fact.about)
