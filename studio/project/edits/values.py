"""Set any value of any table by its path; forms use this."""

import msgspec

from studio.project.documents.project import Project
from studio.project.edits.edit import Edit, EditRefusedError, SingleEdit
from studio.project.formats.plain_values import KeyPath, deep_copy, value_at
from studio.project.formats.toml_text import TomlText


class SetValue(msgspec.Struct, frozen=True):
    """Set a value; with None it is left out, so that the default holds."""

    file: str
    path: KeyPath
    value: object
    gesture: int = 0
    name: str = ""

    @property
    def label(self) -> str:
        """What it does."""
        return self.name or f"{self.file}: {_told(self.path)}"

    def apply(self, project: Project) -> Project:
        """Set it."""
        if self.value is None:
            return project.drop(self.file, self.path)
        return project.put(self.file, self.path, self.value)

    def absorb(self, later: Edit) -> Edit | None:
        """Take in what was typed next into the same field."""
        mine = (self.file, self.path, self.gesture)
        one = isinstance(later, SetValue) and (later.file, later.path, later.gesture) == mine
        return later if one and self.gesture else None


class InsertValue(SingleEdit, frozen=True):
    """Add an element to a list, before the one at a path that ends in an index."""

    file: str
    path: KeyPath
    value: object

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.file}: add to {_told(self.path[:-1])}"

    def apply(self, project: Project) -> Project:
        """Add it."""
        return project.insert(self.file, self.path, self.value)


class MoveValue(SingleEdit, frozen=True):
    """Move an element of a list to another place in it."""

    file: str
    path: KeyPath
    to: int

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.file}: move within {_told(self.path[:-1])}"

    def apply(self, project: Project) -> Project:
        """Move it."""
        value = value_at(project.data(self.file), self.path)
        if value is None:
            raise EditRefusedError(f"{self.file} has no {_told(self.path)}")
        document = project.files.get(self.file)
        if isinstance(document, TomlText):
            return project.with_file(self.file, document.move(self.path, max(self.to, 0)))
        project = project.drop(self.file, self.path)
        return project.insert(self.file, (*self.path[:-1], max(self.to, 0)), deep_copy(value))


def _told(path: KeyPath) -> str:
    """Write a path as people read it.

    >>> _told(("areas", 2, "name"))
    'areas[2].name'
    """
    return "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in path
    ).removeprefix(".")
