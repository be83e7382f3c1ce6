"""Run the checks of `latticeville check` on a project in memory."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from latticeville.core.problems import Problem
from latticeville.measures.lookup import check_measures
from latticeville.scenarios import FOLDER as SCENARIOS
from latticeville.world.checks import CheckContext
from latticeville.world.io.model_names import find_model_problems
from latticeville.world.io.parse import TableCache
from latticeville.world.io.pictures import find_picture_problems
from latticeville.world.load import check_texts_in_context
from latticeville.world.model.world import World
from studio.project.documents.project import STAMPS_FILE, WORLD, Project, persona_file
from studio.project.documents.references import tables_at


class ProjectReport(msgspec.Struct, frozen=True):
    """What the checks say of a project; `site` is None where there is no world at all."""

    project: Project
    site: CheckContext | None
    problems: tuple[Problem, ...]
    """Each names its file as seen from the world folder."""

    @property
    def world(self) -> World | None:
        """The world as it would be loaded; it may be run if no problem is an error."""
        return self.site.world if self.site else None

    def names(self, place: str) -> str:
        """Return the logical name of a file that a problem names."""
        return next(
            (name for name in self.project.files if self.project.place(name) == place), place
        )

    def entry_at(self, problem: Problem) -> str:
        """Return the id of the area, object or person in whose table of world.toml a problem is, or
        ""."""
        if self.site is None or problem.file != WORLD:
            return ""
        known = [
            (
                self.site.problem(WORLD, (sort, index), "", "").line,
                getattr(one, "id", None) or one.persona,
            )
            for sort in ("areas", "objects", "people")
            for index, one in enumerate(getattr(self.site.draft.world, sort))
        ]
        return max(((line, name) for line, name in known if line <= problem.line), default=(0, ""))[
            1
        ]


class ProjectChecker:
    """Checks editions of one project, and reads only the tables that are new; for one thread at a
    time."""

    def __init__(self) -> None:
        self._known = TableCache()
        self._last: ProjectReport | None = None

    def check(self, project: Project) -> ProjectReport:
        """Return the report on a project."""
        if self._last and _reads_alike(self._last.project, project):
            self._last = replace(self._last, project=project)
            return self._last
        files = checked_texts(project)
        names = {place: name for name, place in project.places.items()}
        unread = {names.get(problem.file, problem.file) for problem in project.unread} - {
            *project.files
        }
        site, found = check_texts_in_context(files, unread, self._known)
        if site:
            found = [*found, *find_model_problems(site.world), *check_measures(site.world)]
        real = (replace(problem, file=project.place(problem.file)) for problem in found)
        pictures = find_picture_problems(project.folder, site.world, files) if site else []
        problems = tuple(sorted({*project.unread, *real, *pictures}))
        self._last = ProjectReport(project, site, problems)
        return self._last


def _reads_alike(before: Project, project: Project) -> bool:
    """Return whether two editions hold the same texts in the same places, so that the checks say
    the same of both."""
    return (
        before.files is project.files
        and before.folder == project.folder
        and before.places == project.places
    )


def find_problems(project: Project) -> tuple[Problem, ...]:
    """Return everything that is wrong with a project: errors first, then by place."""
    return ProjectChecker().check(project).problems


def checked_texts(project: Project) -> Mapping[str, str]:
    """Return the texts of the world: everything but the stamps, the scenarios, and the personas of
    whom no one lives in it."""
    people = [table.get("persona") for table in tables_at(project.data(WORLD), "people")]
    wanted = {persona_file(name) for name in people if isinstance(name, str)}
    return {
        name: document.text
        for name, document in project.files.items()
        if name != STAMPS_FILE
        and not name.startswith(f"{SCENARIOS}/")
        and (name in wanted or not name.startswith("personas/") or project.original)
    }


def syntax_problem(name: str, place: str, text: str) -> Problem:
    """Say where a text is no TOML or JSON."""
    _, found = check_texts_in_context(
        {"world.toml" if name.endswith(".toml") else "world.json": text}
    )
    broken = next((one for one in found if one.code.endswith("-syntax")), None)
    return (
        replace(broken, file=place)
        if broken
        else Problem(place, 0, 0, "unreadable", f"“{place}” cannot be read")
    )
