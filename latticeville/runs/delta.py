"""The difference between two payloads: making it, and applying it."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.structs import astuple, replace

from latticeville.core.decoders import convert
from latticeville.mind.belief import BEFORE_START, Belief, BeliefTree
from latticeville.mind.memory import Access
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.percept import Sights
from latticeville.mind.ratings import Ratings
from latticeville.mind.relation import MAX_CHANGES, Relations, ValueChange
from latticeville.mind.resource_beliefs import ResourceBeliefs
from latticeville.runs.crowd_change import (
    CrowdChange,
    bodies_after,
    minds_after,
    tell_crowd,
    thoughts_of,
)
from latticeville.runs.log_records import Delta, MindChange, RelationsDelta
from latticeville.sim.cell_stocks import resources_around
from latticeville.sim.crowd import ids_of
from latticeville.sim.event import Event
from latticeville.sim.inputs import SimulatorInput, receive
from latticeville.sim.perception import visible_nodes
from latticeville.sim.resource_layer import ResourceLayer, Stock
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body, ObjectState, WorldTree, settle_in, update_tree
from latticeville.world.model.world import Amendments, World

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


def diff(before: TickPayload, after: TickPayload) -> Delta[Event]:
    """Return what a tick changed; both payloads live in the same world."""
    old, new = _apply_inputs(before.state, after.inputs), after.state
    crowd, inside = new.crowd, ids_of(new.crowd)
    steps, bodies = _diff_bodies(old, new, inside)
    return Delta(
        after.tick,
        after.events,
        len(after.events) - len(new.news),
        after.inputs,
        new.weather if new.weather != old.weather else "",
        tuple(sorted(steps)),
        bodies,
        _diff_objects(old, new),
        {
            who: change
            for who in _thinking(old, inside)
            if (change := _diff_mind(old, new, who)) is not _NO_CHANGE
        },
        {
            who: thought
            for who, thought in after.thoughts.items()
            if who not in inside and before.thoughts.get(who) != thought
        },
        new.ratings.since(len(old.ratings)),
        new.ratings.retry_after if new.ratings.retry_after != old.ratings.retry_after else None,
        _diff_resources(old, new),
        crowd=None if crowd is None else tell_crowd(crowd, before.thoughts),
        beats=_new_entries(old.beats, new.beats),
        amendments=_if_changed(old.amendments, new.amendments),
    )


def _diff_bodies(
    old: State, new: State, crowd: Collection[str]
) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """Return who only took the next step of their way, and what changed of the other bodies, but for
    those of a crowd."""
    steps, bodies = list[str](), dict[str, dict[str, Any]]()
    for who in [who for who in new.bodies if who not in crowd]:
        body, was = new.bodies[who], old.bodies[who]
        if body is was or body == was:
            continue
        if body.cell != was.cell and body == step_body(was, new.world):
            steps.append(who)
        else:
            bodies[who] = _diff_fields(was, body)
    return steps, bodies


def _diff_objects(old: State, new: State) -> dict[str, ObjectState]:
    was = old.things
    return {key: one for key, one in new.things.items() if one is not was[key] and one != was[key]}


def _diff_resources(old: State, new: State) -> dict[str, tuple[tuple[int, Stock | None], ...]]:
    found: dict[str, tuple[tuple[int, Stock | None], ...]] = {}
    for name, layer in new.resources.items():
        was = old.resources.get(name, ResourceLayer()).stocks
        if layer.stocks is not was and layer.stocks != was:
            changed: dict[int, Stock | None] = {
                cell: one for cell, one in layer.stocks.items() if was.get(cell) != one
            }
            changed |= dict.fromkeys(was.keys() - layer.stocks.keys())
            found[name] = tuple(sorted(changed.items(), key=lambda one: one[0]))
    return found


def patch_resources(
    was: Mapping[str, ResourceLayer], changes: Mapping[str, tuple[tuple[int, Stock | None], ...]]
) -> dict[str, ResourceLayer]:
    """Return what cells hold after changes; None stands for a cell that is full again."""
    layers = dict(was)
    for name, changed in changes.items():
        stocks = {**layers.get(name, ResourceLayer()).stocks, **dict(changed)}
        layers[name] = ResourceLayer(
            {cell: one for cell, one in sorted(stocks.items()) if one is not None}
        )
    return layers


def patch(before: TickPayload, delta: Delta[Event]) -> TickPayload:
    """Return the payload that `diff` was given as the second."""
    old = _apply_inputs(before.state, delta.inputs)
    moved = move_bodies(old.bodies, old.world, delta.steps, delta.bodies, delta.crowd)
    bodies = {**old.bodies, **moved} if moved else old.bodies
    things = {**old.things, **delta.things} if delta.things else old.things
    ratings = _patch_ratings(old.ratings, delta)
    inside = minds_after(replace(old, ratings=ratings), delta.crowd)
    minds, tree = _thinking(old, inside), update_tree(old.tree, bodies, things, moved, delta.things)
    amendments = old.amendments if delta.amendments is None else delta.amendments
    state = State(
        delta.tick,
        old.seed,
        delta.weather or old.weather,
        bodies,
        things,
        {
            **old.minds,
            **{
                who: _patch_mind(old, who, delta.minds.get(who, _NO_CHANGE), delta.tick)
                for who in minds
            },
            **inside,
        },
        delta.events[delta.told :],
        _amend_tree(tree, old, amendments),
        ratings,
        old.shifts,
        patch_resources(old.resources, delta.resources) if delta.resources else old.resources,
        {**old.beats, **delta.beats},
        amendments,
    )
    thoughts = {**before.thoughts, **_new_thoughts(delta)}
    thoughts = {who: one for who, one in thoughts.items() if who in minds or who in inside}
    return TickPayload(delta.tick, state, delta.events, thoughts, delta.inputs)


def _new_thoughts(delta: Delta[Event]) -> Mapping[str, Thought]:
    if delta.crowd is None:
        return delta.thoughts
    return {**delta.thoughts, **thoughts_of(delta.crowd)}


def _amend_tree(tree: WorldTree, old: State, amendments: Amendments) -> WorldTree:
    if amendments == old.amendments:
        return tree
    return settle_in(tree, old.world.amend(amendments))


def _thinking(old: State, crowd: Collection[str]) -> dict[str, Mind]:
    """Return the minds of the living, who perceive and think in the tick after a state, but for those
    of a crowd."""
    people = [who for who in old.minds if who not in crowd]
    return {who: old.minds[who] for who in people if not old.bodies[who].is_dead}


def move_bodies(
    bodies: Mapping[str, Body],
    world: World,
    steps: Collection[str],
    fields: Mapping[str, Mapping[str, Any]],
    crowd: CrowdChange | None = None,
) -> dict[str, Body]:
    """Return the bodies that a tick changed: of those who took the next step of their way, the other
    changes, and those of a crowd."""
    moved = {who: step_body(bodies[who], world) for who in steps}
    moved |= {who: _patch_fields(bodies[who], changed) for who, changed in fields.items()}
    return moved if crowd is None else moved | bodies_after(bodies, crowd)


def _apply_inputs(state: State, inputs: tuple[SimulatorInput, ...]) -> State:
    """Return the state that a tick begins with."""
    return receive(state, inputs, {})[0] if inputs else state


def _patch_ratings(ratings: Ratings, delta: Delta[Event]) -> Ratings:
    if not delta.ratings and delta.later is None:
        return ratings
    return ratings.grow(delta.ratings, delta.later)


def step_body(body: Body, world: World) -> Body:
    """Return a body after the next step of its journey."""
    journey = body.journey
    if journey is None or not journey.route:
        return body
    cell, rest = body.cell.step(journey.route[0]), journey.route[1:]
    onward = replace(journey, route=rest, waited=0) if rest else None
    return replace(body, cell=cell, area=world.areas.at(cell), journey=onward)


def _diff_fields(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that changed; those of a struct within by their path, such as
    `plan.steps`."""
    return _diff_values(new.__struct_fields__, astuple(old), astuple(new))


