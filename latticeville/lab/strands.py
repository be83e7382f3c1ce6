"""What differs of one person between two runs that are walked tick by tick: beliefs, memories, questions, deeds."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest

import msgspec

from latticeville.core.clock import hours
from latticeville.lab.given import given
from latticeville.lab.why import describe
from latticeville.mind.belief import Belief, Beliefs
from latticeville.mind.memory import Memory
from latticeville.mind.mind import Ask, Mind, Thought
from latticeville.mind.percept import Node
from latticeville.mind.plan import Plan
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body
from latticeville.world.names import apart
from latticeville.world.pack import World

Pair = tuple[str, str]
"""Something as it is in the one run, and in the other."""
KINDS = (
    "actions", "doing", "places", "holdings", "plan", "beliefs", "memories", "recalls", "questions", "answers", "inner",
)  # fmt: skip
"""What of a person is compared, in the order in which it is told."""
DONE = ("actions", "doing", "places", "holdings")
"""What of it others can see."""
NOTHING = "nothing"


class Strand(msgspec.Struct, frozen=True):
    """Something that differs, from the tick `first` to the tick `last`, in `ticks` of those; `sides` show the first.

    `count` is of how many: nodes believed differently, memories that only one run has, memories that only one
    recalled, questions put or answered differently; of all else, of ticks. `about` says what the sides are of.
    """

    what: str
    first: int
    last: int
    ticks: int
    count: int
    about: str
    sides: Pair


class Thread:
    """A strand in the making."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.first, self.last, self.ticks, self.count = 0, 0, 0, 0
        self.about, self.sides = "", ("", "")

    def differ(self, tick: int, tell: Callable[[], tuple[str, Pair]], count: int = 1) -> None:
        """Note that it differs in a tick; `tell` says how, and is asked the first time only."""
        if not self.ticks:
            self.first = tick
            self.about, self.sides = tell()
        self.ticks += tick != self.last or not self.ticks
        self.last = tick
        self.count += count

    def made(self) -> Strand | None:
        """Return the strand; None where nothing differed."""
        if not self.ticks:
            return None
        return Strand(self.what, self.first, self.last, self.ticks, self.count, self.about, self.sides)


