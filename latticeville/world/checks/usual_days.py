"""Check before a run what would stay lifeless: texts that say nothing of a day, and people who meet
nobody, cannot sleep or cannot eat."""

from collections.abc import Iterator, Mapping

from latticeville.core.clock import DAY
from latticeville.core.problems import Problem
from latticeville.world.checks.context import WORLD_FILE, CheckContext, persona_path, quote_id
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona, RoutineRow
from latticeville.world.model.world import World
from latticeville.world.usual_day.places import OwnPlaces
from latticeville.world.usual_day.usual_day import usual_days
from latticeville.world.usual_day.vocabulary import activities

MEETING_MINUTES = 10
"""Minutes that two people spend at one place on a usual day who can meet there."""


def texts_tell_a_day(site: CheckContext) -> Iterator[Problem]:
    """Check that what `intends` and `lifestyle` say of a day is understood."""
    for _, name, file in _without_routine(site):
        for text, why in usual_days(site.world).of(name).unread:
            key = "intends" if text in file.intends else "lifestyle"
            what = f"{quote_id(name)}: “{text.strip()}” is not part of the usual day"
            day = f"{file.first_name} paints at the pond at four."
            fix = f"write when and where, such as “{day}”, or a [[routine]]"
            yield site.problem(
                persona_path(name), (key,), "unread-day", what, why=why, fix=fix, severity="hint"
            )


def people_can_live(site: CheckContext) -> Iterator[Problem]:
    """Check that who lives somewhere has a bed there and something to eat within reach."""
    for index, name, _ in _without_routine(site):
        places = OwnPlaces(site.world.people[name], usual_days(site.world).town)
        for code, what, fix in _lacks(places):
            at = WORLD_FILE, ("people", index)
            yield site.problem(*at, code, f"{quote_id(name)} {what}", fix=fix, severity="hint")


def _lacks(places: OwnPlaces) -> Iterator[tuple[str, str, str]]:
    """Yield what a home lacks, with a code and a remedy."""
    if places.home == WORLD:
        return
    if not places.has(places.house, activities()["bed"].uses):
        yield "no-bed", "has no bed at home", f"put a bed into {places.world.name_of(places.house)}"
    if not places.has(places.house, activities()["cook"].uses) and not places.eateries:
        fix = "put a stove into the house, or draw an area such as a café"
        yield "nowhere-to-eat", "has nowhere to eat", fix


def people_meet(site: CheckContext) -> Iterator[Problem]:
    """Check that everybody spends some time of a usual day where somebody else is."""
    settled = [name for _, name, _ in _at_home(site)]
    if not settled or not site.world.minds.talk or len(site.world.people) < 2:
        return
    alone = _alone(site)
    if len(alone) == len(site.world.people):
        what, why = "nobody meets anybody on a usual day", "no two people are at one place at once"
        fix = "give them a place in common, such as a café, a square or work"
        keys = ("people",)
        yield site.problem(
            WORLD_FILE, keys, "nobody-meets", what, why=why, fix=fix, severity="warning"
        )
        return
    for index, name, _ in _at_home(site):
        if name in alone:
            what = f"{quote_id(name)} meets nobody on a usual day"
            why = "nobody else is at the places of their day while they are there"
            fix = "send them where others are, such as a café at noon"
            at = WORLD_FILE, ("people", index)
            yield site.problem(*at, "meets-nobody", what, why=why, fix=fix, severity="warning")


def _alone(site: CheckContext) -> set[str]:
    """Return who spends no time of a usual day where anybody else is."""
    people, found = site.world.people, usual_days(site.world)
    days = {name: _places_by_minute(site, found.of(name).rows) for name in people}
    return {name for name in days if not any(_meet(days, name, other) for other in days)}


def areas_are_visited(site: CheckContext) -> Iterator[Problem]:
    """Check that somebody comes on a usual day to each building with something to do, where days
    do not vary."""
    world = site.world
    if not usual_days(world).are_lived or world.minds.vary or not world.people:
        return
    seen = _visited(world)
    for area, path in site.area_paths.items():
        if area not in seen and _is_building(world, area) and _has_uses(site, area):
            what = f"nobody comes to {quote_id(area)} on a usual day"
            fix = "let somebody live, work or spend time there"
            yield site.problem(WORLD_FILE, path, "unvisited", what, fix=fix, severity="hint")


def _visited(world: World) -> set[str]:
    rows = (row for who in world.people for row in usual_days(world).of(who).rows)
    return {world.areas.outermost(_area_of(world, row.place)) for row in rows}


def _is_building(world: World, area: str) -> bool:
    return world.areas.outermost(area) == area and area not in world.outdoor_areas


def _has_uses(site: CheckContext, area: str) -> bool:
    world, things = site.world, usual_days(site.world).town.objects_in.get(area, ())
    return any(world.kinds[world.objects[one].kind].vocabulary for one in things)


def _area_of(world: World, place: str) -> str:
    """Return the area of a place, which may be an object."""
    found = world.objects.get(place)
    return world.areas.at(found.cell) if found else place if place in world.areas.by_id else WORLD


def _at_home(site: CheckContext) -> Iterator[tuple[int, str, Persona]]:
    """Yield the people for whom a home is written: number, id and persona."""
    if usual_days(site.world).are_lived:
        for index, name, table, file in site.people_with_personas:
            if (table.home or file.home) and name in site.world.people:
                yield index, name, file


def _without_routine(site: CheckContext) -> Iterator[tuple[int, str, Persona]]:
    """Yield the people who have a home and live by what is usual, since no routine is written."""
    return (one for one in _at_home(site) if not one[2].routine)


def _places_by_minute(site: CheckContext, rows: tuple[RoutineRow, ...]) -> list[str]:
    """Return the outermost area in which somebody is, at each tenth minute of a usual day."""
    areas = site.world.areas
    found = []
    for minute in range(0, DAY, MEETING_MINUTES):
        place = next((row.place for row in rows if minute in row), WORLD)
        found.append(areas.outermost(_area_of(site.world, place)))
    return found


def _meet(days: Mapping[str, list[str]], one: str, other: str) -> bool:
    return one != other and any(
        here == there != WORLD for here, there in zip(days[one], days[other], strict=True)
    )
