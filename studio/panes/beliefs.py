"""What somebody believes beside what is so, node by node."""

from collections import Counter
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
from studio.panes.somebody import Somebody
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, WARM, Row, Span, bordered, clean, fit, width, wrap

NARROW = 60
"""With fewer cells, only what differs is told in words."""
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
        self._shared: frozenset[str] = frozenset()

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
        self._shared = frozenset(name for name, number in Counter(one.name for one in found).items() if number > 1)
        lines = [row for one in found if one.match in wanted for row in self._lines(state, one)]
        self.show_rows(lines or [Row("", (Span("They take everything to be as it is.", QUIET),))])

    def _lines(self, state: State, one: Held) -> Iterator[Row]:
        name = _placed(one) if one.name in self._shared else one.name
        yield line(state, one, self.size.width, opened=one.id in self._opened, name=name)
        if one.id in self._opened:
            for text in wrap(one.told, self.size.width - 4):
                yield Row(one.id, (Span("    "), Span(text, QUIET)), Span(""), one.id)

    def action_open(self) -> None:
        """Say in words what is believed of the line and what is so; again, close it."""
        if self.rows and self.rows[self.cursor].link:
            self._opened ^= {self.rows[self.cursor].key}
            self._draw()

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
        return [first]
    legend = "  ".join(f"{GLYPHS[match]} {match}" for match in Match)
    believes, truth = columns(cells)
    head = f"  {'what':<{cells - believes - truth - 2}}{'believes':<{believes}}{'truth':<{truth}}"
    return [first, Row("legend", (Span(legend, QUIET),)), Row("columns", (Span(head, QUIET),))]


def columns(cells: int) -> tuple[int, int]:
    """Return the widths of what is believed and of what is so."""
    part = (cells - 2) * 3 // 10
    return part, part


def _placed(one: Held) -> str:
    """Return a name that others have, too, with where it is or is believed to be."""
    look = one.truth or one.believed
    if look is None:
        return one.name
    return f"{one.name} {look.cell.x},{look.cell.y}" if look.cell else f"{one.name}, {look.place}"


def line(state: State, one: Held, cells: int, *, opened: bool, name: str) -> Row:
    """Return the line of a node: how it matches, its name, what is believed, and what is so."""
    style = STYLES[one.match]
    depth = len(state.world.areas.path(one.parent)) if one.parent in state.world.areas.by_id else 0
    indent = " " * max(0, depth - 1)
    mark = Span(f"{GLYPHS[one.match]} ", style)
    name = f"{indent}{clean(name)}{' ▾' if opened else ''}"
    if cells < NARROW:
        told = short(one)
        spans = (mark, Span(name, PLAIN if one.match is not Match.SAME else QUIET))
        cut = width(spans) + cell_len(told) + bool(told) > cells
        whole = f"{name.strip()}{f' · {told}' if told else ''}" if cut and not opened else ""
        return Row(one.id, spans, Span(told, style), one.id, whole)
    believes, truth = columns(cells)
    first = cells - believes - truth - 2
    held = words(one.believed, one.truth) if one.believed else "never seen"
    real = words(one.truth, one.believed) if one.truth else "nowhere"
    parts = (
        mark, Span(_fill(name, first), PLAIN), Span(_fill(held, believes), style), Span(_fill(real, truth), QUIET),
    )  # fmt: skip
    cut = any(cell_len(text) >= room for text, room in ((name, first), (held, believes), (real, truth)))
    whole = f"{name.strip()} · believes {held} · truth {real}" if cut and not opened else ""
    return Row(one.id, parts, Span(""), one.id, whole)


def _fill(text: str, cells: int) -> str:
    cut = "".join(span.text for span in fit((Span(text),), cells - 1))
    return f"{cut:<{cells}}"


def short(one: Held) -> str:
    """Say in a few words how a belief differs."""
    if one.match is Match.UNKNOWN:
        return "never seen"
    if one.match is Match.MISSING:
        return "gone"
    if one.believed is None or one.truth is None:
        return "gone" if one.truth is None else ""
    if one.match is Match.ELSEWHERE:
        return one.believed.place
    if one.match is Match.STALE and one.believed.looks == one.truth.looks:
        then = dict(one.believed.counters)
        return ", ".join(
            f"{name} {then.get(name, '–')} → {now}" for name, now in one.truth.counters if then.get(name) != now
        )
    return f"{one.believed.looks or '–'} → {one.truth.looks or '–'}" if one.match is Match.STALE else one.truth.looks


def words(look: Look, other: Look | None) -> str:
    """Say how something looks; where it is, too, if that differs from the other."""
    parts = [look.looks] if look.looks else []
    if other is None or (look.place, look.cell) != (other.place, other.cell):
        parts.append(look.place or "outdoors")
        if other is not None and look.place == other.place and look.cell:
            parts.append(f"{look.cell.x},{look.cell.y}")
    parts += [
        f"{name} {value}" for name, value in look.counters if other is None or (name, value) not in other.counters
    ]
    return ", ".join(parts) or "there"
