"""What the dialogs of the people workbench need of its screen, and how they make an edit."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from studio.documents.edit import Edit, Refused
from studio.documents.project import Project

if TYPE_CHECKING:
    from textual.app import App


class PeopleHost(Protocol):
    """The screen over which a dialog opens, and which does its edit."""

    @property
    def app(self) -> "App[Any]":
        """The app, in a worker of which a dialog is awaited."""

    @property
    def project(self) -> Project:
        """The project as it is now."""

    @property
    def selected(self) -> str:
        """The id of the selected persona."""

    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""

    def choose(self, name: str) -> None:
        """Select a persona, and bring it into sight."""

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""


def attempt(host: PeopleHost, make: Callable[[], Edit]) -> bool:
    """Make an edit and do it; say why where it is refused."""
    try:
        edit = make()
    except Refused as refused:
        tell_refused(host, refused)
        return False
    return host.do(edit)


def tell_refused(host: PeopleHost, refused: Refused) -> None:
    """Say why an edit cannot be made."""
    host.tell(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")


def find_mistake(project: Project, make: Callable[[], Edit]) -> str:
    """Return why an edit is refused, or nothing."""
    try:
        make().apply(project)
    except Refused as refused:
        return str(refused)
    return ""
