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
from studio.panes.somebody import Somebody, Spot
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


class Beliefs(Somebody):
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
        self._chosen = ""

    def choose(self, name: str) -> None:
        """Show the beliefs of somebody else; a thing or an area is sought in the list."""
        self._chosen = name
        self._draw()
        if name != self.about:
            self.go_to(name)

    def _draw(self) -> None:
        if self.view is None or not self.display:
            return
        state = self.view.payload.state
        if (self._chosen in state.minds or not self._chosen) and self._chosen != self.about:
            self.about, self.rows, self.cursor, self.top = self._chosen, (), 0, 0
        if self.about not in state.minds:
            self._tell_nobody()
            return
        self.border_title = bordered(f"Beliefs · {state.world.told(self.about)}")
        wish = (id(self.view.payload), self.about)
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

    def _reach(self, spot: Spot) -> None:
        self.only = 0
        super()._reach(spot)

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
    style = STYLES[one.match]
    depth = len(state.world.areas.path(one.parent)) if one.parent in state.world.areas.by_id else 0
    indent = " " * max(0, depth - 1)
    mark = Span(f"{GLYPHS[one.match]} ", style)
    name = f"{indent}{clean(name)}{' ▾' if opened else ''}"
    if cells < NARROW:
        told = short(one, cells - FEW)
        spans = (mark, Span(name, PLAIN if one.match is not Match.SAME else QUIET))
        full = short(one, WHOLE)
        cut = told != full or width(spans) + cell_len(told) + bool(told) > cells
        whole = f"{name.strip()}{f' · {full}' if full else ''}" if cut and not opened else ""
        return Row(one.id, spans, Span(told, style), one.id, whole)
    believes, truth = columns(cells)
    first = cells - believes - truth - 2
    held = words(one.believed, one.truth) if one.believed else "unknown"
    now = words(one.truth, one.believed) if one.truth else "nowhere"
    cut = any(cell_len(text) >= room for text, room in ((name, first), (held, believes), (now, truth)))
    whole = f"{name.strip()} · believes {held} · truth {now}" if cut and not opened else ""
    held, now = contrasted(held, now, min(believes, truth) - 1)
    parts = (
        mark, Span(_fill(name, first), PLAIN), Span(_fill(held, believes), style), Span(_fill(now, truth), QUIET),
    )  # fmt: skip
    return Row(one.id, parts, Span(""), one.id, whole)


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
    then, now = one.believed, one.truth
    counted = dict(then.counters)
    others = [(name, counted.get(name, "–"), value) for name, value in now.counters if counted.get(name) != value]
    if one.match is Match.ELSEWHERE or then.place != now.place:
        pair = (then.place, now.place) if then.place != now.place else (_cell(then), _cell(now))
    elif then.looks != now.looks:
        pair = then.looks or "–", now.looks or "–"
    else:
        return ", ".join(f"{name} {before} → {value}" for name, before, value in others)
    whole = " → ".join(text or "outdoors" for text in pair)
    if cell_len(whole) <= cells:
        return whole
    return " → ".join(contrasted(pair[0] or "outdoors", pair[1] or "outdoors", max(4, (cells - 3) // 2)))


def _cell(look: Look) -> str:
    return f"{look.cell.x},{look.cell.y}" if look.cell else look.place


def words(look: Look, other: Look | None) -> str:
    """Say how something looks, what differs from the other first; where it is only if that differs."""
    parts: list[str] = []
    same = other is not None and look.looks == other.looks
    if look.looks and not same:
        parts.append(look.looks)
    if other is None or (look.place, look.cell) != (other.place, other.cell):
        near = other is not None and look.place == other.place and look.cell
        parts.append(_cell(look) if near else look.place or "outdoors")
    parts += [
        f"{name} {value}" for name, value in look.counters if other is None or (name, value) not in other.counters
    ]
    if look.looks and same:
        parts.append(look.looks)
    return ", ".join(parts) or "there"
