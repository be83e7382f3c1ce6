"""The parts of a tick that differ between two runs, with both values in words."""

from collections.abc import Iterator, Mapping
from itertools import groupby, islice, zip_longest

import msgspec

from latticeville.reports.diff.value_difference import NOTHING, value_differences
from latticeville.sim.inputs import effective_inputs
from latticeville.sim.tick import TickPayload

Side = tuple[str, str, str]
"""Something with what it is in the one run and in the other."""
LONG = 160
"""Most letters of a value."""
LEAD = 40
"""Letters before the first difference of two values that begin alike."""


def differing_parts(a: TickPayload, b: TickPayload) -> Iterator[Side]:
    """Yield what differs in a tick of two runs: inputs, weather, the first event, then people,
    things and minds."""
    one, other = a.state, b.state
    if a.inputs != b.inputs:
        told = [
            "; ".join(item.clause(side.state.world) for item in effective_inputs(side.inputs))
            for side in (a, b)
        ]
        yield _shortened("inputs", told[0] or NOTHING, told[1] or NOTHING)
    if one.seed != other.seed and a.inputs != b.inputs:
        yield "seed", str(one.seed), str(other.seed)
    if one.weather != other.weather:
        yield "weather", one.weather, other.weather
    yield from islice(_events(a, b), 1)
    yield from _entries("person", one.bodies, other.bodies)
    yield from _entries("thing", one.things, other.things)
    yield from _entries("thought", a.thoughts, b.thoughts)
    yield from _entries("mind", one.minds, other.minds)


def _events(a: TickPayload, b: TickPayload) -> Iterator[Side]:
    for event, instead in zip_longest(a.events, b.events):
        if event != instead:
            mine = event.sentence(a.state.world) if event else NOTHING
            yield "event", mine, instead.sentence(b.state.world) if instead else NOTHING


def _entries(
    what: str, one: Mapping[str, msgspec.Struct], other: Mapping[str, msgspec.Struct]
) -> Iterator[Side]:
    for name in sorted({*one, *other}):
        a, b = one.get(name), other.get(name)
        if a is None or b is None:
            yield f"{what} {name}", "there" if a else "absent", "there" if b else "absent"
        elif a != b:
            yield from _fields(f"{what} {name}:", a, b)


def _fields(what: str, one: msgspec.Struct, other: msgspec.Struct) -> Iterator[Side]:
    """Yield how two structures differ: field by field, and of collections the first item that
    does."""
    for fields, group in groupby(value_differences(one, other), key=lambda each: each.fields):
        found = list(group)
        at = found[0].places[:1]
        others = len({each.places[0] for each in found if each.places}) - 1
        more = f" (and {others} more)" if others > 0 and not at[0].startswith("#") else ""
        for each in found:
            if each.places[:1] == at:
                head = f"{at[0]}{more}" if at else ""
                name = " ".join(filter(None, (what, *fields, head, *each.places[1:])))
                yield _shortened(name, *each.sides)


def _shortened(what: str, one: str, other: str) -> Side:
    """Return both values cut to size, so that where they first differ is to be seen."""
    pairs = enumerate(zip_longest(one, other))
    same = next((place for place, (a, b) in pairs if a != b), 0)
    start = same - LEAD if same > LEAD and max(len(one), len(other)) > LONG else 0
    return what, _cut(one, start), _cut(other, start)


def _cut(text: str, start: int) -> str:
    head = "…" if start else ""
    whole = head + text[start:]
    return whole if len(whole) <= LONG else f"{whole[: LONG - 1]}…"
