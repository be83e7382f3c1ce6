"""What the dialogs of the people workbench need of its screen, and how they apply an edit."""

from collections.abc import Callable
from typing import Protocol

from latticeville.core.sentence_case import capital
from studio.editor.editor_host import EditorHost
from studio.project.documents.project import Project
from studio.project.edits.edit import Edit, EditRefusedError


class PeopleHost(EditorHost, Protocol):
    """The screen on which a persona is selected."""

    @property
    def selected(self) -> str:
        """The id of the selected persona."""

    def choose(self, name: str) -> None:
        """Select a persona, and bring it into sight."""


def attempt(host: PeopleHost, make: Callable[[], Edit]) -> bool:
    """Make an edit and do it; say why where it is refused."""
    try:
        edit = make()
    except EditRefusedError as refused:
        tell_refused(host, refused)
        return False
    return host.do(edit)


def tell_refused(host: PeopleHost, refused: EditRefusedError) -> None:
    """Say why an edit cannot be made."""
    host.tell(f"{capital(str(refused))}.")


def find_mistake(project: Project, make: Callable[[], Edit]) -> str:
    """Return why an edit is refused, or nothing."""
    try:
        make().apply(project)
    except EditRefusedError as refused:
        return str(refused)
    return ""
