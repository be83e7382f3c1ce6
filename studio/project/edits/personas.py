"""Edits of persona files: create, copy, rename, delete."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from msgspec.structs import replace

from latticeville.world.io.kinds import find_preset
from latticeville.world.model.world_renames import NO_RENAMES, Renames
from studio.project.documents.entries import list_entries
from studio.project.documents.project import WORLD, Project, persona_file
from studio.project.documents.references import find_mentions, rename_mentions, tables_at
from studio.project.edits.edit import EditRefusedError, SingleEdit
from studio.project.edits.placements import DeleteEntries
from studio.project.formats.plain_values import value_at
from studio.project.formats.toml_text import TomlText


class NewPersona(SingleEdit, frozen=True):
    """Write a new persona, in the world's own folder."""

    id: str
    table: Mapping[str, object]

    @property
    def label(self) -> str:
        """What it does."""
        return f"new persona {self.id}"

    def apply(self, project: Project) -> Project:
        """Write it."""
        _free(project, self.id)
        document = TomlText.parse("")
        for key, value in self.table.items():
            document = document.put((key,), value)
        return project.with_file(persona_file(self.id), document)


class DuplicatePersona(SingleEdit, frozen=True):
    """Write a persona that is like another one, comments and all, but without what is that one's
    alone.

    Secrets are left out, and the beds that the routine uses.
    """

    id: str
    new: str
    name: str = ""
    """The name of the copy; without it, that of the other."""

    @property
    def label(self) -> str:
        """What it does."""
        return f"duplicate {self.id}"

    def apply(self, project: Project) -> Project:
        """Copy the file."""
        _free(project, self.new)
        file = persona_file(self.new)
        project = project.with_file(file, project.files[_file(project, self.id)]).drop(
            file, ("secrets",)
        )
        if self.name:
            project = project.put(file, ("name",), self.name)
        for place, row in enumerate(tables_at(project.data(file), "routine")):
            uses = row.get("uses")
            if isinstance(uses, list) and (kept := _without_beds(uses, project)) != uses:
                path = ("routine", place, "uses")
                project = project.put(file, path, kept) if kept else project.drop(file, path)
        return project


def _without_beds(uses: list[object], project: Project) -> list[object]:
    """Return what a row of a routine uses, but for beds."""
    objects = list_entries(project, "objects").values()
    beds = {one.id for one in objects if find_preset(str(one.table.get("kind", ""))) == "bed"}
    return [use for use in uses if not beds & {*str(use).split()}]


class RenamePersona(SingleEdit, frozen=True):
    """Give a persona's file another name; the people of this world follow, and those who know
    them."""

    id: str
    new: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"rename persona {self.id} to {self.new}"

    def renames(self, project: Project) -> Renames:
        """Return what it renames in a run: the person who has the id of the persona."""
        people = tables_at(project.data(WORLD), "people")
        named = any(one.get("persona") == self.id and "id" not in one for one in people)
        return Renames(people={self.id: self.new}) if named else NO_RENAMES

    def apply(self, project: Project) -> Project:
        """Rename it; it stays in its folder."""
        if self.id == self.new:
            return project
        _free(project, self.new)
        old, new = _file(project, self.id), persona_file(self.new)
        people = tables_at(project.data(WORLD), "people")
        if any(one.get("persona") == self.id and "id" not in one for one in people):
            if self.new in list_entries(project, "people"):
                raise EditRefusedError(f"the id “{self.new}” is taken")
            project = rename_mentions(project, find_mentions(project, "person", self.id), self.new)
        for index, one in enumerate(people):
            if one.get("persona") == self.id:
                project = project.put(WORLD, ("people", index, "persona"), self.new)
        place = PurePosixPath(project.place(old)).with_name(f"{self.new}.toml").as_posix()
        moved = project.without_file(old).with_file(new, project.files[old])
        return replace(moved, places={**moved.places, new: place})


class DeletePersona(SingleEdit, frozen=True):
    """Let a persona go, and with it the people of this world who are it."""

    id: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"delete persona {self.id}"

    def apply(self, project: Project) -> Project:
        """Delete it."""
        file = _file(project, self.id)
        return DeleteEntries(residents_of(project, self.id)).apply(project).without_file(file)


def residents_of(project: Project, persona: str) -> tuple[str, ...]:
    """Return the ids of the people of this world who are a persona."""
    return tuple(
        one.id
        for one in list_entries(project, "people").values()
        if value_at(one.table, ("persona",)) == persona
    )


def _file(project: Project, name: str) -> str:
    file = persona_file(name)
    if file not in project.files:
        raise EditRefusedError(f"there is no persona “{name}”")
    return file


def _free(project: Project, name: str) -> None:
    if persona_file(name) in project.files:
        raise EditRefusedError(f"there is a persona “{name}” already")


class ImportPeople(SingleEdit, frozen=True):
    """Write new personas, and what world.toml and others say of them."""

    texts: Mapping[str, str]
    """The files that are new or other than before, by name."""

    @property
    def label(self) -> str:
        """What it does."""
        return "import people"

    def apply(self, project: Project) -> Project:
        """Write the files."""
        for name, text in sorted(self.texts.items()):
            project = project.with_file(name, TomlText.parse(text))
        return project
