"""Fixes of problems, as edits."""

from collections.abc import Callable, Iterator, Mapping

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.checks import CheckContext
from latticeville.world.checks.areas import clip_to_map, find_door_cell, shift_to_map
from latticeville.world.checks.placements import nearest_free_cell
from latticeville.world.model.areas import WORLD as ROOT
from latticeville.world.model.footprint import make_footprint
from latticeville.world.model.start_cells import standable_cells
from studio.project.documents.project import WORLD, Project
from studio.project.edits.edit import Edit
from studio.project.edits.legend import AddTile
from studio.project.edits.paint import PadRows
from studio.project.edits.values import SetValue
from studio.project.edits.walls import CutDoor, door_glyphs
from studio.project.formats.plain_values import KeyPath
from studio.project.project_checks import ProjectReport

Cure = Callable[[Problem, CheckContext, Project], Iterator[Edit]]


def find_fixes(problem: Problem, report: ProjectReport) -> tuple[Edit, ...]:
    """Return the edits that would cure a problem, best first; none where nothing is certain."""
    cure, site = _CURES.get(problem.code), report.site
    if cure is None or site is None or report.project.original:
        return ()
    return tuple(cure(problem, site, report.project))


def _door(problem: Problem, site: CheckContext, project: Project) -> Iterator[Edit]:
    index = _index(problem, site, "areas", len(site.draft.world.areas))
    area = (
        site.world.areas.by_id.get(site.draft.world.areas[index].id) if index is not None else None
    )
    if area is None or area.id == ROOT:
        return
    inside = {region for box in area.boxes for region in site.regions.regions_in_box(box)}
    found = find_door_cell(site, area, inside)
    if found:
        glyph = next(iter(door_glyphs(project)), found[1])
        yield CutDoor(found[0], glyph)


def _start(problem: Problem, site: CheckContext, _project: Project) -> Iterator[Edit]:
    people = site.draft.world.people
    index = _index(problem, site, "people", len(people), "start")
    start = people[index].start if index is not None else None
    if not isinstance(start, tuple):
        return
    world = site.world
    free = standable_cells(world.grid, world.kinds, world.objects.values())
    cell = nearest_free_cell(Cell(*start), free, world.grid.width)
    if cell:
        yield SetValue(
            WORLD, ("people", index or 0, "start"), list(cell), name="move the start to a free cell"
        )


def _glyph(problem: Problem, _site: CheckContext, project: Project) -> Iterator[Edit]:
    glyph = project.map.glyph(Cell(problem.column - 1, problem.line - 1))
    if glyph.isprintable() and glyph:
        yield AddTile(glyph, {"name": f"ground {glyph}".strip()})


def _even(_problem: Problem, _site: CheckContext, project: Project) -> Iterator[Edit]:
    ends = [row[-1] for row in project.map if row]
    if ends:
        yield PadRows(max(sorted(set(ends)), key=ends.count))


def _onto(problem: Problem, site: CheckContext, _project: Project) -> Iterator[Edit]:
    world, whole = site.draft.world, site.map_box
    for index, area in enumerate(world.areas):
        for number, corners in enumerate(area.boxes):
            path: KeyPath = ("areas", index, "boxes", number)
            if _stands_at(problem, site, path):
                box = clip_to_map(Box(*corners), whole)
                sides = [box.x, box.y, box.width, box.height]
                yield SetValue(WORLD, path, sides, name=f"fit {area.id} onto the map")
                return
    for index, thing in enumerate(world.objects):
        path = ("objects", index, "cell")
        box = make_footprint(thing.cell, thing.size, thing.shape).bounding_box
        if (
            _stands_at(problem, site, path)
            and box.width <= whole.width
            and box.height <= whole.height
        ):
            moved = shift_to_map(box, whole)
            spot = [thing.cell[0] + moved.x - box.x, thing.cell[1] + moved.y - box.y]
            yield SetValue(WORLD, path, spot, name=f"move {thing.id} onto the map")
            return


_CURES: Mapping[str, Cure] = {
    "sealed-area": _door,
    "start-blocked": _start,
    "unknown-glyph": _glyph,
    "ragged-map": _even,
    "outside-map": _onto,
}


def _index(problem: Problem, site: CheckContext, key: str, count: int, *rest: str) -> int | None:
    """Return which table of a list a problem speaks of."""
    return next(
        (index for index in range(count) if _stands_at(problem, site, (key, index, *rest))), None
    )


def _stands_at(problem: Problem, site: CheckContext, path: KeyPath) -> bool:
    found = site.problem(WORLD, path, "", "")
    return (found.line, found.column) == (problem.line, problem.column)
