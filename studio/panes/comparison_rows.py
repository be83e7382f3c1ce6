"""The lines of a comparison of two runs, each with where it leads; what they sum up is folded until it is opened."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from latticeville.lab.diff import Comparison, Person
from latticeville.lab.strands import Case, Strand
from latticeville.lab.verdict import tell_case, tell_strand
from studio.widgets.spans import PLAIN, QUIET, STRONG, WARM, Row, Span, clean, fit, sign, wrap

EVENTS = 400
"""Events of which only one run tells that are shown."""
FEW, SHORT = 3, 30
"""With more people or ticks with events than so many, only the first of them is open at the beginning."""
FIRST = 3
"""Most lines that tell how the first of what differs is."""
PANES = {
    "beliefs": "beliefs", "memories": "memory", "recalls": "memory", "questions": "why", "answers": "why",
    "plan": "why", "inner": "why", "actions": "why", "doing": "why", "places": "map", "holdings": "card",
}  # fmt: skip
"""The pane that shows what a strand tells of."""
SHORTLY = {"inner": "what is in mind"}
"""What strands are called in a list, where not by their own names."""
TOLD = "Events that only one has"
TITLES = ("People", "The world itself", TOLD, "Places", "Numbers")
"""What is below the verdict, in this order."""


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


class ComparisonRow(NamedTuple):
    """A line and where it leads; `fold` is what opens below it, `inside` what it is in, a `heading` begins a person."""

    row: Row
    goal: Goal | None = None
    fold: str = ""
    inside: str = ""
    heading: bool = False


def first_open(whole: Comparison) -> Iterator[str]:
    """Yield what is open at the beginning."""
    unlike = _unlike(whole)
    for one in unlike if len(unlike) <= FEW else unlike[:1]:
        yield f"who {one.who}"
    yield from (title for title in TITLES if title != TOLD or len(whole.events) <= SHORT)


def folds(whole: Comparison) -> Iterator[str]:
    """Yield all that can be open."""
    yield from TITLES
    for one in whole.people:
        yield f"who {one.who}"
        yield from (f"who {one.who} {strand.what}" for strand in one.strands)
    yield from (f"rest {strand.what}" for strand in whole.rest)


def lines_of(
    names: tuple[str, str], whole: Comparison, cells: int, ends: tuple[int, int], opened: Collection[str]
) -> Iterator[ComparisonRow]:
    """Yield the verdict, then people, the world itself, places, events and numbers, each with where it leads."""
    parting = whole.parting
    for what, one, other in parting.given:
        yield ComparisonRow(Row(f"given {what}", (Span(f"{what}: ", QUIET), Span(clean(f"{one} | {other}")))))
    if parting.tick is None:
        yield ComparisonRow(Row("same", (Span("They tell the same story, tick by tick.", STRONG),)))
        return
    yield from _verdict(whole, Goal(min(parting.tick, whole.until)), cells)
    yield from _until(names, whole, cells, ends)
    if parting.tick <= whole.until:
        yield from _Sections(names, whole, cells, opened).lines()


def _verdict(whole: Comparison, goal: Goal, cells: int) -> Iterator[ComparisonRow]:
    """Yield the sentences that sum it up, of which the first leads to where the two part."""
    for place, sentence in enumerate(whole.verdict):
        for line in wrap(sentence, cells):
            row = Row(f"verdict {place}", (Span(line, PLAIN if place else STRONG),))
            yield ComparisonRow(row, None if place else goal)


def _until(names: tuple[str, str], whole: Comparison, cells: int, ends: tuple[int, int]) -> Iterator[ComparisonRow]:
    """Say how far the two were compared, and how one compares further."""
    shorter = names[ends[0] > ends[1]]
    further = f"let {shorter} live on (B shows it), to compare further."
    compared = whole.parting.tick is not None and whole.parting.tick <= whole.until
    text = f"Compared to tick {whole.until}, the last that both have{f'; {further}' if ends[0] != ends[1] else '.'}"
    text = text if compared else f"{further[0].upper()}{further[1:]}"
    for line in wrap(text, cells):
        yield ComparisonRow(Row("until", (Span(line, QUIET),)))


class _Sections(NamedTuple):
    """What is below the verdict: the names of the two runs, what is compared, the width, and what is open."""

    names: tuple[str, str]
    whole: Comparison
    cells: int
    opened: Collection[str]

    def lines(self) -> Iterator[ComparisonRow]:
        """Yield each section that holds anything, folded or open."""
        rest = (line for each in self.whole.rest for line in self._strand("rest", each, None))
        found = (self._people(), rest, self._events(), self._places(), self._numbers())
        for title, lines in zip(TITLES, map(list, found), strict=True):
            if lines:
                yield from self._section(title, lines)

    def _section(self, title: str, lines: Sequence[ComparisonRow]) -> Iterator[ComparisonRow]:
        opened = title in self.opened
        about = f"{clean(self.names[0])} | {clean(self.names[1])}" if opened else f"{len(lines)} lines"
        yield ComparisonRow(Row(f"gap {title}", ()))
        spans = sign(opened=opened), Span(title, WARM), Span(f"   {about}", QUIET)
        yield ComparisonRow(Row(f"title {title}", spans), None, title)
        if opened:
            yield from (line if line.inside else line._replace(inside=title) for line in lines)

    def _fit(self, *spans: Span) -> tuple[Span, ...]:
        return tuple(fit(spans, self.cells))

    def _numbers(self) -> Iterator[ComparisonRow]:
        for metric in self.whole.metrics:
            style = WARM if metric.a != metric.b else QUIET
            spans = Span(f"{metric.name:<28}"), Span(f"{metric.a:>8}{metric.b:>10}", style)
            yield ComparisonRow(Row(f"n {metric.name}", spans))

    def _places(self) -> Iterator[ComparisonRow]:
        called = {one.who: one.name for one in self.whole.people}
        for place in self.whole.places:
            if place.events[0] != place.events[1] or place.people[0] != place.people[1]:
                inside = (", ".join(called.get(who, who) for who in each) or "nobody" for each in place.people)
                text = f"{place.events[0]:>5}{place.events[1]:>5} events · in the end {' | '.join(inside)}"
                spans = self._fit(Span(f"{clean(place.name):<30}"), Span(text, QUIET))
                yield ComparisonRow(Row(f"p {place.area}", spans))

    def _events(self) -> Iterator[ComparisonRow]:
        for pair in self.whole.events[:EVENTS]:
            for side, (texts, style) in enumerate(((pair.a, PLAIN), (pair.b, WARM))):
                for place, text in enumerate(texts):
                    head = Span(f"{pair.tick:>6}  {clean(self.names[side]):<12.12} ", QUIET)
                    row = Row(f"e {pair.tick} {side} {place}", self._fit(head, Span(clean(text), style)))
                    yield ComparisonRow(row, Goal(pair.tick, side))
        if len(self.whole.events) > EVENTS:
            yield ComparisonRow(Row("more", (Span(f"and {len(self.whole.events) - EVENTS} more ticks", QUIET),)))

    def _people(self) -> Iterator[ComparisonRow]:
        """Yield those of whom anything differs, then the names of the others."""
        for one in _unlike(self.whole):
            yield from self._person(one)
        same = ", ".join(one.name for one in self.whole.people if not one.strands)
        for line in wrap(f"the same: {same}", self.cells) if same else ():
            yield ComparisonRow(Row("same", (Span(line, QUIET),)))

    def _person(self, one: Person) -> Iterator[ComparisonRow]:
        key = f"who {one.who}"
        first = min(one.strands, key=lambda each: each.first)
        about = f"   from tick {first.first}: {', '.join(SHORTLY.get(each.what, each.what) for each in one.strands)}"
        opened = key in self.opened
        spans = self._fit(sign(opened=opened), Span(clean(one.name), STRONG), Span("" if opened else about, QUIET))
        yield ComparisonRow(Row(key, spans), _goal(first, first.cases[0], one.who), key, heading=True)
        if opened:
            for strand in one.strands:
                yield from self._strand(key, strand, one)
            yield from self._ending(key, one)
            yield from self._only(key, one)

    def _ending(self, key: str, one: Person) -> Iterator[ComparisonRow]:
        """Yield where somebody is in the end."""
        ends = (f"{area}, {doing or 'idle'}" for area, doing in zip(one.area, one.doing, strict=True))
        for turn, line in enumerate(wrap(f"in the end at {' | '.join(ends)}", self.cells - 6)):
            row = Row(f"{key} end", (Span(f"{'      ' if turn else '    '}{line}", QUIET),))
            yield ComparisonRow(row, Goal(self.whole.until, None, one.who, "card"), inside=key)

    def _only(self, key: str, one: Person) -> Iterator[ComparisonRow]:
        """Yield what somebody remembers in one run only."""
        for side, (name, texts, style) in enumerate(zip(self.names, one.only, (PLAIN, WARM), strict=True)):
            head = f"    only {clean(name)} remembers: "
            for place, (text, memory) in enumerate(zip(texts, one.ids[side], strict=True)):
                keys = ("", str(memory)) if side else (str(memory), "")
                goal = Goal(self.whole.until, side, one.who, "memory", "memories", keys)
                for turn, line in enumerate(wrap(text, self.cells - len(head))):
                    spans = Span(" " * len(head) if turn else head, QUIET), Span(line, style)
                    yield ComparisonRow(Row(f"{key} only {side} {place}", spans), goal, inside=key)

    def _strand(self, key: str, strand: Strand, one: Person | None) -> Iterator[ComparisonRow]:
        """Yield what differs and when, and below it how its first case is in each run, or all where it is open."""
        who, folded = one.who if one else "", f"{key} {strand.what}"
        opens, opened = len(strand.cases) > 1, folded in self.opened
        goal = _goal(strand, strand.cases[0], who)
        first = ComparisonRow(Row(folded, ()), goal, folded if opens else "", key if one else "")
        what = wrap(tell_strand(strand, self.whole.until)[0], self.cells - 6)
        mark = sign(opened=opened) if opens else Span("  ")
        yield first._replace(row=Row(folded, (Span("  "), mark, Span(next(what)))))
        for line in what:
            yield first._replace(row=Row(folded, (Span("  "), Span("  "), Span(f"  {line}"))))
        yield from self._case(strand.cases[0], first, dated=opens and opened)
        for place, case in enumerate(strand.cases[1:] if opened else (), 1):
            yield from self._case(
                case, ComparisonRow(Row(f"{folded} {place}", ()), _goal(strand, case, who), "", folded), dated=True
            )

    def _case(self, case: Case, line: ComparisonRow, *, dated: bool) -> Iterator[ComparisonRow]:
        """Yield how something is in each run, in a few lines that are otherwise as the one given."""
        text = f"tick {case.tick} · {tell_case(case)}" if dated else tell_case(case)
        told = list(wrap(" ".join(text.split()), self.cells - 8))
        for turn, part in enumerate(told[:FIRST]):
            cut = f"{part[: self.cells - 9]}…" if turn == FIRST - 1 and told[FIRST:] else part
            yield line._replace(row=Row(line.row.key, (Span(f"        {cut}", QUIET),)))


def _unlike(whole: Comparison) -> list[Person]:
    """Return those of whom anything differs, who first differs first."""
    return sorted((one for one in whole.people if one.strands), key=lambda one: min(each.first for each in one.strands))


def _goal(strand: Strand, case: Case, who: str) -> Goal:
    """Return where a case leads, of somebody or of a thing: into the run that alone has anything of it, if one."""
    has = [bool(key) for key in case.keys]
    side = has.index(True) if has.count(True) == 1 else None
    about = who or max(case.keys)
    pane = PANES.get(strand.what, "card" if about else "")
    return Goal(case.tick, side, about, pane, strand.what, case.keys, case.sides)
