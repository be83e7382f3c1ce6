"""Checks of areas: where they lie, and whether people can get there."""

from collections.abc import Iterator

from msgspec.structs import astuple

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.checks.context import WORLD_FILE, CheckContext, quote_id
from latticeville.world.checks.reach import (
    explain_obstacle,
    find_door_glyph,
    find_obstacle,
    find_sealed_areas,
    find_unreachable_places,
)
from latticeville.world.model.areas import WORLD, Area, clip_box
from latticeville.world.model.box_index import BoxIndex, bounding_box
from latticeville.world.model.world import World

LARGE_REGION = 200
"""Cells from which on a part of the map that nobody can get to is told of."""


def areas_lie_on_the_map(site: CheckContext) -> Iterator[Problem]:
    """No box leaves the map."""
    whole = site.map_box
    for index, area in enumerate(site.draft.world.areas):
        for number, corners in enumerate(area.boxes):
            box = Box(*corners)
            if whole.size and not whole.covers(box):
                size = f"{whole.width} × {whole.height}"
                what = f"a box of {quote_id(area.id)} extends beyond the map, which is {size} cells"
                path = ("areas", index, "boxes", number)
                yield site.problem(
                    WORLD_FILE, path, "outside-map", what, fix=_suggest_box(box, whole)
                )


def areas_do_not_cross(site: CheckContext) -> Iterator[Problem]:
    """Areas lie apart or one inside the other."""
    areas = _areas_on_map(site)
    for index, near in _sibling_neighbours(areas):
        area = areas[index]
        crossed = [areas[other] for other in near if _share_walkable_cell(site, area, areas[other])]
        if crossed:
            others = ", ".join(quote_id(other.id) for other in crossed[:3])
            more = f" and {len(crossed) - 3} more" if len(crossed) > 3 else ""
            what = f"{quote_id(area.id)} overlaps {others}{more}, and neither contains the other"
            why = "a cell in both belongs to the smaller of them"
            fix = "draw one inside the other, or separate them"
            path = site.area_paths[area.id]
            yield site.problem(
                WORLD_FILE, path, "overlap", what, why=why, fix=fix, severity="warning"
            )


def areas_fit_their_walls(site: CheckContext) -> Iterator[Problem]:
    """Warn where most walled areas from some row on lie rows above or below their walls, as they do
    when a row of the map is missing or one too many."""
    areas = sorted(_areas_on_map(site), key=lambda area: (area.boxes[0].y, area.boxes[0].x))
    placed = _find_walled(site.world, areas, 0)
    for rows in (-1, 1, -2, 2, -3, 3):
        walled = _find_walled(site.world, areas, rows) - placed
        moved = [area for area in areas if area.id in walled]
        if len(moved) >= min(abs(rows), 2) and _are_most(moved, areas, placed):
            yield _describe_shift(site, moved, rows)
            return


def _are_most(moved: list[Area], areas: list[Area], placed: set[str]) -> bool:
    """Tell whether fewer areas are in place from the row of the first one that moved on."""
    top = moved[0].boxes[0].y
    return len(moved) > sum(area.id in placed and area.boxes[0].y >= top for area in areas)


def _describe_shift(site: CheckContext, moved: list[Area], rows: int) -> Problem:
    count, number = abs(rows), len(moved)
    area, row = moved[0], moved[0].boxes[0].y + rows + 1
    more = "" if number == 1 else f" and {number - 1} more area{'s' * (number > 2)}"
    plural = "s" * (count > 1)
    what = (
        f"{quote_id(area.id)}{more} {'lie' if more else 'lies'} {count} row{plural} "
        f"{'below' if rows < 0 else 'above'} {'their' if more else 'its'} walls"
    )
    file = site.draft.world.map
    change = (
        f"add the missing row{plural} above row {row} of {file}"
        if rows < 0
        else f"remove the extra row{plural} above row {row} of {file}"
    )
    fix = f"{change}, or move {'their boxes' if more else 'its box'} by [0, {rows}]"
    why = f"the map has walls on all four sides there, {count} row{plural} from where the box is"
    path = (*site.area_paths[area.id], "boxes", 0)
    return site.problem(
        WORLD_FILE, path, "shifted-area", what, why=why, fix=fix, severity="warning"
    )


