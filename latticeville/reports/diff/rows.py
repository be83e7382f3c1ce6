"""The comparison of two runs as rows: divergence, people, world, events, numbers."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from latticeville.reports.diff.differences import DONE, KINDS, Difference, Example
from latticeville.reports.diff.outcome import outcome_count, outcome_rows, outcome_sentences
from latticeville.reports.rows import Column, Emphasis, RunTarget, TextPart, ViewRow, count, line

if TYPE_CHECKING:
    from latticeville.reports.diff.compare import AreaComparison, Comparison, Divergence, Person
    from latticeville.reports.diff.outcome import OutcomeComparison

PLAIN, QUIET, STRONG, WARM, _ = Emphasis
COLORS = ("sky", "")
"""The colour of the first run; the second one's is that of what is warm."""
SIDES = (PLAIN, WARM)
"""How what is of the first and of the second run alone is set."""
EVENTS = 400
"""Ticks with events of only one run that are told."""
FEW, SHORT = 3, 30
"""With more people or ticks with events than so many, only the first of them is open at the
beginning."""
LONG = 160
"""Most letters of how something is in each run, where that is told beside what differs."""
NAMED = 2
"""Most people or objects that a sentence names."""
SUBJECTS = {
    "actions": "actions",
    "doing": "visible activity",
    "places": "position",
    "holdings": "inventory",
    "plan": "plan",
    "beliefs": "beliefs",
    "memories": "memories",
    "recalls": "retrievals",
    "questions": "requests",
    "answers": "replies",
    "inner": "inner state",
}
"""What of a person differs."""
COUNTED = {
    "beliefs": ("belief differs", "beliefs differ"),
    "memories": ("memory of one run only", "memories of one run only"),
    "recalls": ("memory retrieved in one run only", "memories retrieved in one run only"),
    "questions": ("request differs", "requests differ"),
    "answers": ("reply differs", "replies differ"),
}
"""What is counted by something else than ticks."""
NOTHING = "nothing of it"
"""How an event of one run only is in the other."""
Names = tuple[str, str]
Rows = Callable[[], Iterable[ViewRow]]
PLACES = (Column("area", 29), Column("a", 5, right=True), Column("b", 5, right=True))
NUMBERS = (Column("number", 27), Column("a", 8, right=True), Column("b", 9, right=True))
MOMENTS = (Column("tick", 6, right=True), Column("run", 13))


def divergence_rows(
    parting: "Divergence", names: Names, outcome: "OutcomeComparison | None" = None
) -> Iterator[ViewRow]:
    """Yield where two runs diverge, why, how they end, and every part of the first tick that
    differs."""
    yield from _given(parting)
    yield line("divergence", _divergence(parting), STRONG)
    if outcome and (outcome.measures or outcome.fates or outcome.beats):
        yield from (
            line(f"outcome {place}", text)
            for place, text in enumerate(outcome_sentences(outcome, names))
        )
        yield from _section(
            "Outcome", outcome_count(outcome), partial(outcome_rows, outcome), names
        )
        yield ViewRow("gap parts")
    for place, (what, *sides) in enumerate(parting.parts):
        held = [
            ViewRow(f"part {place} {side}", (_of_side(side, sides[side]),), names[side])
            for side in (0, 1)
        ]
        yield ViewRow(f"part {place}", (TextPart(what),), children=partial(iter, held))


def comparison_rows(
    whole: "Comparison", names: Names, ends: tuple[int, int] | None = None
) -> Iterator[ViewRow]:
    """Yield what a comparison comes to, then everything that differs; `ends` are the last ticks of
    the two runs."""
    yield from _given(whole.parting)
    tick = whole.parting.tick
    if tick is None:
        yield line("same", _divergence(whole.parting), STRONG)
        return
    first, *more = summary(whole, names)
    sides = whole.parting.parts[0][1:] if whole.parting.parts else ("", "")
    target = RunTarget(min(tick, whole.until), sides=sides)
    yield line("summary 0", first, STRONG, target=target)
    yield from (line(f"summary {place}", text) for place, text in enumerate(more, 1))
    if tick <= whole.until or ends:
        yield line("until", _until(whole, names, ends), QUIET)
    if tick > whole.until:
        return
    for title, held, number, rows in _sections(whole, names):
        if held:
            yield from _section(title, number, rows, names)


