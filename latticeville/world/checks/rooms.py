"""Checks of where areas lie, and whether people can get there."""

from collections.abc import Iterator

from msgspec.structs import astuple

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.areas import WORLD, Area, cut
from latticeville.world.checks.reach import door_glyph, sealed_areas, unreached
from latticeville.world.checks.site import WORLD_FILE, Site, named
from latticeville.world.hulls import Hulls, hull
from latticeville.world.pack import World

LARGE = 200
"""Cells from which on a part of the map that nobody can get to is told of."""


def areas_lie_on_the_map(site: Site) -> Iterator[Problem]:
    """No box leaves the map."""
    whole = site.whole
    for index, area in enumerate(site.draft.world.areas):
        for number, corners in enumerate(area.boxes):
            box = Box(*corners)
            if whole.size and not whole.covers(box):
                what = f"a box of {named(area.id)} leaves the map, which is {whole.width} × {whole.height} cells"
                path = ("areas", index, "boxes", number)
                yield site.problem(WORLD_FILE, path, "outside-map", what, fix=_onto(box, whole))


def areas_do_not_cross(site: Site) -> Iterator[Problem]:
    """Areas lie apart or one inside the other."""
    areas = _on_the_map(site)
    for index, near in _neighbours(areas):
        area = areas[index]
        crossed = [areas[other] for other in near if _meet(site, area, areas[other])]
        if crossed:
            others = ", ".join(named(other.id) for other in crossed[:3])
            more = f" and {len(crossed) - 3} more" if len(crossed) > 3 else ""
            what = f"{named(area.id)} overlaps {others}{more}, and neither contains the other"
            why = "a cell in both belongs to the smaller of them"
            fix = "draw one wholly inside the other, or apart"
            path = site.area_paths[area.id]
            yield site.problem(WORLD_FILE, path, "overlap", what, why=why, fix=fix, severity="warning")


def _on_the_map(site: Site) -> list[Area]:
    """Return the areas of which something lies on the map."""
    return [area for area in site.world.areas.by_id.values() if area.id != WORLD and area.boxes]


def rooms_are_connected(site: Site) -> Iterator[Problem]:
    """Every area that lies in the town has a cell to stand on that people can reach."""
    regions = site.regions
    if regions.main < 0:
        return
    missed, needed = sealed_areas(site, unreached(site)), _needed(site.world)
    areas = _on_the_map(site)
    town, country = _town(site, areas), 0
    for area in areas:
        found, path, lost = regions.around(area.id), site.area_paths[area.id], area.id in missed
        if not found:
            what = f"nobody can stand anywhere in {named(area.id)}"
            fix = "draw walkable ground in it, or move its boxes"
            severity = "error" if area.id in needed else "warning"
            yield site.problem(WORLD_FILE, path, "no-ground", what, fix=fix, severity=severity)
        elif lost or _sealed(site, area, town):
            what = f"nobody can walk from {named(area.id)} to the rest of the world"
            fix = _door(site, area, {*found}) or "open its wall: draw walkable ground between it and the outside"
            severity = "error" if lost else "warning"
            yield site.problem(WORLD_FILE, path, "sealed-area", what, fix=fix, severity=severity)
        else:
            country += regions.reached.isdisjoint(found)
    yield from _beyond(site, country)


def _needed(world: World) -> set[str]:
    """Return where people live and work, and the areas around their starts."""
    people = world.people.values()
    needed = {place for one in people for place in (one.home, one.work)}
    return needed.union(*(world.areas.path(world.areas.at(one.start)) for one in people))


def _town(site: Site, areas: list[Area]) -> Box:
    """Return the smallest box around the areas that people can reach; the whole map where there are none."""
    regions = site.regions
    reached = [area for area in areas if not regions.reached.isdisjoint(regions.around(area.id))]
    return hull(box for area in reached for box in area.boxes) if reached else site.whole


