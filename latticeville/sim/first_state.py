"""The state before the first tick: bodies, objects, and what everybody knows and believes."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from latticeville.core.geometry import Cell
from latticeville.mind.belief import BEFORE_START, Belief, BeliefTree
from latticeville.mind.memory import AccessLog, MemoryRecord, MemoryStream
from latticeville.mind.mind import InnerState, Mind
from latticeville.mind.percept import AGENT
from latticeville.mind.persona_relations import initial_relations
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState, WorldTree, build_tree
from latticeville.world.model.personas import Resident
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days


def initial_state(world: World, seed: int | None = None) -> State:
    """Return the state at tick 0."""
    areas = world.areas
    things = {
        spot.id: ObjectState(
            spot.id,
            spot.kind,
            spot.box,
            areas.at(spot.cell),
            spot.state,
            counters=dict(spot.counters),
            items=spot.inside,
            parts=spot.parts,
        )
        for spot in world.objects.values()
    }
    bodies = {one.id: resident_body(world, one.id, one.start) for one in world.people.values()}
    tree = build_tree(world, bodies, things)
    known: dict[tuple[str, ...], dict[str, Belief]] = {}
    minds = {one.id: resident_mind(tree, one, known) for one in world.people.values()}
    seed = world.seed if seed is None else seed
    return State(0, seed, world.climate.start, bodies, things, minds, (), tree)


def resident_body(world: World, who: str, cell: Cell) -> Body:
    """Return the body of a resident who has just come to stand somewhere."""
    return equip_body(world, Body(who, cell, world.areas.at(cell)))


def equip_body(world: World, body: Body) -> Body:
    """Return a body with what the rules of a world give to each that lacks it."""
    for give in rules_of(world.rules).bodies:
        body = give(world, body)
    return body


def resident_mind(
    tree: WorldTree, resident: Resident, known: dict[tuple[str, ...], dict[str, Belief]]
) -> Mind:
    """Return the mind of a resident who knows some areas and what stood in them, and nobody's
    whereabouts.

    Everybody knows the places of their own routine. `known` keeps what was worked out for others
    who know the same.
    """
    areas, things = tree.world.areas.by_id, tree.world.objects
    places = [row.place for row in usual_days(tree.world).of(resident.id).rows]
    own = [place if place in areas else tree.world.areas.at(things[place].cell) for place in places]
    knows, only = tuple(dict.fromkeys((*resident.knows, *own))), resident.only
    nodes = known.get(knows) if not only else None
    if nodes is None:
        nodes = dict(_initial_beliefs(tree, knows, only, places))
        if not only:
            known[knows] = nodes
    seeds = resident.persona.memories
    memory = MemoryStream(
        MemoryRecord(
            count, seed.kind, seed.text, BEFORE_START, resident.home, importance=seed.importance
        )
        for count, seed in enumerate(seeds)
    )
    inner = InnerState(needs=resident.persona.needs)
    relations = initial_relations(resident.persona, kinship=has_kinship(tree.world))
    if not tree.world.minds.relations:
        relations = relations.without_people()
    beliefs = BeliefTree(BEFORE_START, nodes)
    mind = Mind(beliefs, memory, AccessLog(), inner=inner, relations=relations)
    for faculty in rules_of(tree.world.rules).faculties:
        mind = faculty.begin(mind, tree.world, knows)
    return mind


def has_kinship(world: World) -> bool:
    """Tell whether kin is a value of relations in a world."""
    return any(faculty.kinship for faculty in rules_of(world.rules).faculties)


def _initial_beliefs(
    tree: WorldTree,
    knows: Iterable[str],
    only: Mapping[str, tuple[str, ...]],
    places: Collection[str],
) -> Iterator[tuple[str, Belief]]:
    """Yield what is believed of areas, of all around them, and of the things in them."""
    for area in knows:
        for above in tree.world.areas.path(area):
            yield above, Belief(tree.nodes[above], BEFORE_START)
        for node in tree.members.get(area, ()):
            known = area not in only or node.id in only[area] or node.id in places
            if known and node.kind != AGENT:
                yield node.id, Belief(node, BEFORE_START)