class Follower:
    """Is shown somebody in each tick of two runs, from the first in which anything may differ, and tells what does."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.threads = {what: Thread(what) for what in KINDS}
        self._beliefs = _Believed()
        self._nodes: set[str] = set()
        self._plans: tuple[Plan | None, Plan | None, bool] = None, None, False
        self._streams: tuple[int, int, bool] | None = None

    def see(self, a: TickPayload, b: TickPayload) -> None:
        """Take in the next tick of both."""
        who, tick = self.who, a.tick
        one, other = a.state.minds[who], b.state.minds[who]
        outer = bool(given(a.inputs) or given(b.inputs))
        self._outward(a, b)
        self._plan(a, b, one, other)
        self._believed(a, b, one, other, outer=outer)
        if self._remembered(one, other, outer=outer):
            self.threads["memories"].differ(tick, lambda: ("", ("", "")))
        mine, theirs = a.thoughts.get(who), b.thoughts.get(who)
        if mine is not None and theirs is not None:
            self._thought(a, b, mine, theirs)
        if (one.intent, one.social, one.inner) != (other.intent, other.social, other.inner):
            self.threads["inner"].differ(tick, lambda: _inner(one, other))

    def strands(self, a: TickPayload, b: TickPayload) -> tuple[Strand, ...]:
        """Return what differed, where these are the last ticks of both."""
        found = {what: thread.made() for what, thread in self.threads.items()}
        held = found["memories"]
        if held is not None:
            found["memories"] = _records(held, a.state.minds[self.who], b.state.minds[self.who])
        return tuple(strand for strand in found.values() if strand is not None)

    def _outward(self, a: TickPayload, b: TickPayload) -> None:
        here, there = a.state.bodies[self.who], b.state.bodies[self.who]
        if here == there:
            return
        worlds, tick = (a.state.world, b.state.world), a.tick
        if (here.cell, here.area) != (there.cell, there.area):
            self.threads["places"].differ(tick, lambda: ("", _places(here, there, worlds)))
        if (here.items, here.carries) != (there.items, there.carries):
            self.threads["holdings"].differ(tick, lambda: ("", (_held(here, worlds[0]), _held(there, worlds[1]))))
        if here.doing != there.doing:
            self.threads["doing"].differ(tick, lambda: ("", (here.doing or "idle", there.doing or "idle")))
        if here.journey != there.journey:
            self.threads["inner"].differ(tick, lambda: ("way", (_way(here, worlds[0]), _way(there, worlds[1]))))

    def _plan(self, a: TickPayload, b: TickPayload, one: Mind, other: Mind) -> None:
        mine, theirs = one.plan, other.plan
        if mine is not self._plans[0] or theirs is not self._plans[1]:
            self._plans = mine, theirs, _planned(mine) != _planned(theirs)
        if self._plans[2]:
            self.threads["plan"].differ(a.tick, lambda: _steps(mine, theirs, (a.state.world, b.state.world)))

    def _believed(self, a: TickPayload, b: TickPayload, one: Mind, other: Mind, *, outer: bool) -> None:
        found = self._beliefs.differing(one.beliefs, other.beliefs, whole=outer)
        if found:
            fresh = len(found - self._nodes)
            self._nodes |= found

            def tell() -> tuple[str, Pair]:
                worlds = a.state.world, b.state.world
                name = min(found, key=lambda each: (_areal(each, one, other), each))
                return apart(worlds[0], name), tell_beliefs(one.beliefs.get(name), other.beliefs.get(name), worlds)

            self.threads["beliefs"].differ(a.tick, tell, fresh)

    def _remembered(self, one: Mind, other: Mind, *, outer: bool) -> bool:
        """Tell whether the streams differ; those that did not are compared by what has come to them since."""
        mine, theirs = one.memory, other.memory
        if self._streams is None or outer:
            differ = mine != theirs
        else:
            lengths, differ = self._streams[:2], self._streams[2]
            if not differ:
                differ = len(mine) != len(theirs) or mine.since(lengths[0]) != theirs.since(lengths[1])
        self._streams = len(mine), len(theirs), differ
        return differ

    def _thought(self, a: TickPayload, b: TickPayload, mine: Thought, theirs: Thought) -> None:
        tick, worlds = a.tick, (a.state.world, b.state.world)
        if mine.action != theirs.action:
            told = describe(mine.action, worlds[0]), describe(theirs.action, worlds[1])
            self.threads["actions"].differ(tick, lambda: ("", told))
        if mine.recalls != theirs.recalls:
            self._recalled(a, b, mine, theirs)
        if mine.asks != theirs.asks:
            self._asked(tick, mine, theirs)
        fields = [
            field for field in ("why", "step", "fault", "cites") if getattr(mine, field) != getattr(theirs, field)
        ]
        if fields:
            told = _plain(getattr(mine, fields[0])), _plain(getattr(theirs, fields[0]))
            self.threads["inner"].differ(tick, lambda: (FIELDS.get(fields[0], fields[0]), told))

    def _asked(self, tick: int, mine: Thought, theirs: Thought) -> None:
        pairs = list(zip_longest(mine.asks, theirs.asks))
        put = [pair for pair in pairs if _of(pair[0], "digest") != _of(pair[1], "digest")]
        answered = [pair for pair in pairs if _of(pair[0], "reply") != _of(pair[1], "reply")]
        if put:
            self.threads["questions"].differ(tick, lambda: _put(put[0]), len(put))
        if answered:
            self.threads["answers"].differ(tick, lambda: _answered(answered[0]), len(answered))

    def _recalled(self, a: TickPayload, b: TickPayload, mine: Thought, theirs: Thought) -> None:
        one, other = recalled(a, self.who, mine), recalled(b, self.who, theirs)
        if one == other:
            return
        only = _but([text for _, texts in one for text in texts], [text for _, texts in other for text in texts])
        queries = next(((x, y) for (x, _), (y, _) in zip(one, other, strict=False) if x != y), None)

        def tell() -> tuple[str, Pair]:
            if any(only) or queries is None:
                return "", (only[0][0] if only[0] else NOTHING, only[1][0] if only[1] else NOTHING)
            return "asked for", queries

        self.threads["recalls"].differ(a.tick, tell, len(only[0]) + len(only[1]))


class _Believed:
    """Two people's trees, and the nodes of them that differ: worked out anew only where either tree changed."""

    def __init__(self) -> None:
        self._kept: tuple[Mapping[str, Belief], Mapping[str, Belief]] | None = None
        self._apart: set[str] = set()
        self._sights: tuple[tuple[Node, ...], tuple[Node, ...]] | None = None
        self._found: frozenset[str] = frozenset()

    def differing(self, a: Beliefs, b: Beliefs, *, whole: bool) -> frozenset[str]:
        """Return the nodes that are believed differently; `whole` where more than a merge may have changed them."""
        known, sights = self._kept, self._sights
        if known is not None and not whole and known[0] is a.kept and known[1] is b.kept:
            if sights is not None and sights[0] is a.sights and sights[1] is b.sights:
                return self._found
        elif known is None or whole:
            self._apart = {name for name in a.kept.keys() | b.kept.keys() if _other(a.kept.get(name), b.kept.get(name))}
        else:
            for name in (*a.left, *a.lost, *b.left, *b.lost):
                (self._apart.add if _other(a.kept.get(name), b.kept.get(name)) else self._apart.discard)(name)
        self._kept, self._sights = (a.kept, b.kept), (a.sights, b.sights)
        self._found = self._join(a, b)
        return self._found

    def _join(self, a: Beliefs, b: Beliefs) -> frozenset[str]:
        if a.sights is b.sights or a.sights == b.sights:
            return frozenset(self._apart.difference(node.id for node in a.sights)) if self._apart else _NONE
        mine, theirs = {node.id: node for node in a.sights}, {node.id: node for node in b.sights}
        found = set(self._apart)
        for name in mine.keys() | theirs.keys():
            one, other = _taken(name, mine, a.kept), _taken(name, theirs, b.kept)
            (found.add if one != other else found.discard)(name)
        return frozenset(found)


