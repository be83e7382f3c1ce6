"""Who can put an object right, by what people's routines use."""

from collections.abc import Iterator, Mapping

from latticeville.world.model.objects import HoldsGuard, ItemEffect, Transition, Verb
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.world import World

Remedy = tuple[str, tuple[str, ...]]
"""The verb that puts an object right, and who does so."""


def find_remedy(world: World, thing: str, state: str) -> Remedy:
    """Return the verb that brings an object from a state into another, and who does so; "" where
    nobody does.

    These are the people in whose routine that use of it stands, with a use that gives whatever it
    needs.
    """
    kept: dict[tuple[str, str], Remedy] = world.keep("remedies", dict)
    found = kept.get((thing, state))
    if found is None:
        found = kept[thing, state] = _find_remedy(world, thing, state)
    return found


def _find_remedy(world: World, thing: str, state: str) -> Remedy:
    for row in _rows_out_of(world, thing, state):
        people = tuple(who for who in world.person_ids if _does(world, who, thing, row))
        if people:
            return row.verb or "", people
    return "", ()


def needed_items(world: World, thing: str, state: str, verb: str) -> Mapping[str, int]:
    """Return how many of which items whoever puts an object right by a verb must carry."""
    row = next((row for row in _rows_out_of(world, thing, state) if row.verb == verb), None)
    guards = row.guards if row is not None else ()
    return {
        guard.item: guard.count
        for guard in guards
        if isinstance(guard, HoldsGuard) and guard.wanted
    }


def _rows_out_of(world: World, thing: str, state: str) -> Iterator[Transition]:
    """Yield the transitions of an object by a verb that lead from a state into another."""
    kind = world.kinds.get(world.objects[thing].kind) if thing in world.objects else None
    for row in kind.transitions if kind is not None else ():
        if row.verb is not None and state in row.sources and row.target not in ("", state):
            yield row


def _does(world: World, who: str, thing: str, row: Transition) -> bool:
    uses = [use for one in world.people[who].persona.routine for use in one.uses]
    if ObjectUse(row.verb or "", thing) not in uses:
        return False
    needs = [guard.item for guard in row.guards if isinstance(guard, HoldsGuard) and guard.wanted]
    had = {item for use in uses for item in _items_of(world, use)}
    return had.issuperset(needs)


def _items_of(world: World, use: ObjectUse) -> Iterator[str]:
    """Yield the items that a use of an object, or of the nearest of a kind, may give."""
    placed = world.objects.get(use.thing)
    name = placed.kind if placed is not None else use.thing
    kind = world.kinds.get(name)
    if kind is None:
        return
    if use.verb == Verb.TAKE and kind.portable:
        yield name
    for row in kind.transitions:
        if row.verb == use.verb:
            yield from (
                effect.item
                for effect in row.effects
                if isinstance(effect, ItemEffect) and effect.amount > 0
            )
