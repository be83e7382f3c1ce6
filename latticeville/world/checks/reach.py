"""Check that people can walk to their home, their work and the places of their routine."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from latticeville.world.checks.context import WORLD_FILE, CheckContext, persona_path, quote_id
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona
from latticeville.world.model.regions import Regions
from latticeville.world.model.world import World
from latticeville.world.schema.world import PersonTable

ValuePath = tuple[str, KeyPath]
"""A file and the path to a value in it."""
_DOOR = re.compile(r"\b(door|doorway|gate|gateway)s?\b")
_MAX_SEARCHED = 10_000
"""How many cells around a start are searched for a way out."""


def people_reach_their_places(site: CheckContext) -> Iterator[Problem]:
    """Check that everybody can walk to each place that they need; told once for each person and
    place.

    What opening a sealed area would fix is reported with that area; a person who is walled in is
    reported once.
    """
    lost, regions = find_unreachable_places(site), site.regions
    joined = frozenset({regions.main}.union(*find_sealed_areas(site, lost).values()))
    for index, name, person, file in site.people_with_personas:
        if name not in lost:
            continue
        places, start = (
            required_places(site.world, name, person, file, index),
            site.world.people[name].start,
        )
        here, missed = regions.region_at(start), lost.pop(name)
        away = [
            to
            for to in missed
            if here not in joined or joined.isdisjoint(regions.regions_around(to))
        ]
        there = frozenset[int]().union(*map(regions.regions_around, places))
        if away and _is_walled_in(regions, here, there):
            what = f"{quote_id(name)} is walled in at [{start.x}, {start.y}]"
            why = "nobody can walk from there to home, work or any place of the routine"
            yield site.problem(
                WORLD_FILE,
                ("people", index, "start"),
                "walled-in",
                what,
                why=why,
                fix=_suggest_way_out(site, start, there),
            )
            continue
        for target in away:
            what = (
                f"{quote_id(name)} cannot walk from the start at [{start.x}, {start.y}] to "
                f"{quote_id(target)}"
            )
            why, fix = _explain_obstruction(site, start, regions.regions_around(target))
            yield site.problem(*places[target], "unreachable-place", what, why=why, fix=fix)


def nobody_starts_cut_off(site: CheckContext) -> Iterator[Problem]:
    """Check that whoever needs no place can walk to something from where they start: an area, an
    object, a resource."""
    free = [*_starts_of_the_free(site)]
    goals, areas = (
        (_regions_with_goals(site), _regions_of_areas(site)) if free else (frozenset[int](), {})
    )
    for index, start in free:
        here = site.regions.region_at(start)
        there = goals.union(*areas.values()) - {here}
        if not there or here in goals or _leads_to_an_area(site, start, areas):
            continue
        who = site.draft.world.people[index]
        what = (
            f"{quote_id(who.id or who.persona)} cannot walk anywhere from the start at "
            f"[{start.x}, {start.y}]"
        )
        why, path = (
            "no area, object or resource can be reached from there",
            ("people", index, "start"),
        )
        fix = _suggest_way_out(site, start, there)
        yield site.problem(WORLD_FILE, path, "cut-off", what, why=why, fix=fix, severity="warning")


def _starts_of_the_free(site: CheckContext) -> Iterator[tuple[int, Cell]]:
    """Yield where those start who need no place; who needs one that cannot be reached is reported
    with it."""
    for index, name, person, file in site.people_with_personas:
        resident = site.world.people.get(name)
        if resident is None or resident.persona.id != person.persona:
            continue
        needed = required_places(site.world, name, person, file, index)
        if (
            not any(map(site.regions.regions_around, needed))
            and site.regions.region_at(resident.start) >= 0
        ):
            yield index, resident.start


def _regions_of_areas(site: CheckContext) -> dict[str, frozenset[int]]:
    return {
        area: site.regions.regions_around(area) for area in site.world.areas.by_id if area != WORLD
    }


def _regions_with_goals(site: CheckContext) -> frozenset[int]:
    """Return the regions that hold a resource or touch an object."""
    world, regions = site.world, site.regions
    found = {
        regions.region_at(world.grid.cell(at))
        for maxima in world.resource_maxima.values()
        for at in maxima
    }
    return frozenset(found.union(*map(regions.regions_around, world.objects)))


def _leads_to_an_area(site: CheckContext, start: Cell, areas: Mapping[str, frozenset[int]]) -> bool:
    """Tell whether somebody can walk to an area, other than within a part of one in which they
    start."""
    here, own = site.regions.region_at(start), site.world.areas.path(site.world.areas.at(start))
    return any(
        here in around and (area not in own or len(around) == 1) for area, around in areas.items()
    )


def find_sealed_areas(
    site: CheckContext, lost: Mapping[str, Iterable[str]]
) -> dict[str, frozenset[int]]:
    """Return the regions of each area that has no way out and holds a place that somebody cannot
    walk to."""
    regions = site.regions
    missed = {regions.regions_around(place) for places in lost.values() for place in places}
    found: dict[str, frozenset[int]] = {}
    for area in site.world.areas.by_id.values() if missed else ():
        inside = regions.regions_around(area.id) if area.id != WORLD else frozenset[int]()
        if inside and regions.main not in inside and any(map(inside.issuperset, missed)):
            found |= {area.id: inside} if regions.lie_within(inside, area) else {}
    return found


def _is_walled_in(regions: Regions, here: int, there: frozenset[int]) -> bool:
    """Tell whether somebody stands in none of these regions, and one of them is larger."""
    sizes = regions.sizes
    return here not in there and sizes[here] < max(sizes[region] for region in there)


def _explain_obstruction(site: CheckContext, start: Cell, there: frozenset[int]) -> tuple[str, str]:
    """Return the object or the cell of the ground that alone is between a start and some regions,
    and the fix."""
    name = find_obstacle(site, frozenset({site.regions.region_at(start)}), there)
    if name:
        return explain_obstacle(
            site, name
        ), f"move or remove {quote_id(name)}, or name another place"
    wall = _find_thin_wall(site, start, there)
    if wall:
        cell = wall[0]
        why = f"the {site.world.grid.tile(cell).name} at [{cell.x}, {cell.y}] is in the way"
        return why, f"{_suggest_glyph(site, *wall)}, move the start, or name another place"
    return "", "move the start, draw a path of walkable ground, or name another place"


def find_obstacle(site: CheckContext, here: frozenset[int], there: frozenset[int]) -> str:
    """Return the first object that alone keeps some regions from others; "" where there is none."""
    return next(
        (name for name in site.world.objects if _stands_between(site, name, here, there)), ""
    )


def explain_obstacle(site: CheckContext, name: str) -> str:
    """Return the reason of a problem that an object causes by standing where it does."""
    cell = site.world.objects[name].cell
    return f"{quote_id(name)} at [{cell.x}, {cell.y}] is in the way"


def _stands_between(
    site: CheckContext, name: str, here: frozenset[int], there: frozenset[int]
) -> bool:
    thing = site.world.objects[name]
    if not site.world.kinds[thing.kind].is_barrier:
        return False
    ground = (cell for cell in thing.footprint.cells() if site.world.is_walkable(cell))
    beside = {site.regions.region_at(cell.step(way)) for cell in ground for way in "NESW"}
    return not (here.isdisjoint(beside) or there.isdisjoint(beside))


def _suggest_way_out(site: CheckContext, start: Cell, there: frozenset[int]) -> str:
    """Advise what would join a start to some regions: the object in the way, or else the nearest
    cell."""
    name = find_obstacle(site, frozenset({site.regions.region_at(start)}), there)
    if name:
        return f"move or remove {quote_id(name)}, or move the start"
    wall = _find_thin_wall(site, start, there)
    return (
        f"{_suggest_glyph(site, *wall)}, or move the start"
        if wall
        else "move the start, or draw a path of walkable ground"
    )


def _suggest_glyph(site: CheckContext, wall: Cell, beyond: Cell) -> str:
    glyph = find_door_glyph(site) or site.world.grid.tile(beyond).glyph
    return f"draw “{glyph}” at {site.draft.world.map}:{wall.y + 1}:{wall.x + 1}"


def _find_thin_wall(
    site: CheckContext, start: Cell, there: frozenset[int]
) -> tuple[Cell, Cell] | None:
    """Return the nearest cell of ground that keeps a start from some regions, and the cell behind
    it."""
    regions, grid, here = site.regions, site.world.grid, site.regions.region_at(start)
    seen, edge = {start}, deque([start])
    while edge and len(seen) < _MAX_SEARCHED:
        cell = edge.popleft()
        for way in "NESW":
            near = cell.step(way)
            if regions.region_at(near) == here and near not in seen:
                seen.add(near)
                edge.append(near)
            beyond = near.step(way)
            if (
                grid.contains(near)
                and not site.world.is_walkable(near)
                and regions.region_at(beyond) in there
            ):
                return near, beyond
    return None


def is_door_name(name: str) -> bool:
    """Tell whether the name of a tile is that of a door."""
    return bool(_DOOR.search(name.casefold()))


def find_door_glyph(site: CheckContext) -> str:
    """Return the first walkable glyph of the legend that is a door by name, or an empty text."""
    legend = site.draft.world.legend.items()
    return next((glyph for glyph, tile in legend if tile.walkable and is_door_name(tile.name)), "")


def find_unreachable_places(site: CheckContext) -> dict[str, list[str]]:
    """Return, by person, the areas and objects that they need and cannot walk to; what holds no
    ground is left out."""
    regions, world = site.regions, site.world
    found: dict[str, list[str]] = {}
    for index, name, person, file in site.people_with_personas:
        resident = world.people.get(name)
        if resident is None or resident.persona.id != person.persona or name in found:
            continue
        here = regions.region_at(resident.start)
        if here < 0:
            continue
        needed = required_places(world, name, person, file, index)
        away = [
            target
            for target in needed
            if (there := regions.regions_around(target)) and here not in there
        ]
        if away:
            found[name] = away
    return found


def required_places(
    world: World, name: str, person: PersonTable, file: Persona, index: int
) -> dict[str, ValuePath]:
    """Return the areas and objects that a person needs, each with where it is written first."""
    resident, persona = world.people[name], persona_path(person.persona)
    found: dict[str, ValuePath] = {}
    for area in (resident.home, resident.work):
        if _is_area(world, area):
            found.setdefault(area, (WORLD_FILE, ("people", index, "start")))
    for row, (hours, stay) in enumerate(zip(file.routine, resident.persona.routine, strict=True)):
        if _is_area(world, stay.place) or stay.place in world.objects:
            found.setdefault(stay.place, (persona, ("routine", row, "place")))
        for number, use in enumerate(hours.uses):
            thing = use.thing
            if thing in world.objects and not world.kinds[world.objects[thing].kind].portable:
                found.setdefault(thing, (persona, ("routine", row, "uses", number)))
    return found


def _is_area(world: World, place: str) -> bool:
    return place in world.areas.by_id and place != WORLD
