"""The difference between two payloads, and how the second is made from the first and it."""

from collections.abc import Mapping
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from latticeville.db.records import Delta, MindChange
from latticeville.mind.belief import Belief, Beliefs
from latticeville.mind.percept import Node
from latticeville.mind.think import Mind
from latticeville.sim.sight import sights_of
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body, grow
from latticeville.world.pack import World

S = TypeVar("S", bound=msgspec.Struct)
_BODY, _MIND = get_type_hints(Body), get_type_hints(Mind)


def diff(before: TickPayload, after: TickPayload) -> Delta:
    """Return what a tick changed; both payloads live in the same world."""
    old, new = before.state, after.state
    changed = [who for who, body in new.bodies.items() if body is not old.bodies[who]]
    steps = tuple(sorted(who for who in changed if stepped(old.bodies[who], new.world) == new.bodies[who]))
    walked = set(steps)
    return Delta(
        after.tick,
        after.events,
        len(after.events) - len(new.news),
        after.inputs,
        new.weather if new.weather != old.weather else "",
        steps,
        {who: _fields(old.bodies[who], new.bodies[who]) for who in changed if who not in walked},
        {name: thing for name, thing in new.things.items() if thing is not old.things[name]},
        {who: change for who in new.minds if (change := _mind(old, new, who)) != _NOTHING},
        {who: thought for who, thought in after.thoughts.items() if before.thoughts.get(who) != thought},
    )


def patch(before: TickPayload, delta: Delta) -> TickPayload:
    """Return the payload that `diff` was given as the second."""
    old = before.state
    moved = {who: stepped(old.bodies[who], old.world) for who in delta.steps}
    moved |= {who: _with(old.bodies[who], fields, _BODY) for who, fields in delta.bodies.items()}
    bodies = {**old.bodies, **moved} if moved else old.bodies
    things = {**old.things, **delta.things} if delta.things else old.things
    state = State(
        delta.tick,
        old.seed,
        delta.weather or old.weather,
        bodies,
        things,
        {who: _think(old, who, delta.minds.get(who, _NOTHING), delta.tick) for who in old.minds},
        delta.events[delta.told :],
        grow(old.tree, bodies, things, moved, delta.things),
    )
    return TickPayload(delta.tick, state, delta.events, {**before.thoughts, **delta.thoughts}, delta.inputs)


def stepped(body: Body, world: World) -> Body:
    """Return a body after the next step of its journey."""
    journey = body.journey
    if journey is None or not journey.route:
        return body
    cell, rest = body.cell.step(journey.route[0]), journey.route[1:]
    onward = replace(journey, route=rest, waited=0) if rest else None
    return replace(body, cell=cell, area=world.areas.at(cell), journey=onward)


def _fields(old: msgspec.Struct, new: msgspec.Struct, skip: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        name: value
        for name in new.__struct_fields__
        if name not in skip and (value := getattr(new, name)) is not (was := getattr(old, name)) and value != was
    }


def _with(old: S, fields: Mapping[str, Any], hints: Mapping[str, Any]) -> S:
    return replace(old, **{name: msgspec.convert(value, hints[name]) for name, value in fields.items()})


_NOTHING = MindChange()


def _mind(old: State, new: State, who: str) -> MindChange:
    was, now = old.minds[who], new.minds[who]
    if was is now:
        return _NOTHING
    fields = _fields(was, now, ("beliefs", "memory"))
    memory = tuple(now.memory.since(len(was.memory)))
    expected = sights_of(old, who)
    sights = None if now.beliefs.sights is expected or now.beliefs.sights == expected else now.beliefs.sights
    parts: dict[str, list[str]] = {"seen": [], "left": [], "lost": []}
    nodes = {}
    for name in now.beliefs.touched:
        belief, held = now.beliefs.nodes[name], was.beliefs.nodes.get(name)
        names = _how(belief, held, old.tree.nodes.get(name), was.beliefs.tick, new.tick)
        for part in names:
            parts[part].append(name)
        if not names:
            nodes[name] = belief
    gone: tuple[str, ...] = ()
    new_nodes = sum(name not in was.beliefs.nodes for name in now.beliefs.touched)
    if len(now.beliefs.nodes) != len(was.beliefs.nodes) + new_nodes:
        gone = tuple(sorted(was.beliefs.nodes.keys() - now.beliefs.nodes.keys()))
    seen, left, lost = (tuple(part) for part in parts.values())
    return MindChange(memory, seen, left, lost, nodes, gone, sights, fields)


def _how(belief: Belief, held: Belief | None, true: Node | None, before: int, tick: int) -> tuple[str, ...]:
    """Name how a belief came to be what it is: seen as it stood, left out of sight, lost; () where it is none."""
    if true is not None and belief == Belief(true, tick):
        return ("seen",)
    if held is None or belief.node != held.node:
        return ()
    if belief == Belief(held.node, before):
        return ("left",)
    if belief == Belief(held.node, held.seen, missing=True):
        return ("lost",)
    return ("left", "lost") if belief == Belief(held.node, before, missing=True) else ()


def _think(old: State, who: str, change: MindChange, tick: int) -> Mind:
    """Return a mind after a change; its beliefs are of this tick even where nothing changed."""
    was = old.minds[who]
    nodes = was.beliefs.nodes
    if change.seen or change.left or change.lost or change.nodes or change.gone:
        fresh = dict(nodes)
        fresh |= {name: Belief(old.tree.nodes[name], tick) for name in change.seen}
        fresh |= {name: Belief(fresh[name].node, was.beliefs.tick) for name in change.left}
        fresh |= {name: Belief(fresh[name].node, fresh[name].seen, missing=True) for name in change.lost}
        fresh |= change.nodes
        for name in change.gone:
            del fresh[name]
        nodes = fresh
    sights = sights_of(old, who) if change.sights is None else change.sights
    touched = tuple(sorted({*change.seen, *change.left, *change.lost, *change.nodes}))
    beliefs = Beliefs(tick, nodes, sights, old.bodies[who].area, touched)
    memory = was.memory.grow(change.memory) if change.memory else was.memory
    return _with(replace(was, beliefs=beliefs, memory=memory), change.fields, _MIND)
