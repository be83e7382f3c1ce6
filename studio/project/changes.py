"""The changes that a workspace reports to its listeners, as frozen values."""

from collections.abc import Callable
from typing import NamedTuple

from latticeville.core.problems import Problem
from latticeville.world.model.world_renames import NO_RENAMES, Renames
from studio.project.conflict import Conflict
from studio.project.documents.project import Project
from studio.project.project_checks import ProjectReport


class ProjectChanged(NamedTuple):
    """The project is another value, or other files of it are saved than before; `renames` lead from
    then to now."""

    before: Project
    renames: Renames = NO_RENAMES


class ProjectChecked(NamedTuple):
    """The checks have finished."""

    report: ProjectReport


class ReloadedFromDisk(NamedTuple):
    """Files that were changed on disk are in the project."""

    names: tuple[str, ...]
    before: Project


class BrokenOnDisk(NamedTuple):
    """A file was changed on disk and cannot be read; the project keeps the last valid version."""

    problem: Problem


class RepairedOnDisk(NamedTuple):
    """Files that could not be read can be read again."""

    names: tuple[str, ...]


class ConflictOnDisk(NamedTuple):
    """A file was changed here and on disk, or was deleted there."""

    conflict: Conflict


Change = (
    ProjectChanged
    | ProjectChecked
    | ReloadedFromDisk
    | BrokenOnDisk
    | RepairedOnDisk
    | ConflictOnDisk
)
Listener = Callable[[Change], None]
