"""Edits of areas: draw, reshape, move, copy, delete."""

import msgspec

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.tiles import TILES_FILE
from studio.project.documents import cell_shapes as shape
from studio.project.documents.entries import (
    Entry,
    area_boxes,
    boxes_value,
    cell_value,
    entry_cell,
    entry_footprint,
    find_entry,
    free_id,
    list_entries,
    list_path,
    reshape_area,
)
from studio.project.documents.project import WORLD, Project
from studio.project.documents.references import Mention, find_mentions, rename_mentions
from studio.project.edits.edit import Edit, EditRefusedError, SingleEdit
from studio.project.edits.paint import paint_glyphs
from studio.project.formats.map_text import MapText
from studio.project.formats.plain_values import deep_copy
from studio.project.formats.tile_ids import move_ids


class DrawArea(SingleEdit, frozen=True):
    """Add an area."""

    id: str
    name: str
    boxes: tuple[Box, ...]

    @property
    def label(self) -> str:
        """What it does."""
        return f"draw {self.name}"

    def apply(self, project: Project) -> Project:
        """Add it at the end of the list."""
        if free_id(project, self.id) != self.id:
            raise EditRefusedError(f"the id “{self.id}” is taken")
        file, path = list_path("areas", project)
        made = Entry(self.id, "areas", file, (), {})
        (key,), value = boxes_value(made, self.boxes)
        return project.insert(
            file, (*path, 1 << 30), {"id": self.id, "name": self.name, str(key): value}
        )


class SetBoxes(msgspec.Struct, frozen=True):
    """Give an area other boxes, as its handles do."""

    id: str
    boxes: tuple[Box, ...]
    label: str = "resize"
    gesture: int = 0

    def apply(self, project: Project) -> Project:
        """Set them."""
        found = find_entry(project, self.id, "areas")
        return project.put_each(found.file, reshape_area(found, self.boxes))

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next place of the same drag."""
        one = isinstance(later, SetBoxes) and (later.id, later.gesture) == (self.id, self.gesture)
        return later if one and self.gesture else None


class AddBox(SingleEdit, frozen=True):
    """Add a box to an area."""

    id: str
    box: Box
    label: str = "add box to area"

    def apply(self, project: Project) -> Project:
        """Add it."""
        found = find_entry(project, self.id, "areas")
        return project.put_each(
            found.file, reshape_area(found, shape.add_box(area_boxes(found), self.box))
        )


class SubtractBox(SingleEdit, frozen=True):
    """Take the cells of a box away from an area."""

    id: str
    box: Box
    label: str = "subtract box from area"

    def apply(self, project: Project) -> Project:
        """Take them away."""
        found = find_entry(project, self.id, "areas")
        return project.put_each(
            found.file, reshape_area(found, shape.subtract_box(area_boxes(found), self.box))
        )


class MoveArea(msgspec.Struct, frozen=True):
    """Move an area, with everything that stands in it, or its boxes alone.

    With `ground`, a glyph, the tiles go along and leave that glyph behind.
    """

    id: str
    dx: int
    dy: int
    contents: bool = True
    ground: str = ""
    gesture: int = 0

    @property
    def label(self) -> str:
        """What it does."""
        return f"move {self.id}"

    def apply(self, project: Project) -> Project:
        """Move it."""
        found = find_entry(project, self.id, "areas")
        area = area_boxes(found)
        along: list[Entry] = (
            [found, *contained_entries(project, self.id)] if self.contents else [found]
        )
        values: dict[str, dict[tuple[str | int, ...], object]] = {}
        for one in along:
            if one.sort == "areas":
                change = reshape_area(
                    one,
                    tuple(shift_box(box, self.dx, self.dy) for box in area_boxes(one)),
                    self.dx,
                    self.dy,
                )
            else:
                spot = entry_cell(one) or Cell(0, 0)
                change = dict([cell_value(one, Cell(spot.x + self.dx, spot.y + self.dy))])
            values.setdefault(one.file, {}).update(change)
        for file, changes in values.items():
            project = project.put_each(file, changes)
        return self._with_tiles(project, area) if self.ground else project

    def _with_tiles(self, project: Project, area: tuple[Box, ...]) -> Project:
        rows = project.map
        tiles = {spot: rows.glyph(spot) for box in area for spot in box.cells() if rows.glyph(spot)}
        there = {Cell(spot.x + self.dx, spot.y + self.dy): glyph for spot, glyph in tiles.items()}
        ids = project.files.get(TILES_FILE)
        project = paint_glyphs(dict.fromkeys(tiles, self.ground) | there).apply(project)
        after = project.files.get(TILES_FILE)
        if not isinstance(ids, MapText) or not isinstance(after, MapText):
            return project
        return project.with_file(TILES_FILE, move_ids(ids, after, tiles, self.dx, self.dy))

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next place of the same drag; tiles are moved once, at its end."""
        if not isinstance(later, MoveArea) or not self.gesture or self.ground or later.ground:
            return None
        if (later.id, later.contents, later.gesture) != (self.id, self.contents, self.gesture):
            return None
        return MoveArea(
            self.id, self.dx + later.dx, self.dy + later.dy, self.contents, "", self.gesture
        )


