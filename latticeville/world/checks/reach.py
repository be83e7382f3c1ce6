"""Check that everybody can walk from where they begin to their home, their work and all places of their routine."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.areas import WORLD
from latticeville.world.checks.site import WORLD_FILE, Site, named, persona_file
from latticeville.world.pack import World
from latticeville.world.schema.persona import PersonaFile
from latticeville.world.schema.world import PersonTable
from latticeville.world.sources import KeyPath

Where = tuple[str, KeyPath]
"""A file and the path to a value in it."""


def people_reach_their_places(site: Site) -> Iterator[Problem]:
    """Check that everybody can walk to each place that they need; told once for each person and place."""
    lost = unreached(site)
    for index, name, person, file in site.casts:
        for target in lost.pop(name, ()):
            at = places_of(site.world, name, person, file, index)[target]
            start = site.world.people[name].start
            what = f"{named(name)} cannot walk from the start at [{start.x}, {start.y}] to {named(target)}"
            fix = "start on the same side, draw a way of walkable ground between them, or name another place"
            yield site.problem(*at, "unreachable-place", what, fix=fix)


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
        if area in world.areas.by_id and area != WORLD:
            found.setdefault(area, (WORLD_FILE, ("people", index, "start")))
    for row, (hours, stay) in enumerate(zip(file.routine, resident.persona.routine, strict=True)):
        at = persona, ("routine", row, "place")
        if (stay.place in world.areas.by_id and stay.place != WORLD) or stay.place in world.objects:
            found.setdefault(stay.place, at)
        for number, use in enumerate(hours.uses):
            thing = use.split()[1]
            if thing in world.objects and not world.kinds[world.objects[thing].kind].portable:
                found.setdefault(thing, (persona, ("routine", row, "uses", number)))
    return found
