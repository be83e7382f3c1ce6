"""Checks of what stands where: areas, objects and people on the ground."""

from collections.abc import Iterator

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.areas import WORLD, Area, cut
from latticeville.world.build import home_of
from latticeville.world.checks.site import WORLD_FILE, Site, named
from latticeville.world.spots import standing


def areas_lie_on_the_map(site: Site) -> Iterator[Problem]:
    """No box leaves the map."""
    whole = _whole(site)
    for index, area in enumerate(site.draft.world.areas):
        for number, corners in enumerate(area.boxes):
            box = Box(*corners)
            if whole.size and not whole.covers(box):
                what = f"a box of {named(area.id)} leaves the map, which is {whole.width} × {whole.height} cells"
                path = ("areas", index, "boxes", number)
                yield site.problem(WORLD_FILE, path, "outside-map", what, fix=_shift(box, whole))


def areas_do_not_cross(site: Site) -> Iterator[Problem]:
    """Areas lie apart or one inside the other."""
    paths = {area.id: ("areas", index) for index, area in reversed([*enumerate(site.draft.world.areas)])}
    for parent in site.world.areas.by_id:
        siblings = [site.world.areas.by_id[area] for area in site.world.areas.children(parent)]
        for number, area in enumerate(siblings):
            crossed = [other for other in siblings[:number] if _meet(site, area, other)]
            if crossed:
                others = ", ".join(named(other.id) for other in crossed[:3])
                more = f" and {len(crossed) - 3} more" if len(crossed) > 3 else ""
                what = f"{named(area.id)} overlaps {others}{more}, and neither contains the other"
                why = "a cell in both belongs to the smaller of them"
                fix = "draw one wholly inside the other, or apart"
                path = paths[area.id]
                yield site.problem(WORLD_FILE, path, "overlap", what, why=why, fix=fix, severity="warning")


def objects_lie_on_the_map(site: Site) -> Iterator[Problem]:
    """No object leaves the map."""
    whole = _whole(site)
    for index, thing in enumerate(site.draft.world.objects):
        box = Box(*thing.cell, *thing.size)
        if whole.size and not whole.covers(box):
            what = f"{named(thing.id)} leaves the map, which is {whole.width} × {whole.height} cells"
            path = ("objects", index, "cell")
            yield site.problem(WORLD_FILE, path, "outside-map", what, fix=_shift(box, whole, cells=2))


def objects_do_not_collide(site: Site) -> Iterator[Problem]:
    """No cell holds two objects that are both in the way."""
    world, width = site.world, site.world.grid.width
    taken = bytearray(width * world.grid.height)
    before: dict[str, Box] = {}
    for index, table in enumerate(site.draft.world.objects):
        thing = world.objects.get(table.id)
        if thing is None or table.id in before or not world.kinds[thing.kind].blocks_in(thing.state):
            continue
        box = thing.box
        rows = [slice(y * width + box.x, y * width + box.x + box.width) for y in range(box.y, box.y + box.height)]
        if any(1 in taken[row] for row in rows):
            other = next(name for name, much in before.items() if much.meets(box))
            what = f"{named(table.id)} stands on a cell of {named(other)}, and both are in the way"
            fix = "move one of them, or write blocks = false for its kind"
            yield site.problem(WORLD_FILE, ("objects", index, "cell"), "collision", what, fix=fix)
        for row in rows:
            taken[row] = b"\1" * box.width
        before[table.id] = box


def people_start_on_free_ground(site: Site) -> Iterator[Problem]:
    """Nobody begins in a wall or under an object."""
    world = site.world
    free = standing(world.grid, world.kinds, world.objects.values())
    for index, name, person, file in site.casts if world.grid.width else ():
        path = ("people", index, "start")
        if not isinstance(person.start, tuple):
            area = person.start or home_of(person, file)
            if area in site.areas and name not in world.people:
                what = f"{named(name)} begins in {named(area)}, where nobody can stand"
                fix = "draw walkable ground there, or start somewhere else"
                yield site.problem(WORLD_FILE, path, "start-blocked", what, fix=fix)
            continue
        cell = Cell(*person.start)
        if world.grid.holds(cell) and free[world.grid.index(cell)]:
            continue
        what = f"{named(name)} begins at [{cell.x}, {cell.y}], {_obstacle(site, cell)}"
        near = _nearest(cell, free, world.grid.width)
        fix = f"write start = [{near.x}, {near.y}]" if near else "draw walkable ground"
        yield site.problem(WORLD_FILE, path, "start-blocked", what, fix=fix)