def _find_walled(world: World, areas: list[Area], rows: int) -> set[str]:
    """Return the areas of one box that has walls on all sides, if it is moved down by so many
    rows."""
    boxes = {area.id: area.boxes[0] for area in areas if len(area.boxes) == 1}
    return {
        name
        for name, box in boxes.items()
        if _is_walled(world, Box(box.x, box.y + rows, box.width, box.height))
    }


def _is_walled(world: World, box: Box) -> bool:
    """Tell whether at least half of the cells on each side of a box, or around it, are walls."""
    return _has_walled_sides(world, box) or _has_walled_sides(world, box.expand(1))


def _has_walled_sides(world: World, box: Box) -> bool:
    grid = world.grid
    if box.width < 3 or box.height < 3 or not Box(0, 0, grid.width, grid.height).covers(box):
        return False
    ground, width = grid.walkable, grid.width
    top = box.y * width + box.x
    bottom = top + (box.height - 1) * width
    right = top + box.width - 1
    sides = (
        ground[top : top + box.width],
        ground[bottom : bottom + box.width],
        ground[top : bottom + 1 : width],
        ground[right : right + (box.height - 1) * width + 1 : width],
    )
    return all(2 * side.count(1) <= len(side) for side in sides)


def _areas_on_map(site: CheckContext) -> list[Area]:
    """Return the areas of which something lies on the map."""
    return [area for area in site.world.areas.by_id.values() if area.id != WORLD and area.boxes]


def rooms_are_connected(site: CheckContext) -> Iterator[Problem]:
    """Every area that lies in the town has a cell to stand on that people can reach."""
    regions = site.regions
    if regions.main < 0:
        return
    missed, needed = (
        find_sealed_areas(site, find_unreachable_places(site)),
        _needed_areas(site.world),
    )
    sealed, country = {area.id for area in find_sealed(site)}, 0
    for area in _areas_on_map(site):
        found, path, lost = (
            regions.regions_around(area.id),
            site.area_paths[area.id],
            area.id in missed,
        )
        if not found:
            what = f"{quote_id(area.id)} has no cell where somebody can stand"
            fix = "draw walkable ground in it, or move its boxes"
            severity = "error" if area.id in needed else "warning"
            yield site.problem(WORLD_FILE, path, "no-ground", what, fix=fix, severity=severity)
        elif lost or area.id in sealed:
            what, why, fix = _explain_seal(site, area, found)
            severity = "error" if lost else "warning"
            yield site.problem(
                WORLD_FILE, path, "sealed-area", what, why=why, fix=fix, severity=severity
            )
        else:
            country += regions.inhabited.isdisjoint(found)
    yield from _check_unreachable_country(site, country)


def _needed_areas(world: World) -> set[str]:
    """Return where people live and work, and the areas around their starts."""
    people = world.people.values()
    needed = {place for one in people for place in (one.home, one.work)}
    return needed.union(*(world.areas.path(world.areas.at(one.start)) for one in people))


def find_sealed(site: CheckContext) -> Iterator[Area]:
    """Yield the areas of the town that are out of reach, or in which people are shut in."""
    areas = _areas_on_map(site)
    town = _reachable_box(site, areas)
    return (
        area
        for area in areas
        if site.regions.regions_around(area.id) and _is_sealed(site, area, town)
    )


def _reachable_box(site: CheckContext, areas: list[Area]) -> Box:
    """Return the smallest box around the areas that people can reach; the whole map where there are
    none."""
    regions = site.regions
    reached = [
        area for area in areas if not regions.inhabited.isdisjoint(regions.regions_around(area.id))
    ]
    return bounding_box(box for area in reached for box in area.boxes) if reached else site.map_box


def _is_sealed(site: CheckContext, area: Area, town: Box) -> bool:
    """Tell whether an area of the town is out of reach, or people are shut in there."""
    regions, found = site.regions, site.regions.regions_around(area.id)
    if regions.inhabited.isdisjoint(found):
        return town.covers(bounding_box(area.boxes))
    return regions.main not in found and regions.lie_within(found, area)


