"""The canonical world tree, derived from bodies and things and grown only where they changed."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

import msgspec

from latticeville.core.geometry import Box, Cell
from latticeville.mind.percept import AGENT, AREA, OBJECT, Node
from latticeville.sim.paths import Paths
from latticeville.world.footprint import Footprint
from latticeville.world.pack import World
from latticeville.world.things import Kind

BLOCK = 16
"""Cells across and down of a block in which members of a large area are looked for together."""
SPOTS = 12
"""Most places in an area that people who go there spread over."""


class Journey(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A walk under way: `route` is the rest of it as N, E, S, W; `waited` ticks went into the next step."""

    target: str
    goal: Cell
    route: str
    waited: int = 0


class Body(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An agent in the world: where it stands, what it carries, where it is going, what it is seen doing."""

    id: str
    cell: Cell
    area: str
    doing: str = ""
    items: Mapping[str, int] = {}
    carries: tuple[str, ...] = ()
    journey: Journey | None = None


class Thing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An object in the world: the box around it, area, machine state, the tick it entered it, counters.

    `parts` hold its cells where they are no box.
    `holder` is the person who carries it or the thing inside which it lies; `items` and `inside`, by id, lie in it.
    """

    id: str
    kind: str
    box: Box
    area: str
    state: str
    since: int = 0
    counters: Mapping[str, int] = {}
    holder: str = ""
    items: Mapping[str, int] = {}
    inside: tuple[str, ...] = ()
    parts: tuple[Box, ...] = ()

    @property
    def footprint(self) -> Footprint:
        """The cells that it takes."""
        return Footprint(self.parts or (self.box,))

    @property
    def cell(self) -> Cell:
        """The first cell of the footprint, row by row."""
        first = self.parts[0] if self.parts else self.box
        return Cell(first.x, first.y)

    def placed_at(self, cell: Cell) -> Footprint:
        """Return the footprint that it has where its first cell is another one."""
        x, y = self.cell
        return self.footprint.moved(cell[0] - x, cell[1] - y)


def whereabouts(thing: Thing, bodies: Mapping[str, Body], things: Mapping[str, Thing]) -> str:
    """Return the area in which a thing is, whoever carries it or whatever it lies in."""
    while thing.holder and thing.holder not in bodies:
        thing = things[thing.holder]
    return bodies[thing.holder].area if thing.holder else thing.area


class View(msgspec.Struct, frozen=True, gc=False):
    """The cells in sight of a cell, the box around them, their areas, and those with all around them, root first."""

    cells: AbstractSet[Cell]
    box: Box
    areas: tuple[str, ...]
    above: tuple[str, ...]


class Tree(msgspec.Struct, frozen=True, dict=True):
    """Nodes by id; members of each area in a fixed order; what blocks, what hides, what moves by itself."""

    world: World
    nodes: Mapping[str, Node]
    members: Mapping[str, tuple[Node, ...]]
    closed: frozenset[int]
    hiding: frozenset[int]
    restless: frozenset[str]
    paths: Paths

    @cached_property
    def sights(self) -> dict[str, tuple[Node, ...]]:
        """What is perceived in each area, filled in as asked; the same tuple for all who stand there."""
        return {}

    @cached_property
    def views(self) -> "dict[tuple[Cell, int], View]":
        """What can be seen from a cell so far, filled in as asked; valid while the same things hide."""
        return {}

    @cached_property
    def resting(self) -> dict[str, tuple[Cell, ...]]:
        """Spots of each area, filled in as asked; valid while the same things block."""
        return {}

    @cached_property
    def _blocks(self) -> dict[str, dict[tuple[int, int], list[Node]]]:
        """Members of an area by block of cells, filled in as asked."""
        return {}

    def near(self, area: str, box: Box) -> Iterator[Node]:
        """Yield the members of an area in the blocks of cells that a box reaches into."""
        blocks = self._blocks.get(area)
        if blocks is None:
            blocks = self._blocks[area] = {}
            for node in self.members.get(area, ()):
                if node.cell is not None:
                    blocks.setdefault((node.cell.x // BLOCK, node.cell.y // BLOCK), []).append(node)
        for y in range(box.y // BLOCK, (box.y + box.height - 1) // BLOCK + 1):
            for x in range(box.x // BLOCK, (box.x + box.width - 1) // BLOCK + 1):
                yield from blocks.get((x, y), ())

    def spots(self, area: str) -> tuple[Cell, ...]:
        """Return up to a dozen free cells spread over an area, where those who go there come to stand.

        They lie outside the areas within it, unless those leave it little more than its doorways.
        """
        found = self.resting.get(area)
        if found is None:
            grid, areas = self.world.grid, self.world.areas
            free = [
                cell
                for box in areas.by_id[area].boxes
                for cell in box.cells()
                if self.world.free(cell) and grid.index(cell) not in self.closed
            ]
            inner = [cell for cell in free if areas.at(cell) == area]
            inner = inner if len(inner) >= len(free) // 4 else free
            stride = -(-len(inner) // SPOTS) or 1
            found = self.resting[area] = tuple(inner[stride // 2 :: stride])
        return found

    def seen_from(self, area: str) -> tuple[Node, ...]:
        """Return the areas from the root down to this one and all that stands in it."""
        seen = self.sights.get(area)
        if seen is None:
            above = tuple(self.nodes[name] for name in self.world.areas.path(area))
            seen = self.sights[area] = above + self.members.get(area, ())
        return seen


def plant(world: World, bodies: Mapping[str, Body], things: Mapping[str, Thing]) -> Tree:
    """Return the whole tree of a state."""
    nodes = {area.id: Node(area.id, AREA, area.parent) for area in world.areas.by_id.values()}
    empty = Tree(world, nodes, {}, frozenset(), frozenset(), frozenset(), Paths(world.grid))
    return grow(empty, bodies, things, bodies, things)


def grow(
    tree: Tree,
    bodies: Mapping[str, Body],
    things: Mapping[str, Thing],
    moved: Iterable[str],
    changed: Iterable[str],
) -> Tree:
    """Return the tree after these bodies moved and these things changed."""
    changed = list(changed)
    fresh = {name: _body_node(bodies[name]) for name in moved}
    fresh |= {name: _thing_node(tree.world, things[name]) for name in changed}
    fresh = {name: node for name, node in fresh.items() if tree.nodes.get(name) != node}
    if not fresh:
        return tree if not changed else _flags(tree, tree, things, changed)
    rearranged = _rearranged(tree, fresh)
    nodes, members = {**tree.nodes, **fresh}, {**tree.members, **rearranged}
    grown = Tree(tree.world, nodes, members, tree.closed, tree.hiding, tree.restless, tree.paths)
    grown.sights.update(item for item in tree.sights.items() if item[0] not in rearranged)
    grown.views.update(tree.views)
    grown.resting.update(tree.resting)
    return _flags(tree, grown, things, changed) if changed else grown


def _rearranged(tree: Tree, fresh: Mapping[str, Node]) -> dict[str, tuple[Node, ...]]:
    """Return the members of each area in which nodes are fresh, or were before."""
    stale: dict[str, set[str]] = {}
    for name, node in fresh.items():
        before = tree.nodes.get(name)
        if before is not None:
            stale.setdefault(before.parent, set()).add(name)
        stale.setdefault(node.parent, set())
    kept = {area: [node for node in tree.members.get(area, ()) if node.id not in gone] for area, gone in stale.items()}
    for node in fresh.values():
        kept[node.parent].append(node)
    return {area: tuple(sorted(nodes, key=in_order)) for area, nodes in kept.items()}


def in_order(node: Node) -> tuple[bool, str]:
    """Return the key that sorts the members of an area: things before people, each by id."""
    return node.kind == AGENT, node.id


def _body_node(body: Body) -> Node:
    return Node(body.id, AGENT, body.area, body.cell, body.doing)


def _thing_node(world: World, thing: Thing) -> Node:
    spec = world.kinds[thing.kind].states[thing.state]
    area = thing.area if not thing.holder else ""
    counters = tuple(sorted(thing.counters.items()))
    return Node(thing.id, OBJECT, area, thing.cell, thing.state, counters, spec.alarm)


def _flags(before: Tree, tree: Tree, things: Mapping[str, Thing], changed: list[str]) -> Tree:
    """Return the tree with what blocks, hides and moves by itself brought up to date."""
    kinds = tree.world.kinds
    restless = set(before.restless)
    for name in changed:
        thing = things[name]
        (restless.add if kinds[thing.kind].automatic(thing.state) else restless.discard)(name)
    closed, hiding = before.closed, before.hiding
    if any(_stands_otherwise(before, things[name]) for name in changed):
        closed, hiding = _barred(tree.world, things)
    elif restless == before.restless:
        return tree
    flagged = Tree(
        tree.world,
        tree.nodes,
        tree.members,
        before.closed if closed == before.closed else closed,
        before.hiding if hiding == before.hiding else hiding,
        frozenset(restless),
        tree.paths,
    )
    flagged.sights.update(tree.sights)
    if flagged.hiding is before.hiding:
        flagged.views.update(tree.views)
    if flagged.closed is before.closed:
        flagged.resting.update(tree.resting)
    return flagged


def _stands_otherwise(before: Tree, thing: Thing) -> bool:
    """Tell whether a thing blocks or hides otherwise than it did, or from other cells."""
    kind, was = before.world.kinds[thing.kind], before.nodes.get(thing.id)
    now = _bars(kind, thing.state)
    if was is None:
        return now != _FREE
    then = _bars(kind, was.looks)
    return now != then or (now != _FREE and (thing.cell, bool(thing.holder)) != (was.cell, not was.parent))


def _bars(kind: Kind, state: str) -> tuple[bool, bool]:
    """Tell whether things of a kind block and hide in a state."""
    return kind.blocks_in(state), kind.states[state].opaque


def _barred(world: World, things: Mapping[str, Thing]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the cells that things block, and those that they hide."""
    closed: set[int] = set()
    hiding: set[int] = set()
    kinds, grid = world.kinds, world.grid
    for thing in things.values():
        if thing.holder:
            continue
        blocks, hides = bars = _bars(kinds[thing.kind], thing.state)
        if bars != _FREE:
            cells = [grid.index(cell) for cell in thing.footprint.cells() if grid.holds(cell)]
            closed.update(cells if blocks else ())
            hiding.update(cells if hides else ())
    return frozenset(closed), frozenset(hiding)


_FREE = (False, False)
"""Neither blocking nor hiding."""
