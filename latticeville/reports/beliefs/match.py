"""Truth and belief: the canonical tree beside what a person believes, by node and by cell."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.geometry import Cell
from latticeville.mind.belief import Belief
from latticeville.mind.percept import OBJECT, Node
from latticeville.sim.state import State
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World


class BeliefMatch(StrEnum):
    """How a belief stands to the truth; the first that holds, from the top."""

    UNKNOWN = "unknown"
    MISSING = "missing"
    ELSEWHERE = "wrong place"
    STALE = "stale"
    SAME = "same"


GLYPHS: Mapping[BeliefMatch, str] = {
    BeliefMatch.SAME: "=",
    BeliefMatch.STALE: "~",
    BeliefMatch.ELSEWHERE: "!",
    BeliefMatch.MISSING: "×",
    BeliefMatch.UNKNOWN: "?",
}
"""A sign for each, for who sees no colours."""


class NodeAppearance(msgspec.Struct, frozen=True):
    """Where a node is and how it looks, in truth or as believed."""

    place: str
    cell: Cell | None
    looks: str
    counters: tuple[tuple[str, int], ...] = ()


class BeliefRow(msgspec.Struct, frozen=True):
    """A node of either tree; `truth` is None for what does not exist.

    Believed as it was at the tick `seen`, `ago` ticks before, when it was last seen or such a
    belief was given to them from outside; both are None where it is known from before the run, or
    unknown.
    """

    id: str
    name: str
    kind: str
    parent: str
    match: BeliefMatch
    seen: int | None
    ago: int | None
    believed: NodeAppearance | None
    truth: NodeAppearance | None
    told: str


class Heat(msgspec.Struct, frozen=True):
    """How many nodes of each match stand on each cell, and, for areas and what is carried, in which
    area."""

    cells: Mapping[Cell, Mapping[BeliefMatch, int]]
    areas: Mapping[str, Mapping[BeliefMatch, int]]

    def counts(self) -> dict[BeliefMatch, int]:
        """Return how many there are of each match in all."""
        every = (*self.cells.values(), *self.areas.values())
        return {match: sum(each.get(match, 0) for each in every) for match in BeliefMatch}


class Views(msgspec.Struct, frozen=True):
    """A node of which two people believe different things."""

    id: str
    name: str
    one: NodeAppearance | None
    other: NodeAppearance | None
    truth: NodeAppearance | None


def compare_beliefs(state: State, who: str) -> list[BeliefRow]:
    """Return every node of the world and of somebody's belief, parents before children, with how
    they match."""
    believed, truth = state.minds[who].beliefs.nodes, state.tree.nodes
    return [
        _row(state, name, believed.get(name), truth.get(name)) for name in _ordered(state, believed)
    ]


def counts(found: Iterable[BeliefRow]) -> dict[BeliefMatch, int]:
    """Return how many rows there are of each match."""
    number = Counter(row.match for row in found)
    return {match: number[match] for match in BeliefMatch}


def heat(state: State, who: str) -> Heat:
    """Count how somebody's beliefs match where each node really is."""
    believed, truth = state.minds[who].beliefs.nodes, state.tree.nodes
    cells: dict[Cell, Counter[BeliefMatch]] = {}
    areas: dict[str, Counter[BeliefMatch]] = {}
    for name in dict.fromkeys((*truth, *believed)):
        node = truth.get(name) or believed[name].node
        match = matched(believed.get(name), truth.get(name), state.tick)
        if node.cell is None or (node.kind == OBJECT and not node.parent):
            areas.setdefault(node.parent or _holder(state, name), Counter())[match] += 1
        else:
            cells.setdefault(node.cell, Counter())[match] += 1
    return Heat(cells, areas)


def disagree(state: State, one: str, other: str) -> list[Views]:
    """Return the nodes of which two people believe different things, those that only one knows
    included."""
    mine, theirs = state.minds[one].beliefs.nodes, state.minds[other].beliefs.nodes
    found = []
    for name in _ordered(state, {**mine, **theirs}):
        a, b = mine.get(name), theirs.get(name)
        if (a is None) != (b is None) or (a is not None and b is not None and _held(a) != _held(b)):
            left, right = (_look(state.world, each.node if each else None) for each in (a, b))
            truth = _look(state.world, state.tree.nodes.get(name), state)
            found.append(Views(name, state.world.name_of(name), left, right, truth))
    return found


