"""A world folder, or its texts, to one frozen world with everything that is wrong with it."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from latticeville.core.problems import Problem, Severity, WorldError, errors
from latticeville.core.progress import Look, unseen
from latticeville.world.files import read_project, tidy
from latticeville.world.pack import World
from latticeville.world.renames import rename_files
from latticeville.world.sources import Sources
from latticeville.world.world_cache import cached

if TYPE_CHECKING:  # what parses and checks brings pydantic, which a world from the cache does not need
    from latticeville.world.checks import Site
    from latticeville.world.parse import Tables


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
    unread = sorted({*places} - {*files})
    texts = (text for name in files for text in (name, files[name]))
    kind = tuple[World | None, list[Problem]]
    world, found = cached(kind, ("world", str(len(files)), *texts, *unread), lambda: examine(files, unread, look))
    real = (structs.replace(problem, file=places.get(problem.file, problem.file)) for problem in found)
    return world, sorted({*problems, *real})


def examine(
    files: Mapping[str, str], unread: Collection[str] = (), look: Look = unseen
) -> tuple[World | None, list[Problem]]:
    """Build and check a world from texts; files that are there but `unread` are not missed."""
    site, problems = _make(files, "all", unread, look=look)
    return site.world if site else None, problems


def survey(
    files: Mapping[str, str], unread: Collection[str] = (), known: "Tables | None" = None
) -> "tuple[Site | None, list[Problem]]":
    """Build and check a world from texts, and return what the checks have looked at.

    `known` keeps the tables of texts, so that whoever surveys again and again reads only what is new.
    """
    return _make(files, "all", unread, known)


def assemble(files: Mapping[str, str]) -> tuple[World | None, list[Problem]]:
    """Build a world from texts, and say what in them cannot be resolved."""
    site, problems = _make(files, "references", ())
    return site.world if site else None, problems


def _make(
    files: Mapping[str, str],
    wanted: Literal["all", "references"],
    unread: Collection[str],
    known: "Tables | None" = None,
    look: Look = unseen,
) -> "tuple[Site | None, list[Problem]]":
    from latticeville.world import checks
    from latticeville.world.build import build
    from latticeville.world.importers.original import convert
    from latticeville.world.parse import first, parse

    lists = {"all": checks.ALL, "references": checks.REFERENCES}
    steps = len(lists[wanted]) + len(_BEFORE)
    look(0, steps)
    sources = Sources({name: tidy(text) for name, text in rename_files(files).items()})
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
    for done, check in enumerate(lists[wanted], start=len(_BEFORE)):
        look(done, steps)
        found += first(check(site))
    problems.extend(map(_softened, found) if original else found)
    return site, sorted(set(problems))


_BEFORE = ("parse", "build")
"""What is done before the first check."""


def _softened(problem: Problem) -> Problem:
    """Return what the original format would not have minded as a warning."""
    return structs.replace(problem, severity=Severity.WARNING) if errors([problem]) else problem