_NONE: frozenset[str] = frozenset()


def _taken(name: str, sights: Mapping[str, Node], kept: Mapping[str, Belief]) -> tuple[Node, bool] | None:
    """Return what somebody takes a node for, and whether it is missed; None where it is unknown."""
    node = sights.get(name)
    if node is not None:
        return node, False
    held = kept.get(name)
    return None if held is None else (held.node, held.missing)


def _other(one: Belief | None, other: Belief | None) -> bool:
    if one is None or other is None:
        return one is not other
    return one.node != other.node or one.missing != other.missing


def _areal(name: str, one: Mind, other: Mind) -> bool:
    held = one.beliefs.get(name) or other.beliefs.get(name)
    return held is not None and held.node.kind == "area"


def tell_beliefs(one: Belief | None, other: Belief | None, worlds: tuple[World, World]) -> Pair:
    """Tell two beliefs of a node by what differs in them."""
    if one is None or other is None:
        mine, theirs = (
            "unknown" if held is None else "missing" if held.missing else _looks(held.node, world)
            for held, world in zip((one, other), worlds, strict=True)
        )
        return mine, theirs
    fields = ("parent", "cell", "looks", "counters")
    differ = [field for field in fields if getattr(one.node, field) != getattr(other.node, field)]
    differ = [field for field in differ if field != "cell" or "parent" not in differ]
    told = []
    for held, instead, world in ((one, other, worlds[0]), (other, one, worlds[1])):
        parts = [_field(held.node, field, world) for field in differ]
        parts += (["missing"] if held.missing else ["there"]) if held.missing != instead.missing else []
        told.append(", ".join(parts) or "otherwise")
    return told[0], told[1]


def _looks(node: Node, world: World) -> str:
    return node.looks or _field(node, "parent", world)


def _field(node: Node, field: str, world: World) -> str:
    match field:
        case "parent":
            return f"in {apart(world, node.parent)}" if node.parent else "carried"
        case "cell":
            return f"at {node.cell.x},{node.cell.y}" if node.cell else "nowhere"
        case "looks":
            return node.looks or "idle"
        case _:
            return ", ".join(f"{name} {value}" for name, value in node.counters) or "uncounted"


def recalled(payload: TickPayload, who: str, thought: Thought) -> list[tuple[str, tuple[str, ...]]]:
    """Return the queries of a tick with the texts that came to mind, best first."""
    memory = payload.state.minds[who].memory
    return [
        (call.query, tuple(memory[place].text for place in call.ids if place < len(memory))) for call in thought.recalls
    ]


def _records(held: Strand, one: Mind, other: Mind) -> Strand:
    """Return the strand of memories with those in it that only one of two people has."""
    mine, theirs = only_memories(one, other)
    sides = mine[0].text if mine else NOTHING, theirs[0].text if theirs else NOTHING
    about = "" if mine or theirs else "the same, in another order or at other times"
    return msgspec.structs.replace(held, count=len(mine) + len(theirs), about=about, sides=sides)


