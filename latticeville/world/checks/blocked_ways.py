"""Check that no object stands in a doorway or cuts off a part of the map, and no door stays shut."""

from collections.abc import Collection, Iterator
from itertools import chain

from latticeville.core.geometry import STEPS, Cell
from latticeville.core.problems import Problem
from latticeville.world.checks.areas import find_sealed
from latticeville.world.checks.context import WORLD_FILE, CheckContext, quote_id
from latticeville.world.checks.reach import find_unreachable_places, is_door_name
from latticeville.world.model.areas import WORLD
from latticeville.world.model.objects import Kind, Placement
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.regions import Regions, is_passage

LEAST_PART = 2
"""Cells that are cut off at least: a single corner behind furniture is left out."""


def ways_are_free(site: CheckContext) -> Iterator[Problem]:
    """Warn where an object that blocks in all its states stands in a doorway, or alone cuts off
    open cells.

    What is cut off and reported with a person or an area is left out.
    """
    told: set[int] | None = None
    for index, thing in _fixed_barriers(site):
        ground = [cell for cell in thing.footprint.cells() if site.world.is_walkable(cell)]
        what = _describe_doorway(site, thing, ground)
        parts = _find_parts(site.regions, ground, LEAST_PART)
        if parts and not what:
            told = _told_elsewhere(site) if told is None else told
            what = _describe_cut(
                site, thing, {region: cell for region, cell in parts.items() if region not in told}
            )
            told.update(parts)
        if what:
            fix = f"move it, or write blocks = false in [kinds.{thing.kind}]"
            path = ("objects", index, "cell")
            yield site.problem(WORLD_FILE, path, "blocked-way", what, fix=fix, severity="warning")


def doors_are_opened(site: CheckContext) -> Iterator[Problem]:
    """Warn where a door that is shut at tick 0 and that nobody is said to open cuts off open
    cells."""
    shut = _find_shut_doors(site)
    regions = Regions(site.world, shut) if shut else site.regions
    for index, table in enumerate(site.draft.world.objects):
        door = site.world.objects[table.id] if table.id in shut else None
        ground = [*filter(site.world.is_walkable, door.footprint.cells())] if door else []
        parts = _find_parts(regions, ground)
        if door is None or not parts:
            continue
        cells, where = _describe_parts(site, regions, parts)
        what = (
            f"{quote_id(door.id)} is {quote_id(door.state)} at tick 0, and no routine opens it: "
            f"{cells} open cell{'s' * (cells > 1)} {where} cannot be reached"
        )
        path = ("objects", index, "state")
        fix = _suggest_opening(site, door)
        yield site.problem(WORLD_FILE, path, "shut-door", what, fix=fix, severity="warning")


def _find_shut_doors(site: CheckContext) -> set[str]:
    """Return the doors in the way at tick 0 that stay so whatever people's routines do; none where
    a model chooses what somebody does, or a routine is not known."""
    world, known = site.world, [*site.people_with_personas]
    if len(known) < len(site.draft.world.people):
        return set()
    if any(world.mind_settings_of(who).act == "model" for who in world.people):
        return set()
    rows = chain.from_iterable(person.persona.routine for person in world.people.values())
    uses = set(chain.from_iterable(row.uses for row in rows))
    doors = [door for door in world.objects.values() if world.kinds[door.kind].is_door]
    return {door.id for door in doors if not _can_open(world.kinds[door.kind], door, uses)}


def _can_open(kind: Kind, door: Placement, uses: Collection[ObjectUse]) -> bool:
    """Tell whether a door comes to be open by what happens by itself and by some uses."""
    verbs = {use.verb for use in uses if use.thing in (door.id, kind.id)}
    seen, edge = {door.state}, [door.state]
    for state in edge:
        rows = (row for row in kind.transitions if state in row.sources)
        ends = {row.target for row in rows if row.verb is None or row.verb in verbs} - {*seen, ""}
        seen |= ends
        edge += sorted(ends)
    return not all(map(kind.is_blocking, seen))


