"""Checks of where objects and people stand."""

from collections.abc import Iterable, Iterator

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.build import home_of
from latticeville.world.checks.site import WORLD_FILE, Site, named
from latticeville.world.footprint import Footprint, footprint_at
from latticeville.world.spots import standing
from latticeville.world.things import Placement


def objects_lie_on_the_map(site: Site) -> Iterator[Problem]:
    """No object leaves the map."""
    whole = site.whole
    for index, thing in enumerate(site.draft.world.objects):
        box = footprint_at(thing.cell, thing.size, thing.shape).hull
        if whole.size and not whole.covers(box):
            what = f"{named(thing.id)} leaves the map, which is {whole.width} × {whole.height} cells"
            x, y = max(min(box.x, whole.width - box.width), 0), max(min(box.y, whole.height - box.height), 0)
            fix = f"write cell = [{thing.cell[0] + x - box.x}, {thing.cell[1] + y - box.y}], or draw the map larger"
            yield site.problem(WORLD_FILE, ("objects", index, "cell"), "outside-map", what, fix=fix)


def objects_do_not_collide(site: Site) -> Iterator[Problem]:
    """No cell holds two objects that are both in the way."""
    world, width = site.world, site.world.grid.width
    taken = bytearray(width * world.grid.height)
    before: dict[str, Footprint] = {}
    for index, table in enumerate(site.draft.world.objects):
        thing = world.objects.get(table.id)
        if thing is None or table.id in before or not world.kinds[thing.kind].blocks_in(thing.state):
            continue
        footprint = thing.footprint
        rows = _rows(footprint, width)
        if any(1 in taken[row] for row in rows):
            other = next(name for name, much in before.items() if any(map(much.meets, footprint.boxes)))
            what = f"{named(table.id)} stands on a cell of {named(other)}, and both are in the way"
            fix = "move one of them, or write blocks = false for its kind"
            yield site.problem(WORLD_FILE, ("objects", index, "cell"), "collision", what, fix=fix)
        _cover(taken, rows)
        before[table.id] = footprint


def cells_are_not_shared(site: Site) -> Iterator[Problem]:
    """Warn where an object that is not in the way stands on a cell of one that is; portable things may lie there."""
    world, width = site.world, site.world.grid.width
    fixed = [one for one in world.objects.values() if not world.kinds[one.kind].portable]
    blocking = {one.id: one for one in fixed if world.kinds[one.kind].blocks_in(one.state)}
    taken = bytearray(width * world.grid.height)
    for thing in blocking.values():
        _cover(taken, _rows(thing.footprint, width))
    for thing in fixed:
        if thing.id in blocking:
            continue
        rows = _rows(thing.footprint, width)
        shared = max((taken.find(1, row.start, row.stop) for row in rows), default=-1)
        if shared >= 0:
            yield _stands_on(site, thing, blocking.values(), world.grid.cell(shared))


def _stands_on(site: Site, thing: Placement, blocking: Iterable[Placement], cell: Cell) -> Problem:
    other = next(one for one in blocking if cell in one.footprint)
    what = f"{named(thing.id)} stands on a cell of {named(other.id)}, [{cell.x}, {cell.y}]"
    why = f"{named(other.id)} is in the way, so that nobody can step there"
    fix = f"move one of them, or write blocks = false for the kind of {named(other.id)}"
    tables = enumerate(site.draft.world.objects)
    index = next(index for index, table in tables if table.id == thing.id)
    path = ("objects", index, "cell")
    return site.problem(WORLD_FILE, path, "shared-cell", what, why=why, fix=fix, severity="warning")


def _cover(taken: bytearray, rows: Iterable[slice]) -> None:
    for row in rows:
        taken[row] = b"\1" * (row.stop - row.start)


def _rows(footprint: Footprint, width: int) -> list[slice]:
    """Return the cells of a footprint as slices of the map, row by row."""
    return [
        slice(y * width + box.x, y * width + box.x + box.width)
        for box in footprint.boxes
        for y in range(box.y, box.y + box.height)
    ]


def objects_can_be_reached(site: Site) -> Iterator[Problem]:
    """Somebody can stand on or beside every object.

    A thing in a wall is no mistake where that holds: windows, lamps and doors are used from beside them.
    """
    regions = site.regions
    seen: set[str] = set()
    for index, table in enumerate(site.draft.world.objects):
        thing = site.world.objects.get(table.id)
        if thing is None or regions.main < 0 or table.id in seen:
            continue
        seen.add(table.id)
        if regions.reached.isdisjoint(regions.around(table.id)):
            what = f"nobody can stand on or beside {named(table.id)}"
            fix = "move it beside ground that people can reach"
            path = ("objects", index, "cell")
            yield site.problem(WORLD_FILE, path, "out-of-reach", what, fix=fix, severity="warning")


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
        near = nearest(cell, free, world.grid.width)
        fix = f"write start = [{near.x}, {near.y}]" if near else "draw walkable ground"
        yield site.problem(WORLD_FILE, path, "start-blocked", what, fix=fix)


def start_cells_are_free(site: Site) -> Iterator[Problem]:
    """Every start cell of an area lies in it, where somebody can stand."""
    world = site.world
    areas = [(index, area) for index, area in enumerate(site.draft.world.areas) if area.starts]
    if not areas or not world.grid.width:
        return
    free = standing(world.grid, world.kinds, world.objects.values())
    for index, area in areas:
        boxes = [Box(*corners) for corners in area.boxes]
        for number, cell in enumerate(Cell(*start) for start in area.starts):
            wrong = _wrong_start(site, cell, boxes, free)
            if wrong:
                code, where, fix = wrong
                what = f"the start cell [{cell.x}, {cell.y}] of {named(area.id)} lies {where}"
                path = ("areas", index, "starts", number)
                yield site.problem(WORLD_FILE, path, code, what, fix=fix)


def _wrong_start(site: Site, cell: Cell, boxes: list[Box], free: bytearray) -> tuple[str, str, str] | None:
    """Return the code of what is wrong with a start cell, where it lies, and the fix."""
    if not site.world.grid.holds(cell):
        return "outside-map", _obstacle(site, cell), "write a cell of the area, or leave it out"
    if not any(cell in box for box in boxes):
        fix = "write a cell of the area, or add a box that holds it"
        return "outside-area", "outside the area", fix
    if not free[site.world.grid.index(cell)]:
        fix = "write a cell of free ground, or leave it out"
        return "start-blocked", _obstacle(site, cell), fix
    return None


def _obstacle(site: Site, cell: Cell) -> str:
    world = site.world
    if not world.grid.holds(cell):
        return f"outside the map, which is {world.grid.width} × {world.grid.height} cells"
    if not world.free(cell):
        return f"where the map has {named(world.grid.tile(cell).name)}"
    blocking = (thing for thing in world.objects.values() if cell in thing.footprint)
    return f"where {named(next((thing.id for thing in blocking), 'something'))} is in the way"


def nearest(cell: Cell, free: bytearray, width: int) -> Cell | None:
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