def _diff_values(names: Sequence[str], old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any]:
    """Return the values that changed, by their names, in the same way."""
    found: dict[str, Any] = {}
    for place in compress(count(), map(is_not, old, new)):
        was, value = old[place], new[place]
        if was == value:
            continue
        name = names[place]
        if type(value) is type(was) and isinstance(value, msgspec.Struct):
            for path, each in _diff_fields(was, value).items():
                found[f"{name}.{path}"] = each
        else:
            found[name] = value
    return found


def _patch_fields(old: S, fields: Mapping[str, Any]) -> S:
    hints, within, plain = _field_types(type(old)), dict[str, dict[str, Any]](), dict[str, Any]()
    for path, value in fields.items():
        name, _, rest = path.partition(".")
        if rest:
            within.setdefault(name, {})[rest] = value
        else:
            plain[name] = convert(value, hints[name])
    return replace(
        old,
        **plain,
        **{name: _patch_fields(getattr(old, name), parts) for name, parts in within.items()},
    )


@cache
def _field_types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


_NO_CHANGE = MindChange()
_APART = ("beliefs", "memory", "touched", "relations", "decisions", "resources")
"""The fields of a mind whose changes are told in a way of their own."""
_RECORD_ID = attrgetter("id")
_OTHER_NAMES = tuple(name for name in Mind.__struct_fields__ if name not in _APART)
_OTHER_FIELDS = attrgetter(*_OTHER_NAMES)


