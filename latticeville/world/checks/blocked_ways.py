"""Check that no object stands in a doorway or cuts off a part of the map."""

from collections.abc import Iterator
from itertools import chain

from latticeville.core.geometry import STEPS, Cell
from latticeville.core.problems import Problem
from latticeville.world.checks.areas import find_sealed
from latticeville.world.checks.context import WORLD_FILE, CheckContext, quote_id
from latticeville.world.checks.reach import find_unreachable_places, is_door_name
from latticeville.world.model.areas import WORLD
from latticeville.world.model.objects import Placement
from latticeville.world.model.regions import is_passage

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
        what, parts = _describe_doorway(site, thing, ground), _find_parts(site, ground)
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


def _fixed_barriers(site: CheckContext) -> Iterator[tuple[int, Placement]]:
    """Yield the objects that block in all their states and cannot be carried off, each with its
    index."""
    world, seen = site.world, set[str]()
    for index, table in enumerate(site.draft.world.objects):
        thing = world.objects.get(table.id)
        if thing is not None and table.id not in seen:
            seen.add(table.id)
            kind = world.kinds[thing.kind]
            if not kind.portable and all(map(kind.is_blocking, kind.states)):
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
        is_gap = not world.is_walkable(left) and not world.is_walkable(right)
        if is_gap and world.areas.at(one) != world.areas.at(other):
            return True
    return False


def _find_parts(site: CheckContext, ground: list[Cell]) -> dict[int, Cell]:
    """Return the regions that cells alone keep from people, each with one of its cells."""
    regions = site.regions
    beside = {regions.region_at(near): near for cell in ground for near in map(cell.step, STEPS)}
    reached = regions.inhabited.intersection(beside)
    if not reached:
        return {}
    kept = regions.main if regions.main in reached else max(reached, key=regions.sizes.__getitem__)
    return {
        one: cell
        for one, cell in beside.items()
        if one not in (-1, kept) and regions.sizes[one] >= LEAST_PART
    }


def _describe_cut(site: CheckContext, thing: Placement, parts: dict[int, Cell]) -> str:
    """Say which regions an object cuts off; "" where there are none."""
    if not parts:
        return ""
    cells, first = sum(site.regions.sizes[region] for region in parts), next(iter(parts.values()))
    area = site.world.areas.at(first)
    where = f"at [{first.x}, {first.y}]" if area == WORLD else f"of {quote_id(area)}"
    return f"{quote_id(thing.id)} cuts off {cells} open cells {where}"
