"""The lines of a comparison of two runs, each with where it leads; what they sum up is folded until it is opened."""

from collections.abc import Collection, Iterator
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


class Line(NamedTuple):
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
) -> Iterator[Line]:
    """Yield the verdict, then people, the world itself, places, events and numbers, each with where it leads."""
    parting = whole.parting
    for what, one, other in parting.given:
        yield Line(Row(f"given {what}", (Span(f"{what}: ", QUIET), Span(clean(f"{one} | {other}")))))
    if parting.tick is None:
        yield Line(Row("same", (Span("They tell the same story, tick by tick.", STRONG),)))
        return
    goal = Goal(min(parting.tick, whole.until))
    for place, sentence in enumerate(whole.verdict):
        for line in wrap(sentence, cells):
            row = Row(f"verdict {place}", (Span(line, STRONG if place == 0 else PLAIN),))
            yield Line(row, goal if place == 0 else None)
    yield from _until(names, whole, cells, ends)
    if parting.tick > whole.until:
        return
    found = (
        _people(names, whole, cells, opened),
        (line for each in whole.rest for line in _strand("rest", each, None, whole.until, cells, opened)),
        _events(names, whole, cells),
        (Line(row) for row in _places(whole, cells)),
        (Line(row) for row in _numbers(whole)),
    )
    for title, lines in zip(TITLES, map(list, found), strict=True):
        if lines:
            yield Line(Row(f"gap {title}", ()))
            about = f"{clean(names[0])} | {clean(names[1])}" if title in opened else f"{len(lines)} lines"
            spans = sign(opened=title in opened), Span(title, WARM), Span(f"   {about}", QUIET)
            yield Line(Row(f"title {title}", spans), None, title)
            yield from (line if line.inside else line._replace(inside=title) for line in lines if title in opened)


def _until(names: tuple[str, str], whole: Comparison, cells: int, ends: tuple[int, int]) -> Iterator[Line]:
    """Say how far the two were compared, and how one compares further."""
    shorter = names[ends[0] > ends[1]]
    further = f"let {shorter} live on (B shows it), to compare further."
    compared = whole.parting.tick is not None and whole.parting.tick <= whole.until
    text = f"Compared to tick {whole.until}, the last that both have{f'; {further}' if ends[0] != ends[1] else '.'}"
    text = text if compared else f"{further[0].upper()}{further[1:]}"
    for line in wrap(text, cells):
        yield Line(Row("until", (Span(line, QUIET),)))


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
                yield Line(row, Goal(pair.tick, side))
    if len(whole.events) > EVENTS:
        yield Line(Row("more", (Span(f"and {len(whole.events) - EVENTS} more ticks", QUIET),)))


def _unlike(whole: Comparison) -> list[Person]:
    """Return those of whom anything differs, who first differs first."""
    return sorted((one for one in whole.people if one.strands), key=lambda one: min(each.first for each in one.strands))


def _people(names: tuple[str, str], whole: Comparison, cells: int, opened: Collection[str]) -> Iterator[Line]:
    """Yield those of whom anything differs, then the names of the others."""
    for one in _unlike(whole):
        yield from _person(one, names, whole.until, cells, opened)
    same = ", ".join(one.name for one in whole.people if not one.strands)
    for line in wrap(f"the same: {same}", cells) if same else ():
        yield Line(Row("same", (Span(line, QUIET),)))


def _person(one: Person, names: tuple[str, str], until: int, cells: int, opened: Collection[str]) -> Iterator[Line]:
    key = f"who {one.who}"
    first = min(one.strands, key=lambda each: each.first)
    about = f"from tick {first.first}: {', '.join(SHORTLY.get(each.what, each.what) for each in one.strands)}"
    spans = (
        sign(opened=key in opened),
        Span(clean(one.name), STRONG),
        Span("" if key in opened else f"   {about}", QUIET),
    )
    yield Line(Row(key, tuple(fit(spans, cells))), _goal(first, first.cases[0], one.who), key, heading=True)
    if key not in opened:
        return
    for strand in one.strands:
        yield from _strand(key, strand, one, until, cells, opened)
    ends = (f"{area}, {doing or 'idle'}" for area, doing in zip(one.area, one.doing, strict=True))
    for turn, line in enumerate(wrap(f"in the end at {' | '.join(ends)}", cells - 6)):
        row = Row(f"{key} end", (Span(f"{'      ' if turn else '    '}{line}", QUIET),))
        yield Line(row, Goal(until, None, one.who, "card"), inside=key)
    for side, (name, texts, style) in enumerate(zip(names, one.only, (PLAIN, WARM), strict=True)):
        head = f"    only {clean(name)} remembers: "
        for place, (text, memory) in enumerate(zip(texts, one.ids[side], strict=True)):
            keys = ("", str(memory)) if side else (str(memory), "")
            goal = Goal(until, side, one.who, "memory", "memories", keys)
            for turn, line in enumerate(wrap(text, cells - len(head))):
                row = Row(
                    f"{key} only {side} {place}", (Span(" " * len(head) if turn else head, QUIET), Span(line, style))
                )
                yield Line(row, goal, inside=key)


def _strand(
    key: str, strand: Strand, one: Person | None, until: int, cells: int, opened: Collection[str]
) -> Iterator[Line]:
    """Yield what differs and when, and below it how the first of it is in each run, or all of it where it is open."""
    what, _ = tell_strand(strand, until)
    folded = f"{key} {strand.what}"
    rest = len(strand.cases) - 1
    more, inside = (folded if rest else ""), (key if one else "")
    for turn, line in enumerate(wrap(what, cells - 6)):
        mark = sign(opened=folded in opened) if more and turn == 0 else Span("  ")
        row = Row(folded, (Span("  "), mark, Span(f"{'  ' if turn else ''}{line}")))
        yield Line(row, _goal(strand, strand.cases[0], one.who if one else ""), more, inside)
    for place, case in enumerate(strand.cases if folded in opened else strand.cases[:1]):
        at = f"tick {case.tick} · " if rest and folded in opened else ""
        told = list(wrap(" ".join(f"{at}{tell_case(case)}".split()), cells - 8))
        for turn, line in enumerate(told[:FIRST]):
            cut = "…" if turn == FIRST - 1 and told[FIRST:] else ""
            text = f"        {line[: cells - 9] if cut else line}{cut}"
            row = Row(f"{folded} {place}" if place else folded, (Span(text, QUIET),))
            goal = _goal(strand, case, one.who if one else "")
            yield Line(row, goal, "" if place else more, folded if place else inside)


def _goal(strand: Strand, case: Case, who: str) -> Goal:
    """Return where a case leads, of somebody or of a thing: into the run that alone has anything of it, if one."""
    has = [bool(key) for key in case.keys]
    side = has.index(True) if has.count(True) == 1 else None
    about = who or max(case.keys)
    pane = PANES.get(strand.what, "card" if about else "")
    return Goal(case.tick, side, about, pane, strand.what, case.keys, case.sides)
