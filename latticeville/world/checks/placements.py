"""Checks of where objects and people are placed."""

from collections.abc import Iterable, Iterator

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.checks.context import WORLD_FILE, CheckContext, quote_id
from latticeville.world.io.build import find_home
from latticeville.world.model.footprint import Footprint, make_footprint
from latticeville.world.model.objects import Placement
from latticeville.world.model.start_cells import standable_cells


def objects_lie_on_the_map(site: CheckContext) -> Iterator[Problem]:
    """No object leaves the map."""
    whole = site.map_box
    for index, thing in enumerate(site.draft.world.objects):
        box = make_footprint(thing.cell, thing.size, thing.shape).bounding_box
        if whole.size and not whole.covers(box):
            what = (
                f"{quote_id(thing.id)} extends beyond the map, which is {whole.width} × "
                f"{whole.height} cells"
            )
            x, y = (
                max(min(box.x, whole.width - box.width), 0),
                max(min(box.y, whole.height - box.height), 0),
            )
            fix = (
                f"write cell = [{thing.cell[0] + x - box.x}, {thing.cell[1] + y - box.y}], or "
                "enlarge the map"
            )
            yield site.problem(WORLD_FILE, ("objects", index, "cell"), "outside-map", what, fix=fix)


def objects_do_not_collide(site: CheckContext) -> Iterator[Problem]:
    """No cell holds two objects that are both in the way."""
    world, width = site.world, site.world.grid.width
    taken = bytearray(width * world.grid.height)
    before: dict[str, Footprint] = {}
    for index, table in enumerate(site.draft.world.objects):
        thing = world.objects.get(table.id)
        if (
            thing is None
            or table.id in before
            or not world.kinds[thing.kind].is_blocking(thing.state)
        ):
            continue
        footprint = thing.footprint
        rows = _row_slices(footprint, width)
        if any(1 in taken[row] for row in rows):
            other = next(
                name for name, much in before.items() if any(map(much.meets, footprint.boxes))
            )
            what = (
                f"{quote_id(table.id)} shares a cell with {quote_id(other)}, and both block walkers"
            )
            fix = "move one of them, or write blocks = false for the kind of one"
            yield site.problem(WORLD_FILE, ("objects", index, "cell"), "collision", what, fix=fix)
        _mark_taken(taken, rows)
        before[table.id] = footprint


def cells_are_not_shared(site: CheckContext) -> Iterator[Problem]:
    """Warn where an object that is not in the way stands on a cell of one that is; portable things
    may lie there."""
    world, width = site.world, site.world.grid.width
    fixed = [one for one in world.objects.values() if not world.kinds[one.kind].portable]
    blocking = {one.id: one for one in fixed if world.kinds[one.kind].is_blocking(one.state)}
    taken = bytearray(width * world.grid.height)
    for thing in blocking.values():
        _mark_taken(taken, _row_slices(thing.footprint, width))
    for thing in fixed:
        if thing.id in blocking:
            continue
        rows = _row_slices(thing.footprint, width)
        shared = max((taken.find(1, row.start, row.stop) for row in rows), default=-1)
        if shared >= 0:
            yield _shared_cell_problem(site, thing, blocking.values(), world.grid.cell(shared))


def _shared_cell_problem(
    site: CheckContext, thing: Placement, blocking: Iterable[Placement], cell: Cell
) -> Problem:
    other = next(one for one in blocking if cell in one.footprint)
    what = f"{quote_id(thing.id)} shares the cell [{cell.x}, {cell.y}] with {quote_id(other.id)}"
    why = f"{quote_id(other.id)} blocks walkers, so nobody can step there"
    fix = f"move one of them, or write blocks = false for the kind of {quote_id(other.id)}"
    tables = enumerate(site.draft.world.objects)
    index = next(index for index, table in tables if table.id == thing.id)
    path = ("objects", index, "cell")
    return site.problem(WORLD_FILE, path, "shared-cell", what, why=why, fix=fix, severity="warning")


def _mark_taken(taken: bytearray, rows: Iterable[slice]) -> None:
    for row in rows:
        taken[row] = b"\1" * (row.stop - row.start)


def _row_slices(footprint: Footprint, width: int) -> list[slice]:
    """Return the cells of a footprint as slices of the map, row by row."""
    return [
        slice(y * width + box.x, y * width + box.x + box.width)
        for box in footprint.boxes
        for y in range(box.y, box.y + box.height)
    ]


