"""A world folder, or its texts, to one frozen world with everything that is wrong with it."""

from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import structs

from latticeville.core.problems import Problem, Severity, WorldError, errors
from latticeville.core.progress import Look, unseen
from latticeville.world import checks
from latticeville.world.build import build
from latticeville.world.files import read_project, tidy
from latticeville.world.importers.original import convert
from latticeville.world.pack import World
from latticeville.world.parse import Tables, first, parse
from latticeville.world.sources import Sources


def load(folder: Path) -> World:
    """Return the world of a folder, or raise a WorldError that holds every problem."""
    world, problems = inspect(folder)
    if world is None or errors(problems):
        raise WorldError(problems)
    return world


def inspect(folder: Path, look: Look = unseen) -> tuple[World | None, list[Problem]]:
    """Read, build and check a folder; problems name files as seen from it, and `look` is told how far that is."""
    files, problems, places = read_project(folder)
    if problems and not files:
        return None, sorted(problems)
    site, found = _make(files, checks.ALL, {*places} - {*files}, look=look)
    world = site.world if site else None
    real = (structs.replace(problem, file=places.get(problem.file, problem.file)) for problem in found)
    return world, sorted({*problems, *real})


def examine(files: Mapping[str, str], unread: Collection[str] = ()) -> tuple[World | None, list[Problem]]:
    """Build and check a world from texts; files that are there but `unread` are not missed."""
    site, problems = survey(files, unread)
    return site.world if site else None, problems


def survey(
    files: Mapping[str, str], unread: Collection[str] = (), known: Tables | None = None
) -> tuple[checks.Site | None, list[Problem]]:
    """Build and check a world from texts, and return what the checks have looked at.

    `known` keeps the tables of texts, so that whoever surveys again and again reads only what is new.
    """
    return _make(files, checks.ALL, unread, known)


def assemble(files: Mapping[str, str]) -> tuple[World | None, list[Problem]]:
    """Build a world from texts, and say what in them cannot be resolved."""
    site, problems = _make(files, checks.REFERENCES, ())
    return site.world if site else None, problems


def _make(
    files: Mapping[str, str],
    wanted: tuple[checks.Check, ...],
    unread: Collection[str],
    known: Tables | None = None,
    look: Look = unseen,
) -> tuple[checks.Site | None, list[Problem]]:
    steps = len(wanted) + len(_BEFORE)
    look(0, steps)
    sources = Sources({name: tidy(text) for name, text in files.items()})
    original = "world.json" in files and "world.toml" not in files
    draft, problems = convert(sources, unread) if original else parse(sources, known)
    if draft is None:
        if not {"world.toml", "world.json"} & {*files, *unread}:
            fix = "write world.toml, or begin with: latticeville new"
            problems.append(Problem("world.toml", 1, 1, "no-world", "there is no world.toml", fix=fix))
        return None, sorted(problems)
    look(1, steps)
    world = build(draft)
    site = checks.Site(draft, world, frozenset(unread))
    found = list[Problem]()
    for done, check in enumerate(wanted, start=len(_BEFORE)):
        look(done, steps)
        found += first(check(site))
    problems.extend(map(_softened, found) if original else found)
    return site, sorted(set(problems))


_BEFORE = ("parse", "build")
"""What is done before the first check."""


def _softened(problem: Problem) -> Problem:
    """Return what the original format would not have minded as a warning."""
    return structs.replace(problem, severity=Severity.WARNING) if errors([problem]) else problem
