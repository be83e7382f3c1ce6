"""Add imported people to the project."""

from collections.abc import Mapping

from studio.project.documents.project import Project
from studio.project.edits.edit import SingleEdit
from studio.project.formats.toml_text import TomlText


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