class DuplicateArea(SingleEdit, frozen=True):
    """Add an area of the same shape elsewhere."""

    id: str
    new: str
    dx: int
    dy: int

    @property
    def label(self) -> str:
        """What it does."""
        return f"duplicate {self.id}"

    def apply(self, project: Project) -> Project:
        """Add it right after the one that it is like."""
        found = find_entry(project, self.id, "areas")
        if free_id(project, self.new) != self.new:
            raise EditRefusedError(f"the id “{self.new}” is taken")
        values = reshape_area(
            found,
            tuple(shift_box(box, self.dx, self.dy) for box in area_boxes(found)),
            self.dx,
            self.dy,
        )
        table = (
            deep_copy(found.table)
            | {"id": self.new}
            | {str(path[-1]): value for path, value in values.items()}
        )
        *outer, index = found.path
        return project.insert(found.file, (*outer, int(index) + 1), table)


class DeleteArea(SingleEdit, frozen=True):
    """Let an area go: what speaks of it speaks of `heir` instead, if there is one.

    With `contents`, the areas, objects and people in it go too.
    """

    id: str
    contents: bool = False
    heir: str = ""

    @property
    def label(self) -> str:
        """What it does."""
        return f"delete {self.id}"

    def apply(self, project: Project) -> Project:
        """Delete it."""
        gone = [
            find_entry(project, self.id, "areas"),
            *(contained_entries(project, self.id) if self.contents else ()),
        ]
        if self.heir:
            find_entry(project, self.heir, "areas")
        for one in gone:
            if one.sort == "areas":
                project = _forgotten(project, one.id, self.heir)
        return delete_entries(project, gone)


def delete_entries(project: Project, gone: list[Entry]) -> Project:
    """Return the project without these entries; the last of a list goes first, so that places stay
    right."""
    for one in sorted(gone, key=lambda one: (one.file, str(one.path[0]), -int(one.path[1]))):
        project = project.drop(one.file, one.path)
    return project


def contained_entries(project: Project, area: str) -> list[Entry]:
    """Return the areas, objects and people (those who start on a cell) that lie wholly in an
    area."""
    room = area_boxes(find_entry(project, area, "areas"))
    inside = [
        other
        for other in list_entries(project, "areas").values()
        if other.id != area and area_boxes(other) and lies_in(area_boxes(other), room)
    ]
    for sort in ("objects", "people"):
        for other in list_entries(project, sort).values():
            cells = entry_footprint(other)
            if cells and any(cells.first_cell in much for much in room):
                inside.append(other)
    return inside


def describe_deletion(project: Project, area: str) -> tuple[str, ...]:
    """Say what stands in an area and who speaks of it, for whoever is about to delete it."""
    inside = [
        f"{one.sort.removesuffix('s')} “{one.id}” is in it"
        for one in contained_entries(project, area)
    ]
    spoken = (
        f"{mention.file}: {_words(mention)}" for mention in find_mentions(project, "area", area)
    )
    return (*inside, *dict.fromkeys(spoken))


def shift_box(box: Box, dx: int, dy: int) -> Box:
    """Return a box elsewhere."""
    return Box(box.x + dx, box.y + dy, box.width, box.height)


def lies_in(inner: tuple[Box, ...], room: tuple[Box, ...]) -> bool:
    """Tell whether boxes together cover others."""
    left = inner
    for box in room:
        left = shape.subtract_box(left, box)
    return not left


def _forgotten(project: Project, area: str, heir: str) -> Project:
    """Let what speaks of an area speak of its heir, or leave it out of what people know."""
    found = find_mentions(project, "area", area)
    if heir:
        return rename_mentions(project, found, heir)
    for mention in reversed([one for one in found if "knows" in one.path and one.file == WORLD]):
        project = project.drop(mention.file, mention.path)
    return project


def _words(mention: Mention) -> str:
    return ".".join(str(part) for part in mention.path)