def _diff_mind(old: State, new: State, who: str) -> MindChange:
    was, now = old.minds[who], new.minds[who]
    if now is was:
        return _NO_CHANGE
    beliefs = now.beliefs
    expected = visible_nodes(old, who)
    odd = None if beliefs.sights is expected or beliefs.sights == expected else beliefs.sights
    fields = _diff_values(_OTHER_NAMES, _OTHER_FIELDS(was), _OTHER_FIELDS(now))
    memory = () if now.memory is was.memory else tuple(now.memory.since(len(was.memory)))
    touched = ()
    if now.touched is not was.touched:
        touched = tuple(map(_RECORD_ID, now.touched.since(len(was.touched))))
    social = (
        None if now.relations is was.relations else _diff_relations(was.relations, now.relations)
    )
    decided = _new_entries(was.decisions, now.decisions)
    known = _new_entries(was.resources.kept, now.resources.kept)
    change = MindChange(
        memory, touched, beliefs.left, beliefs.lost, odd, fields, social, decided, known
    )
    return _NO_CHANGE if not memory and change == _NO_CHANGE else change


def _new_entries(was: Mapping[str, T], now: Mapping[str, T]) -> dict[str, T]:
    """Return what is new or changed in a table that nothing ever leaves."""
    return {} if now is was else {key: held for key, held in now.items() if was.get(key) != held}


def _patch_kept(was: BeliefTree, change: MindChange) -> dict[str, Belief]:
    """Return what is kept after some nodes went out of sight and others were found missing."""
    left = set(change.left)
    gone = {node.id: Belief(node, was.tick) for node in was.sights if node.id in left}
    kept = {**was.kept, **gone}
    return kept | {name: replace(kept[name], missing=True) for name in change.lost}


def _patch_known(old: State, who: str, change: MindChange, tick: int) -> ResourceBeliefs:
    if old.bodies[who].vitals is None:
        return old.minds[who].resources
    kept = old.minds[who].resources.kept
    kept = {**kept, **change.resources} if change.resources else kept
    return ResourceBeliefs(kept, resources_around(old, old.bodies[who]), tick)


def _patch_mind(old: State, who: str, change: MindChange, tick: int) -> Mind:
    """Return a mind after a change; its beliefs are of this tick even where nothing changed."""
    was = old.minds[who]
    kept = was.beliefs.kept
    if change.left or change.lost:
        kept = _patch_kept(was.beliefs, change)
    sights = visible_nodes(old, who) if change.sights is None else Sights(change.sights)
    beliefs = BeliefTree(tick, kept, sights, old.bodies[who].area, change.left, change.lost)
    memory = was.memory.grow(change.memory) if change.memory else was.memory
    touched = (
        was.touched.grow([Access(place, tick) for place in change.touched])
        if change.touched
        else was.touched
    )
    relations = _patch_relations(was.relations, change.relations)
    mind = replace(was, beliefs=beliefs, memory=memory, touched=touched, relations=relations)
    mind = replace(mind, resources=_patch_known(old, who, change, tick))
    if change.decisions:
        mind = replace(mind, decisions={**was.decisions, **change.decisions})
    return _patch_fields(mind, change.fields) if change.fields else mind


def _diff_relations(was: Relations, now: Relations) -> RelationsDelta | None:
    """Return what changed from one tick to the next; None for nothing."""
    if now == was:
        return None
    return RelationsDelta(
        _changed_entries(was.people, now.people),
        _changed_entries(was.opinions, now.opinions),
        _new_changes(was, now),
        _if_changed(was.talks, now.talks),
        _if_changed(was.promises, now.promises),
        _if_changed(was.unsettled, now.unsettled),
        _if_changed(was.day, now.day),
    )


def _patch_relations(was: Relations, delta: RelationsDelta | None) -> Relations:
    """Return the relations that `_diff_relations` was given as the second."""
    if delta is None:
        return was
    return Relations(
        {**was.people, **delta.people},
        {**was.opinions, **delta.opinions},
        (*was.changes, *delta.changes)[-MAX_CHANGES:],
        was.talks if delta.talks is None else delta.talks,
        was.promises if delta.promises is None else delta.promises,
        was.unsettled if delta.unsettled is None else delta.unsettled,
        was.day if delta.day is None else delta.day,
    )


def _changed_entries(was: Mapping[str, T], now: Mapping[str, T]) -> dict[str, T]:
    return {key: one for key, one in now.items() if was.get(key) != one}


def _if_changed(was: T, now: T) -> T | None:
    return None if now == was else now


def _new_changes(was: Relations, now: Relations) -> tuple[ValueChange, ...]:
    """Return the changes behind those that both have."""
    last = was.changes[-1].tick if was.changes else BEFORE_START - 1
    return tuple(one for one in now.changes if one.tick > last)
