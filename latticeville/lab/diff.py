"""Where two runs part, and in what."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

import msgspec

from latticeville.db.replay import Replay
from latticeville.sim.events import narrate
from latticeville.sim.tick import TickPayload


class Parting(msgspec.Struct, frozen=True):
    """The first tick in which two runs differ, or None; each part of it, and each `given`, as `what`, `a` and `b`.

    `given` is what the runs did not share from the start: world, seed, model.
    """

    tick: int | None
    parts: tuple[tuple[str, str, str], ...]
    given: tuple[tuple[str, str, str], ...] = ()


def compare(a: Path, b: Path) -> Parting:
    """Return where two runs part; one that ends earlier than the other parts from it there."""
    left, right = Replay(a), Replay(b)
    one, other = left.header, right.header
    names = ("world", "seed", "model")
    given = tuple(
        (name, str(getattr(one, name)), str(getattr(other, name)))
        for name in names
        if getattr(one, name) != getattr(other, name)
    )
    start = max(left.first, right.first)
    for here, there in zip_longest(left.payloads(start), right.payloads(start)):
        if here is None or there is None:
            last = (("last tick", str(left.last), str(right.last)),)
            return Parting(min(left.last, right.last) + 1, last, given)
        parts = tuple(_parts(here, there))
        if parts:
            return Parting(here.tick, parts, given)
    return Parting(None, (), given)


def _parts(a: TickPayload, b: TickPayload) -> Iterator[tuple[str, str, str]]:
    one, other = a.state, b.state
    if a.inputs != b.inputs:
        yield "inputs", repr(a.inputs), repr(b.inputs)
    if one.weather != other.weather:
        yield "weather", one.weather, other.weather
    for event, instead in zip_longest(a.events, b.events):
        if event != instead:
            yield (
                "event",
                narrate(event, one.world) if event else "nothing",
                narrate(instead, other.world) if instead else "nothing",
            )
            break
    yield from _entries("person", one.bodies, other.bodies)
    yield from _entries("thing", one.things, other.things)
    yield from _entries("thought", a.thoughts, b.thoughts)
    yield from _entries("mind", one.minds, other.minds)


def _entries(
    what: str, one: Mapping[str, msgspec.Struct], other: Mapping[str, msgspec.Struct]
) -> Iterator[tuple[str, str, str]]:
    for name in sorted({*one, *other}):
        a, b = one.get(name), other.get(name)
        if a is None or b is None:
            yield f"{what} {name}", "there" if a else "not there", "there" if b else "not there"
        elif a != b:
            for field in a.__struct_fields__:
                left, right = getattr(a, field), getattr(b, field)
                if left != right:
                    yield f"{what} {name}: {field}", _short(left), _short(right)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 160 else text[:159] + "…"
