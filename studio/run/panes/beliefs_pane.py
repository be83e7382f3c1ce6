"""The pane of beliefs: each beside the truth."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.message import Message

from latticeville.reports.beliefs.match import GLYPHS, BeliefMatch, compare_beliefs
from latticeville.reports.beliefs.match import BeliefRow as Held
from latticeville.reports.beliefs.rows import belief_heads, belief_row, difference
from latticeville.reports.beliefs.survival import (
    SurvivalBeliefs,
    survival_belief_rows,
    survival_beliefs,
)
from latticeville.reports.rows import MemoryTarget, ViewRow
from latticeville.sim.state import State
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.run_context import LineTarget, RunContext
from studio.ui.command_scope import bindings
from studio.ui.lazy_rows import LazyRows, RowName
from studio.ui.text import (
    PLAIN,
    QUIET,
    Span,
    TextRow,
    clean,
    clean_border,
    fit_spans,
    shorten_pair,
    span_width,
    wrap_text,
)
from studio.ui.view_rows import PaintedView

NARROW = 60
"""With fewer cells, only what differs is told in words."""
FEW = 14
"""Cells that are left to a name at least, where only what differs is told."""
FILTERS: tuple[tuple[str, frozenset[BeliefMatch]], ...] = (
    ("all", frozenset(BeliefMatch)),
    ("what differs", frozenset(BeliefMatch) - {BeliefMatch.SAME}),
    ("wrong", frozenset({BeliefMatch.STALE, BeliefMatch.ELSEWHERE, BeliefMatch.MISSING})),
)
"""What the list may be narrowed to, in the order in which a key goes through it."""


class BeliefsPane(AgentPane):
    """Shows a line for every node of the truth and of the selected person's belief; enter opens
    it."""

    where = "beliefs"
    BINDINGS: ClassVar[list[BindingType]] = bindings("beliefs")
    BORDER_TITLE = "Beliefs"
    wanting = ("Select a person: what they believe is shown here.", "enter")

    class EyesRequested(Message):
        """Somebody wants to see the map in these eyes."""

    only = 1
    """Which of the filters holds."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._known: tuple[object, list[Held]] = (None, [])
        self._needs = PaintedView((), 0)

    def show(self, context: RunContext) -> None:
        """Show another frame, or the beliefs of somebody else; a thing or an area is sought in the
        list."""
        again = self.context is None or self.context.selection is not context.selection
        super().show(context)
        if again and context.selection.id != self.about:
            self.go_to(context.selection.id)

    def _subject(self, context: RunContext) -> str:
        name = context.selection.id
        return name if name in context.frame.payload.state.minds or not name else self.about

    def _begin_anew(self) -> None:
        """Begin at the top; what is open stays so, for it is of the world that all share."""
        self.rows, self.cursor, self.top = (), 0, 0

    def _draw_agent(self, context: RunContext) -> None:
        state = context.frame.payload.state
        self.border_title = clean_border(f"Beliefs · {state.world.name_with_article(self.about)}")
        wish = (id(context.frame.payload), self.about)
        if self._known[0] != wish:
            self._known = (
                wish,
                [one for one in compare_beliefs(state, self.about) if one.id != self.about],
            )
        found = self._known[1]
        name, wanted = FILTERS[self.only]
        self.show_heads(heading_rows(found, name, self.size.width))
        lines: list[Held | TextRow] = []
        for one in found:
            if one.match in wanted:
                lines.append(one)
                lines += self._opened_lines(one) if one.id in self._opened else ()
        lines = lines or [TextRow("", (Span("No belief differs from the truth.", QUIET),))]
        lines += self._survival_lines(survival_beliefs(state, self.about))
        self.show_rows(self._lazy_rows(state, lines))
        self._arrive()

    def _lazy_rows(self, state: State, lines: list[Held | TextRow]) -> LazyRows:
        """Return lines, those of nodes to be made when they are drawn: a world has thousands."""

        def make(place: int) -> TextRow:
            one = lines[place]
            if isinstance(one, TextRow):
                return one
            row, opened = belief_row(state, one), one.id in self._opened
            return node_row(row, difference(one), self.size.width, opened=opened)

        names = (
            (one.key, one.link) if isinstance(one, TextRow) else (one.id, one.id) for one in lines
        )
        return LazyRows([RowName(*name) for name in names], make)

    def _opened_lines(self, one: Held) -> Iterator[TextRow]:
        """Yield the words on a node."""
        for text in wrap_text(one.told, self.size.width - 4):
            yield TextRow(one.id, (Span("    "), Span(text, QUIET)), Span(""), one.id)

    def _survival_lines(self, found: SurvivalBeliefs) -> Iterator[TextRow]:
        """Yield the lines of beliefs under need; those of resources have the columns of nodes."""
        rows = survival_belief_rows(found, self.about, all_cells=self.only == 0)
        self._needs = PaintedView(rows, self.size.width, self._opened)
        briefs = {f"r {one.key}": (str(one.believed), str(one.truth)) for one in found.world}
        for key, lines in groupby(self._needs.rows, key=attrgetter("key")):
            if key in briefs:
                row, opened = self._needs.views[key], key in self._opened
                yield node_row(row, briefs[key], self.size.width, opened=opened)._replace(link="")
            else:
                yield from lines

    def _reach(self, target: LineTarget) -> None:
        self.only = 0
        super()._reach(target)

    def action_open(self) -> None:
        """Say in words what is believed of the line and what is so; again, close it. A cited memory
        leads to it."""
        if not self.rows or self.context is None:
            return
        row = self._needs.views.get(self.rows[self.cursor].key)
        if row is not None and isinstance(row.target, MemoryTarget):
            context = self.context
            memory = self.MemoryFollowed(
                context.source.folder, context.frame.payload.tick, *row.target
            )
            self.post_message(memory)
        elif self.rows[self.cursor].link or (row is not None and row.children):
            self._toggle(self.rows[self.cursor].key)

    def action_go(self) -> None:
        """Select what the line speaks of."""
        super().action_open()

    def action_eyes(self) -> None:
        """Show the map in their eyes."""
        self.post_message(self.EyesRequested())

    def action_narrow(self) -> None:
        """Show all, only what differs, or only what is wrong."""
        self.only = (self.only + 1) % len(FILTERS)
        self._draw()


