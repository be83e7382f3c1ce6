"""The interface of an edit: label, apply, absorb a later edit."""

from typing import Protocol

import msgspec

from studio.workspace.documents.project import Project
from studio.workspace.formats.refusal import EditRefusedError


class Edit(Protocol):
    """A change of a project.

    Where `adds_up` is set and true, doing an edit and then what it absorbs gives what the merged edit gives, so that
    a long stroke need not be painted anew for each of its points.
    """

    @property
    def label(self) -> str:
        """What it does, as the list of steps shows it."""

    def apply(self, project: Project) -> Project:
        """Return the project after it, or raise Refused."""

    def absorb(self, later: "Edit") -> "Edit | None":
        """Return one edit that does this one and then the later one, or None where they are two steps."""


class SingleEdit(msgspec.Struct, frozen=True):
    """An edit that is always a step of its own."""

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


__all__ = ["CompositeEdit", "Edit", "EditRefusedError", "SingleEdit"]
