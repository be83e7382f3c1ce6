"""What objects keep when a run goes on in another edition of its world."""

from collections.abc import Iterator

from msgspec.structs import replace

from latticeville.sim.events import ObjectReset
from latticeville.sim.state import State
from latticeville.sim.tree import ObjectState
from latticeville.world.model.objects import Placement
from latticeville.world.model.world import World


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
