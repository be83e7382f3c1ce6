"""Where people stood when something happened between them, and what a death left behind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.words import building_of, near_place_text, place_text
from latticeville.sim.events import Event, Said
from latticeville.sim.survival.events import Ate, Attacked, Gathered, Gave
from latticeville.sim.tree import Body
from latticeville.world.model.world import World


class DeathScene(NamedTuple):
    """The units of items and the objects, by id, that fell where somebody died, and the living
    beside them.

    `items` is None where the log does not hold what the dead carried before the tick.
    """

    items: Mapping[str, int] | None
    objects: tuple[str, ...]
    beside: tuple[str, ...]


def death_scene(
    events: Sequence[Event], who: str, before: Mapping[str, Body], after: Mapping[str, Body]
) -> DeathScene:
    """Return what fell where somebody died, and who of the living was on one of the nine cells
    around."""
    was, beside = before.get(who), _beside(after[who], after)
    if was is None:
        return DeathScene(None, (), beside)
    items = Counter(was.items)
    for event in events:
        for item, units in _gained(event, who):
            items[item] += units
    return DeathScene(+items, was.carries, beside)


def _beside(dead: Body, bodies: Mapping[str, Body]) -> tuple[str, ...]:
    living = (body for body in bodies.values() if not body.is_dead and body.id != dead.id)
    return tuple(sorted(body.id for body in living if body.cell.is_near(dead.cell)))


def _gained(event: Event, who: str) -> list[tuple[str, int]]:
    """Return what somebody got, or with a negative number lost, by an event."""
    match event:
        case Gathered(who=gatherer, resource=item, units=units) if gatherer == who:
            return [(item, units)]
        case Ate(who=eater, resource=item) if eater == who:
            return [(item, -1)]
        case Gave(who=giver, to=to, item=item, units=units):
            return [(item, units * (int(to == who) - int(giver == who)))]
        case _:
            return []


def describe_apart(world: World, event: Event, before: Mapping[str, Body]) -> str:
    """Return where those were to whom somebody did or said something, if in another place; "" where
    they were not.

    Words, gifts and blows find people where they were before the tick.
    """
    if isinstance(event, Attacked):
        return _describe_struck(world, event, before)
    if not isinstance(event, Said | Gave):
        return ""
    people = event.listeners if isinstance(event, Said) else (event.to,)
    here, found = building_of(world, event.area), dict[str, list[str]]()
    for who in people:
        body = before.get(who)
        if body is not None and building_of(world, body.area) != here:
            found.setdefault(place_text(world, body.area, body.cell), []).append(who)
    return (
        list_words([f"{world.list_names(some)} {place}" for place, some in found.items()])
        if found
        else ""
    )


def _describe_struck(world: World, event: Attacked, bodies: Mapping[str, Body]) -> str:
    """Return where somebody is who was attacked, unless the attacker's place has the same words."""
    attacker, struck = bodies.get(event.who), bodies.get(event.to)
    if attacker is None or struck is None:
        return ""
    place = near_place_text(world, struck.area, struck.cell)
    is_same = place == near_place_text(world, event.area, attacker.cell)
    return "" if is_same else f"{world.list_names([event.to])} {place}"
