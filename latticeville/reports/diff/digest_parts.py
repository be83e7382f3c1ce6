"""The parts of a tick that differ between two runs, with both values in words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, zip_longest

import msgspec

from latticeville.core.geometry import Box, Cell
from latticeville.mind.action import Action
from latticeville.mind.memory import AppendOnlyList, MemoryRecord
from latticeville.mind.plan import PlanStep
from latticeville.sim.inputs import effective_inputs
from latticeville.sim.tick import TickPayload

Side = tuple[str, str, str]
"""Something with what it is in the one run and in the other."""
NOTHING = "nothing"
WHOLE = (MemoryRecord, Action, PlanStep)
"""Structures that are told whole and not field by field."""
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
    for field in one.__struct_fields__:
        a, b = getattr(one, field), getattr(other, field)
        if a != b:
            yield from _values(f"{what} {field}", a, b)


def _values(what: str, one: object, other: object) -> Iterator[Side]:
    """Yield how two values differ: structures field by field, and of collections the first item
    that does."""
    match one, other:
        case AppendOnlyList(), AppendOnlyList():
            yield from _items(what, one.since(0), other.since(0))
        case msgspec.Struct(), msgspec.Struct() if type(one) is type(other) and not isinstance(
            one, WHOLE
        ):
            yield from _fields(what, one, other)
        case Mapping(), Mapping():
            keys = [key for key in sorted({*one, *other}) if one.get(key) != other.get(key)]
            more = f" (and {len(keys) - 1} more)" if keys[1:] else ""
            yield from _values(f"{what} {keys[0]}{more}", one.get(keys[0]), other.get(keys[0]))
        case tuple(), tuple() if not isinstance(one, Cell | Box):
            yield from _items(what, one, other)
        case _:
            yield _shortened(what, _tell(one), _tell(other))


def _items(what: str, one: Sequence[object], other: Sequence[object]) -> Iterator[Side]:
    """Yield the first item in which two sequences differ, counted from 0, and how long they are."""
    pairs = enumerate(zip_longest(one, other))
    place, (a, b) = next((place, pair) for place, pair in pairs if pair[0] != pair[1])
    sizes = f" of {len(one)}" if len(one) == len(other) else f" of {len(one)} and {len(other)}"
    yield from _values(f"{what} #{place}{sizes}", a, b)


def _tell(value: object) -> str:
    """Tell a value in words.

    >>> _tell((Cell(3, 4), "", {"tea": 2}, True))
    '3,4; nothing; tea 2; yes'
    """
    return _words(value) or NOTHING


def _words(value: object) -> str:  # noqa: PLR0911 - a line a kind
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Cell():
            return f"{value.x},{value.y}"
        case msgspec.Struct():
            return _tell_struct(value)
        case Mapping():
            return ", ".join(f"{_tell(key)} {_tell(held)}" for key, held in value.items())
        case AppendOnlyList():
            return f"{len(value)} records"
        case tuple() | list():
            return "; ".join(map(_tell, value))
        case _:
            return str(value)


def _tell_struct(value: msgspec.Struct) -> str:
    if isinstance(value, Box):
        return f"{value.width} × {value.height} at {value.x},{value.y}"
    if isinstance(value, MemoryRecord):
        return (
            f"{value.kind} of tick {value.tick}, importance {value.importance or 'unrated'}: "
            f"{value.text}"
        )
    fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return (
        ", ".join(
            f"{name} {_tell(held)}" for name, held in fields if held not in (None, "", (), {})
        )
        or NOTHING
    )


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
