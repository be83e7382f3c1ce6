"""The interface of an edit: label, apply, absorb a later edit."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from latticeville.world.model.world_renames import NO_RENAMES, Renames
from studio.project.documents.project import Project
from studio.project.formats.refusal import EditRefusedError


class Edit(Protocol):
    """A change of a project.

    Where `adds_up` is set and true, doing an edit and then what it absorbs gives what the merged
    edit gives, so that a long stroke need not be painted anew for each of its points.
    """

    @property
    def label(self) -> str:
        """What it does, as the list of steps shows it."""

    def apply(self, project: Project) -> Project:
        """Return the project after it, or raise Refused."""

    def absorb(self, later: "Edit") -> "Edit | None":
        """Return one edit that does this one and then the later one, or None where they are two
        steps."""


class SingleEdit(msgspec.Struct, frozen=True):
    """An edit that is always a step of its own."""

    def renames(self, project: Project) -> Renames:  # noqa: ARG002 - most rename nothing
        """Return what it renames in a project: running objects are carried over, and selections
        follow."""
        return NO_RENAMES

    def absorb(self, later: Edit) -> Edit | None:  # noqa: ARG002 - none is taken in
        """Take nothing in."""
        return None


class CompositeEdit(SingleEdit, frozen=True):
    """Several edits as one step: a paste, a change of a selection."""

    label: str
    edits: tuple[Edit, ...]

    def apply(self, project: Project) -> Project:
        """Do all in order."""
        for edit in self.edits:
            project = edit.apply(project)
        return project

    def renames(self, project: Project) -> Renames:
        """Return what they rename together."""
        found, last = (
            NO_RENAMES,
            max((place for place, one in enumerate(self.edits) if _can_rename(one)), default=-1),
        )
        for edit in self.edits[: last + 1]:
            found, project = found.then(find_renames(edit, project)), edit.apply(project)
        return found


def find_renames(edit: Edit, project: Project) -> Renames:
    """Return what an edit of a project renames."""
    return edit.renames(project) if isinstance(edit, SingleEdit) else NO_RENAMES


def _can_rename(edit: Edit) -> bool:
    return type(edit).__dict__.get("renames") is not None


__all__ = ["CompositeEdit", "Edit", "EditRefusedError", "SingleEdit", "find_renames"]


def find_mistake(project: Project, make: Callable[[], Edit]) -> str:
    """Return why an edit is refused, or nothing."""
    try:
        make().apply(project)
    except EditRefusedError as refused:
        return str(refused)
    return ""
