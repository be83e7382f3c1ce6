"""Compare one person in two runs, tick by tick: actions, beliefs, memories, requests, plan, inner
state."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from latticeville.mind.belief import Belief, BeliefTree
from latticeville.mind.mind import Mind, RequestRecord, Thought
from latticeville.mind.percept import Node
from latticeville.reports.diff.differences import (
    KINDS,
    PROMPTS,
    Difference,
    DifferenceBuilder,
    Example,
    Pair,
    only_in_each,
)
from latticeville.reports.diff.digest_parts import NOTHING, tell
from latticeville.reports.diff.mind_differences import (
    FIELDS,
    cited_texts,
    inner_examples,
    memory_difference,
    place_of,
    plan_content,
    plan_examples,
    recalled,
)
from latticeville.reports.why.action_text import describe
from latticeville.sim.inputs import effective_inputs
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World

_NONE: frozenset[str] = frozenset()


class Believed:
    """Two people's trees, and the nodes of them that differ: worked out anew only where either tree
    changed."""

    def __init__(self) -> None:
        self._kept: tuple[Mapping[str, Belief], Mapping[str, Belief]] | None = None
        self._apart: set[str] = set()
        self._sights: tuple[tuple[Node, ...], tuple[Node, ...]] = (), ()
        self._found: frozenset[str] = frozenset()

    def differing(self, a: BeliefTree, b: BeliefTree, *, whole: bool) -> frozenset[str]:
        """Return the nodes that are believed differently; `whole` where more than a merge may have
        changed them."""
        if whole or self._kept is None:
            self._apart = {
                name
                for name in a.kept.keys() | b.kept.keys()
                if _other(a.kept.get(name), b.kept.get(name))
            }
        elif self._kept[0] is not a.kept or self._kept[1] is not b.kept:
            self._look_again(a, b)
        elif self._sights[0] is a.sights and self._sights[1] is b.sights:
            return self._found
        self._kept, self._sights = (a.kept, b.kept), (a.sights, b.sights)
        self._found = self._join(a, b)
        return self._found

    def _look_again(self, a: BeliefTree, b: BeliefTree) -> None:
        """Compare what the last merges changed."""
        for name in (*a.left, *a.lost, *b.left, *b.lost):
            (
                self._apart.add
                if _other(a.kept.get(name), b.kept.get(name))
                else self._apart.discard
            )(name)

    def _join(self, a: BeliefTree, b: BeliefTree) -> frozenset[str]:
        if a.sights is b.sights or a.sights == b.sights:
            return (
                frozenset(self._apart.difference(node.id for node in a.sights))
                if self._apart
                else _NONE
            )
        mine, theirs = {node.id: node for node in a.sights}, {node.id: node for node in b.sights}
        found = set(self._apart)
        for name in mine.keys() | theirs.keys():
            one, other = _taken(name, mine, a.kept), _taken(name, theirs, b.kept)
            (found.add if one != other else found.discard)(name)
        return frozenset(found)


def _taken(
    name: str, sights: Mapping[str, Node], kept: Mapping[str, Belief]
) -> tuple[Node, bool] | None:
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


def tell_beliefs(
    one: Belief | None, other: Belief | None, worlds: tuple[World, World]
) -> tuple[str, str]:
    """Tell two beliefs of a node by what differs in them."""
    if one is None or other is None:
        return _whole(one, worlds[0]), _whole(other, worlds[1])
    fields = ("parent", "cell", "looks", "counters")
    differ = [field for field in fields if getattr(one.node, field) != getattr(other.node, field)]
    if "parent" in differ:
        differ = [field for field in differ if field != "cell"]
    return _parts(one, other, differ, worlds[0]), _parts(other, one, differ, worlds[1])


def _parts(held: Belief, instead: Belief, fields: list[str], world: World) -> str:
    """Tell some fields of a belief, and whether it is missing where another is not alike."""
    parts = [_field(held.node, field, world) for field in fields]
    if held.missing != instead.missing:
        parts.append("missing" if held.missing else "there")
    return ", ".join(parts) or "otherwise"


def _whole(held: Belief | None, world: World) -> str:
    if held is None:
        return "unknown"
    return "missing" if held.missing else _looks(held.node, world)


def _looks(node: Node, world: World) -> str:
    return node.looks or _field(node, "parent", world)


def _field(node: Node, field: str, world: World) -> str:
    match field:
        case "parent":
            return f"in {unique_name(world, node.parent)}" if node.parent else "carried"
        case "cell":
            return f"at {node.cell.x},{node.cell.y}" if node.cell else "nowhere"
        case "looks":
            return node.looks or "idle"
        case _:
            return ", ".join(f"{name} {value}" for name, value in node.counters) or "uncounted"


class AgentComparer:
    """Is shown somebody in each tick of two runs, from the first in which anything may differ, and
    tells what does."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.threads = {what: DifferenceBuilder(what) for what in KINDS}
        self.prompts: dict[Example, Pair] = {}
        """The digests of the questions of which prompts differ."""
        self._beliefs = Believed()
        self._nodes: set[str] = set()
        self._plans: tuple[object, object, bool] = None, None, False
        self._streams: tuple[int, int, bool] | None = None

    def see(self, a: TickPayload, b: TickPayload) -> None:
        """Take in the next tick of both."""
        who, tick = self.who, a.tick
        one, other = a.state.minds[who], b.state.minds[who]
        outer = bool(effective_inputs(a.inputs) or effective_inputs(b.inputs))
        self._outward(a, b)
        self._plan(a, b, one, other)
        self._believed(a, b, one, other, outer=outer)
        if self._remembered(one, other, outer=outer):
            self.threads["memories"].differ(tick, lambda: ())
        mine, theirs = a.thoughts.get(who), b.thoughts.get(who)
        if mine is not None and theirs is not None:
            self._thought(a, b, mine, theirs)
        inner = list(inner_examples(tick, one, other))
        if inner:
            self.threads["inner"].differ(tick, lambda: inner)

    def differences(self, a: TickPayload, b: TickPayload) -> tuple[Difference, ...]:
        """Return what differed, where these are the last ticks of both."""
        found = {what: thread.made() for what, thread in self.threads.items()}
        held = found["memories"]
        if held is not None:
            found["memories"] = memory_difference(
                held, a.state.minds[self.who], b.state.minds[self.who]
            )
        return tuple(strand for strand in found.values() if strand is not None and strand.cases)

    def _outward(self, a: TickPayload, b: TickPayload) -> None:
        here, there = a.state.bodies[self.who], b.state.bodies[self.who]
        if here == there:
            return
        worlds, tick = (a.state.world, b.state.world), a.tick
        if (here.cell, here.area) != (there.cell, there.area):
            self.threads["places"].differ(
                tick, lambda: [Example(tick, _places(here, there, worlds))]
            )
        if (here.items, here.carries) != (there.items, there.carries):
            held = _held(here, worlds[0]), _held(there, worlds[1])
            self.threads["holdings"].differ(tick, lambda: [Example(tick, held)])
        if here.doing != there.doing:
            self.threads["doing"].differ(
                tick, lambda: [Example(tick, (here.doing or "idle", there.doing or "idle"))]
            )
        if here.journey != there.journey:
            ways = _way(here, worlds[0]), _way(there, worlds[1])
            self.threads["inner"].differ(tick, lambda: [Example(tick, ways, "way")])

    def _plan(self, a: TickPayload, b: TickPayload, one: Mind, other: Mind) -> None:
        mine, theirs = one.plan, other.plan
        if mine is not self._plans[0] or theirs is not self._plans[1]:
            self._plans = mine, theirs, plan_content(mine) != plan_content(theirs)
        if self._plans[2]:
            worlds = a.state.world, b.state.world
            self.threads["plan"].differ(a.tick, lambda: plan_examples(a.tick, mine, theirs, worlds))

    def _believed(
        self, a: TickPayload, b: TickPayload, one: Mind, other: Mind, *, outer: bool
    ) -> None:
        found = self._beliefs.differing(one.beliefs, other.beliefs, whole=outer)
        if found:
            fresh = found - self._nodes
            self._nodes |= found

            def tell() -> Iterator[Example]:
                worlds = a.state.world, b.state.world
                for name in sorted(fresh, key=lambda each: (_areal(each, one, other), each)):
                    sides = tell_beliefs(one.beliefs.get(name), other.beliefs.get(name), worlds)
                    yield Example(a.tick, sides, unique_name(worlds[0], name), (name, name))

            self.threads["beliefs"].differ(a.tick, tell, len(fresh))

    def _remembered(self, one: Mind, other: Mind, *, outer: bool) -> bool:
        """Tell whether the streams differ; those that did not are compared by what has come to them
        since."""
        mine, theirs = one.memory, other.memory
        if self._streams is None or outer:
            differ = mine != theirs
        else:
            lengths, differ = self._streams[:2], self._streams[2]
            if not differ:
                differ = len(mine) != len(theirs) or mine.since(lengths[0]) != theirs.since(
                    lengths[1]
                )
        self._streams = len(mine), len(theirs), differ
        return differ

    def _thought(self, a: TickPayload, b: TickPayload, mine: Thought, theirs: Thought) -> None:
        tick, worlds = a.tick, (a.state.world, b.state.world)
        if mine.action != theirs.action:
            told = describe(mine.action, worlds[0]), describe(theirs.action, worlds[1])
            self.threads["actions"].differ(tick, lambda: [Example(tick, told)])
        if mine.recalls != theirs.recalls:
            self._recalled(a, b, mine, theirs)
        if mine.asks != theirs.asks:
            self._asked(tick, mine, theirs)
        fields = [
            (field, getattr(mine, field), getattr(theirs, field))
            for field in ("why", "step", "fault")
        ]
        fields.append(
            (
                "cites",
                *only_in_each(cited_texts(a, self.who, mine), cited_texts(b, self.who, theirs)),
            )
        )
        differ = [
            Example(tick, (tell(x), tell(y)), FIELDS.get(field, field))
            for field, x, y in fields
            if x != y
        ]
        if differ:
            self.threads["inner"].differ(tick, lambda: differ)

    def _asked(self, tick: int, mine: Thought, theirs: Thought) -> None:
        pairs = list(enumerate(zip_longest(mine.asks, theirs.asks)))
        put = [
            (place, pair)
            for place, pair in pairs
            if _of(pair[0], "digest") != _of(pair[1], "digest")
        ]
        answered = [
            (place, pair) for place, pair in pairs if _of(pair[0], "reply") != _of(pair[1], "reply")
        ]
        if put:
            self.threads["questions"].differ(tick, lambda: self._told(tick, put), len(put))
        if answered:
            self.threads["answers"].differ(
                tick, lambda: (_answered(tick, *each) for each in answered), len(answered)
            )

    def _told(
        self, tick: int, put: list[tuple[int, tuple[RequestRecord | None, RequestRecord | None]]]
    ) -> Iterator[Example]:
        for place, (mine, theirs) in put:
            case = _put(tick, place, (mine, theirs))
            if mine and theirs and case.sides == PROMPTS:
                self.prompts[case] = mine.digest, theirs.digest
            yield case

    def _recalled(self, a: TickPayload, b: TickPayload, mine: Thought, theirs: Thought) -> None:
        one, other = recalled(a, self.who, mine), recalled(b, self.who, theirs)
        if one == other:
            return
        only = only_in_each(
            [text for _, texts in one for text in texts],
            [text for _, texts in other for text in texts],
        )
        turn = next(
            (place for place, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), None
        )

        def tell() -> Iterator[Example]:
            for sides in zip_longest(*only, fillvalue=NOTHING):
                yield Example(
                    a.tick,
                    sides,
                    "",
                    (place_of(mine, one, sides[0]), place_of(theirs, other, sides[1])),
                )
            if not any(only) and turn is not None:
                yield Example(
                    a.tick, (one[turn][0], other[turn][0]), "query", (str(turn), str(turn))
                )

        self.threads["recalls"].differ(a.tick, tell, len(only[0]) + len(only[1]))