def _sealed(site: Site, area: Area, town: Box) -> bool:
    """Tell whether an area of the town is out of reach, or people are shut in there."""
    regions, found = site.regions, site.regions.around(area.id)
    if regions.reached.isdisjoint(found):
        return town.covers(hull(area.boxes))
    return regions.main not in found and regions.within(found, area)


def _beyond(site: Site, areas: int) -> Iterator[Problem]:
    """Tell of large country that nobody can reach, once, with the areas that lie in it."""
    regions = site.regions
    large = (region for region, size in regions.sizes.items() if size >= LARGE)
    away = [(regions.sizes[region], -region) for region in large if region not in regions.reached]
    if away:
        cells, spot = sum(size for size, _ in away), regions.first(-max(away)[1])
        more = f" with {areas} areas" if areas > 1 else " with an area" if areas else ""
        what = f"nobody can get to {cells} open cells{more}, for example here"
        fix = "leave it where it is meant as scenery; else draw a way of walkable ground to it"
        yield site.on_map(spot.x, spot.y, "unreachable-country", what, fix=fix, severity="hint")


def _neighbours(areas: list[Area]) -> list[tuple[int, list[int]]]:
    """Return for each area the earlier ones with the same parent whose hulls meet its own."""
    around = [hull(area.boxes) for area in areas]
    hulls = Hulls(around)
    near: dict[int, set[int]] = {}
    for index, area in enumerate(areas):
        for other in hulls.meeting(around[index]):
            if areas[other].parent == area.parent and other != index:
                near.setdefault(max(index, other), set()).add(min(index, other))
    return [(index, sorted(near[index])) for index in sorted(near)]


def _meet(site: Site, area: Area, other: Area) -> bool:
    """Tell whether two areas share a cell that people can stand on; rooms may share a wall."""
    shared = (cut(box, much) for box in area.boxes for much in other.boxes if box.meets(much))
    walkable, width = site.world.grid.walkable, site.world.grid.width
    return any(
        1 in walkable[y * width + box.x : y * width + box.x + box.width]
        for box in shared
        for y in range(box.y, box.y + box.height)
    )


def _onto(box: Box, whole: Box) -> str:
    """Advise the box that fits the map."""
    x, y, width, height = astuple(fitted_onto(box, whole))
    return f"write [{x}, {y}, {width}, {height}], or draw the map larger"


def fitted_onto(box: Box, whole: Box) -> Box:
    """Return the part of a box that lies on the map; a box wholly off the map is moved onto it."""
    return cut(box, whole) if box.meets(whole) else moved_onto(box, whole)


def moved_onto(box: Box, whole: Box) -> Box:
    """Return the same box on the map, cut where it is too large."""
    width, height = min(box.width, whole.width), min(box.height, whole.height)
    x, y = max(min(box.x, whole.width - width), 0), max(min(box.y, whole.height - height), 0)
    return Box(x, y, width, height)


def _door(site: Site, area: Area, inside: set[int]) -> str:
    """Advise the first cell of the walls around an area that would join it to the rest."""
    found = door_of(site, area, inside)
    if found is None:
        return ""
    cell, glyph = found
    return f"open its wall: draw “{door_glyph(site) or glyph}” at {site.draft.world.map}:{cell.y + 1}:{cell.x + 1}"


def door_of(site: Site, area: Area, inside: set[int]) -> tuple[Cell, str] | None:
    """Return the first cell around an area where a door would join these regions to the rest, and the ground there."""
    regions, grid = site.regions, site.world.grid
    for box in area.boxes:
        for cell in Box(box.x - 1, box.y - 1, box.width + 2, box.height + 2).cells():
            if not grid.holds(cell) or site.world.free(cell):
                continue
            for one, other in (("N", "S"), ("S", "N"), ("W", "E"), ("E", "W")):
                if regions.at(cell.step(one)) in inside and regions.at(cell.step(other)) == regions.main:
                    return cell, grid.tile(cell.step(other)).glyph
    return None