def objects_can_be_reached(site: CheckContext) -> Iterator[Problem]:
    """Somebody can stand on or beside every object.

    A thing in a wall is no mistake where that holds: windows, lamps and doors are used from beside
    them.
    """
    regions = site.regions
    seen: set[str] = set()
    for index, table in enumerate(site.draft.world.objects):
        thing = site.world.objects.get(table.id)
        if thing is None or regions.main < 0 or table.id in seen:
            continue
        seen.add(table.id)
        if regions.inhabited.isdisjoint(regions.regions_around(table.id)):
            what = f"nobody can stand on or beside {quote_id(table.id)}"
            fix = "move it next to ground that people can reach"
            path = ("objects", index, "cell")
            yield site.problem(WORLD_FILE, path, "out-of-reach", what, fix=fix, severity="warning")


def people_start_on_free_ground(site: CheckContext) -> Iterator[Problem]:
    """Nobody begins in a wall or under an object."""
    world = site.world
    free = standable_cells(world.grid, world.kinds, world.objects.values())
    for index, name, person, file in site.people_with_personas if world.grid.width else ():
        path = ("people", index, "start")
        if not isinstance(person.start, tuple):
            area = person.start or find_home(person, file)
            if area in site.areas and name not in world.people:
                what = f"{quote_id(name)} begins in {quote_id(area)}, where nobody can stand"
                fix = "draw walkable ground there, or start somewhere else"
                yield site.problem(WORLD_FILE, path, "start-blocked", what, fix=fix)
            continue
        cell = Cell(*person.start)
        if world.grid.contains(cell) and free[world.grid.index(cell)]:
            continue
        what = f"{quote_id(name)} begins at [{cell.x}, {cell.y}], {_describe_obstacle(site, cell)}"
        near = nearest_free_cell(cell, free, world.grid.width)
        fix = f"write start = [{near.x}, {near.y}]" if near else "draw walkable ground"
        yield site.problem(WORLD_FILE, path, "start-blocked", what, fix=fix)


def start_cells_are_free(site: CheckContext) -> Iterator[Problem]:
    """Every start cell of an area lies in it, where somebody can stand."""
    world = site.world
    areas = [(index, area) for index, area in enumerate(site.draft.world.areas) if area.starts]
    if not areas or not world.grid.width:
        return
    free = standable_cells(world.grid, world.kinds, world.objects.values())
    for index, area in areas:
        boxes = [Box(*corners) for corners in area.boxes]
        for number, cell in enumerate(Cell(*start) for start in area.starts):
            wrong = _start_fault(site, cell, boxes, free)
            if wrong:
                code, where, fix = wrong
                what = f"the start cell [{cell.x}, {cell.y}] of {quote_id(area.id)} lies {where}"
                path = ("areas", index, "starts", number)
                yield site.problem(WORLD_FILE, path, code, what, fix=fix)


def _start_fault(
    site: CheckContext, cell: Cell, boxes: list[Box], free: bytearray
) -> tuple[str, str, str] | None:
    """Return the code of what is wrong with a start cell, where it lies, and the fix."""
    if not site.world.grid.contains(cell):
        return (
            "outside-map",
            _describe_obstacle(site, cell),
            "write a cell of the area, or remove it",
        )
    if not any(cell in box for box in boxes):
        fix = "write a cell of the area, or add a box that holds it"
        return "outside-area", "outside the area", fix
    if not free[site.world.grid.index(cell)]:
        fix = "write a free cell, or remove it"
        return "start-blocked", _describe_obstacle(site, cell), fix
    return None


def _describe_obstacle(site: CheckContext, cell: Cell) -> str:
    world = site.world
    if not world.grid.contains(cell):
        return f"outside the map, which is {world.grid.width} × {world.grid.height} cells"
    if not world.is_walkable(cell):
        return f"where the map has {quote_id(world.grid.tile(cell).name)}"
    blocking = (thing for thing in world.objects.values() if cell in thing.footprint)
    return f"where {quote_id(next((thing.id for thing in blocking), 'something'))} is in the way"


def nearest_free_cell(cell: Cell, free: bytearray, width: int) -> Cell | None:
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