def _of(ask: RequestRecord | None, field: str) -> str | None:
    return None if ask is None else str(getattr(ask, field))


def _put(tick: int, place: int, pair: tuple[RequestRecord | None, RequestRecord | None]) -> Example:
    one, other = (f"“{ask.kind}”" if ask else NOTHING for ask in pair)
    if one != other:
        return Example(tick, (one, other), "", _placed(place, pair))
    return Example(tick, PROMPTS, one, _placed(place, pair))


def _answered(
    tick: int, place: int, pair: tuple[RequestRecord | None, RequestRecord | None]
) -> Example:
    kind = next(ask.kind for ask in pair if ask is not None)
    one, other = (ask.reply if ask else NOTHING for ask in pair)
    return Example(tick, (one, other), f"“{kind}”", _placed(place, pair))


def _placed(place: int, pair: tuple[RequestRecord | None, RequestRecord | None]) -> Pair:
    return str(place) if pair[0] else "", str(place) if pair[1] else ""


def _areal(name: str, one: Mind, other: Mind) -> bool:
    held = one.beliefs.get(name) or other.beliefs.get(name)
    return held is not None and held.node.kind == "area"


def _places(here: Body, there: Body, worlds: tuple[World, World]) -> Pair:
    if here.area != there.area:
        return unique_name(worlds[0], here.area), unique_name(worlds[1], there.area)
    return f"{here.cell.x},{here.cell.y}", f"{there.cell.x},{there.cell.y}"


def _way(body: Body, world: World) -> str:
    return f"to {world.name_with_article(body.journey.target)}" if body.journey else NOTHING


def _held(body: Body, world: World) -> str:
    return ", ".join(
        [
            *(f"{item} {count}" for item, count in body.items.items()),
            *map(world.name_of, body.carries),
        ]
    )
