"""What somebody believes beside what is so, node by node."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.message import Message

from latticeville.lab.beliefs import GLYPHS, Look, Match
from latticeville.lab.beliefs import Row as Held
from latticeville.lab.beliefs import counts as count
from latticeville.lab.beliefs import rows as compare
from latticeville.sim.state import State
from latticeville.world.names import apart
from studio.panes.agent_pane import AgentPane
from studio.panes.run_context import LineTarget, RunContext
from studio.widgets.contrast import contrasted
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, WARM, Row, Span, bordered, clean, fit, width, wrap

NARROW = 60
"""With fewer cells, only what differs is told in words."""
FEW = 14
"""Cells that are left to a name at least, where only what differs is told."""
WHOLE = 10_000
"""Cells in which every difference has room."""
STYLES: Mapping[Match, str] = {
    Match.SAME: QUIET,
    Match.STALE: WARM,
    Match.ELSEWHERE: ALARM,
    Match.MISSING: ALARM,
    Match.UNKNOWN: QUIET,
}
FILTERS: tuple[tuple[str, frozenset[Match]], ...] = (
    ("all", frozenset(Match)),
    ("what differs", frozenset(Match) - {Match.SAME}),
    ("wrong", frozenset({Match.STALE, Match.ELSEWHERE, Match.MISSING})),
)
"""What the list may be narrowed to, in the order in which a key goes through it."""


class BeliefsPane(AgentPane):
    """Shows a line for every node of the truth and of the selected person's belief; enter opens it."""

    where = "beliefs"
    BINDINGS: ClassVar[list[BindingType]] = bindings("beliefs")
    BORDER_TITLE = "Beliefs"
    wanting = ("Select a person: what they believe is shown here.", "enter")

    class Eyed(Message):
        """Somebody wants to see the map in these eyes."""

    only = 1
    """Which of the filters holds."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._known: tuple[object, list[Held]] = (None, [])

    def show(self, context: RunContext) -> None:
        """Show another frame, or the beliefs of somebody else; a thing or an area is sought in the list."""
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
        self.border_title = bordered(f"Beliefs · {state.world.told(self.about)}")
        wish = (id(context.frame.payload), self.about)
        if self._known[0] != wish:
            self._known = wish, [one for one in compare(state, self.about) if one.id != self.about]
        found = self._known[1]
        name, wanted = FILTERS[self.only]
        self.show_heads(heads(found, name, self.size.width))
        lines = [row for one in found if one.match in wanted for row in self._lines(state, one)]
        self.show_rows(lines or [Row("", (Span("They take everything to be as it is.", QUIET),))])
        self._arrive()

    def _lines(self, state: State, one: Held) -> Iterator[Row]:
        name = apart(state.world, one.id)
        yield line(state, one, self.size.width, opened=one.id in self._opened, name=name)
        if one.id in self._opened:
            for text in wrap(one.told, self.size.width - 4):
                yield Row(one.id, (Span("    "), Span(text, QUIET)), Span(""), one.id)

    def _reach(self, target: LineTarget) -> None:
        self.only = 0
        super()._reach(target)

    def action_open(self) -> None:
        """Say in words what is believed of the line and what is so; again, close it."""
        if self.rows and self.rows[self.cursor].link:
            self._opened ^= {self.rows[self.cursor].key}
            self._draw()
            self._reveal_whole()

    def action_go(self) -> None:
        """Select what the line speaks of."""
        super().action_open()

    def action_eyes(self) -> None:
        """Show the map in their eyes."""
        self.post_message(self.Eyed())

    def action_narrow(self) -> None:
        """Show all, only what differs, or only what is wrong."""
        self.only = (self.only + 1) % len(FILTERS)
        self._draw()


def heads(found: list[Held], name: str, cells: int) -> list[Row]:
    """Return the counts, and the names of the columns where there is room for columns."""
    numbers = count(found)
    spans = [Span(f"{GLYPHS[match]}{numbers[match]} ", STYLES[match]) for match in Match if numbers[match]]
    first = Row("counts", (Span(f"{name}  "), *spans), Span("s narrows" if cells > NARROW else "", QUIET))
    if cells < NARROW:
        return [first, Row("columns", (Span("  what", QUIET),), Span("believes → truth", QUIET))]
    legend = "  ".join(f"{GLYPHS[match]} {match}" for match in Match)
    believes, truth = columns(cells)
    head = f"  {'what':<{cells - believes - truth - 2}}{'believes':<{believes}}{'truth':<{truth}}"
    return [first, Row("legend", (Span(legend, QUIET),)), Row("columns", (Span(head, QUIET),))]


def columns(cells: int) -> tuple[int, int]:
    """Return the widths of what is believed and of what is so."""
    part = (cells - 2) * 3 // 10
    return part, part


def line(state: State, one: Held, cells: int, *, opened: bool, name: str) -> Row:
    """Return the line of a node: how it matches, its name, what is believed, and what is so."""
    depth = len(state.world.areas.path(one.parent)) if one.parent in state.world.areas.by_id else 0
    indented = f"{' ' * max(0, depth - 1)}{clean(name)}{' ▾' if opened else ''}"
    row, whole = (_narrow_line if cells < NARROW else _wide_line)(one, indented, cells)
    return row._replace(whole="" if opened else whole)


def _narrow_line(one: Held, name: str, cells: int) -> tuple[Row, str]:
    """Return a line that tells only what differs, and its text where that is cut."""
    told, full = short(one, cells - FEW), short(one, WHOLE)
    spans = (_mark(one), Span(name, PLAIN if one.match is not Match.SAME else QUIET))
    cut = told != full or width(spans) + cell_len(told) + bool(told) > cells
    whole = " · ".join(filter(None, (name.strip(), full))) if cut else ""
    return Row(one.id, spans, Span(told, STYLES[one.match]), one.id), whole


def _wide_line(one: Held, name: str, cells: int) -> tuple[Row, str]:
    """Return a line with a column for what is believed and one for what is so, and its text where that is cut."""
    believes, truth = columns(cells)
    first = cells - believes - truth - 2
    held = words(one.believed, one.truth) if one.believed else "unknown"
    now = words(one.truth, one.believed) if one.truth else "nowhere"
    cut = any(cell_len(text) >= room for text, room in ((name, first), (held, believes), (now, truth)))
    whole = f"{name.strip()} · believes {held} · truth {now}" if cut else ""
    held, now = contrasted(held, now, min(believes, truth) - 1)
    texts = Span(_fill(name, first)), Span(_fill(held, believes), STYLES[one.match]), Span(_fill(now, truth), QUIET)
    return Row(one.id, (_mark(one), *texts), Span(""), one.id), whole


def _mark(one: Held) -> Span:
    return Span(f"{GLYPHS[one.match]} ", STYLES[one.match])


def _fill(text: str, cells: int) -> str:
    cut = "".join(span.text for span in fit((Span(text),), cells - 1))
    return f"{cut:<{cells}}"


def short(one: Held, cells: int) -> str:
    """Say in at most so many cells how a belief differs: as believed → as it is."""
    if one.match is Match.UNKNOWN:
        return "unknown"
    if one.match is Match.SAME and one.truth is not None:
        return contrasted(one.truth.looks, "", cells)[0]
    if one.believed is None or one.truth is None or one.match is Match.MISSING:
        return "gone"
    pair = _differing_pair(one.believed, one.truth, elsewhere=one.match is Match.ELSEWHERE)
    if pair is None:
        return _changed_counters(one.believed, one.truth)
    whole = " → ".join(pair)
    return whole if cell_len(whole) <= cells else " → ".join(contrasted(*pair, max(4, (cells - 3) // 2)))


def _differing_pair(then: Look, now: Look, *, elsewhere: bool) -> tuple[str, str] | None:
    """Return the places, cells or looks that differ; None where only counters do."""
    if then.place != now.place:
        return then.place or "outdoors", now.place or "outdoors"
    if elsewhere:
        return _cell(then) or "outdoors", _cell(now) or "outdoors"
    return (then.looks or "–", now.looks or "–") if then.looks != now.looks else None


def _changed_counters(then: Look, now: Look) -> str:
    believed = dict(then.counters)
    changed = ((name, believed.get(name, "–"), value) for name, value in now.counters if believed.get(name) != value)
    return ", ".join(f"{name} {before} → {value}" for name, before, value in changed)


def _cell(look: Look) -> str:
    return f"{look.cell.x},{look.cell.y}" if look.cell else look.place


def words(look: Look, other: Look | None) -> str:
    """Say how something looks, what differs from the other first; where it is only if that differs."""
    same = other is not None and look.looks == other.looks
    counters = [
        f"{name} {value}" for name, value in look.counters if other is None or (name, value) not in other.counters
    ]
    parts = [_whereabouts(look, other), *counters]
    return ", ".join(filter(None, [*parts, look.looks] if same else [look.looks, *parts])) or "there"


def _whereabouts(look: Look, other: Look | None) -> str:
    """Say where something is: nothing where the other has it there too, the cell where it has it in the same place."""
    if other is not None and (look.place, look.cell) == (other.place, other.cell):
        return ""
    near = other is not None and look.place == other.place and look.cell
    return _cell(look) if near else look.place or "outdoors"
