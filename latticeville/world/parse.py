"""TOML texts to checked tables, and every mistake to a problem with its place and its cure."""

import tomllib
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from pydantic import BaseModel, ValidationError

from latticeville.core.problems import Problem, Severity
from latticeville.world.explain import explain_all
from latticeville.world.locate import beyond_reading, misread
from latticeville.world.schema.persona import PersonaFile
from latticeville.world.schema.things import ThingsFile
from latticeville.world.schema.tiles import TilesFile
from latticeville.world.schema.world import WorldFile
from latticeville.world.sources import Sources
from latticeville.world.tiles import TILESETS

T = TypeVar("T", bound=BaseModel)
Tables = dict[str, tuple[str, BaseModel | None, list[Problem]]]
"""By file: a text, its table, and what is wrong with it."""
_MOST = 200


class Draft(msgspec.Struct, frozen=True):
    """The files of a world as checked tables, before anything in them is resolved."""

    sources: Sources
    world: WorldFile
    things: ThingsFile
    personas: dict[str, PersonaFile]
    rows: tuple[str, ...]
    """The rows of the map, as long as they were written."""
    broken: frozenset[str] = frozenset()
    """The files that are there but are no tables of the format."""
    tiles: TilesFile = TilesFile()


def parse(sources: Sources, known: Tables | None = None) -> tuple[Draft | None, list[Problem]]:
    """Read world.toml, things.toml and the personas that are there; without a world there is no draft."""
    problems: list[Problem] = []
    known = {} if known is None else known
    world = _known(sources, "world.toml", WorldFile, problems, known)
    things = _known(sources, "things.toml", ThingsFile, problems, known) or ThingsFile()
    tiles = _known(sources, TILESETS, TilesFile, problems, known) or TilesFile()
    if world is None:
        return None, problems
    names = sorted({person.persona for person in world.people})
    found = ((name, _known(sources, f"personas/{name}.toml", PersonaFile, problems, known)) for name in names)
    personas = {name: persona for name, persona in found if persona}
    broken = frozenset(problem.file for problem in problems)
    rows = rows_of(sources.files.get(world.map, ""))
    return Draft(sources, world, things, personas, rows, broken, tiles), problems


def rows_of(text: str) -> tuple[str, ...]:
    """Return the rows of a map; empty lines at its end are none."""
    return tuple(text.rstrip("\n").split("\n")) if text.strip("\n") else ()


def _known(sources: Sources, file: str, model: type[T], problems: list[Problem], known: Tables) -> T | None:
    """Return the table of a file; one whose text is the same as before is not read again."""
    text = sources.files.get(file)
    if text is None:
        return None
    if file not in known or known[file][0] != text:
        found: list[Problem] = []
        known[file] = text, _table(sources, file, model, found), found
    problems.extend(known[file][2])
    table = known[file][1]
    return table if isinstance(table, model) else None


def _table(sources: Sources, file: str, model: type[T], problems: list[Problem]) -> T | None:
    if file not in sources.files:
        return None
    try:
        data = tomllib.loads(sources.files[file])
    except tomllib.TOMLDecodeError as error:
        problems.append(misread(file, sources.files[file], str(error)))
        return None
    except (ValueError, RecursionError):
        problems.append(beyond_reading(file, sources.files[file], "toml-syntax"))
        return None
    return check_table(sources, file, model, data, problems)


def check_table(sources: Sources, file: str, model: type[T], data: dict[str, Any], problems: list[Problem]) -> T | None:
    """Check a table against its model; where it does not fit, add the problems and return None."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems.extend(first(_mistakes(sources, file, model, data, error)))
        return None


def first(problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield the first problems of a sort, and say so where there are more than anybody reads."""
    last: Problem | None = None
    for count, problem in enumerate(problems):
        if last and count == _MOST:
            what = f"there are more than {_MOST} problems of this sort; the others are not shown"
            yield Problem(
                last.file,
                last.line,
                last.column,
                "more-problems",
                what,
                fix="mend some of these first",
                severity=Severity.HINT,
            )
            return
        yield problem
        last = problem


def _mistakes(
    sources: Sources, file: str, model: type[BaseModel], data: dict[str, Any], error: ValidationError
) -> Iterator[Problem]:
    details = error.errors(include_url=False, include_input=False)
    for mistake in explain_all(model, data, details[: 5 * _MOST]):
        at = (file, mistake.path)
        yield sources.problem(at, mistake.code, mistake.what, why=mistake.why, fix=mistake.fix)
