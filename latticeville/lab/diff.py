"""Where two runs part, and in what."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

import msgspec

from latticeville.db.replay import Replay
from latticeville.sim.events import narrate
from latticeville.sim.tick import TickPayload


class Parting(msgspec.Struct, frozen=True):
    """The first tick in which two runs differ; each part of it in words, as `what`, `a` and `b`."""

    tick: int
    parts: tuple[tuple[str, str, str], ...]


def compare(a: Path, b: Path) -> Parting | None:
    """Return where two runs part, ending earlier included; None where they are the same."""
    left, right = Replay(a), Replay(b)
    start = max(left.first, right.first)
    for one, other in zip_longest(left.payloads(start), right.payloads(start)):
        if one is None or other is None:
            return Parting(min(left.last, right.last) + 1, (("last tick", str(left.last), str(right.last)),))
        parts = tuple(_parts(one, other))
        if parts:
            return Parting(one.tick, parts)
    return None


def _parts(a: TickPayload, b: TickPayload) -> Iterator[tuple[str, str, str]]:
    one, other = a.state, b.state
    if one.world.digest != other.world.digest:
        yield "world", one.world.digest[:12], other.world.digest[:12]
    if one.seed != other.seed:
        yield "seed", str(one.seed), str(other.seed)
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
