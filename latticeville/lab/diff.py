"""Where two runs part, why there, and what became of it: people, areas, events and numbers side by side."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

import msgspec

from latticeville.core.progress import Look, unseen
from latticeville.db.branch import branch_of, lineage
from latticeville.db.replay import Replay
from latticeville.lab.why import describe, tell_input
from latticeville.sim.events import Event, Idled, Refused, Said, Unanswered, narrate
from latticeville.sim.inputs import Pause, Step
from latticeville.sim.tick import TickPayload

Side = tuple[str, str, str]
"""Something with what it is in the one run and in the other."""


class Parting(msgspec.Struct, frozen=True):
    """The first tick in which two runs differ, or None; each part of it, and each `given`, as `what`, `a` and `b`.

    `given` is what the runs did not share from the start: world, seed, model. `cause` says what came first.
    """

    tick: int | None
    parts: tuple[Side, ...]
    given: tuple[Side, ...] = ()
    cause: str = ""


class Person(msgspec.Struct, frozen=True):
    """What became of somebody: when they first did otherwise, where they end, and what only one of them remembers."""

    who: str
    name: str
    first: int | None
    action: tuple[str, str]
    area: tuple[str, str]
    doing: tuple[str, str]
    memories: tuple[int, int]
    only: tuple[tuple[str, ...], tuple[str, ...]]


class Place(msgspec.Struct, frozen=True):
    """An area: how much happened there since the parting, and who is there in the end."""

    area: str
    name: str
    events: tuple[int, int]
    people: tuple[tuple[str, ...], tuple[str, ...]]


class Pair(msgspec.Struct, frozen=True):
    """The events of a tick that only the one or only the other run has."""

    tick: int
    a: tuple[str, ...]
    b: tuple[str, ...]


class Metric(msgspec.Struct, frozen=True):
    """A number of each run, counted from the parting to the last tick that both have."""

    name: str
    a: int
    b: int


class Comparison(msgspec.Struct, frozen=True):
    """Where two runs part, and all that differs up to the last tick that both have."""

    parting: Parting
    until: int
    people: tuple[Person, ...] = ()
    places: tuple[Place, ...] = ()
    events: tuple[Pair, ...] = ()
    metrics: tuple[Metric, ...] = ()


ONLY = 8
"""Most memories of somebody that are told because only one run has them."""


def compare(a: Path, b: Path) -> Parting:
    """Return where two runs part; one that ends earlier than the other parts from it there."""
    return _parting(Replay(a), Replay(b), lambda _tick, _last: None)


def compare_all(a: Path, b: Path, looked: Look = unseen) -> Comparison:
    """Return where two runs part, and what differs from there on; `looked` is told of each tick and of the last."""
    left, right = Replay(a), Replay(b)
    parting, until = _parting(left, right, looked), min(left.last, right.last)
    if parting.tick is None or parting.tick > until:
        return Comparison(parting, until)
    tallies = _Tally(), _Tally()
    pairs: list[Pair] = []
    first: dict[str, tuple[int, tuple[str, str]]] = {}
    here = there = left.at(parting.tick)
    for here, there in zip(left.payloads(parting.tick), right.payloads(parting.tick), strict=False):
        looked(here.tick, until)
        tallies[0].add(here)
        tallies[1].add(there)
        pairs.extend(_pair(here, there))
        for who in here.thoughts.keys() & there.thoughts.keys():
            one, other = here.thoughts[who].action, there.thoughts[who].action
            if who not in first and one != other:
                first[who] = here.tick, (describe(one, here.state.world), describe(other, there.state.world))
    return Comparison(
        parting,
        until,
        tuple(_person(who, here, there, first.get(who), parting.tick) for who in sorted(_both(here, there))),
        tuple(_place(area, here, there, tallies) for area in here.state.world.areas.by_id),
        tuple(pairs),
        tuple(
            Metric(name, tallies[0].counts[name], tallies[1].counts[name])
            for name in sorted(tallies[0].counts | tallies[1].counts)
        ),
    )


def _parting(left: Replay, right: Replay, looked: Look) -> Parting:
    one, other = left.header, right.header
    names = ("world", "seed", "model")
    given = tuple(
        (name, str(getattr(one, name)), str(getattr(other, name)))
        for name in names
        if getattr(one, name) != getattr(other, name)
    )
    start, last = max(left.first, right.first, _shared(left, right)), min(left.last, right.last)
    for here, there in zip_longest(left.payloads(start), right.payloads(start)):
        looked(here.tick if here else last, last)
        if here is None or there is None:
            ends = (("last tick", str(left.last), str(right.last)),)
            return Parting(last + 1, ends, given, _end(here or there))
        parts = tuple(_parts(here, there))
        if parts:
            return Parting(here.tick, parts, given, next(_causes(here, there)))
    return Parting(None, (), given)


def _end(longer: TickPayload | None) -> str:
    """Say that one run ends, and what the other was given with its next tick."""
    told = [tell_input(item) for item in longer.inputs if not isinstance(item, Pause | Step)] if longer else []
    return "; ".join(["one run ends here", *([f"the other was given {', '.join(told)}"] if told else [])])


def _shared(left: Replay, right: Replay) -> int:
    """Return the last tick that two branches of one run share, or 0."""
    ways = [_way(replay.folder) for replay in (left, right)]
    return max((min(tick, ways[1][folder]) for folder, tick in ways[0].items() if folder in ways[1]), default=0)


def _way(folder: Path) -> dict[Path, int]:
    """Return how much of each run that it goes on from a run shares, itself included."""
    way, reach = {}, 1 << 62
    for one in lineage(folder):
        way[one.resolve()] = reach
        branch = branch_of(one)
        reach = min(reach, branch.tick) if branch else reach
    return way


def _causes(a: TickPayload, b: TickPayload) -> Iterator[str]:
    """Say what differs in a tick, in the order of its making."""
    world = a.state.world
    given = [
        tell_input(item)
        for item in (*a.inputs, *b.inputs)
        if not isinstance(item, Pause | Step) and (item in a.inputs) != (item in b.inputs)
    ]
    if given:
        yield f"only one was given {'; '.join(given)}"
    for who in sorted(a.thoughts.keys() & b.thoughts.keys()):
        one, other, name = a.thoughts[who], b.thoughts[who], world.told(who)
        for ask, instead in zip(one.asks, other.asks, strict=False):
            if ask.digest == instead.digest and ask.reply != instead.reply:
                yield f"{name}'s question “{ask.kind}” was answered otherwise"
        if one.recalls != other.recalls:
            yield f"{name} recalled otherwise"
        if one != other:
            yield f"{name} decided otherwise: {describe(one.action, world)} or {describe(other.action, world)}"
    if a.state.ratings != b.state.ratings:
        yield "something was rated otherwise"
    if a.state.world.digest != b.state.world.digest:
        yield "the worlds are not the same"
    if a.state.seed != b.state.seed or a.state.weather != b.state.weather or a.events != b.events:
        yield "the dice fell otherwise"
    yield "the states differ, though the same was done"


def _both(a: TickPayload, b: TickPayload) -> set[str]:
    return a.state.minds.keys() & b.state.minds.keys()


def _person(who: str, a: TickPayload, b: TickPayload, first: tuple[int, tuple[str, str]] | None, since: int) -> Person:
    one, other, world = a.state.bodies[who], b.state.bodies[who], a.state.world
    mine, theirs = (
        [memory.text for memory in payload.state.minds[who].memory if memory.tick >= since] for payload in (a, b)
    )
    known, other_known = {*mine}, {*theirs}
    only = tuple(text for text in dict.fromkeys(mine) if text not in other_known)
    instead = tuple(text for text in dict.fromkeys(theirs) if text not in known)
    return Person(
        who,
        world.name_of(who),
        first[0] if first else None,
        first[1] if first else ("", ""),
        (world.name_of(one.area), b.state.world.name_of(other.area)),
        (one.doing, other.doing),
        (len(a.state.minds[who].memory), len(b.state.minds[who].memory)),
        (only[:ONLY], instead[:ONLY]),
    )


def _place(area: str, a: TickPayload, b: TickPayload, tallies: "tuple[_Tally, _Tally]") -> Place:
    there = tuple(
        tuple(sorted(who for who, body in payload.state.bodies.items() if body.area == area)) for payload in (a, b)
    )
    return Place(
        area, a.state.world.name_of(area), (tallies[0].areas[area], tallies[1].areas[area]), (there[0], there[1])
    )


def _pair(a: TickPayload, b: TickPayload) -> Iterator[Pair]:
    """Yield what only one of two ticks tells, if anything."""
    mine, theirs = ([narrate(event, one.state.world) for event in one.events] for one in (a, b))
    only, instead = Counter(mine) - Counter(theirs), Counter(theirs) - Counter(mine)
    if only or instead:
        yield Pair(a.tick, tuple(only.elements()), tuple(instead.elements()))


class _Tally:
    """Counts what happens in a run."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.areas: Counter[str] = Counter()

    def add(self, payload: TickPayload) -> None:
        for event in payload.events:
            self.counts[f"events: {type(event).__name__.lower()}"] += 1
            self.counts.update(_meaning(event))
            self.areas[getattr(event, "area", "")] += 1
        for who, thought in payload.thoughts.items():
            self.counts["questions asked"] += len(thought.asks)
            self.counts["memories recalled"] += sum(len(call.ids) for call in thought.recalls)
            self.counts["plans made"] += sum(ask.kind == "day" for ask in thought.asks)
            fresh = payload.state.minds[who].memory.last(32)
            kinds = Counter(one.kind for one in fresh if one.tick == payload.tick)
            self.counts["reflections"] += kinds["reflection"]
            self.counts["memories made"] += sum(kinds.values())


def _meaning(event: Event) -> Iterator[str]:
    if isinstance(event, Said) and event.turn == 0:
        yield "conversations"
    if isinstance(event, Refused | Idled | Unanswered):
        yield "failures"


def _parts(a: TickPayload, b: TickPayload) -> Iterator[Side]:
    one, other = a.state, b.state
    if a.inputs != b.inputs:
        yield "inputs", repr(a.inputs), repr(b.inputs)
    if one.seed != other.seed and a.inputs != b.inputs:
        yield "seed", str(one.seed), str(other.seed)
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


def _entries(what: str, one: Mapping[str, msgspec.Struct], other: Mapping[str, msgspec.Struct]) -> Iterator[Side]:
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