def _section(title: str, number: str, rows: Rows, names: Names) -> Iterator[ViewRow]:
    """Yield an empty row and the title of a section, with its rows below."""
    yield ViewRow(f"gap {title}")
    parts = TextPart(title, STRONG), TextPart("  "), *_both(names)
    yield ViewRow(f"title {title}", parts, tail=TextPart(number, QUIET), children=rows, single=True)


def first_open(whole: "Comparison") -> Iterator[str]:
    """Yield the keys of the rows that are open at the beginning."""
    unlike = _unlike(whole)
    start = first_row(whole)
    one_of_many = [one for one in unlike if start.startswith(f"who {one.who} ")][:1]
    yield from (f"who {one.who}" for one in (unlike if len(unlike) <= FEW else one_of_many))
    for title, held, _, _ in _sections(whole, ("", "")):
        if held and (held is not whole.events or len(held) <= SHORT):
            yield f"title {title}"


def first_row(whole: "Comparison") -> str:
    """Return the key of the row at which a reader begins: of the first difference that has a place,
    else of the first of anybody; "" where people do not differ."""
    found = [
        ((strand.what != "places", strand.first, place, KINDS.index(strand.what)), one, strand)
        for place, one in enumerate(_unlike(whole))
        for strand in one.strands
    ]
    if not found:
        return ""
    _, one, strand = min(found, key=itemgetter(0))
    return f"who {one.who} {strand.what}"


def _sections(
    whole: "Comparison", names: Names
) -> Iterator[tuple[str, tuple[object, ...], str, Rows]]:
    """Yield what is below the summary: a title, what it tells of, how much that is, and its
    rows."""
    places = tuple(
        one
        for one in whole.places
        if one.events[0] != one.events[1] or one.people[0] != one.people[1]
    )
    unlike, rest = (
        len(_unlike(whole)),
        (row for one in whole.rest for row in _difference("rest", one, None, whole.until)),
    )
    outcome = whole.outcome
    if outcome:
        yield (
            "Outcome",
            (*outcome.measures, *outcome.fates),
            outcome_count(outcome),
            partial(outcome_rows, outcome),
        )
    yield "People", whole.people, f"{unlike} of {len(whole.people)}", partial(_people, whole, names)
    yield "World", whole.rest, f"{len(whole.rest)}", partial(iter, list(rest))
    yield (
        "Events of one run only",
        whole.events,
        count(len(whole.events), "tick"),
        partial(_events, whole, names),
    )
    yield "Places", places, f"{len(places)}", partial(_places, whole, places)
    yield "Numbers", whole.metrics, f"{len(whole.metrics)}", partial(_numbers, whole)


def _given(parting: "Divergence") -> Iterator[ViewRow]:
    for what, one, other in parting.given:
        yield ViewRow(f"given {what}", (TextPart(f"{what}: ", QUIET), TextPart(f"{one} | {other}")))


def _divergence(parting: "Divergence") -> str:
    if parting.tick is None:
        return "No divergence: every tick is the same in both runs."
    when = f" ({parting.when})" if parting.when else ""
    return _closed(f"Divergence at tick {parting.tick}{when}: {parting.cause}")


def _closed(text: str) -> str:
    text = text.rstrip(".")
    return text if text.endswith((".”", "!”", "?”")) else f"{text}."


def summary(whole: "Comparison", names: Names) -> Iterator[str]:
    """Yield sentences: the divergence, then what differs of actions, events, the world and
    minds."""
    parting, until = whole.parting, whole.until
    if parting.tick is None:
        yield _divergence(parting)
        return
    if parting.tick > until:
        yield _closed(f"Same up to tick {until}: {parting.cause}")
        return
    yield _divergence(parting)
    if whole.outcome:
        yield from outcome_sentences(whole.outcome, names)
    yield " ".join((_actions(whole), _only_events(whole, names)))
    if whole.rest:
        some = ", ".join(one.what for one in whole.rest[:NAMED])
        more = f" and {len(whole.rest) - NAMED} more" if len(whole.rest) > NAMED else ""
        yield (
            f"World: {some}{more} differ{'s' * (len(whole.rest) == 1)} {_span(whole.rest, until)}."
        )
    minds = "; ".join(_minds(whole))
    if minds:
        yield f"Minds: {minds}."
    yield "No other differences."