def heading_rows(found: list[Held], name: str, cells: int) -> list[TextRow]:
    """Return the counts, and the names of the columns where there is room for columns."""
    counts, legend, titles = belief_heads(found, name)
    (first,) = PaintedView([counts], cells).rows
    if cells < NARROW:
        return [
            first,
            TextRow("columns", (Span("  what", QUIET),), Span("believes → truth", QUIET)),
        ]
    row = node_row(titles, (), cells, opened=False)
    return [
        first._replace(tail=Span("s narrows", QUIET)),
        *PaintedView([legend], cells).rows[:1],
        row._replace(whole=""),
    ]


def node_row(row: ViewRow, brief: tuple[str, ...], cells: int, *, opened: bool) -> TextRow:
    """Return the line of a node: how it matches, its name, and how the belief differs or both sides
    of it."""
    made, whole = (
        _narrow_line(row, brief, cells, opened)
        if cells < NARROW
        else _wide_line(row, cells, opened)
    )
    return made._replace(whole="" if opened else whole)


def _narrow_line(
    row: ViewRow,
    brief: tuple[str, ...],
    cells: int,
    opened: bool,  # noqa: FBT001
) -> tuple[TextRow, str]:
    """Return a line that tells only what differs, and its text where that is cut."""
    mark, name, believes, _ = row.parts
    told, full = format_difference(brief, cells - FEW), " → ".join(brief)
    style = QUIET if mark.text == GLYPHS[BeliefMatch.SAME] else PLAIN
    spans = Span(f"{mark.text} ", mark.emphasis), Span(f"{clean(name.text)}{' ▾' * opened}", style)
    cut = told != full or span_width(spans) + cell_len(told) + bool(told) > cells
    whole = " · ".join(filter(None, (name.text.strip(), full))) if cut else ""
    return TextRow(row.key, spans, Span(told, believes.emphasis), row.key), whole


def _wide_line(row: ViewRow, cells: int, opened: bool) -> tuple[TextRow, str]:  # noqa: FBT001
    """Return a line with a column for what is believed and one for what is so, and its text where
    that is cut."""
    mark, name, believes, truth = row.parts
    part = (cells - 2) * 3 // 10
    first = cells - 2 * part - 2
    texts = (f"{clean(name.text)}{' ▾' * opened}", first), (believes.text, part), (truth.text, part)
    cut = any(cell_len(text) >= room for text, room in texts)
    whole = f"{name.text.strip()} · believes {believes.text} · truth {truth.text}" if cut else ""
    held, now = shorten_pair(believes.text, truth.text, part - 1)
    spans = (
        Span(f"{mark.text:<1} ", mark.emphasis),
        Span(_fill(texts[0][0], first), name.emphasis),
        Span(_fill(held, part), believes.emphasis),
        Span(_fill(now, part), truth.emphasis),
    )
    return TextRow(row.key, spans, Span(""), row.key), whole


def _fill(text: str, cells: int) -> str:
    cut = "".join(span.text for span in fit_spans((Span(text),), cells - 1))
    return f"{cut:<{cells}}"


def format_difference(brief: tuple[str, ...], cells: int) -> str:
    """Say in at most so many cells how a belief differs: as believed → as it is."""
    whole = " → ".join(brief)
    if cell_len(whole) <= cells:
        return whole
    if not brief[1:]:
        return shorten_pair(whole, "", cells)[0]
    return " → ".join(shorten_pair(brief[0], brief[1], max(4, (cells - 3) // 2)))
