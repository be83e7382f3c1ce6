"""Offers: which places and things a question names, where not all have room: what is one's own, open and near."""

import json
from collections.abc import Iterator, Mapping

from latticeville.core.geometry import Cell
from latticeville.mind.facts import meets
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AREA, OBJECT, Percept
from latticeville.mind.plan import Step
from latticeville.world.areas import WORLD, Area
from latticeville.world.pack import World
from latticeville.world.personas import Use

PLACES, USES = 32, 16
"""Most places and things that a question offers; what is one's own is always among them."""


def places(mind: Mind, percept: Percept, world: World) -> dict[str, str]:
    """Return the ids of places that somebody can plan to be at, by name: their own first, then others they know of.

    Of those the outermost come first, open ones before other people's homes, near ones before far ones.
    """
    resident, areas = world.people[percept.who], world.areas.by_id
    own = dict.fromkeys(filter(None, (resident.home, resident.work, *(row.place for row in resident.persona.routine))))
    known = [
        areas[name]
        for name, held in mind.beliefs.nodes.items()
        if held.node.kind == AREA and name in areas and name not in own and name != WORLD
    ]
    known.sort(key=lambda area: (*_remote(area, percept, world), area.id))
    found: dict[str, str] = {}
    for place in (*own, *(area.id for area in known[: max(PLACES - len(own), 0)])):
        found.setdefault(_unique(place, found, world), place)
    return found or {world.name_of(WORLD): WORLD}


def offering(places: Mapping[str, str]) -> dict[str, str]:
    """Return the facts of an offer of places, in words and as data."""
    return {"places": ", ".join(places), "ids": json.dumps(places, ensure_ascii=False)}


def uses(mind: Mind, percept: Percept, step: Step, world: World) -> dict[str, Use]:
    """Return what can be done with the things at a step's place, and what the routine does then, by its text.

    The things of the place itself come before those of rooms within it, near ones before far ones.
    """
    inside = step.place if step.place in world.areas.by_id else world.areas.at(world.objects[step.place].cell)
    rows = [row for row in world.people[percept.who].persona.routine if meets(row, step.start, step.end)]
    found = {f"{use.verb} {use.thing}": use for row in rows for use in row.uses}
    things = _things_in(inside, mind, percept, world)
    for use in (use for thing in things for use in _verbs(thing, world)):
        if len(found) < USES:
            found.setdefault(f"{use.verb} {use.thing}", use)
    return found


def _things_in(area: str, mind: Mind, percept: Percept, world: World) -> list[str]:
    """Return the things believed to be in an area, the outermost and then the nearest first."""
    there = [
        (len(world.areas.path(held.node.parent)), _steps(percept.cell, held.node.cell), name)
        for name, held in mind.beliefs.nodes.items()
        if held.node.kind == OBJECT and held.node.parent in world.areas.by_id and name in world.objects
        if not held.missing and world.areas.within(held.node.parent, area)
    ]
    return [name for _, _, name in sorted(there)]


def _verbs(thing: str, world: World) -> Iterator[Use]:
    kind = world.kinds[world.objects[thing].kind]
    for verb in dict.fromkeys(row.verb for row in kind.transitions if row.verb is not None):
        yield Use(verb, thing)


def _remote(area: Area, percept: Percept, world: World) -> tuple[int, bool, int]:
    """Return how far within others an area lies, whether it is private to others, and how many steps it is away."""
    path = world.areas.path(area.id)
    private = not (world.homes - {world.people[percept.who].home}).isdisjoint(path)
    return len(path), private, min((box.gap(percept.cell) for box in area.boxes), default=0)


def _steps(one: Cell, other: Cell | None) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y) if other else 0


def _unique(place: str, found: Mapping[str, str], world: World) -> str:
    name = world.name_of(place)
    if name not in found or found[name] == place:
        return name
    parent = world.areas.by_id[place].parent if place in world.areas.by_id else ""
    other = f"{name} ({world.name_of(parent)})" if parent else f"{name} ({place})"
    return other if other not in found else f"{name} ({place})"