def _actions(whole: "Comparison") -> str:
    """Say who first acts differently, and how many do later."""
    acting = sorted(
        (one.first, DONE.index(one.what), person.name, one)
        for person in whole.people
        for one in person.strands
        if one.what in DONE
    )
    if not acting:
        return "Actions identical."
    first, _, name, strand = acting[0]
    others = len({other for _, _, other, _ in acting} - {name})
    sides = " | ".join(_cut(side, 60) for side in strand.cases[0].sides)
    later = f"then {count(others, 'other')}" if others else "nobody else"
    return f"Actions differ from tick {first}: {name} first ({sides}), {later}."


def _only_events(whole: "Comparison", names: Names) -> str:
    counts = (sum(len(one.a) for one in whole.events), sum(len(one.b) for one in whole.events))
    told = [
        f"{count(number, 'event')} only in {name}"
        for number, name in zip(counts, names, strict=True)
        if number
    ]
    return f"{', '.join(told)}." if told else "Events identical."


def _minds(whole: "Comparison") -> Iterator[str]:
    """Yield what differs of whose minds, and when; what is so of the same people at the same time
    in one."""
    told: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for what in (each for each in SUBJECTS if each not in DONE):
        found = _having(whole, what)
        if found:
            span = _span(tuple(found.values()), whole.until)
            told.setdefault((tuple(found), span), []).append(SUBJECTS[what])
    for (names, when), subjects in told.items():
        who = " and ".join(names) if len(names) <= NAMED else f"{len(names)} people"
        yield f"{', '.join(subjects)} of {who} {when}"


def _having(whole: "Comparison", what: str) -> dict[str, Difference]:
    """Return the strand of a kind of everybody who has one, by name."""
    return {
        one.name: strand for one in whole.people for strand in one.strands if strand.what == what
    }


def _span(strands: tuple[Difference, ...], until: int) -> str:
    """Say from which tick to which something differs."""
    first, last = min(one.first for one in strands), max(one.last for one in strands)
    if first == last:
        return f"at tick {first}"
    return f"from tick {first} to the end" if last == until else f"from tick {first} to {last}"


def _until(whole: "Comparison", names: Names, ends: tuple[int, int] | None) -> str:
    """Say how far the two were compared, and which of them ends there."""
    shorter = (
        f" {names[ends[0] > ends[1]]} ends there: resume it to compare more."
        if ends and ends[0] != ends[1]
        else ""
    )
    return f"Compared up to tick {whole.until}.{shorter}"


def _unlike(whole: "Comparison") -> "list[Person]":
    """Return those of whom anything differs, who first differs first."""
    return sorted(
        (one for one in whole.people if one.strands),
        key=lambda one: min(each.first for each in one.strands),
    )


def _people(whole: "Comparison", names: Names) -> Iterator[ViewRow]:
    for one in _unlike(whole):
        first = min(one.strands, key=lambda each: each.first)
        about = (
            f"  from tick {first.first}: {', '.join(SUBJECTS[each.what] for each in one.strands)}"
        )
        parts = TextPart(one.name, STRONG), TextPart(about, QUIET)
        target = _target(first, first.cases[0], one.who)
        rows = partial(_person, one, names, whole.until)
        yield ViewRow(f"who {one.who}", parts, target=target, children=rows, single=True)
    same = ", ".join(one.name for one in whole.people if not one.strands)
    if same:
        yield line("same", f"identical: {same}", QUIET)


def _person(one: "Person", names: Names, until: int) -> Iterator[ViewRow]:
    key = f"who {one.who}"
    for strand in one.strands:
        yield from _difference(key, strand, one, until)
    areas, doing = one.area, one.doing
    ends = (f"{areas[0]}, {doing[0] or 'idle'}", f"{areas[1]}, {doing[1] or 'idle'}")
    target = RunTarget(until, None, one.who, sides=ends)
    yield ViewRow(f"{key} end", (TextPart("at the end: ", QUIET), *_both(ends)), target=target)
    for side, texts in enumerate(one.only):
        for place, (text, memory) in enumerate(zip(texts, one.ids[side], strict=True)):
            keys = ("", str(memory)) if side else (str(memory), "")
            parts = (
                TextPart(f"remembered only in {names[side]}: ", QUIET),
                _of_side(side, text),
            )
            target = RunTarget(until, side, one.who, "memories", keys)
            yield ViewRow(f"{key} only {side} {place}", parts, target=target)


