"""Edits of the scenarios beside a world."""

from pathlib import PurePosixPath

from latticeville.scenarios import FOLDER, SUFFIX
from studio.project.documents.document import parse_document
from studio.project.documents.project import Project
from studio.project.edits.edit import EditRefusedError, SingleEdit


class AddScenario(SingleEdit, frozen=True):
    """Write a new scenario."""

    file: str
    text: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"new scenario {PurePosixPath(self.file).name.removesuffix(SUFFIX)}"

    def apply(self, project: Project) -> Project:
        """Write it."""
        if PurePosixPath(self.file).parent != PurePosixPath(FOLDER):
            raise EditRefusedError(f"a scenario lies in {FOLDER}/")
        if self.file in project.files or project.path(self.file).exists():
            raise EditRefusedError(f"there is a scenario {self.file} already")
        return project.with_file(self.file, parse_document(self.file, self.text))


def free_scenario_file(project: Project, file: str) -> str:
    """Return the first name like the wanted one that no scenario has."""
    stem, number, name = file.removesuffix(SUFFIX), 1, file
    while name in project.files or project.path(name).exists():
        number += 1
        name = f"{stem}_{number}{SUFFIX}"
    return name
