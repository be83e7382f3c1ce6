"""Cures of problems as edits, where one is certain."""

from collections.abc import Callable, Iterator, Mapping

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.areas import WORLD as ROOT
from latticeville.world.checks import Site
from latticeville.world.checks.rooms import door_of, fitted_onto, moved_onto
from latticeville.world.checks.space import nearest
from latticeville.world.footprint import footprint_at
from latticeville.world.spots import standing
from studio.documents.edit import Edit
from studio.documents.edits.legend import AddTile
from studio.documents.edits.paint import Even
from studio.documents.edits.values import Put
from studio.documents.edits.walls import CutDoor, doors
from studio.documents.plain import KeyPath
from studio.documents.problems import Report
from studio.documents.project import WORLD, Project

Cure = Callable[[Problem, Site, Project], Iterator[Edit]]


def fixes(problem: Problem, report: Report) -> tuple[Edit, ...]:
    """Return the edits that would cure a problem, best first; none where nothing is certain."""
    cure, site = _CURES.get(problem.code), report.site
    if cure is None or site is None or report.project.original:
        return ()
    return tuple(cure(problem, site, report.project))


def _door(problem: Problem, site: Site, project: Project) -> Iterator[Edit]:
    index = _index(problem, site, "areas", len(site.draft.world.areas))
    area = site.world.areas.by_id.get(site.draft.world.areas[index].id) if index is not None else None
    if area is None or area.id == ROOT:
        return
    inside = {region for box in area.boxes for region in site.regions.among(box)}
    found = door_of(site, area, inside)
    if found:
        glyph = next(iter(doors(project)), found[1])
        yield CutDoor(found[0], glyph)


def _start(problem: Problem, site: Site, _project: Project) -> Iterator[Edit]:
    people = site.draft.world.people
    index = _index(problem, site, "people", len(people), "start")
    start = people[index].start if index is not None else None
    if not isinstance(start, tuple):
        return
    world = site.world
    free = standing(world.grid, world.kinds, world.objects.values())
    cell = nearest(Cell(*start), free, world.grid.width)
    if cell:
        yield Put(WORLD, ("people", index or 0, "start"), list(cell), name="move the start to a free cell")


def _glyph(problem: Problem, _site: Site, project: Project) -> Iterator[Edit]:
    glyph = project.map.glyph(Cell(problem.column - 1, problem.line - 1))
    if glyph.isprintable() and glyph:
        yield AddTile(glyph, {"name": f"ground {glyph}".strip()})


def _even(_problem: Problem, _site: Site, project: Project) -> Iterator[Edit]:
    ends = [row[-1] for row in project.map if row]
    if ends:
        yield Even(max(sorted(set(ends)), key=ends.count))


def _onto(problem: Problem, site: Site, _project: Project) -> Iterator[Edit]:
    world, whole = site.draft.world, site.whole
    for index, area in enumerate(world.areas):
        for number, corners in enumerate(area.boxes):
            path: KeyPath = ("areas", index, "boxes", number)
            if _stands_at(problem, site, path):
                box = fitted_onto(Box(*corners), whole)
                sides = [box.x, box.y, box.width, box.height]
                yield Put(WORLD, path, sides, name=f"fit {area.id} onto the map")
                return
    for index, thing in enumerate(world.objects):
        path = ("objects", index, "cell")
        box = footprint_at(thing.cell, thing.size, thing.shape).hull
        if _stands_at(problem, site, path) and box.width <= whole.width and box.height <= whole.height:
            moved = moved_onto(box, whole)
            spot = [thing.cell[0] + moved.x - box.x, thing.cell[1] + moved.y - box.y]
            yield Put(WORLD, path, spot, name=f"move {thing.id} onto the map")
            return


_CURES: Mapping[str, Cure] = {
    "sealed-area": _door,
    "start-blocked": _start,
    "unknown-glyph": _glyph,
    "ragged-map": _even,
    "outside-map": _onto,
}


def _index(problem: Problem, site: Site, key: str, count: int, *rest: str) -> int | None:
    """Return which table of a list a problem speaks of."""
    return next((index for index in range(count) if _stands_at(problem, site, (key, index, *rest))), None)


def _stands_at(problem: Problem, site: Site, path: KeyPath) -> bool:
    found = site.problem(WORLD, path, "", "")
    return (found.line, found.column) == (problem.line, problem.column)
