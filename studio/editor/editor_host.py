"""What the dialogs of an editor need of its screen."""

from typing import TYPE_CHECKING, Any, Protocol

from studio.project.documents.project import Project
from studio.project.edits.edit import Edit
from studio.project.project_checks import ProjectReport

if TYPE_CHECKING:
    from textual.app import App


class EditorHost(Protocol):
    """The screen over which a dialog opens, and which does its edit."""

    @property
    def app(self) -> "App[Any]":
        """The app, in a worker of which a dialog is awaited."""

    @property
    def project(self) -> Project:
        """The project as it is now."""

    @property
    def report(self) -> ProjectReport | None:
        """What the last check has found."""

    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""