def _difference(
    key: str, strand: Difference, one: "Person | None", until: int
) -> Iterator[ViewRow]:
    """Yield what differs and when, and how the first of it is in each run; all of it folds
    below."""
    who, first = one.who if one else "", strand.cases[0]
    parts = (
        TextPart(f"{_label(strand)} {_span((strand,), until)}{_gaps(strand)}: "),
        *_case(first),
    )
    rows = partial(_cases, key, strand, who) if strand.cases[1:] else None
    yield ViewRow(
        f"{key} {strand.what}",
        parts,
        target=_target(strand, first, who),
        children=rows,
        printed=False,
    )


def _label(strand: Difference) -> str:
    """Say what differs of somebody, or which object."""
    if strand.what in COUNTED:
        return count(strand.count, *COUNTED[strand.what])
    return f"{SUBJECTS.get(strand.what, strand.what)} differ{'s' * (strand.what != 'actions')}"


def _gaps(strand: Difference) -> str:
    return f", in {strand.ticks} ticks" if strand.ticks != strand.last - strand.first + 1 else ""


def _cases(key: str, strand: Difference, who: str) -> Iterator[ViewRow]:
    for place, case in enumerate(strand.cases):
        parts = TextPart(f"tick {case.tick} · ", QUIET), *_case(case)
        yield ViewRow(f"{key} {strand.what} {place}", parts, target=_target(strand, case, who))


def _case(case: Example) -> Iterator[TextPart]:
    """Yield how something is in each run, in the colours of both."""
    about = f"{_cut(case.about, LONG // 2)}: " if case.about else ""
    yield TextPart(about, QUIET)
    one, other = (" ".join(side.split()) for side in case.sides)
    room = LONG - len(about)
    if len(one) + len(other) > room:
        one, other = _cut(one, room // 2), _cut(other, room // 2)
    yield from _both((one, other))


def _both(sides: Names) -> Iterator[TextPart]:
    """Yield what is of the first and of the second run, in the colours of both."""
    yield _of_side(0, sides[0])
    yield TextPart(" | ", QUIET)
    yield _of_side(1, sides[1])


def _of_side(side: int, text: str) -> TextPart:
    """Return a text in the colour of a run."""
    return TextPart(text, SIDES[side], color=COLORS[side])


def _cut(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _target(strand: Difference, case: Example, who: str) -> RunTarget:
    """Return where a case leads, of somebody or of an object: into the run that alone has anything
    of it, if one."""
    has = [bool(key) for key in case.keys]
    side = has.index(True) if has.count(True) == 1 else None
    return RunTarget(case.tick, side, who or max(case.keys), strand.what, case.keys, case.sides)


def _events(whole: "Comparison", names: Names) -> Iterator[ViewRow]:
    for pair in whole.events[:EVENTS]:
        for side, texts in enumerate((pair.a, pair.b)):
            for place, text in enumerate(texts):
                parts = (
                    TextPart(f"{pair.tick}", QUIET),
                    _of_side(side, names[side]),
                    _of_side(side, text),
                )
                sides = (text, NOTHING) if side == 0 else (NOTHING, text)
                target = RunTarget(pair.tick, side, sides=sides)
                key = f"e {pair.tick} {side} {place}"
                yield ViewRow(key, parts, target=target, columns=MOMENTS, single=True)
    if len(whole.events) > EVENTS:
        yield line("more", f"and {len(whole.events) - EVENTS} more ticks", QUIET)


def _places(whole: "Comparison", places: "tuple[AreaComparison, ...]") -> Iterator[ViewRow]:
    called = {one.who: one.name for one in whole.people}
    for place in places:
        inside = " | ".join(
            ", ".join(called.get(who, who) for who in each) or "nobody" for each in place.people
        )
        a, b = place.events
        text = TextPart(f" events · at the end {inside}", QUIET)
        parts = TextPart(place.name), TextPart(f"{a}", QUIET), TextPart(f"{b}", QUIET), text
        yield ViewRow(f"p {place.area}", parts, columns=PLACES, single=True)


def _numbers(whole: "Comparison") -> Iterator[ViewRow]:
    for one in whole.metrics:
        a, b = _of_side(0, f"{one.a}"), _of_side(1, f"{one.b}")
        if one.a == one.b:
            a, b = TextPart(a.text, QUIET), TextPart(b.text, QUIET)
        parts = TextPart(one.name), a, b
        yield ViewRow(f"n {one.name}", parts, columns=NUMBERS, single=True)
