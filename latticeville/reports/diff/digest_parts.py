"""The parts of a tick that differ between two runs, and two values that differ, in words."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice, zip_longest
from typing import NamedTuple

import msgspec

from latticeville.core.clock import format_hours
from latticeville.core.geometry import Box, Cell
from latticeville.mind.action import Action
from latticeville.mind.memory import AppendOnlyList, MemoryRecord
from latticeville.mind.plan import PlanStep
from latticeville.reports.metrics.rows import format_value
from latticeville.sim.inputs import effective_inputs
from latticeville.sim.tick import TickPayload

NOTHING = "nothing"
WHOLE = (MemoryRecord, Action, PlanStep, Cell, Box)
"""Structures that are told whole and not field by field."""
Side = tuple[str, str, str]
"""Something with what it is in the one run and in the other."""
LONG = 160
"""Most letters of a value."""
LEAD = 40
"""Letters before the first difference of two values that begin alike."""


class ValueDifference(NamedTuple):
    """A difference: the fields that lead to it, then keys and places of items, and both values.

    What only one side has is None on the other.
    """

    fields: tuple[str, ...]
    places: tuple[str, ...]
    a: object
    b: object

    @property
    def sides(self) -> tuple[str, str]:
        """Both values in words."""
        return tell(self.a), tell(self.b)


def value_differences(one: object, other: object) -> Iterator[ValueDifference]:
    """Yield where two values differ, as deep as both are alike in shape; what is told in the same
    words does not differ."""
    if one is other:
        return
    parts = _parts(one, other)
    if parts is None:
        if one != other and tell(one) != tell(other):
            yield ValueDifference((), (), one, other)
        return
    is_struct = isinstance(one, msgspec.Struct)
    for name, a, b in parts:
        for fields, places, mine, theirs in value_differences(a, b):
            if is_struct:
                yield ValueDifference((name, *fields), places, mine, theirs)
            else:
                yield ValueDifference((), (name, *fields, *places), mine, theirs)


def _parts(one: object, other: object) -> Iterable[tuple[str, object, object]] | None:
    """Return the parts of two values by name; None where they are to be told whole."""
    match one, other:
        case AppendOnlyList(), AppendOnlyList():
            return _items(tuple(one.since(0)), tuple(other.since(0)))
        case msgspec.Struct(), msgspec.Struct() if type(one) is type(other):
            if isinstance(one, WHOLE):
                return None
            names = one.__struct_fields__
            return ((name, getattr(one, name), getattr(other, name)) for name in names)
        case Mapping(), Mapping():
            return ((str(key), one.get(key), other.get(key)) for key in sorted({*one, *other}))
        case tuple(), tuple() if any(isinstance(each, msgspec.Struct) for each in (*one, *other)):
            return _items(one, other)
    return None


def _items(
    one: tuple[object, ...], other: tuple[object, ...]
) -> Iterator[tuple[str, object, object]]:
    """Yield the items of two sequences, each with its place, counted from 0, and their lengths."""
    sizes = f"{len(one)}" if len(one) == len(other) else f"{len(one)} and {len(other)}"
    for place, (a, b) in enumerate(zip_longest(one, other)):
        yield f"#{place} of {sizes}", a, b


def tell(value: object) -> str:
    """Tell a value in words.

    >>> tell((Cell(3, 4), "", {"tea": 2}, True, 0.404))
    '3,4; nothing; tea 2; yes; 0.40'
    """
    return _words(value) or NOTHING


def _words(value: object) -> str:  # noqa: PLR0911 - a line a kind
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return format_value(value)
        case msgspec.Struct() | Cell() | Box():
            return _tell_struct(value)
        case Mapping():
            return ", ".join(f"{tell(key)} {tell(held)}" for key, held in value.items())
        case AppendOnlyList():
            return f"{len(value)} records"
        case tuple() | list():
            return "; ".join(map(tell, value))
        case _:
            return str(value)


def _tell_struct(value: msgspec.Struct | Cell | Box) -> str:
    match value:
        case Cell():
            return f"{value.x},{value.y}"
        case Box():
            return f"{value.width} × {value.height} at {value.x},{value.y}"
        case PlanStep():
            return f"{value.doing}, {format_hours(value.start)}–{format_hours(value.end)}"
        case MemoryRecord():
            return (
                f"{value.kind} of tick {value.tick}, importance {value.importance or 'unrated'}: "
                f"{value.text}"
            )
    fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return ", ".join(
        f"{name} {tell(held)}" for name, held in fields if held not in (None, "", (), {})
    )


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
