"""Edits of objects and people on the map: place, move, copy, change, delete, rename."""

from collections.abc import Mapping
from typing import Any

import msgspec

from latticeville.core.geometry import Cell
from latticeville.world.model.world_renames import Renames
from studio.project.documents.entries import (
    Entry,
    cell_value,
    entry_cell,
    find_entry,
    free_id,
    list_path,
)
from studio.project.documents.project import THINGS, WORLD, Project
from studio.project.documents.references import Named, find_mentions, rename_mentions
from studio.project.edits.areas import delete_entries
from studio.project.edits.edit import Edit, EditRefusedError, SingleEdit
from studio.project.formats.plain_values import KeyPath, deep_copy

_NAMED: Mapping[str, Named] = {"areas": "area", "objects": "object", "people": "person"}


class PlaceObject(SingleEdit, frozen=True):
    """Put a new object on the map."""

    id: str
    kind: str
    cell: Cell
    size: tuple[int, int] = (1, 1)
    more: Mapping[str, object] = {}

    @property
    def label(self) -> str:
        """What it does."""
        return f"place {self.id}"

    def apply(self, project: Project) -> Project:
        """Put it there."""
        if free_id(project, self.id) != self.id:
            raise EditRefusedError(f"the id “{self.id}” is taken")
        file, path = list_path("objects", project)
        table: dict[str, object] = {"id": self.id}
        if project.original:
            table |= {
                "name": self.kind,
                "position": {"x": self.cell[0], "y": self.cell[1]},
                "room_id": None,
            }
        else:
            table |= {"kind": self.kind, "cell": list(self.cell)}
            table |= {} if self.size == (1, 1) else {"size": list(self.size)}
        return project.insert(file, (*path, 1 << 30), table | dict(self.more))


class PlacePerson(SingleEdit, frozen=True):
    """Let a persona live here, starting on a cell."""

    persona: str
    cell: Cell
    id: str = ""
    more: Mapping[str, object] = {}

    @property
    def label(self) -> str:
        """What it does."""
        return f"place {self.id or self.persona}"

    def apply(self, project: Project) -> Project:
        """Put them there."""
        if project.original:
            raise EditRefusedError("in the original format, people start in a room, not on a cell")
        name = self.id or self.persona
        if free_id(project, name) != name:
            raise EditRefusedError(f"the id “{name}” is taken")
        table: dict[str, object] = {"persona": self.persona}
        table |= {"id": self.id} if self.id not in ("", self.persona) else {}
        return project.insert(
            WORLD, ("people", 1 << 30), table | {"start": list(self.cell)} | dict(self.more)
        )


class MoveEntries(msgspec.Struct, frozen=True):
    """Move objects, and the starts of people, by so many cells."""

    ids: tuple[str, ...]
    dx: int
    dy: int
    gesture: int = 0

    @property
    def label(self) -> str:
        """What it does."""
        return f"move {_told(self.ids)}"

    def apply(self, project: Project) -> Project:
        """Move them."""
        for name in self.ids:
            found = find_entry(project, name, "objects", "people")
            spot = entry_cell(found)
            if spot is None:
                raise EditRefusedError(f"“{name}” starts in an area: give them a cell first")
            project = project.put(
                found.file, *cell_value(found, Cell(spot.x + self.dx, spot.y + self.dy))
            )
        return project

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next place of the same drag."""
        if (
            not isinstance(later, MoveEntries)
            or not self.gesture
            or (later.ids, later.gesture) != (self.ids, self.gesture)
        ):
            return None
        return MoveEntries(self.ids, self.dx + later.dx, self.dy + later.dy, self.gesture)


class MoveToCell(SingleEdit, frozen=True):
    """Put an object or a person's start on a cell."""

    id: str
    cell: Cell

    @property
    def label(self) -> str:
        """What it does."""
        return f"move {self.id}"

    def apply(self, project: Project) -> Project:
        """Put it there."""
        found = find_entry(project, self.id, "objects", "people")
        return project.put(found.file, *cell_value(found, Cell(*self.cell)))


