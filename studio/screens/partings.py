"""Two runs side by side: where and why they part, and what became of people, things, places, events and numbers."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from latticeville.lab.diff import Comparison, Person
from latticeville.lab.strands import Strand
from latticeville.lab.verdict import tell_strand
from studio.widgets.bar import Hints
from studio.widgets.lines import Wrapped
from studio.widgets.part import bindings
from studio.widgets.spans import PLAIN, QUIET, STRONG, WARM, Row, Span, bordered, clean, fit, wrap

EVENTS = 400
"""Events of which only one run tells that are shown."""
FIRST = 3
"""Most lines that tell how the first of what differs is."""
PANES = {
    "beliefs": "beliefs", "memories": "memory", "recalls": "memory", "questions": "why", "answers": "why",
    "plan": "why", "inner": "why", "actions": "why", "doing": "why", "places": "map", "holdings": "card",
}  # fmt: skip
"""The pane that shows what a strand tells of."""


class Goal(NamedTuple):
    """Where a line leads: to a tick of the first or the second run (None: of either), to somebody, in a pane.

    There to what a strand tells of, `what`, with its keys and how it is in both runs, as a `Strand` has them.
    """

    tick: int
    side: int | None = None
    who: str = ""
    pane: str = ""
    what: str = ""
    keys: tuple[str, str] = ("", "")
    sides: tuple[str, str] = ("", "")


class Went(NamedTuple):
    """What was chosen: a tick in the run `side`, with somebody there."""

    side: int
    goal: Goal


Line = tuple[Row, Goal | None]
"""A line, and where it leads."""


class Sides(Wrapped):
    """The lines of a comparison; enter goes to what a line tells of, space to the same in the other run."""

    where = "partings"
    eager = False
    BINDINGS: ClassVar[list[BindingType]] = bindings("partings")

    def __init__(self, names: tuple[str, str], whole: Comparison, ends: tuple[int, int], here: int) -> None:
        super().__init__(id="sides")
        self._names, self._whole, self._ends, self._here = names, whole, ends, here
        self._goals: dict[str, Goal] = {}

    def _draw(self) -> None:
        lines = list(lines_of(self._names, self._whole, self.size.width, self._ends))
        self._goals = {row.key: goal for row, goal in lines if goal is not None}
        self.show_rows([row for row, _ in lines])

    def action_open(self) -> None:
        """Go to what the line tells of: in the run that it is of, else in the one that is open."""
        self._go(other=False)

    def action_other(self) -> None:
        """Go there in the other run."""
        self._go(other=True)

    def _go(self, *, other: bool) -> None:
        goal = self._goals.get(self.rows[self.cursor].key) if self.rows else None
        if goal is not None:
            side = self._here if goal.side is None else goal.side
            self.screen.dismiss(Went(1 - side if other else side, goal))
        else:
            for hints in self.screen.query(Hints):
                hints.tell("This line leads nowhere: those of people and of events do.")

    async def action_help(self) -> None:
        """Say what this is."""
        await self.run_action("app.help")

    def action_close(self) -> None:
        """Back to the run."""
        self.screen.dismiss(None)


class Partings(ModalScreen[Went | None]):
    """Shows a comparison; `ends` are the last ticks of the two, `here` which of them is open, `at` where one was."""

    DEFAULT_CSS = """
    Partings { align: center middle; background: $background 40%; }
    Partings:ansi { background: ansi_default; }
    Partings Vertical { width: 96%; height: 96%; }
    Partings Sides { border: heavy $border; background: $surface; border-title-color: $accent; height: 1fr; }
    """

    def __init__(
        self,
        names: tuple[str, str],
        whole: Comparison,
        about: str,
        ends: tuple[int, int],
        here: int = 1,
        at: tuple[int, int] = (0, 0),
    ) -> None:
        super().__init__()
        self._about, self._at = about, at
        self._sides = Sides(names, whole, ends, here)

    @property
    def at(self) -> tuple[int, int]:
        """The line under the cursor and the first in sight."""
        return self._sides.cursor, self._sides.top

    def compose(self) -> ComposeResult:
        """Show the lines."""
        self._sides.border_title = bordered(self._about)
        with Vertical():
            yield self._sides
            yield Hints(id="hints")

    def on_mount(self) -> None:
        """Stand where one was."""
        if any(self._at):
            self.call_after_refresh(self._return)

    def _return(self) -> None:
        self._sides.cursor, self._sides.top = self._at
        self._sides.refresh()

    def on_click(self, event: events.Click) -> None:
        """Close when clicked beside."""
        if event.widget is self:
            self.dismiss(None)


def lines_of(names: tuple[str, str], whole: Comparison, cells: int, ends: tuple[int, int]) -> Iterator[Line]:
    """Yield the verdict, then people, the world itself, places, events and numbers, each with where it leads."""
    parting = whole.parting
    for what, one, other in parting.given:
        yield Row(f"given {what}", (Span(f"{what}: ", QUIET), Span(clean(f"{one} | {other}")))), None
    if parting.tick is None:
        yield Row("same", (Span("They tell the same story, tick by tick.", STRONG),)), None
        return
    goal = Goal(min(parting.tick, whole.until))
    for place, sentence in enumerate(whole.verdict):
        for line in wrap(sentence, cells):
            yield Row(f"verdict {place}", (Span(line, STRONG if place == 0 else PLAIN),)), goal if place == 0 else None
    yield from _until(names, whole, cells, ends)
    if parting.tick > whole.until:
        return
    parts: tuple[tuple[str, list[Line]], ...] = (
        ("People", list(_people(names, whole, cells))),
        ("The world itself", [line for each in whole.rest for line in _strand("rest", each, None, whole.until, cells)]),
        ("Events that only one has", list(_events(names, whole, cells))),
        ("Places", [(row, None) for row in _places(whole, cells)]),
        ("Numbers", [(row, None) for row in _numbers(whole)]),
    )
    for title, found in parts:
        if found:
            yield Row(f"gap {title}", ()), None
            head = (Span(title, WARM), Span(f"   {clean(names[0])} | {clean(names[1])}", QUIET))
            yield Row(f"title {title}", head), None
            yield from found


def _until(names: tuple[str, str], whole: Comparison, cells: int, ends: tuple[int, int]) -> Iterator[Line]:
    """Say how far the two were compared, and how one compares further."""
    shorter = names[ends[0] > ends[1]]
    further = f"let {shorter} live on (B shows it), to compare further."
    compared = whole.parting.tick is not None and whole.parting.tick <= whole.until
    text = f"Compared to tick {whole.until}, the last that both have{f'; {further}' if ends[0] != ends[1] else '.'}"
    text = text if compared else f"{further[0].upper()}{further[1:]}"
    for line in wrap(text, cells):
        yield Row("until", (Span(line, QUIET),)), None


def _numbers(whole: Comparison) -> Iterator[Row]:
    for metric in whole.metrics:
        style = WARM if metric.a != metric.b else QUIET
        yield Row(f"n {metric.name}", (Span(f"{metric.name:<28}"), Span(f"{metric.a:>8}{metric.b:>10}", style)))


def _places(whole: Comparison, cells: int) -> Iterator[Row]:
    called = {one.who: one.name for one in whole.people}
    for place in whole.places:
        if place.events[0] != place.events[1] or place.people[0] != place.people[1]:
            inside = " | ".join(", ".join(called.get(who, who) for who in each) or "nobody" for each in place.people)
            text = f"{place.events[0]:>5}{place.events[1]:>5} events · in the end {inside}"
            yield Row(f"p {place.area}", tuple(fit((Span(f"{clean(place.name):<30}"), Span(text, QUIET)), cells)))


def _events(names: tuple[str, str], whole: Comparison, cells: int) -> Iterator[Line]:
    for pair in whole.events[:EVENTS]:
        for side, (texts, style) in enumerate(((pair.a, PLAIN), (pair.b, WARM))):
            for place, text in enumerate(texts):
                head = Span(f"{pair.tick:>6}  {clean(names[side]):<12.12} ", QUIET)
                row = Row(f"e {pair.tick} {side} {place}", tuple(fit((head, Span(clean(text), style)), cells)))
                yield row, Goal(pair.tick, side)
    if len(whole.events) > EVENTS:
        yield Row("more", (Span(f"and {len(whole.events) - EVENTS} more ticks", QUIET),)), None


def _people(names: tuple[str, str], whole: Comparison, cells: int) -> Iterator[Line]:
    """Yield those of whom anything differs, who first differs first, then the names of the others."""
    unlike = [one for one in whole.people if one.strands]
    for one in sorted(unlike, key=lambda each: min(strand.first for strand in each.strands)):
        yield from _person(one, names, whole.until, cells)
    same = ", ".join(one.name for one in whole.people if not one.strands)
    for line in wrap(f"the same: {same}", cells) if same else ():
        yield Row("same", (Span(line, QUIET),)), None


def _person(one: Person, names: tuple[str, str], until: int, cells: int) -> Iterator[Line]:
    key = f"who {one.who}"
    first = min(one.strands, key=lambda each: each.first)
    yield Row(key, (Span(clean(one.name), STRONG),)), _goal(first, one.who)
    for strand in one.strands:
        yield from _strand(key, strand, one, until, cells)
    ends = (f"{area}, {doing or 'idle'}" for area, doing in zip(one.area, one.doing, strict=True))
    for turn, line in enumerate(wrap(f"in the end at {' | '.join(ends)}", cells - 4)):
        yield Row(f"{key} end", (Span(f"{'    ' if turn else '  '}{line}", QUIET),)), Goal(until, None, one.who, "card")
    for side, (name, texts, style) in enumerate(zip(names, one.only, (PLAIN, WARM), strict=True)):
        head = f"  only {clean(name)} remembers: "
        for place, (text, memory) in enumerate(zip(texts, one.ids[side], strict=True)):
            goal = Goal(until, side, one.who, "memory", "memories", (str(memory), str(memory)))
            for turn, line in enumerate(wrap(text, cells - len(head))):
                spans = (Span(" " * len(head) if turn else head, QUIET), Span(line, style))
                yield Row(f"{key} only {side} {place}", spans), goal


def _strand(key: str, strand: Strand, one: Person | None, until: int, cells: int) -> Iterator[Line]:
    """Yield what differs and when, and below it how the first of it is in each run."""
    what, first = tell_strand(strand, until)
    goal = _goal(strand, one.who) if one else _goal(strand, max(strand.keys))
    for turn, line in enumerate(wrap(what, cells - 4)):
        yield Row(f"{key} {strand.what}", (Span(f"{'    ' if turn else '  '}{line}"),)), goal
    told = list(wrap(" ".join(first.split()), cells - 6))
    for turn, line in enumerate(told[:FIRST]):
        cut = "…" if turn == FIRST - 1 and told[FIRST:] else ""
        yield Row(f"{key} {strand.what}", (Span(f"      {line[: cells - 7] if cut else line}{cut}", QUIET),)), goal


def _goal(strand: Strand, who: str) -> Goal:
    """Return where a strand of somebody, or of a thing, leads: into the run that alone has anything of it, if one."""
    has = [bool(key) for key in strand.keys]
    side = has.index(True) if has.count(True) == 1 else None
    pane = PANES.get(strand.what, "card" if who else "")
    return Goal(strand.first, side, who, pane, strand.what, strand.keys, strand.sides)


__all__ = ["Goal", "Partings", "Sides", "Went", "lines_of"]