def _check_unreachable_country(site: CheckContext, areas: int) -> Iterator[Problem]:
    """Tell of large country that nobody can reach, once, with the areas that lie in it."""
    regions = site.regions
    large = (region for region, size in regions.sizes.items() if size >= LARGE_REGION)
    away = [(regions.sizes[region], -region) for region in large if region not in regions.inhabited]
    if away:
        cells, spot = sum(size for size, _ in away), regions.first_cell(-max(away)[1])
        more = f" with {areas} areas" if areas > 1 else " with an area" if areas else ""
        what = f"nobody can reach {cells} open cells{more}; one of them is here"
        fix = "draw a path of walkable ground to them, or leave them if they are scenery"
        yield site.problem_on_map(
            spot.x, spot.y, "unreachable-country", what, fix=fix, severity="hint"
        )


def _sibling_neighbours(areas: list[Area]) -> list[tuple[int, list[int]]]:
    """Return for each area the earlier ones with the same parent whose hulls meet its own."""
    around = [bounding_box(area.boxes) for area in areas]
    hulls = BoxIndex(around)
    near: dict[int, set[int]] = {}
    for index, area in enumerate(areas):
        for other in hulls.find_meeting(around[index]):
            if areas[other].parent == area.parent and other != index:
                near.setdefault(max(index, other), set()).add(min(index, other))
    return [(index, sorted(near[index])) for index in sorted(near)]


def _share_walkable_cell(site: CheckContext, area: Area, other: Area) -> bool:
    """Tell whether two areas share a cell that people can stand on; rooms may share a wall."""
    shared = (
        clip_box(box, much) for box in area.boxes for much in other.boxes if box.overlaps(much)
    )
    walkable, width = site.world.grid.walkable, site.world.grid.width
    return any(
        1 in walkable[y * width + box.x : y * width + box.x + box.width]
        for box in shared
        for y in range(box.y, box.y + box.height)
    )


def _suggest_box(box: Box, whole: Box) -> str:
    """Advise the box that fits the map."""
    x, y, width, height = astuple(clip_to_map(box, whole))
    return f"write [{x}, {y}, {width}, {height}], or enlarge the map"


def clip_to_map(box: Box, whole: Box) -> Box:
    """Return the part of a box that lies on the map; a box wholly off the map is moved onto it."""
    return clip_box(box, whole) if box.overlaps(whole) else shift_to_map(box, whole)


def shift_to_map(box: Box, whole: Box) -> Box:
    """Return the same box on the map, cut where it is too large."""
    width, height = min(box.width, whole.width), min(box.height, whole.height)
    x, y = max(min(box.x, whole.width - width), 0), max(min(box.y, whole.height - height), 0)
    return Box(x, y, width, height)


def _explain_seal(site: CheckContext, area: Area, inside: frozenset[int]) -> tuple[str, str, str]:
    """Return what keeps an area from the rest, the object that does so alone, if one does, and the
    fix."""
    away = f"nobody can walk from {quote_id(area.id)} to the rest of the world"
    name = find_obstacle(site, inside, frozenset({site.regions.main}))
    if name:
        return away, explain_obstacle(site, name), f"move or remove {quote_id(name)}"
    door = _suggest_door(site, area, {*inside})
    if door:
        away = "nobody can walk from there to the rest of the world"
        return f"{quote_id(area.id)} has no door", away, door
    return away, "", "open its wall: draw walkable ground between it and the outside"


def _suggest_door(site: CheckContext, area: Area, inside: set[int]) -> str:
    """Advise the first cell of the walls around an area that would join it to the rest."""
    found = find_door_cell(site, area, inside)
    if found is None:
        return ""
    cell, glyph = found
    return (
        f"open its wall: draw “{find_door_glyph(site) or glyph}” at "
        f"{site.draft.world.map}:{cell.y + 1}:{cell.x + 1}"
    )


def find_door_cell(site: CheckContext, area: Area, inside: set[int]) -> tuple[Cell, str] | None:
    """Return the first cell around an area where a door would join these regions to the rest, and
    the ground there."""
    regions, grid = site.regions, site.world.grid
    for box in area.boxes:
        for cell in Box(box.x - 1, box.y - 1, box.width + 2, box.height + 2).cells():
            if not grid.contains(cell) or site.world.is_walkable(cell):
                continue
            for one, other in (("N", "S"), ("S", "N"), ("W", "E"), ("E", "W")):
                if (
                    regions.region_at(cell.step(one)) in inside
                    and regions.region_at(cell.step(other)) == regions.main
                ):
                    return cell, grid.tile(cell.step(other)).glyph
    return None
