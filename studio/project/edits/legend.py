"""Edits of the legend."""

from collections.abc import Mapping

import msgspec

from latticeville.world.model.tiles import TILES_FILE
from studio.project.documents.cell_shapes import matching_spans
from studio.project.documents.project import ROOMS, WORLD, Project
from studio.project.edits.edit import Edit, EditRefusedError, SingleEdit
from studio.project.edits.paint import paint_spans
from studio.project.formats.plain_values import KeyPath


class SetTile(msgspec.Struct, frozen=True):
    """Set one key of a legend entry; without a value it is the default."""

    glyph: str
    key: str
    value: str | bool | list[str] | dict[str, object] | None
    gesture: int = 0

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.key} of “{self.glyph}”"

    def apply(self, project: Project) -> Project:
        """Set it."""
        file, path = tile_path(project, self.glyph)
        known = project.data(file).get("legend")
        known = known.get(self.glyph) if isinstance(known, dict) else None
        if known is None and not project.original:
            raise EditRefusedError(f"“{self.glyph}” is not in the legend")
        if not isinstance(
            known, dict
        ):  # the original format also knows a mere name, or whether one can walk there
            given = (
                {"walkable": known} if isinstance(known, bool) else {"name": known} if known else {}
            )
            return project.put(
                file, path, given | ({} if self.value is None else {self.key: self.value})
            )
        if self.value is None:
            return project.drop(file, (*path, self.key))
        return project.put(file, (*path, self.key), self.value)

    def absorb(self, later: Edit) -> Edit | None:
        """Take in what was typed next into the same field."""
        one = isinstance(later, SetTile) and (later.glyph, later.key, later.gesture) == (
            self.glyph,
            self.key,
            self.gesture,
        )
        return later if one and self.gesture else None


class AddTile(SingleEdit, frozen=True):
    """Add a glyph to the legend."""

    glyph: str
    table: Mapping[str, str | bool]

    @property
    def label(self) -> str:
        """What it does."""
        return f"add “{self.glyph}” to the legend"

    def apply(self, project: Project) -> Project:
        """Add it."""
        file, path = tile_path(project, self.glyph)
        _one_glyph(self.glyph)
        if self.glyph in read_legend(project):
            raise EditRefusedError(f"“{self.glyph}” is in the legend already")
        return project.put(file, path, dict(self.table))


class RenameGlyph(SingleEdit, frozen=True):
    """Draw a tile with another glyph, in the legend and on the map."""

    old: str
    new: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"change “{self.old}” to “{self.new}”"

    def apply(self, project: Project) -> Project:
        """Rename it, and let the cells follow."""
        _one_glyph(self.new)
        if self.old == self.new:
            return project
        if self.new in read_legend(project):
            raise EditRefusedError(f"“{self.new}” is in the legend already")
        if matching_spans(project.map, self.new):
            raise EditRefusedError(f"“{self.new}” is on the map already")
        file, path = tile_path(project, self.old)
        ids = project.files.get(TILES_FILE)
        project = project.rename(file, path, self.new)
        project = paint_spans(matching_spans(project.map, self.old), self.new).apply(project)
        return project if ids is None else project.with_file(TILES_FILE, ids)


class RemoveTile(SingleEdit, frozen=True):
    """Take a glyph out of the legend; cells that have it are given another."""

    glyph: str
    instead: str = ""

    @property
    def label(self) -> str:
        """What it does."""
        return f"remove “{self.glyph}” from the legend"

    def apply(self, project: Project) -> Project:
        """Remove it."""
        spans = matching_spans(project.map, self.glyph)
        if spans and (self.instead == self.glyph or self.instead not in read_legend(project)):
            raise EditRefusedError(f"“{self.glyph}” is on the map: choose a glyph to replace it")
        file, path = tile_path(project, self.glyph)
        return paint_spans(spans, self.instead).apply(project.drop(file, path))


def read_legend(project: Project) -> Mapping[str, object]:
    """Return the legend as it is written."""
    found = project.data(_file(project)).get("legend")
    return found if isinstance(found, dict) else {}


def tile_path(project: Project, glyph: str) -> tuple[str, KeyPath]:
    """Return where a glyph stands or would stand in the legend."""
    return _file(project), ("legend", glyph)


def _file(project: Project) -> str:
    return ROOMS if project.original else WORLD


def _one_glyph(glyph: str) -> None:
    if len(glyph) != 1 or not glyph.isprintable():
        raise EditRefusedError("a glyph is one visible character")
