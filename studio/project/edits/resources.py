"""Paint what cells hold of a resource: each cell gets a glyph that differs from its old one in
nothing else."""

from string import ascii_letters, digits, punctuation
from typing import Any

import msgspec

from latticeville.core.geometry import Cell
from studio.project.documents.project import WORLD, Project
from studio.project.edits.edit import Edit, EditRefusedError
from studio.project.edits.legend import read_legend, tile_path
from studio.project.edits.paint import paint_cells


class PaintResource(msgspec.Struct, frozen=True):
    """Let cells hold at most so many units of a resource, 0 for none; two of one gesture are one
    stroke."""

    cells: frozenset[Cell]
    resource: str
    units: int
    gesture: int = 0

    @property
    def label(self) -> str:
        """What it does."""
        return f"paint {self.units} {self.resource}"

    def apply(self, project: Project) -> Project:
        """Paint; cells off the map and cells whose glyph has no entry in the legend are left
        out."""
        legend, found = read_legend(project), dict[str, list[Cell]]()
        for cell in sorted(self.cells, key=lambda cell: (cell[1], cell[0])):
            glyph = project.map.glyph(Cell(*cell))
            if isinstance(legend.get(glyph), dict):
                found.setdefault(glyph, []).append(Cell(*cell))
        if project.original or not found:
            raise EditRefusedError("a resource needs cells with a table in the legend")
        for glyph, cells in found.items():
            project, new = resource_glyph(project, glyph, self.resource, self.units)
            project = paint_cells(cells, new).apply(project)
        return project

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next piece of the same stroke."""
        if not isinstance(later, PaintResource) or not self.gesture:
            return None
        if (later.gesture, later.resource, later.units) != (
            self.gesture,
            self.resource,
            self.units,
        ):
            return None
        return msgspec.structs.replace(self, cells=self.cells | later.cells)


def resource_names(project: Project) -> list[str]:
    """Return the resources of a world, sorted; none without the rules survival or hunger."""
    world = project.data(WORLD)
    rules, survival = world.get("rules"), world.get("survival")
    if not isinstance(rules, list) or not {"survival", "hunger"}.intersection(rules):
        return []
    tables = [survival, *read_legend(project).values()]
    return sorted({name for table in tables for name in _resources_of(table)} or {"food"})


def _resources_of(table: object) -> dict[str, Any]:
    """Return the resources of a table that may have some."""
    held = table.get("resources") if isinstance(table, dict) else None
    return held if isinstance(held, dict) else {}


def resource_glyph(project: Project, glyph: str, resource: str, units: int) -> tuple[Project, str]:
    """Return the glyph that is like another but for a resource, and the project, in which it may be
    new.

    Raises:
        EditRefusedError: No glyph is free.
    """
    legend = read_legend(project)
    wanted = _with_resource(legend[glyph], resource, units)
    same = next((one for one in (glyph, *legend) if legend[one] == wanted), "")
    if same:
        return project, same
    taken = {*legend, *"".join(project.map)}
    candidates = (*resource, *resource.upper(), *ascii_letters, *digits, *punctuation)
    free = next((one for one in candidates if one not in taken and one not in '"\\'), "")
    if not free:
        raise EditRefusedError("no glyph is free: remove one from the legend")
    file, path = tile_path(project, free)
    return project.put(file, path, wanted), free


def _with_resource(entry: object, resource: str, units: int) -> dict[str, Any]:
    table: dict[str, Any] = entry if isinstance(entry, dict) else {}
    others = {name: most for name, most in _resources_of(table).items() if name != resource}
    resources = {**others, resource: units} if units else others
    rest = {key: value for key, value in table.items() if key != "resources"}
    return {**rest, "resources": resources} if resources else rest