def only_memories(one: Mind, other: Mind) -> tuple[list[Memory], list[Memory]]:
    """Return the memories that only the one or only the other has, oldest first; when they are of does not count."""
    mine, theirs = list(one.memory), list(other.memory)
    return _without(mine, theirs), _without(theirs, mine)


def _without(some: Iterable[Memory], others: Iterable[Memory]) -> list[Memory]:
    there = Counter((one.kind, one.text, one.importance) for one in others)
    found = []
    for one in some:
        key = one.kind, one.text, one.importance
        if there[key]:
            there[key] -= 1
        else:
            found.append(one)
    return found


def _but(some: list[str], others: list[str]) -> tuple[list[str], list[str]]:
    one, other = Counter(some), Counter(others)
    return list((one - other).elements()), list((other - one).elements())


def _of(ask: Ask | None, field: str) -> str | None:
    return None if ask is None else str(getattr(ask, field))


def _put(pair: tuple[Ask | None, Ask | None]) -> tuple[str, Pair]:
    one, other = (f"“{ask.kind}”" if ask else NOTHING for ask in pair)
    return ("", (one, other)) if one != other else (one, ("one prompt", "another"))


def _answered(pair: tuple[Ask | None, Ask | None]) -> tuple[str, Pair]:
    kind = next(ask.kind for ask in pair if ask is not None)
    one, other = (ask.reply if ask else NOTHING for ask in pair)
    return f"“{kind}”", (one, other)


def _planned(plan: Plan | None) -> object:
    """Return what a plan says; when it was made does not count."""
    return None if plan is None else (plan.day, plan.routine, plan.strokes, plan.hours, plan.steps)


def _steps(one: Plan | None, other: Plan | None, worlds: tuple[World, World]) -> tuple[str, Pair]:
    mine, theirs = (
        [
            (step.start, f"{hours(step.start)} {step.doing} at {world.name_of(step.place)}")
            for level in ((plan.strokes, plan.hours, plan.steps) if plan else ())
            for step in level
        ]
        for plan, world in zip((one, other), worlds, strict=True)
    )
    only = _but([text for _, text in sorted(mine)], [text for _, text in sorted(theirs)])
    return "", (only[0][0] if only[0] else NOTHING, only[1][0] if only[1] else NOTHING)


def _places(here: Body, there: Body, worlds: tuple[World, World]) -> Pair:
    if here.area != there.area:
        return apart(worlds[0], here.area), apart(worlds[1], there.area)
    return f"{here.cell.x},{here.cell.y}", f"{there.cell.x},{there.cell.y}"


def _way(body: Body, world: World) -> str:
    return f"to {world.told(body.journey.target)}" if body.journey else NOTHING


def _held(body: Body, world: World) -> str:
    return ", ".join([*(f"{item} {count}" for item, count in body.items.items()), *map(world.name_of, body.carries)])


FIELDS = {
    "stirred": "weight of news until the next reflection",
    "reflected": "memories reflected on",
    "identity": "who they take themselves to be",
    "later": "does not ask before minute",
    "met": "last spoke at tick",
    "talk": "talks with",
    "step": "is at",
    "meant": "means to use",
    "why": "acts by",
    "cites": "rests on memories",
}
"""What fields of a mind and of a thought are called, where their own names say little."""


def _inner(one: Mind, other: Mind) -> tuple[str, Pair]:
    for mine, theirs in ((one.social, other.social), (one.intent, other.intent), (one.inner, other.inner)):
        for field in mine.__struct_fields__:
            a, b = getattr(mine, field), getattr(theirs, field)
            if isinstance(a, Mapping) and a != b:
                names = [name for name in sorted({*a, *b}) if a.get(name) != b.get(name)]
                told = [", ".join(f"{name} {held[name]}" for name in names if name in held) for held in (a, b)]
                return FIELDS.get(field, field), (told[0] or NOTHING, told[1] or NOTHING)
            if a != b:
                return FIELDS.get(field, field), (_plain(a), _plain(b))
    return "", ("", "")


def _plain(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        return str(getattr(value, "doing", "") or getattr(value, "other", "") or getattr(value, "thing", ""))
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or NOTHING
    return str(value) if value not in (None, "", {}) else NOTHING


__all__ = ["DONE", "KINDS", "Follower", "Strand", "only_memories", "recalled", "tell_beliefs"]
