"""Rooms and places: drawn, reshaped, moved, copied, let go."""

import msgspec

from latticeville.core.geometry import Box, Cell
from latticeville.world.tiles import TILES
from studio.documents import boxes as shape
from studio.documents.cast import (
    Entry,
    boxes,
    boxes_at,
    cell,
    cell_at,
    entries,
    entry,
    footprint,
    fresh,
    place,
    reshaped,
)
from studio.documents.edit import Edit, Refused, Single
from studio.documents.edits.paint import glyphs
from studio.documents.plain import copied
from studio.documents.project import WORLD, Project
from studio.documents.references import Mention, mentions, renamed
from studio.documents.rows import MapText
from studio.documents.tile_ids import moved


class DrawArea(Single, frozen=True):
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
        if fresh(project, self.id) != self.id:
            raise Refused(f"the id “{self.id}” is taken")
        file, path = place("areas", project)
        made = Entry(self.id, "areas", file, (), {})
        (key,), value = boxes_at(made, self.boxes)
        return project.insert(file, (*path, 1 << 30), {"id": self.id, "name": self.name, str(key): value})


class SetBoxes(msgspec.Struct, frozen=True):
    """Give an area other boxes, as its handles do."""

    id: str
    boxes: tuple[Box, ...]
    label: str = "resize"
    gesture: int = 0

    def apply(self, project: Project) -> Project:
        """Set them."""
        found = entry(project, self.id, "areas")
        return project.put_each(found.file, reshaped(found, self.boxes))

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next place of the same drag."""
        one = isinstance(later, SetBoxes) and (later.id, later.gesture) == (self.id, self.gesture)
        return later if one and self.gesture else None


class AddBox(Single, frozen=True):
    """Add a box to an area."""

    id: str
    box: Box
    label: str = "add box to area"

    def apply(self, project: Project) -> Project:
        """Add it."""
        found = entry(project, self.id, "areas")
        return project.put_each(found.file, reshaped(found, shape.added(boxes(found), self.box)))


class SubtractBox(Single, frozen=True):
    """Take the cells of a box away from an area."""

    id: str
    box: Box
    label: str = "subtract box from area"

    def apply(self, project: Project) -> Project:
        """Take them away."""
        found = entry(project, self.id, "areas")
        return project.put_each(found.file, reshaped(found, shape.without(boxes(found), self.box)))


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
        found = entry(project, self.id, "areas")
        area = boxes(found)
        along: list[Entry] = [found, *standing(project, self.id)] if self.contents else [found]
        values: dict[str, dict[tuple[str | int, ...], object]] = {}
        for one in along:
            if one.sort == "areas":
                change = reshaped(one, tuple(shifted(box, self.dx, self.dy) for box in boxes(one)), self.dx, self.dy)
            else:
                spot = cell(one) or Cell(0, 0)
                change = dict([cell_at(one, Cell(spot.x + self.dx, spot.y + self.dy))])
            values.setdefault(one.file, {}).update(change)
        for file, changes in values.items():
            project = project.put_each(file, changes)
        return self._with_tiles(project, area) if self.ground else project

    def _with_tiles(self, project: Project, area: tuple[Box, ...]) -> Project:
        rows = project.map
        tiles = {spot: rows.glyph(spot) for box in area for spot in box.cells() if rows.glyph(spot)}
        there = {Cell(spot.x + self.dx, spot.y + self.dy): glyph for spot, glyph in tiles.items()}
        ids = project.files.get(TILES)
        project = glyphs(dict.fromkeys(tiles, self.ground) | there).apply(project)
        after = project.files.get(TILES)
        if not isinstance(ids, MapText) or not isinstance(after, MapText):
            return project
        return project.with_file(TILES, moved(ids, after, tiles, self.dx, self.dy))

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next place of the same drag; tiles are moved once, at its end."""
        if not isinstance(later, MoveArea) or not self.gesture or self.ground or later.ground:
            return None
        if (later.id, later.contents, later.gesture) != (self.id, self.contents, self.gesture):
            return None
        return MoveArea(self.id, self.dx + later.dx, self.dy + later.dy, self.contents, "", self.gesture)


class DuplicateArea(Single, frozen=True):
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
        found = entry(project, self.id, "areas")
        if fresh(project, self.new) != self.new:
            raise Refused(f"the id “{self.new}” is taken")
        values = reshaped(found, tuple(shifted(box, self.dx, self.dy) for box in boxes(found)), self.dx, self.dy)
        table = copied(found.table) | {"id": self.new} | {str(path[-1]): value for path, value in values.items()}
        *outer, index = found.path
        return project.insert(found.file, (*outer, int(index) + 1), table)


class DeleteArea(Single, frozen=True):
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
        gone = [entry(project, self.id, "areas"), *(standing(project, self.id) if self.contents else ())]
        if self.heir:
            entry(project, self.heir, "areas")
        for one in gone:
            if one.sort == "areas":
                project = _forgotten(project, one.id, self.heir)
        return deleted(project, gone)


def deleted(project: Project, gone: list[Entry]) -> Project:
    """Return the project without these entries; the last of a list goes first, so that places stay right."""
    for one in sorted(gone, key=lambda one: (one.file, str(one.path[0]), -int(one.path[1]))):
        project = project.drop(one.file, one.path)
    return project


def standing(project: Project, area: str) -> list[Entry]:
    """Return the areas, objects and people (those who start on a cell) that lie wholly in an area."""
    room = boxes(entry(project, area, "areas"))
    inside = [
        other
        for other in entries(project, "areas").values()
        if other.id != area and boxes(other) and _lies_in(boxes(other), room)
    ]
    for sort in ("objects", "people"):
        for other in entries(project, sort).values():
            cells = footprint(other)
            if cells and any(cells.first in much for much in room):
                inside.append(other)
    return inside


def consequences(project: Project, area: str) -> tuple[str, ...]:
    """Say what stands in an area and who speaks of it, for whoever is about to delete it."""
    inside = [f"{one.sort.removesuffix('s')} “{one.id}” is in it" for one in standing(project, area)]
    spoken = (f"{mention.file}: {_words(mention)}" for mention in mentions(project, "area", area))
    return (*inside, *dict.fromkeys(spoken))


def shifted(box: Box, dx: int, dy: int) -> Box:
    """Return a box elsewhere."""
    return Box(box.x + dx, box.y + dy, box.width, box.height)


def _lies_in(inner: tuple[Box, ...], room: tuple[Box, ...]) -> bool:
    left = inner
    for box in room:
        left = shape.without(left, box)
    return not left


def _forgotten(project: Project, area: str, heir: str) -> Project:
    """Let what speaks of an area speak of its heir, or leave it out of what people know."""
    found = mentions(project, "area", area)
    if heir:
        return renamed(project, found, heir)
    for mention in reversed([one for one in found if "knows" in one.path and one.file == WORLD]):
        project = project.drop(mention.file, mention.path)
    return project


def _words(mention: Mention) -> str:
    return ".".join(str(part) for part in mention.path)
