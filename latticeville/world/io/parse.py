"""Parse TOML texts to checked tables; each mistake becomes a problem with its place and fix."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from pydantic import BaseModel, ValidationError

from latticeville.core.problems import Problem, Severity, select_errors
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.world.io.renames import rename_keys, warn_of_key
from latticeville.world.io.schema_errors import explain_errors
from latticeville.world.io.sources import Sources
from latticeville.world.model.personas import Persona
from latticeville.world.model.table_struct import TableStruct
from latticeville.world.model.tiles import TILESETS_FILE
from latticeville.world.schema.kinds import KindsFile
from latticeville.world.schema.table import reader_of
from latticeville.world.schema.tiles import TilesFile
from latticeville.world.schema.world import WorldFile

T = TypeVar("T", bound=BaseModel | TableStruct)
TableCache = dict[str, tuple[str, BaseModel | TableStruct | None, list[Problem]]]
"""By file: a text, its table, and what is wrong with it."""
_MAX_PROBLEMS = 200


class Draft(msgspec.Struct, frozen=True):
    """The files of a world as checked tables, before anything in them is resolved."""

    sources: Sources
    world: WorldFile
    things: KindsFile
    personas: dict[str, Persona]
    rows: tuple[str, ...]
    """The rows of the map, as long as they were written."""
    broken: frozenset[str] = frozenset()
    """The files that are there but are no tables of the format."""
    tiles: TilesFile = TilesFile()
    converted: Mapping[str, dict[str, Any]] = {}
    """The files that were no TOML, as the tables to which they were converted."""


def parse_world(
    sources: Sources, known: TableCache | None = None
) -> tuple[Draft | None, list[Problem]]:
    """Read world.toml, kinds.toml and the personas that are there; without a world there is no
    draft."""
    problems: list[Problem] = []
    known = {} if known is None else known
    world = _cached_table(sources, "world.toml", WorldFile, problems, known)
    things = _cached_table(sources, "kinds.toml", KindsFile, problems, known) or KindsFile()
    tiles = _cached_table(sources, TILESETS_FILE, TilesFile, problems, known) or TilesFile()
    if world is None:
        return None, problems
    names = sorted({person.persona for person in world.people})
    found = (
        (name, _cached_table(sources, f"personas/{name}.toml", Persona, problems, known))
        for name in names
    )
    personas = {name: persona for name, persona in found if persona}
    broken = frozenset(problem.file for problem in select_errors(problems))
    rows = split_rows(sources.files.get(world.map, ""))
    return Draft(sources, world, things, personas, rows, broken, tiles), problems


def split_rows(text: str) -> tuple[str, ...]:
    """Return the rows of a map; empty lines at its end are none."""
    return tuple(text.rstrip("\n").split("\n")) if text.strip("\n") else ()


def _cached_table(
    sources: Sources, file: str, model: type[T], problems: list[Problem], known: TableCache
) -> T | None:
    """Return the table of a file; one whose text is the same as before is not read again."""
    text = sources.files.get(file)
    if text is None:
        return None
    if file not in known or known[file][0] != text:
        found: list[Problem] = []
        known[file] = text, _read_table(sources, file, model, found), found
    problems.extend(known[file][2])
    table = known[file][1]
    return table if isinstance(table, model) else None


def _read_table(sources: Sources, file: str, model: type[T], problems: list[Problem]) -> T | None:
    if file not in sources.files:
        return None
    try:
        data = read_toml(file, sources.files[file])
    except TomlError as error:
        problems.append(error.problem)
        return None
    for path, key in rename_keys(file, data):
        what, why, fix = warn_of_key(key)
        problems.append(
            sources.problem((file, path), "old-name", what, why=why, fix=fix, severity="warning")
        )
    return check_table(sources, file, model, data, problems)


def check_table(
    sources: Sources, file: str, model: type[T], data: dict[str, Any], problems: list[Problem]
) -> T | None:
    """Check a table against its model; where it does not fit, add the problems and return None."""
    kind: Any = model
    try:
        table: T = reader_of(kind).validate_python(data)
    except ValidationError as error:
        problems.extend(limit_problems(_explain_validation(sources, file, model, data, error)))
        return None
    return table


def limit_problems(problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield the first problems of a sort, and say so where there are more than anybody reads."""
    last: Problem | None = None
    for count, problem in enumerate(problems):
        if last and count == _MAX_PROBLEMS:
            what = (
                f"there are more than {_MAX_PROBLEMS} problems of this kind; the rest are not shown"
            )
            yield Problem(
                last.file,
                last.line,
                last.column,
                "more-problems",
                what,
                fix="correct some of these first",
                severity=Severity.HINT,
            )
            return
        yield problem
        last = problem


def _explain_validation(
    sources: Sources,
    file: str,
    model: type[Any],
    data: dict[str, Any],
    error: ValidationError,
) -> Iterator[Problem]:
    details = error.errors(include_url=False, include_input=False)
    for mistake in explain_errors(model, data, details[: 5 * _MAX_PROBLEMS]):
        at = (file, mistake.path)
        yield sources.problem(at, mistake.code, mistake.what, why=mistake.why, fix=mistake.fix)
