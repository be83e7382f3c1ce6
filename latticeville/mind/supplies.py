"""Supplies: what somebody lacks for a use of an object, as far as they know, and where they believe
to find it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from latticeville.mind.percept import OBJECT, Node
from latticeville.mind.situation import Situation
from latticeville.world.model.machine_text import infinitive
from latticeville.world.model.objects import (
    ANYTHING,
    CounterGuard,
    ItemEffect,
    RightGuard,
    TransferEffect,
    Transition,
    Verb,
)
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.world import World

LEFT_OUT = 2
"""The importance of a use that somebody leaves out."""


def lacking_items(now: Situation, use: ObjectUse) -> tuple[str, ...]:
    """Return the items without which each transition of a use must fail; none where one may
    succeed."""
    node = now.mind.beliefs.find(use.thing)
    if node is None or node.id not in now.world.objects:
        return ()
    needs = [row.needed for row in _rows(node, use.verb, now.world)]
    if not all(needs):
        return ()
    pocket = carried_items(now)
    missing = [_missing(need, pocket) for need in needs]
    return tuple(dict.fromkeys(item for items in missing for item in items)) if all(missing) else ()


def find_source(now: Situation, items: Collection[str]) -> ObjectUse | None:
    """Return the nearest use in the same building that gives one of some items, as far as somebody
    believes."""
    pocket, (x, y), here = (
        carried_items(now),
        now.percept.cell,
        _building(now.percept.place, now.world),
    )
    found: list[tuple[int, str, str]] = []
    for name, held in now.mind.beliefs.nodes.items():
        node = held.node
        if (
            node.kind == OBJECT
            and not held.missing
            and node.cell is not None
            and name in now.world.objects
        ):
            is_near = _building(node.parent, now.world) == here
            distance = abs(node.cell.x - x) + abs(node.cell.y - y)
            verbs = _verbs_that_give(node, items, pocket, now.world) if is_near else ()
            found += [(distance, name, verb) for verb in verbs]
    return ObjectUse(min(found)[2], min(found)[1]) if found else None


def leave_out(now: Situation, use: ObjectUse, items: Collection[str]) -> Situation:
    """Return the situation of a mind that remembers a use that it leaves out, with the reason."""
    who, needed = (
        now.name,
        " or ".join(item.replace("_", " ") for item in items),
    )
    text = f"{who} does not {infinitive(use.verb)} the {now.world.name_of(use.thing)} without {needed}."
    return now.with_record("observation", text, LEFT_OUT)


def _verbs_that_give(
    node: Node, items: Collection[str], pocket: Mapping[str, int], world: World
) -> Iterator[str]:
    """Yield the verbs by which an object gives one of some items in the state in which it is
    believed to be."""
    kind = world.kinds[world.objects[node.id].kind]
    if (
        kind.portable
        and {node.id, kind.id} & {*items}
        and not kind.transitions_for(node.looks, Verb.TAKE)
    ):
        yield Verb.TAKE
    for row in kind.transitions:
        gives = any(_gives(effect, items) for effect in row.effects)
        if (
            row.verb
            and gives
            and row in _rows(node, row.verb, world)
            and _may_fire(row, node, pocket)
        ):
            yield row.verb


def _gives(effect: object, items: Collection[str]) -> bool:
    if isinstance(effect, ItemEffect):
        return effect.amount > 0 and effect.item in items
    return isinstance(effect, TransferEffect) and effect.deed == "fetch" and effect.item in items


def _may_fire(row: Transition, node: Node, pocket: Mapping[str, int]) -> bool:
    """Tell whether a transition may fire: nothing is missing, and nothing believed is against
    it."""
    counters = dict(node.counters)
    for guard in row.guards:
        if isinstance(guard, RightGuard):
            return False
        if isinstance(guard, CounterGuard):
            known = counters.get(guard.counter, guard.least)
            if not guard.least <= known <= guard.most:
                return False
    return not _missing(row.needed, pocket)


def _rows(node: Node, verb: str, world: World) -> Collection[Transition]:
    """Return the transitions of an object by a verb from the state in which it is believed to
    be."""
    return world.kinds[world.objects[node.id].kind].transitions_for(node.looks, verb)


def _missing(needed: Iterable[tuple[str, int]], pocket: Mapping[str, int]) -> list[str]:
    """Return what of the items that a transition needs somebody does not carry."""
    lacking = [item for item, count in needed if item != ANYTHING and pocket.get(item, 0) < count]
    return [*dict.fromkeys(lacking)]


def carried_items(now: Situation) -> Counter[str]:
    """Return what somebody carries: goods, and objects by id and kind."""
    carried = Counter(now.percept.items)
    for name in now.percept.carries:
        carried.update({name, now.world.objects[name].kind})
    return carried


def _building(place: str, world: World) -> str:
    """Return the outermost area around a place; what is no area stands for itself."""
    return world.areas.outermost(place) if place in world.areas.by_id else place