def _suggest_opening(site: CheckContext, door: Placement) -> str:
    """Advise the state in which a door is open, or the verb that opens it in one."""
    kind = site.world.kinds[door.kind]
    state = next(state for state in kind.states if not kind.is_blocking(state))
    rows = (row for row in kind.transitions if row.verb and door.state in row.sources)
    verb = next((row.verb for row in rows if not kind.is_blocking(row.target or door.state)), None)
    use = f", or add “{verb} {door.id}” to the uses of a routine" if verb else ""
    return f"write state = “{state}”{use}"


def _fixed_barriers(site: CheckContext) -> Iterator[tuple[int, Placement]]:
    """Yield the objects that block in all their states and cannot be carried off, each with its
    index."""
    world, seen = site.world, set[str]()
    for index, table in enumerate(site.draft.world.objects):
        thing = world.objects.get(table.id)
        if thing is not None and table.id not in seen:
            seen.add(table.id)
            if world.kinds[thing.kind].is_barrier:
                yield index, thing


def _told_elsewhere(site: CheckContext) -> set[int]:
    """Return the regions of people and places that cannot be reached, and of sealed areas."""
    regions, lost = site.regions, find_unreachable_places(site)
    starts = {regions.region_at(site.world.people[name].start) for name in lost} - {regions.main}
    places = [*chain.from_iterable(lost.values()), *(area.id for area in find_sealed(site))]
    return starts.union(*map(regions.regions_around, places))


def _describe_doorway(site: CheckContext, thing: Placement, ground: list[Cell]) -> str:
    """Say that an object stands in a doorway; "" where it does not."""
    for cell in ground:
        if _is_doorway(site, cell) and is_passage(cell, site.world.is_walkable):
            return f"{quote_id(thing.id)} blocks the doorway at [{cell.x}, {cell.y}]"
    return ""


def _is_doorway(site: CheckContext, cell: Cell) -> bool:
    """Tell whether a cell is a door by name, or a gap in the wall between two areas."""
    world = site.world
    if is_door_name(world.grid.tile(cell).name):
        return True
    north, east, south, west = map(cell.step, "NESW")
    for one, other, left, right in ((north, south, west, east), (west, east, north, south)):
        walls, ways = (map(world.is_walkable, pair) for pair in ((left, right), (one, other)))
        if not any(walls) and all(ways) and world.areas.at(one) != world.areas.at(other):
            return True
    return False


def _find_parts(regions: Regions, ground: list[Cell], least: int = 1) -> dict[int, Cell]:
    """Return the regions of so many cells that cells alone keep from people, each with one of its
    cells."""
    beside = {regions.region_at(near): near for cell in ground for near in map(cell.step, STEPS)}
    reached = regions.inhabited.intersection(beside)
    if not reached:
        return {}
    kept = regions.main if regions.main in reached else max(reached, key=regions.sizes.__getitem__)
    return {
        one: cell
        for one, cell in beside.items()
        if one not in (-1, kept) and regions.sizes[one] >= least
    }


def _describe_cut(site: CheckContext, thing: Placement, parts: dict[int, Cell]) -> str:
    """Say which regions an object cuts off; "" where there are none."""
    if not parts:
        return ""
    cells, where = _describe_parts(site, site.regions, parts)
    return f"{quote_id(thing.id)} cuts off {cells} open cells {where}"


def _describe_parts(
    site: CheckContext, regions: Regions, parts: dict[int, Cell]
) -> tuple[int, str]:
    """Return how many cells some regions have, and in words where the first of them is."""
    cells, first = sum(regions.sizes[region] for region in parts), next(iter(parts.values()))
    area = site.world.areas.at(first)
    return cells, f"at [{first.x}, {first.y}]" if area == WORLD else f"of {quote_id(area)}"
