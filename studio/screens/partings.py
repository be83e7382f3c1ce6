"""Two runs side by side: where and why they part, and what became of people, places, events and numbers."""

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from latticeville.lab.diff import Comparison, Person
from studio.widgets.lines import Wrapped
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Row, Span, bordered, clean, fit, wrap

EVENTS = 400
"""Events of which only one run tells that are shown."""


class Sides(Wrapped):
    """The lines of a comparison."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")

    def __init__(self, names: tuple[str, str], whole: Comparison, ends: tuple[int, int]) -> None:
        super().__init__(id="sides")
        self._names, self._whole, self._ends = names, whole, ends

    def _draw(self) -> None:
        self.show_rows(list(rows(self._names, self._whole, self.size.width, self._ends)))

    def action_close(self) -> None:
        """Back to the run."""
        self.screen.dismiss()


class Partings(ModalScreen[None]):
    """Shows a comparison over the run; `ends` are the last ticks of the two."""

    DEFAULT_CSS = """
    Partings { align: center middle; background: $background 40%; }
    Partings Sides {
        width: 96%; height: 92%; border: heavy $border; background: $surface; border-title-color: $accent;
    }
    """
    BINDINGS = [("escape", "dismiss", "Close"), ("q", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, names: tuple[str, str], whole: Comparison, about: str, ends: tuple[int, int]) -> None:
        super().__init__()
        self._names, self._whole, self._about, self._ends = names, whole, about, ends

    def compose(self) -> ComposeResult:
        """Show the lines."""
        sides = Sides(self._names, self._whole, self._ends)
        sides.border_title = bordered(self._about)
        yield sides

    def on_click(self, event: events.Click) -> None:
        """Close when clicked beside."""
        if event.widget is self:
            self.dismiss()


def rows(names: tuple[str, str], whole: Comparison, cells: int, ends: tuple[int, int]) -> Iterator[Row]:
    """Yield the parting and its cause, then numbers, people, places and events."""
    parting = whole.parting
    for what, one, other in parting.given:
        yield Row(f"given {what}", (Span(f"{what}: ", QUIET), Span(f"{one} | {other}")))
    if parting.tick is None:
        yield Row("same", (Span("They tell the same story, tick by tick.", STRONG),))
        return
    shorter = names[ends[0] > ends[1]]
    further = f"let {shorter} live on (B shows it), to compare further."
    if parting.tick > whole.until:
        given = parting.cause.partition("; ")[2].removesuffix(".")
        after = f" After it {given}." if given else ""
        text = f"They tell the same up to tick {whole.until}, where {shorter} ends: {further}{after}"
        for line in wrap(text, cells):
            yield Row("parting", (Span(line, STRONG),))
        return
    for line in wrap(f"They part at tick {parting.tick}: {parting.cause.removesuffix('.')}.", cells):
        yield Row("parting", (Span(line, STRONG),))
    most = f"; {further}" if ends[0] != ends[1] else "."
    for line in wrap(f"Compared from there to tick {whole.until}, the last that both have{most}", cells):
        yield Row("until", (Span(line, QUIET),))
    parts = (
        ("Numbers", list(_numbers(whole))),
        ("People", [row for each in whole.people for row in _person(each, names, cells)]),
        ("Places", list(_places(whole, cells))),
        ("Events that only one has", list(_events(names, whole, cells))),
    )
    for title, found in parts:
        if found:
            yield Row(f"gap {title}", ())
            yield Row(f"title {title}", (Span(title, WARM), Span(f"   {names[0]} | {names[1]}", QUIET)))
            yield from found


def _numbers(whole: Comparison) -> Iterator[Row]:
    for metric in whole.metrics:
        style = WARM if metric.a != metric.b else QUIET
        yield Row(f"n {metric.name}", (Span(f"{metric.name:<28}"), Span(f"{metric.a:>8}{metric.b:>10}", style)))


def _places(whole: Comparison, cells: int) -> Iterator[Row]:
    for place in whole.places:
        if place.events[0] != place.events[1] or place.people[0] != place.people[1]:
            inside = " | ".join(", ".join(each) or "nobody" for each in place.people)
            text = f"{place.events[0]:>5}{place.events[1]:>5} events · in the end {inside}"
            yield Row(f"p {place.area}", tuple(fit((Span(f"{clean(place.name):<24}"), Span(text, QUIET)), cells)))


def _events(names: tuple[str, str], whole: Comparison, cells: int) -> Iterator[Row]:
    for pair in whole.events[:EVENTS]:
        for name, texts, style in ((names[0], pair.a, PLAIN), (names[1], pair.b, WARM)):
            for text in texts:
                head = Span(f"{pair.tick:>6}  {name:<12.12} ", QUIET)
                yield Row(f"e {pair.tick}", tuple(fit((head, Span(clean(text), style)), cells)))
    if len(whole.events) > EVENTS:
        yield Row("more", (Span(f"and {len(whole.events) - EVENTS} more ticks", QUIET),))


def _person(one: Person, names: tuple[str, str], cells: int) -> Iterator[Row]:
    key = f"who {one.who}"
    if one.first is None and not any(one.only):
        yield Row(key, (Span(clean(one.name)), Span("  the same", QUIET)))
        return
    since = f"  otherwise from tick {one.first}: {one.action[0]} | {one.action[1]}" if one.first is not None else ""
    for turn, line in enumerate(wrap(f"{one.name}{since}", cells)):
        told = Span(line.removeprefix(clean(one.name)))
        yield Row(key, (Span(clean(one.name), STRONG), told) if turn == 0 else (Span(f"  {line}"),))
    ends = (f"{area}, {doing or 'idle'}" for area, doing in zip(one.area, one.doing, strict=True))
    for turn, line in enumerate(wrap(f"in the end at {' | '.join(ends)}", cells - 4)):
        yield Row(key, (Span(f"{'    ' if turn else '  '}{line}", QUIET),))
    for name, texts, style in zip(names, one.only, (PLAIN, ALARM), strict=True):
        head = f"  only {name} remembers: "
        for text in texts:
            for turn, line in enumerate(wrap(text, cells - len(head))):
                yield Row(key, (Span(" " * len(head) if turn else head, QUIET), Span(line, style)))