def rooms_are_connected(site: Site) -> Iterator[Problem]:
    """Every area has a cell to stand on that people can reach."""
    regions, world = site.regions, site.world
    if regions.main < 0:
        return
    used = {place for resident in world.people.values() for place in (resident.home, resident.work)}
    used |= {area for resident in world.people.values() for area in world.areas.path(world.areas.at(resident.start))}
    paths = {area.id: ("areas", index) for index, area in reversed([*enumerate(site.draft.world.areas)])}
    for area in world.areas.by_id.values():
        if area.id == WORLD or not area.boxes:
            continue
        found = {region for box in area.boxes for region in regions.among(box)}
        if regions.main in found:
            continue
        severity, path = "error" if area.id in used else "warning", paths[area.id]
        if found:
            what = f"nobody can walk from {named(area.id)} to the rest of the world"
            fix = _door(site, area, found) or "open its wall: draw walkable ground between it and the outside"
            yield site.problem(WORLD_FILE, path, "sealed-area", what, fix=fix, severity=severity)
        else:
            what = f"nobody can stand anywhere in {named(area.id)}"
            fix = "draw walkable ground in it, or move its boxes"
            yield site.problem(WORLD_FILE, path, "no-ground", what, fix=fix, severity=severity)


def objects_can_be_reached(site: Site) -> Iterator[Problem]:
    """Somebody can stand on or beside every object."""
    regions = site.regions
    seen: set[str] = set()
    for index, table in enumerate(site.draft.world.objects):
        thing = site.world.objects.get(table.id)
        if thing is None or regions.main < 0 or table.id in seen:
            continue
        seen.add(table.id)
        box = thing.box
        around = Box(box.x - 1, box.y - 1, box.width + 2, box.height + 2)
        if regions.main not in regions.among(around):
            what = f"nobody can stand on or beside {named(table.id)}"
            fix = "move it beside ground that people can reach"
            path = ("objects", index, "cell")
            yield site.problem(WORLD_FILE, path, "out-of-reach", what, fix=fix, severity="warning")


def _whole(site: Site) -> Box:
    return Box(0, 0, site.world.grid.width, site.world.grid.height)


def _meet(site: Site, area: Area, other: Area) -> bool:
    """Tell whether two areas share a cell that people can stand on; rooms may share a wall."""
    shared = (cut(box, much) for box in area.boxes for much in other.boxes if box.meets(much))
    walkable, width = site.world.grid.walkable, site.world.grid.width
    return any(
        1 in walkable[y * width + box.x : y * width + box.x + box.width]
        for box in shared
        for y in range(box.y, box.y + box.height)
    )


def _shift(box: Box, whole: Box, cells: int = 4) -> str:
    """Advise the same box moved onto the map, cut where it is too large."""
    width, height = min(box.width, whole.width), min(box.height, whole.height)
    x, y = max(min(box.x, whole.width - width), 0), max(min(box.y, whole.height - height), 0)
    if cells == 4:
        return f"write [{x}, {y}, {width}, {height}], or draw the map larger"
    return f"write cell = [{x}, {y}], or draw the map larger"


def _obstacle(site: Site, cell: Cell) -> str:
    world = site.world
    if not world.grid.holds(cell):
        return f"outside the map, which is {world.grid.width} × {world.grid.height} cells"
    if not world.free(cell):
        return f"where the map has {named(world.grid.tile(cell).name)}"
    blocking = (thing for thing in world.objects.values() if cell in thing.box)
    return f"where {named(next((thing.id for thing in blocking), 'something'))} is in the way"


def _nearest(cell: Cell, free: bytearray, width: int) -> Cell | None:
    """Return the free cell nearest to a cell, the first in row order of those equally near."""
    best, least = None, 1 << 60
    for y in range(len(free) // width if width else 0):
        row = free[y * width : (y + 1) * width]
        if abs(y - cell.y) >= least:
            continue
        after = row.find(1, max(min(cell.x, width), 0))
        before = row.rfind(1, 0, max(min(cell.x, width), 0))
        for x in (before, after):
            distance = abs(x - cell.x) + abs(y - cell.y)
            if x >= 0 and distance < least:
                best, least = Cell(x, y), distance
    return best


def _door(site: Site, area: Area, inside: set[int]) -> str:
    """Advise the first cell of the walls around an area that would join it to the rest."""
    regions, grid = site.regions, site.world.grid
    for box in area.boxes:
        for cell in Box(box.x - 1, box.y - 1, box.width + 2, box.height + 2).cells():
            if not grid.holds(cell) or site.world.free(cell):
                continue
            for one, other in (("N", "S"), ("S", "N"), ("W", "E"), ("E", "W")):
                if regions.at(cell.step(one)) in inside and regions.at(cell.step(other)) == regions.main:
                    glyph = grid.tile(cell.step(other)).glyph
                    return f"open its wall: draw “{glyph}” at {site.draft.world.map}:{cell.y + 1}:{cell.x + 1}"
    return ""
