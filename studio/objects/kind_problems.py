"""Which kind a problem concerns: by the table of kinds.toml or world.toml in which it is."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from latticeville.core.problems import Problem
from studio.project.documents.project import THINGS, WORLD, Project
from studio.project.formats.toml_sections import Section
from studio.project.formats.toml_text import TomlText


def problems_by_kind(project: Project, problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Return the problems in the tables of each kind, of its tests and of its objects, in their
    order."""
    files = {problem.file for problem in problems}
    places = {project.place(name): name for name in (THINGS, WORLD)}
    lines = {
        place: [*_iter_lines(project, name)] for place, name in places.items() if place in files
    }
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        kind = next(
            (
                kind
                for first, last, kind in lines.get(problem.file, ())
                if first <= problem.line < last
            ),
            "",
        )
        if kind:
            found.setdefault(kind, []).append(problem)
    return found


def _iter_lines(project: Project, name: str) -> Iterator[tuple[int, int, str]]:
    """Yield the first line of each table, the line behind it, and the kind that it is about."""
    document = project.files.get(name)
    if not isinstance(document, TomlText):
        return
    starts = accumulate((section.text.count("\n") for section in document.sections), initial=1)
    kind = ""
    for section, (first, last) in zip(document.sections, pairwise(starts), strict=True):
        kind = _kind_of(section, kind)
        yield first, last, kind


def _kind_of(section: Section, before: str) -> str:
    """Return the kind that a table is about; one below a test or an object is about the same as
    that."""
    match section.keys:
        case ("kinds", name, *_):
            return name
        case ("tests" | "objects",):
            return str(section.data.get("kind", ""))
        case ("tests" | "objects", _, *_):
            return before
    return ""
