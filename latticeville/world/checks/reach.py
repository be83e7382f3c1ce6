"""Check that everybody can walk from where they begin to their home, their work and all places of their routine."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from latticeville.world.areas import WORLD
from latticeville.world.checks.regions import Regions
from latticeville.world.checks.site import WORLD_FILE, Site, named, persona_file
from latticeville.world.pack import World
from latticeville.world.schema.persona import PersonaFile
from latticeville.world.schema.world import PersonTable
from latticeville.world.sources import KeyPath

Where = tuple[str, KeyPath]
"""A file and the path to a value in it."""
_DOOR = re.compile(r"\b(door|doorway|gate|gateway)s?\b")
_SEARCHED = 10_000
"""How many cells around a start are searched for a way out."""


def people_reach_their_places(site: Site) -> Iterator[Problem]:
    """Check that everybody can walk to each place that they need; told once for each person and place.

    What opening the sealed areas would mend is told with them, and a person who is walled in is told of once.
    """
    lost, regions = unreached(site), site.regions
    joined = frozenset({regions.main}.union(*sealed_areas(site, lost).values()))
    for index, name, person, file in site.casts:
        if name not in lost:
            continue
        places, start = places_of(site.world, name, person, file, index), site.world.people[name].start
        here, missed = regions.at(start), lost.pop(name)
        away = [to for to in missed if here not in joined or joined.isdisjoint(regions.around(to))]
        there = frozenset[int]().union(*map(regions.around, places))
        if away and _is_walled_in(regions, here, there):
            what = f"{named(name)} is walled in at [{start.x}, {start.y}]"
            why = "nobody can walk from there to home, work or any place of the routine"
            yield site.problem(
                WORLD_FILE, ("people", index, "start"), "walled-in", what, why=why, fix=_way_out(site, start, there)
            )
            continue
        for target in away:
            what = f"{named(name)} cannot walk from the start at [{start.x}, {start.y}] to {named(target)}"
            fix = "start on the same side, draw a way of walkable ground between them, or name another place"
            yield site.problem(*places[target], "unreachable-place", what, fix=fix)


def sealed_areas(site: Site, lost: Mapping[str, Iterable[str]]) -> dict[str, frozenset[int]]:
    """Return the regions of each area that has no way out and holds a place that somebody cannot walk to."""
    regions = site.regions
    missed = {regions.around(place) for places in lost.values() for place in places}
    found: dict[str, frozenset[int]] = {}
    for area in site.world.areas.by_id.values() if missed else ():
        inside = regions.around(area.id) if area.id != WORLD else frozenset[int]()
        if inside and regions.main not in inside and any(map(inside.issuperset, missed)):
            found |= {area.id: inside} if regions.within(inside, area) else {}
    return found


def _is_walled_in(regions: Regions, here: int, there: frozenset[int]) -> bool:
    """Tell whether somebody stands in none of these regions, and one of them is larger."""
    sizes = regions.sizes
    return here not in there and sizes[here] < max(sizes[region] for region in there)


def _way_out(site: Site, start: Cell, there: frozenset[int]) -> str:
    """Advise the nearest cell that would join a start to some regions."""
    regions, grid, here = site.regions, site.world.grid, site.regions.at(start)
    seen, edge = {start}, deque([start])
    while edge and len(seen) < _SEARCHED:
        cell = edge.popleft()
        for way in "NESW":
            near = cell.step(way)
            if regions.at(near) == here and near not in seen:
                seen.add(near)
                edge.append(near)
            beyond = near.step(way)
            if grid.holds(near) and not site.world.free(near) and regions.at(beyond) in there:
                glyph = door_glyph(site) or grid.tile(beyond).glyph
                return f"draw “{glyph}” at {site.draft.world.map}:{near.y + 1}:{near.x + 1}, or move the start"
    return "move the start, or open what is in the way"


def door_glyph(site: Site) -> str:
    """Return the first walkable glyph of the legend that is a door by name, or an empty text."""
    legend = site.draft.world.legend.items()
    return next((glyph for glyph, tile in legend if tile.walkable and _DOOR.search(tile.name.casefold())), "")


def unreached(site: Site) -> dict[str, list[str]]:
    """Return, by person, the areas and objects that they need and cannot walk to; what holds no ground is left out."""
    regions, world = site.regions, site.world
    found: dict[str, list[str]] = {}
    for index, name, person, file in site.casts:
        resident = world.people.get(name)
        if resident is None or resident.persona.id != person.persona or name in found:
            continue
        here = regions.at(resident.start)
        if here < 0:
            continue
        needed = places_of(world, name, person, file, index)
        away = [target for target in needed if (there := regions.around(target)) and here not in there]
        if away:
            found[name] = away
    return found


def places_of(world: World, name: str, person: PersonTable, file: PersonaFile, index: int) -> dict[str, Where]:
    """Return the areas and objects that a person needs, each with where it is written first."""
    resident, persona = world.people[name], persona_file(person.persona)
    found: dict[str, Where] = {}
    for area in (resident.home, resident.work):
        if _is_area(world, area):
            found.setdefault(area, (WORLD_FILE, ("people", index, "start")))
    for row, (hours, stay) in enumerate(zip(file.routine, resident.persona.routine, strict=True)):
        if _is_area(world, stay.place) or stay.place in world.objects:
            found.setdefault(stay.place, (persona, ("routine", row, "place")))
        for number, use in enumerate(hours.uses):
            thing = use.split()[1]
            if thing in world.objects and not world.kinds[world.objects[thing].kind].portable:
                found.setdefault(thing, (persona, ("routine", row, "uses", number)))
    return found


def _is_area(world: World, place: str) -> bool:
    return place in world.areas.by_id and place != WORLD