class DuplicateEntries(SingleEdit, frozen=True):
    """Copy objects and people, so many cells away, under new ids."""

    ids: tuple[str, ...]
    dx: int
    dy: int

    @property
    def label(self) -> str:
        """What it does."""
        return f"duplicate {_told(self.ids)}"

    def apply(self, project: Project) -> Project:
        """Copy them, each right after the one that it is like."""
        for name in self.ids:
            found = find_entry(project, name, "objects", "people")
            table = deep_copy(found.table) | {"id": free_id(project, name)}
            *outer, index = found.path
            path = (*outer, int(index) + 1)
            project = project.insert(found.file, path, table)
            spot = entry_cell(found)
            if spot is not None:
                copy = Entry(name, found.sort, found.file, path, table)
                project = project.put(
                    found.file, *cell_value(copy, Cell(spot.x + self.dx, spot.y + self.dy))
                )
        return project


class DeleteEntries(SingleEdit, frozen=True):
    """Take objects and people off the map; what speaks of them is shown as a problem."""

    ids: tuple[str, ...]

    @property
    def label(self) -> str:
        """What it does."""
        return f"delete {_told(self.ids)}"

    def apply(self, project: Project) -> Project:
        """Take them off."""
        return delete_entries(
            project, [find_entry(project, name, "objects", "people") for name in self.ids]
        )


class SetField(msgspec.Struct, frozen=True):
    """Set one field of one or several areas, objects or people; with None it is left out."""

    ids: tuple[str, ...]
    field: KeyPath
    value: object
    gesture: int = 0

    @property
    def label(self) -> str:
        """What it does."""
        return f"{'.'.join(map(str, self.field))} of {_told(self.ids)}"

    def apply(self, project: Project) -> Project:
        """Set it."""
        if self.field == ("id",):
            raise EditRefusedError("rename the id instead, so that references follow")
        for name in self.ids:
            found = find_entry(project, name)
            path = (*found.path, *self.field)
            if self.value is None:
                project = project.drop(found.file, path)
            else:
                project = project.put(found.file, path, self.value)
        return project

    def absorb(self, later: Edit) -> Edit | None:
        """Take in what was typed next into the same field."""
        mine = (self.ids, self.field, self.gesture)
        one = isinstance(later, SetField) and (later.ids, later.field, later.gesture) == mine
        return later if one and self.gesture else None


class ChangeKind(SingleEdit, frozen=True):
    """Make objects of another kind; states and counters that it does not have are left out."""

    ids: tuple[str, ...]
    kind: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"change {_told(self.ids)} to {self.kind}"

    def apply(self, project: Project) -> Project:
        """Change them."""
        if project.original:
            raise EditRefusedError("the original format has no kinds")
        kinds = project.data(THINGS).get("kinds")
        table = kinds.get(self.kind) if isinstance(kinds, dict) else None
        if not isinstance(table, dict):
            raise EditRefusedError(f"there is no kind “{self.kind}”")
        for name in self.ids:
            project = self._changed(project, name, table)
        return project

    def _changed(self, project: Project, name: str, kind: dict[str, Any]) -> Project:
        """Return the project with one object of the kind."""
        found = find_entry(project, name, "objects")
        project = project.put(found.file, (*found.path, "kind"), self.kind)
        if found.table.get("state") not in (kind.get("states") or {"still": {}}):
            project = project.drop(found.file, (*found.path, "state"))
        counters, known = found.table.get("counters"), {*(kind.get("counters") or ())}
        if isinstance(counters, dict) and {*counters} - known:
            kept = {counter: value for counter, value in counters.items() if counter in known}
            project = SetField((name,), ("counters",), kept or None).apply(project)
        return project


class RenameId(SingleEdit, frozen=True):
    """Give an area, an object or a person another id; whatever speaks of it follows."""

    id: str
    new: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"rename {self.id} to {self.new}"

    def renames(self, project: Project) -> Renames:
        """Return what it renames in a run."""
        names = {self.id: self.new}
        match find_entry(project, self.id).sort:
            case "areas":
                return Renames(areas=names)
            case "objects":
                return Renames(objects=names)
            case "people":
                return Renames(people=names)

    def apply(self, project: Project) -> Project:
        """Rename it."""
        if self.id == self.new:
            return project
        found = find_entry(project, self.id)
        if free_id(project, self.new) != self.new:
            raise EditRefusedError(f"the id “{self.new}” is taken")
        spoken = find_mentions(project, _NAMED[found.sort], self.id)
        project = project.put(found.file, (*found.path, "id"), self.new)
        return rename_mentions(project, spoken, self.new)


def _told(ids: tuple[str, ...]) -> str:
    return ids[0] if len(ids) == 1 else f"{len(ids)} items"