def matched(belief: Belief | None, truth: Node | None, tick: int | None = None) -> BeliefMatch:
    """Return how a belief of a node stands to the node as it is, at a tick.

    What was in sight in that very tick and is in somebody's hand by the end of it is stale, not in
    a wrong place.
    """
    if belief is None:
        return BeliefMatch.UNKNOWN
    if belief.missing:
        return BeliefMatch.MISSING
    node = belief.node
    if truth is None or (node.parent, node.cell) != (truth.parent, truth.cell):
        taken = (
            truth is not None and truth.kind == OBJECT and not truth.parent and belief.seen == tick
        )
        return BeliefMatch.STALE if taken else BeliefMatch.ELSEWHERE
    return BeliefMatch.SAME if node == truth else BeliefMatch.STALE


def _held(belief: Belief) -> tuple[Node, bool]:
    return belief.node, belief.missing


def _ordered(state: State, believed: Mapping[str, Belief]) -> Iterator[str]:
    """Yield the areas as they nest, each with what is in it; then what is carried, and what is
    nowhere."""
    tree, done = state.tree, set[str]()
    children: dict[str, list[str]] = {}
    for area in state.world.areas.by_id.values():
        children.setdefault(area.parent, []).append(area.id)

    def walk(area: str) -> Iterator[str]:
        yield area
        for node in tree.members.get(area, ()):
            yield node.id
        for below in children.get(area, ()):
            yield from walk(below)

    for root in children.get("", ()):
        for name in walk(root):
            done.add(name)
            yield name
    yield from (name for name in sorted({*tree.nodes, *believed}) if name not in done)


def _row(state: State, name: str, belief: Belief | None, node: Node | None) -> BeliefRow:
    world, match = state.world, matched(belief, node, state.tick)
    seen = belief.seen if belief is not None and belief.seen >= 0 else None
    held, kind = belief.node if belief else None, (node or (belief and belief.node))
    believed, truth = _look(world, held), _look(world, node, state)
    ago = None if seen is None else max(0, state.tick - seen)
    row = BeliefRow(
        name,
        world.name_of(name),
        kind.kind if kind else "",
        _parent(held, node),
        match,
        seen,
        ago,
        believed,
        truth,
        "",
    )
    return msgspec.structs.replace(row, told=_told(state, row))


def _parent(held: Node | None, node: Node | None) -> str:
    return node.parent if node is not None else held.parent if held is not None else ""


def _look(world: World, node: Node | None, truth: State | None = None) -> NodeAppearance | None:
    """Return how a node looks; what is in nobody's area is carried, in truth by somebody."""
    if node is None:
        return None
    if node.kind == OBJECT and not node.parent:
        return NodeAppearance(
            _hand(truth, node.id) if truth is not None else "carried",
            None,
            node.looks,
            node.counters,
        )
    if truth is not None and truth.tick_of_death(node.id):
        return NodeAppearance(unique_name(world, truth.bodies[node.id].area), node.cell, "dead")
    return NodeAppearance(
        unique_name(world, node.parent) if node.parent else "", node.cell, node.looks, node.counters
    )


def _hand(state: State, name: str) -> str:
    """Say who carries a thing, or what it lies in."""
    thing = state.things.get(name)
    holder = thing.holder if thing is not None else ""
    return (
        f"{'carried by' if holder in state.bodies else 'in'} "
        f"{state.world.name_with_article(holder)}"
        if holder
        else "carried"
    )


def _holder(state: State, name: str) -> str:
    thing = state.things.get(name)
    return (
        state.bodies[thing.holder].area
        if thing is not None and thing.holder in state.bodies
        else ""
    )


def _told(state: State, row: BeliefRow) -> str:
    """Say when a belief was last updated and what it is, and what is true now."""
    now = "nowhere" if row.truth is None else _words(row.truth)
    if row.believed is None:
        return f"unknown. Now: {now}"
    when = "known from the start"
    if row.ago is not None:
        when = (
            f"last updated {row.ago} tick{'s' * (row.ago > 1)} ago"
            if row.ago
            else "updated in this tick"
        )
    if row.match is BeliefMatch.SAME:
        return f"{when}: {_words(row.believed)}"
    at = f" ({format_time(state.minute_of(row.seen))})" if row.seen is not None else ""
    gone = "; not there" if row.match is BeliefMatch.MISSING else ""
    return f"{when}{at}: {_words(row.believed)}{gone}. Now: {now}"


def _words(look: NodeAppearance) -> str:
    counters = "".join(f", {name} {value}" for name, value in look.counters)
    where = (
        f"at {look.cell.x},{look.cell.y} in {look.place}"
        if look.cell and look.place
        else look.place or "everywhere"
    )
    return f"{where}{f', {look.looks}' if look.looks else ''}{counters}"
