"""The canonical world tree, derived from bodies and objects and rebuilt where they changed."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

import msgspec
from msgspec.structs import replace

from latticeville.core.deferred import DeferredMapping
from latticeville.core.geometry import Box, Cell
from latticeville.mind.percept import AGENT, AREA, OBJECT, Node, Sights
from latticeville.mind.vitals import Vitals
from latticeville.sim.line_of_sight import Disc
from latticeville.sim.paths import PathFinder
from latticeville.world.model.footprint import Footprint
from latticeville.world.model.machine import rows_to_watch
from latticeville.world.model.objects import Kind, Transition
from latticeville.world.model.world import World

BLOCK_SIZE = 16
"""Cells across and down of a block in which members of a large area are looked for together."""
CROWD_SIZE = 32
"""Members of an area from which on it is quicker to look at the blocks around than to go through
all."""
MAX_STANDING_CELLS = 12
"""Most places in an area that people who go there spread over."""


class Journey(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A walk under way: `route` is the rest of it as N, E, S, W; `waited` ticks went into the next
    step.

    `origin` is the area where it began.
    """

    target: str
    goal: Cell
    route: str
    waited: int = 0
    origin: str = ""


class Body(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An agent in the world: where it stands, what it carries, where it is going, what it is seen
    doing."""

    id: str
    cell: Cell
    area: str
    doing: str = ""
    items: Mapping[str, int] = {}
    carries: tuple[str, ...] = ()
    journey: Journey | None = None
    vitals: Vitals | None = None

    @property
    def is_dead(self) -> bool:
        """Whether the agent has died."""
        return self.vitals is not None and self.vitals.died > 0

    def add_units(self, item: str, units: int) -> "Body":
        """Return the body with more units of an item, or fewer of a negative number; none of what
        has none left."""
        items = {**self.items, item: self.items.get(item, 0) + units}
        return replace(self, items={name: count for name, count in items.items() if count})


class ObjectState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An object in the world: the box around it, area, machine state, the tick it entered it,
    counters.

    `parts` hold its cells where they are no box. `holder` is the person who carries it or the thing
    inside which it lies; `items` and `inside`, by id, lie in it.
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

    def footprint_at(self, cell: Cell) -> Footprint:
        """Return the footprint that it has where its first cell is another one."""
        x, y = self.cell
        return self.footprint.shift(cell[0] - x, cell[1] - y)


def object_area(
    thing: ObjectState, bodies: Mapping[str, Body], things: Mapping[str, ObjectState]
) -> str:
    """Return the area in which a thing is, whoever carries it or whatever it lies in."""
    while thing.holder and thing.holder not in bodies:
        thing = things[thing.holder]
    return bodies[thing.holder].area if thing.holder else thing.area


class VisibleRegion(msgspec.Struct, frozen=True, gc=False):
    """The cells in sight of a cell, the box around them, their areas, and those with all around
    them, root first."""

    cells: AbstractSet[Cell]
    box: Box
    areas: tuple[str, ...]
    above: tuple[str, ...]


_Placed = tuple[int, Cell, Node]
"""A member of an area: its place in the order of members, its cell, and itself."""


def _in_cells(members: Iterable[_Placed], cells: AbstractSet[Cell]) -> list[tuple[int, Node]]:
    """Return the members that stand in some cells; in a disc they are found by its rows."""
    if not isinstance(cells, Disc):
        return [(place, node) for place, cell, node in members if cell in cells]
    (left, top), halves = cells.eye, cells.halves
    return [
        (place, node) for place, (x, y), node in members if abs(x - left) <= halves.get(y - top, -1)
    ]


class WorldTree(msgspec.Struct, frozen=True, dict=True):
    """Nodes by id; members of each area in a fixed order; what blocks, what hides; in order of
    ids, what may move by itself, with the rows that do it."""

    world: World
    nodes: Mapping[str, Node]
    members: Mapping[str, tuple[Node, ...]]
    blocked_cells: frozenset[int]
    opaque_cells: frozenset[int]
    autonomous: Mapping[str, tuple[Transition, ...]]
    paths: PathFinder

    @cached_property
    def visible_by_area(self) -> dict[str, Sights]:
        """What is perceived in each area, filled in as asked; the same tuple for all who stand
        there."""
        return {}

    @cached_property
    def views(self) -> "dict[tuple[Cell, int], VisibleRegion]":
        """What can be seen from a cell so far, filled in as asked; valid while the same things
        hide."""
        return {}

    @cached_property
    def standing_cells(self) -> dict[str, tuple[Cell, ...]]:
        """Spots of each area, filled in as asked; valid while the same things block."""
        return {}

    @cached_property
    def _placed_members(self) -> dict[str, list[_Placed]]:
        """Members of an area with places and cells, filled in as asked."""
        return {}

    @cached_property
    def _blocks(self) -> dict[str, dict[tuple[int, int], list[_Placed]]]:
        """The same by block of cells, filled in as asked."""
        return {}

    @cached_property
    def people_by_cell(self) -> "Mapping[tuple[int, int], tuple[str, ...]]":
        """The ids of the living who stand on each cell, sorted."""
        found: dict[tuple[int, int], list[str]] = {}
        for node in self.nodes.values():
            if node.kind == AGENT and node.parent and node.cell is not None:
                found.setdefault(node.cell, []).append(node.id)
        return {cell: tuple(sorted(people)) for cell, people in found.items()}

    def members_in(self, area: str, view: VisibleRegion) -> list[Node]:
        """Return the members of an area that stand in a view, in their order."""
        members = self.members.get(area, ())
        if not members:
            return []
        near = (
            self._placed(area) if len(members) <= CROWD_SIZE else self._members_near(area, view.box)
        )
        return [node for _place, node in sorted(_in_cells(near, view.cells))]

    def _placed(self, area: str) -> list[_Placed]:
        """Return the members of an area with their places in its order and their cells."""
        found = self._placed_members.get(area)
        if found is None:
            found = self._placed_members[area] = [
                (place, node.cell, node)
                for place, node in enumerate(self.members.get(area, ()))
                if node.cell is not None
            ]
        return found

    def _members_near(self, area: str, box: Box) -> list[_Placed]:
        """Return the members of an area in the blocks of cells that a box reaches into."""
        blocks = self._blocks.get(area)
        if blocks is None:
            blocks = self._blocks[area] = {}
            for one in self._placed(area):
                x, y = one[1]
                blocks.setdefault((x // BLOCK_SIZE, y // BLOCK_SIZE), []).append(one)
        found: list[_Placed] = []
        columns = range(box.x // BLOCK_SIZE, (box.x + box.width - 1) // BLOCK_SIZE + 1)
        for y in range(box.y // BLOCK_SIZE, (box.y + box.height - 1) // BLOCK_SIZE + 1):
            for x in columns:
                if (x, y) in blocks:
                    found += blocks[x, y]
        return found

    def free_cells_around(self, area: str) -> tuple[Cell, ...]:
        """Return up to a dozen free cells spread over an area, where those who go there come to
        stand.

        They lie outside the areas within it, unless those leave it little more than its doorways.
        """
        found = self.standing_cells.get(area)
        if found is None:
            free = self.free_cells(area)
            inner = [cell for cell in free if self.world.areas.at(cell) == area]
            inner = inner if len(inner) >= len(free) // 4 else [*free]
            stride = -(-len(inner) // MAX_STANDING_CELLS) or 1
            found = self.standing_cells[area] = tuple(inner[stride // 2 :: stride])
        return found

    def free_cells(self, area: str) -> tuple[Cell, ...]:
        """Return all cells of an area where somebody can stand."""
        index = self.world.grid.index
        return tuple(
            cell
            for box in self.world.areas.by_id[area].boxes
            for cell in box.cells()
            if self.world.is_walkable(cell) and index(cell) not in self.blocked_cells
        )

    def visible_from(self, area: str) -> Sights:
        """Return the areas from the root down to this one and all that stands in it."""
        seen = self.visible_by_area.get(area)
        if seen is None:
            above = tuple(self.nodes[name] for name in self.world.areas.path(area))
            seen = self.visible_by_area[area] = Sights(above + self.members.get(area, ()))
        return seen


def build_tree(
    world: World, bodies: Mapping[str, Body], things: Mapping[str, ObjectState]
) -> WorldTree:
    """Return the whole tree of a state."""
    nodes = {area: area_node(world, area) for area in world.areas.by_id}
    empty = WorldTree(world, nodes, {}, frozenset(), frozenset(), {}, PathFinder(world.grid))
    return update_tree(empty, bodies, things, bodies, things)


def update_tree(
    tree: WorldTree,
    bodies: Mapping[str, Body],
    things: Mapping[str, ObjectState],
    moved: Iterable[str],
    changed: Iterable[str],
) -> WorldTree:
    """Return the tree after these bodies moved and these things changed."""
    changed = list(changed)
    fresh = {name: _body_node(bodies[name]) for name in moved}
    fresh |= {name: _object_node(tree.world, things[name]) for name in changed}
    fresh = {name: node for name, node in fresh.items() if tree.nodes.get(name) != node}
    if not fresh:
        return tree if not changed else _update_flags(tree, tree, things, changed)
    rearranged = _place_members(tree, fresh)
    nodes, members = {**tree.nodes, **fresh}, {**tree.members, **rearranged}
    grown = WorldTree(
        tree.world,
        nodes,
        members,
        tree.blocked_cells,
        tree.opaque_cells,
        tree.autonomous,
        tree.paths,
    )
    grown.visible_by_area.update(
        item for item in tree.visible_by_area.items() if item[0] not in rearranged
    )
    grown.views.update(tree.views)
    grown.standing_cells.update(tree.standing_cells)
    return _update_flags(tree, grown, things, changed) if changed else grown


class _PostponedTree:
    """A tree that is brought up to date with all bodies when somebody reads it."""

    def __init__(self, tree: WorldTree, bodies: Mapping[str, Body]) -> None:
        self._before, self._bodies = tree, bodies
        self._made: WorldTree | None = None

    @property
    def newest(self) -> WorldTree:
        """The tree, or the one before it where nobody has read it."""
        return self._before if self._made is None else self._made

    def read(self) -> WorldTree:
        """Return the tree."""
        if self._made is None:
            self._made = update_tree(self._before, self._bodies, {}, self._bodies, ())
        return self._made


def postpone_people(tree: WorldTree, bodies: Mapping[str, Body]) -> WorldTree:
    """Return the tree after bodies have changed and nothing else; where people are is found when
    somebody reads it."""
    waiting: _PostponedTree | None = vars(tree).get("postponed")
    rest = _PostponedTree(tree if waiting is None else waiting.newest, bodies)
    later = WorldTree(
        tree.world,
        DeferredMapping(lambda: rest.read().nodes),
        DeferredMapping(lambda: rest.read().members),
        tree.blocked_cells,
        tree.opaque_cells,
        tree.autonomous,
        tree.paths,
    )
    vars(later).update(postponed=rest, views=tree.views, standing_cells=tree.standing_cells)
    return later


def area_node(world: World, area: str) -> Node:
    """Return the node of an area, which never changes."""
    nodes: dict[str, Node] = world.keep("nodes of areas", dict)
    if area not in nodes:
        nodes[area] = Node(area, AREA, world.areas.by_id[area].parent)
    return nodes[area]


def settle_in(tree: WorldTree, world: World) -> WorldTree:
    """Return the tree in a world in which the same stands in the same places."""
    settled = WorldTree(
        world,
        tree.nodes,
        tree.members,
        tree.blocked_cells,
        tree.opaque_cells,
        tree.autonomous,
        tree.paths,
    )
    settled.visible_by_area.update(tree.visible_by_area)
    return settled


def _place_members(tree: WorldTree, fresh: Mapping[str, Node]) -> dict[str, tuple[Node, ...]]:
    """Return the members of each area in which nodes are fresh, or were before; in the same order
    where all were in the same areas."""
    nodes = tree.nodes
    if any(name not in nodes or nodes[name].parent != one.parent for name, one in fresh.items()):
        return _rearrange_members(tree, fresh)
    areas = dict.fromkeys([node.parent for node in fresh.values()])
    return {
        area: tuple([fresh.get(node.id, node) for node in tree.members[area]]) for area in areas
    }


def _rearrange_members(tree: WorldTree, fresh: Mapping[str, Node]) -> dict[str, tuple[Node, ...]]:
    """Return the members of each area in which nodes are fresh, or were before, sorted."""
    stale: dict[str, set[str]] = {}
    for name, node in fresh.items():
        before = tree.nodes.get(name)
        if before is not None:
            stale.setdefault(before.parent, set()).add(name)
        stale.setdefault(node.parent, set())
    kept = {
        area: [node for node in tree.members.get(area, ()) if node.id not in gone]
        for area, gone in stale.items()
    }
    for node in fresh.values():
        kept[node.parent].append(node)
    return {area: tuple(sorted(nodes, key=member_sort_key)) for area, nodes in kept.items()}


def member_sort_key(node: Node) -> tuple[bool, str]:
    """Return the key that sorts the members of an area: things before people, each by id."""
    return node.kind == AGENT, node.id


def _body_node(body: Body) -> Node:
    return Node(body.id, AGENT, "" if body.is_dead else body.area, body.cell, body.doing)


def _object_node(world: World, thing: ObjectState) -> Node:
    spec = world.kinds[thing.kind].states[thing.state]
    area = thing.area if not thing.holder else ""
    counters = tuple(sorted(thing.counters.items()))
    return Node(thing.id, OBJECT, area, thing.cell, thing.state, counters, spec.alarm)


def _update_flags(
    before: WorldTree, tree: WorldTree, things: Mapping[str, ObjectState], changed: list[str]
) -> WorldTree:
    """Return the tree with what blocks, hides and moves by itself brought up to date."""
    restless = _restless(before, things, changed)
    closed, hiding = before.blocked_cells, before.opaque_cells
    if any(_obstructs_differently(before, things[name]) for name in changed):
        closed, hiding = obstructed_cells(tree.world, things)
    elif restless == before.autonomous:
        return tree
    flagged = WorldTree(
        tree.world,
        tree.nodes,
        tree.members,
        before.blocked_cells if closed == before.blocked_cells else closed,
        before.opaque_cells if hiding == before.opaque_cells else hiding,
        restless,
        tree.paths,
    )
    flagged.visible_by_area.update(tree.visible_by_area)
    if flagged.opaque_cells is before.opaque_cells:
        flagged.views.update(tree.views)
    if flagged.blocked_cells is before.blocked_cells:
        flagged.standing_cells.update(tree.standing_cells)
    return flagged


def _restless(
    before: WorldTree, things: Mapping[str, ObjectState], changed: Iterable[str]
) -> dict[str, tuple[Transition, ...]]:
    """Return the rows that may fire by themselves, by thing, after these things changed."""
    found = dict(before.autonomous)
    for name in changed:
        thing = things[name]
        kind = before.world.kinds[thing.kind]
        found[name] = rows_to_watch(kind, thing.state, thing.counters)
    return {name: rows for name, rows in sorted(found.items()) if rows}


def _obstructs_differently(before: WorldTree, thing: ObjectState) -> bool:
    """Tell whether a thing blocks or hides otherwise than it did, or from other cells."""
    kind, was = before.world.kinds[thing.kind], before.nodes.get(thing.id)
    now = _obstruction(kind, thing.state)
    if was is None:
        return now != _NO_OBSTRUCTION
    then = _obstruction(kind, was.looks)
    return now != then or (
        now != _NO_OBSTRUCTION and (thing.cell, bool(thing.holder)) != (was.cell, not was.parent)
    )


def _obstruction(kind: Kind, state: str) -> tuple[bool, bool]:
    """Tell whether things of a kind block and hide in a state."""
    return kind.is_blocking(state), kind.states[state].opaque


def obstructed_cells(
    world: World, things: Mapping[str, ObjectState]
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the cells that things block, and those that they hide."""
    closed: set[int] = set()
    hiding: set[int] = set()
    kinds, grid = world.kinds, world.grid
    for thing in things.values():
        if thing.holder:
            continue
        blocks, hides = bars = _obstruction(kinds[thing.kind], thing.state)
        if bars != _NO_OBSTRUCTION:
            cells = [grid.index(cell) for cell in thing.footprint.cells() if grid.contains(cell)]
            closed.update(cells if blocks else ())
            hiding.update(cells if hides else ())
    return frozenset(closed), frozenset(hiding)


_NO_OBSTRUCTION = (False, False)
"""Neither blocking nor hiding."""
