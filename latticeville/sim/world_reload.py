"""A new version of the world in a run: what is kept, and who has to move."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.belief import Belief, BeliefTree
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AREA, Sights
from latticeville.mind.persona_relations import initial_relations
from latticeville.mind.relation import Relations
from latticeville.sim.event import Event
from latticeville.sim.events import Displaced, ObjectReset, Reloaded
from latticeville.sim.first_state import equip_body, has_kinship, resident_body, resident_mind
from latticeville.sim.renamed_state import rename_in_state
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState, WorldTree, build_tree, settle_in
from latticeville.world.model.areas import WORLD
from latticeville.world.model.numbers import list_numbers
from latticeville.world.model.objects import Placement
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Renames, find_renames


def carry_over_objects(state: State, world: World) -> dict[str, ObjectState]:
    """Return the objects of another edition, each as it is in the state where it can be."""
    things = {spot.id: _carry_over_object(state, spot, world) for spot in world.objects.values()}
    return _release_objects(state, things, {*world.people}, world)


def find_resets(state: State, things: dict[str, ObjectState]) -> tuple[ObjectReset, ...]:
    """Return what objects could not keep: states, counters, items and what lies in them."""
    found = (
        _resets_of(state.things[name], thing)
        for name, thing in sorted(things.items())
        if name in state.things
    )
    return tuple(one for resets in found for one in resets)


def _resets_of(old: ObjectState, new: ObjectState) -> Iterator[ObjectReset]:
    if old.state != new.state:
        yield ObjectReset(new.id, "state", old.state, new.state)
    if old.holder != new.holder:
        yield ObjectReset(new.id, "holder", old.holder, new.holder)
    for what, before, after in (("", old.counters, new.counters), ("item ", old.items, new.items)):
        for name, count in sorted(before.items()):
            if count != after.get(name, 0):
                yield ObjectReset(
                    new.id, f"{what}{name}", str(count), str(after[name]) if name in after else ""
                )


def _release_objects(
    state: State, things: dict[str, ObjectState], people: set[str], world: World
) -> dict[str, ObjectState]:
    """Let things go whose holder is gone or holds nothing any more."""
    things = {
        name: thing if _is_held(state, thing, things, people, world) else replace(thing, holder="")
        for name, thing in things.items()
    }
    packed: dict[str, list[str]] = {}
    for name, thing in sorted(things.items()):
        if thing.holder in things:
            box = things[thing.holder]
            if len(packed.get(box.id, ())) < world.kinds[box.kind].room - sum(box.items.values()):
                packed.setdefault(box.id, []).append(name)
            else:
                things[name] = replace(thing, holder="")
    return {
        name: replace(thing, inside=tuple(sorted(packed.get(name, ()))))
        for name, thing in things.items()
    }


def _is_held(
    state: State, thing: ObjectState, things: dict[str, ObjectState], people: set[str], world: World
) -> bool:
    """Tell whether who or what holds a thing is there still, and holds things as it did."""
    box = things.get(thing.holder)
    if box is None or thing.holder in people:
        return thing.holder in people
    was = state.things[thing.holder]
    return thing.id in was.inside and box.kind == was.kind and world.kinds[box.kind].room > 0


def _carry_over_object(state: State, spot: Placement, world: World) -> ObjectState:
    area = world.areas.at(spot.cell)
    fresh = ObjectState(
        spot.id,
        spot.kind,
        spot.box,
        area,
        spot.state,
        state.tick,
        dict(spot.counters),
        items=spot.inside,
        parts=spot.parts,
    )
    old, kind = state.things.get(spot.id), world.kinds[spot.kind]
    if old is None or old.kind != spot.kind:
        return fresh
    counters = {
        name: min(
            max(old.counters.get(name, value), kind.counters[name].least), kind.counters[name].most
        )
        for name, value in fresh.counters.items()
    }
    holder = old.holder if kind.portable else ""
    items, room = dict[str, int](), kind.room
    for item, count in sorted(old.items.items()):
        items |= {item: min(count, room)} if room > 0 else {}
        room -= min(count, room)
    kept = replace(fresh, counters=counters, holder=holder, items=items)
    return replace(kept, state=old.state, since=old.since) if old.state in kind.states else kept


class _FormerWorld(NamedTuple):
    """The areas and the personas of the edition before, by the ids that they have now."""

    areas: frozenset[str]
    personas: Mapping[str, Persona]


def reload_world(
    state: State, world: World, known: Renames = NO_RENAMES
) -> tuple[State, list[Event]]:
    """Carry bodies, things and minds over into another edition of the world.

    People keep their minds; who now stands where nobody can is moved to the nearest free cell of
    the same area. Where only the way of thinking is another, nobody's plans are upset. What was
    renamed stays as it is under its new name: what is `known` to be renamed, and what can mean
    nothing else. Numbers that a run has set stay so, unless the other edition has others there.
    """
    state = _forget_rewritten_numbers(state, world)
    for carry_over in rules_of((*state.world.rules, *world.rules)).carry_overs:
        state = carry_over(state, world)
    renames = find_renames(state.world, world, known)
    amended = world.amend(state.amendments)
    if _differs_in_minds_only(state.world, amended):
        return _change_thinking(state, amended), [Reloaded(world.digest)]
    state = rename_in_state(state, renames)
    world = world.amend(state.amendments)
    things = carry_over_objects(state, world)
    bodies = {who: _carry_over_body(state, who, world, things) for who in world.people}
    tree = build_tree(world, bodies, things)
    events: list[Event] = [
        Reloaded(world.digest, renames=renames, resets=find_resets(state, things))
    ]
    for who, body in sorted(bodies.items()):
        index = world.grid.index(body.cell)
        if body.is_dead:
            continue
        if not world.is_walkable(body.cell) or index in tree.blocked_cells:
            bodies[who] = moved = move_to_nearest_free(tree, body)
            events.append(Displaced(who, moved.area, moved.cell))
    tree = build_tree(world, bodies, things)
    minds = _carry_over_minds(state, tree, renames)
    return replace(
        state, bodies=bodies, things=things, minds=minds, tree=tree, news=_filter_news(state, world)
    ), events


def _forget_rewritten_numbers(state: State, world: World) -> State:
    """Let numbers that were set in the run go where the designer has written others since."""
    was = {number.key: number.value for number in list_numbers(state.world.written)}
    now = {number.key: number.value for number in list_numbers(world)}
    numbers = {
        key: value
        for key, value in state.amendments.numbers.items()
        if key in now and was.get(key) == now[key]
    }
    return replace(state, amendments=replace(state.amendments, numbers=numbers))


def _carry_over_minds(state: State, tree: WorldTree, renames: Renames) -> dict[str, Mind]:
    """Return the minds of those who lived here, and of those who are new."""
    known: dict[tuple[str, ...], dict[str, Belief]] = {}
    was = _FormerWorld(
        frozenset(renames.areas.get(name, name) for name in state.world.areas.by_id),
        {renames.people.get(who, who): one.persona for who, one in state.world.people.items()},
    )
    return {
        who: _carry_over_mind(state, who, tree, was)
        if who in state.minds
        else resident_mind(tree, resident, known)
        for who, resident in tree.world.people.items()
    }


def foresee_resets(
    state: State, world: World, known: Renames = NO_RENAMES
) -> tuple[ObjectReset, ...]:
    """Return what objects could not keep if the run went on in another edition of the world."""
    state = rename_in_state(state, find_renames(state.world, world, known))
    return find_resets(state, carry_over_objects(state, world))


def _filter_news(state: State, world: World) -> tuple[Event, ...]:
    """Return the news that speak only of what still exists."""
    known = {"", WORLD, *world.areas.by_id, *world.objects, *world.people}
    names = ("who", "to", "area", "thing", "target", "left")
    news = (
        event for event in state.news if all(getattr(event, name, "") in known for name in names)
    )
    grid = state.world.grid
    same = (grid.width, grid.height) == (world.grid.width, world.grid.height)
    return tuple(event for event in news if same or not event.names_cells)


def _carry_over_body(state: State, who: str, world: World, things: dict[str, ObjectState]) -> Body:
    body = state.bodies.get(who)
    if body is None:
        return resident_body(world, who, world.people[who].start)
    cell = Cell(min(body.cell.x, world.grid.width - 1), min(body.cell.y, world.grid.height - 1))
    carries = tuple(name for name in body.carries if name in things and things[name].holder == who)
    moved = replace(body, cell=cell, area=world.areas.at(cell), carries=carries, journey=None)
    return equip_body(world, moved)


def move_to_nearest_free(tree: WorldTree, body: Body) -> Body:
    """Return a body on the nearest free cell, of its own area if there is one, going nowhere."""
    world = tree.world
    free = [
        cell
        for index, flag in enumerate(world.grid.walkable)
        if flag and index not in tree.blocked_cells
        for cell in (world.grid.cell(index),)
    ]
    x, y = body.cell
    cell = min(
        free,
        key=lambda to: (world.areas.at(to) != body.area, abs(to.x - x) + abs(to.y - y), to.y, to.x),
    )
    return replace(body, cell=cell, area=world.areas.at(cell), journey=None)


def _differs_in_minds_only(old: World, new: World) -> bool:
    """Tell whether two editions differ in nothing but how people think."""
    kept = ("rules", "settings", "climate", "grid", "areas", "kinds", "objects", "people")
    return all(getattr(old, name) == getattr(new, name) for name in kept)


def _change_thinking(state: State, world: World) -> State:
    """Return the state in a world with other ways of thinking; plans are forgotten only where
    planning is another."""
    tree = settle_in(state.tree, world)
    minds = state.minds
    if world.minds.plan != state.world.minds.plan:
        minds = {
            who: replace(mind, plan=None, intent=mind.intent.begun_anew())
            for who, mind in minds.items()
        }
    if world.minds.relations != state.world.minds.relations:
        minds = {
            who: replace(mind, relations=_carry_over_relations(mind.relations, world, who))
            for who, mind in minds.items()
        }
    return replace(state, tree=tree, minds=minds)


def _existing_beliefs(beliefs: BeliefTree, tree: WorldTree) -> Iterator[tuple[str, Belief]]:
    """Yield what is believed of what exists still; areas as they lie now."""
    for name, belief in beliefs.nodes.items():
        now = tree.nodes.get(name)
        if now is None or now.kind != belief.node.kind:
            continue
        if now.kind == AREA:
            yield name, Belief(now, belief.seen, belief.missing)
        elif belief.node.parent in tree.world.areas.by_id:
            yield name, belief


def _carry_over_mind(state: State, who: str, tree: WorldTree, was: _FormerWorld) -> Mind:
    """Drop what no longer exists from the tree of beliefs; learn the areas as they lie now, and new
    ones to know of.

    Who is somebody else now forgets what the behavioural cache holds.
    """
    mind, resident = state.minds[who], tree.world.people[who]
    if resident.persona != was.personas[who]:
        mind = replace(mind, decisions={})
    nodes = dict(_existing_beliefs(mind.beliefs, tree))
    sights = Sights(nodes[node.id].node for node in mind.beliefs.sights if node.id in nodes)
    for belief in list(nodes.values()):
        for above in tree.world.areas.path(belief.node.parent or WORLD):
            nodes.setdefault(above, Belief(tree.nodes[above], belief.seen))
    added = tuple(area for area in resident.knows if area not in was.areas)
    for name, belief in resident_mind(
        tree, replace(resident, knows=added), {}
    ).beliefs.nodes.items():
        nodes.setdefault(name, belief)
    relations = _carry_over_relations(mind.relations, tree.world, who)
    beliefs = BeliefTree(mind.beliefs.tick, nodes, sights)
    intent = mind.intent.begun_anew()
    return replace(mind, beliefs=beliefs, plan=None, intent=intent, relations=relations)


def _carry_over_relations(relations: Relations, world: World, who: str) -> Relations:
    """Keep relations to those who still live here; take what the persona says of others and of new
    subjects.

    In a world without relations, only the opinions stay.
    """
    fresh = initial_relations(world.people[who].persona, kinship=has_kinship(world))
    people = {
        other: state
        for other, state in {**fresh.people, **relations.people}.items()
        if other in world.people
    }
    kept = replace(
        relations,
        people=people,
        opinions={**fresh.opinions, **relations.opinions},
        talks={},
        promises=tuple(one for one in relations.promises if one.who in world.people),
        unsettled={
            other: talk for other, talk in relations.unsettled.items() if other in world.people
        },
    )
    return kept if world.minds.relations else kept.without_people()
