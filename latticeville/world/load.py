"""Load a world folder or its texts: one frozen world, and all of its problems."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from latticeville.core.problems import Problem, Severity, WorldError, select_errors
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.world.io.files import normalize_text, read_project
from latticeville.world.io.model_names import find_model_problems
from latticeville.world.io.pictures import find_picture_problems
from latticeville.world.io.renames import rename_files
from latticeville.world.io.sources import Sources
from latticeville.world.io.world_cache import load_cached
from latticeville.world.model.world import World

if (
    TYPE_CHECKING
):  # what parses and checks brings pydantic, which a world from the cache does not need
    from latticeville.world.checks import Check, CheckContext
    from latticeville.world.io.parse import TableCache

_MADE = tuple[World | None, list[Problem]]
"""What the cache holds: a world, and what is wrong with it."""


def load_world(folder: Path) -> World:
    """Return the world of a folder, or raise a WorldError that holds every problem."""
    world, problems = inspect_world(folder)
    if world is None or select_errors(problems):
        raise WorldError(problems)
    return world


def inspect_world(
    folder: Path, look: ProgressCallback = no_progress
) -> tuple[World | None, list[Problem]]:
    """Read, build and check a folder; problems name files as seen from it, and `look` is told how
    far that is."""
    files, problems, places = read_project(folder)
    if problems and not files:
        return None, sorted(problems)
    unread = sorted({*places} - {*files})
    texts = (text for name in files for text in (name, files[name]))
    key = ("world", str(len(files)), *texts, *unread)
    world, found = load_cached(_MADE, key, lambda: check_texts(files, unread, look))
    found = [*found, *find_model_problems(world)] if world else found
    real = (
        structs.replace(problem, file=places.get(problem.file, problem.file)) for problem in found
    )
    pictures = find_picture_problems(folder, world, files) if world else []
    return world, sorted({*problems, *real, *pictures})


def check_texts(
    files: Mapping[str, str], unread: Collection[str] = (), look: ProgressCallback = no_progress
) -> tuple[World | None, list[Problem]]:
    """Build and check a world from texts; files that are there but `unread` are not missed."""
    site, problems = _build_and_check(files, "all", unread, look=look)
    return site.world if site else None, problems


def check_texts_in_context(
    files: Mapping[str, str], unread: Collection[str] = (), known: "TableCache | None" = None
) -> "tuple[CheckContext | None, list[Problem]]":
    """Build and check a world from texts, and return what the checks have looked at.

    `known` keeps the tables of texts, so that whoever surveys again and again reads only what is
    new.
    """
    return _build_and_check(files, "all", unread, known)


def build_unchecked(files: Mapping[str, str]) -> tuple[World | None, list[Problem]]:
    """Build a world from texts, and say what in them cannot be resolved."""
    site, problems = _build_and_check(files, "references", ())
    return site.world if site else None, problems


def rebuild_world(files: Mapping[str, str]) -> World | None:
    """Build a world from the texts that a run holds; from the cache where it is kept, since every
    command on a run asks for it."""
    texts = (text for name in files for text in (name, files[name]))
    return load_cached(_MADE, ("unchecked", *texts), lambda: build_unchecked(files))[0]


def _build_and_check(
    files: Mapping[str, str],
    wanted: Literal["all", "references"],
    unread: Collection[str],
    known: "TableCache | None" = None,
    look: ProgressCallback = no_progress,
) -> "tuple[CheckContext | None, list[Problem]]":
    from latticeville.world import checks
    from latticeville.world.io.build import build_world
    from latticeville.world.io.parse import limit_problems, parse_world
    from latticeville.world.original.convert import convert_original

    wanted_checks = checks.REFERENCES if wanted == "references" else checks.ALL + checks.LIFE
    steps = len(wanted_checks) + len(_FIRST_STEPS)
    look(0, steps)
    sources = Sources({name: normalize_text(text) for name, text in rename_files(files).items()})
    original = "world.json" in files and "world.toml" not in files
    draft, problems = convert_original(sources, unread) if original else parse_world(sources, known)
    if draft is None:
        if not {"world.toml", "world.json"} & {*files, *unread}:
            fix = "write world.toml, or create a world with: latticeville new"
            problems.append(
                Problem("world.toml", 1, 1, "no-world", "there is no world.toml", fix=fix)
            )
        return None, sorted(problems)
    look(1, steps)
    world = build_world(draft)
    site = checks.CheckContext(draft, world, frozenset(unread))
    found = list[Problem]()
    for done, check in enumerate(wanted_checks, start=len(_FIRST_STEPS)):
        look(done, steps)
        if _is_due(check, (*problems, *found)):
            found += limit_problems(check(site))
    problems.extend(map(_soften, found) if original else found)
    return site, sorted(set(problems))


def _is_due(check: "Check", found: Iterable[Problem]) -> bool:
    """Tell whether a check has its turn: what would stay lifeless is looked for without errors."""
    from latticeville.world import checks

    return check not in checks.LIFE or not select_errors(found)


_FIRST_STEPS = ("parse", "build")
"""What is done before the first check."""


def _soften(problem: Problem) -> Problem:
    """Return what the original format would not have minded as a warning."""
    return (
        structs.replace(problem, severity=Severity.WARNING) if select_errors([problem]) else problem
    )
