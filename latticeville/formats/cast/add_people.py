"""An imported person: the table of a persona, and their entry in world.toml."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from latticeville.core.problems import Problem
from latticeville.world.io.parse import check_table
from latticeville.world.io.sources import Sources
from latticeville.world.io.toml import format_toml
from latticeville.world.model.personas import Persona


class Newcomer(msgspec.Struct, frozen=True):
    """A person read from a `file` of another format; `persona` and `row` hold keys of our own
    format."""

    id: str
    name: str
    persona: dict[str, Any]
    row: dict[str, Any]
    file: str


class WhisperedMemories(msgspec.Struct, frozen=True):
    """Memories for somebody who is called by a name; `file` and `line` say where they were
    written."""

    name: str
    memories: list[dict[str, Any]]
    file: str
    line: int


class ImportedPeople(msgspec.Struct, frozen=True):
    """Everybody whom a source holds, and what it whispers to people of the world."""

    people: tuple[Newcomer, ...] = ()
    whispers: tuple[WhisperedMemories, ...] = ()


WORLD_FILE = "world.toml"


def add_people(
    cast: ImportedPeople, files: Mapping[str, str]
) -> tuple[dict[str, str], list[Problem]]:
    """Return the texts that are new or other than before, by logical name; with an error, nothing
    may be written."""
    problems: list[Problem] = []
    tables = {one.id: dict(one.persona) for one in cast.people}
    heard = _assign_whispers(cast, files, tables)
    written = {f"personas/{name}.toml": format_toml(table) for name, table in tables.items()}
    for name, text in written.items():
        if name in files:
            what = f"the persona “{name}” already exists"
            problems.append(
                _occupied_problem(name, what, "rename it, or remove it, and import again")
            )
        check_table(Sources({name: text}), name, Persona, tomllib.loads(text), problems)
    if cast.people:
        rows = format_toml({"people": [one.row for one in cast.people]})
        written[WORLD_FILE] = _append_tables(
            WORLD_FILE, files.get(WORLD_FILE, ""), rows, "people", problems
        )
    for name, memories in heard.items():
        written[name] = _append_tables(
            name, files[name], format_toml({"memories": memories}), "memories", problems
        )
    return written, problems


def _assign_whispers(
    cast: ImportedPeople, files: Mapping[str, str], tables: dict[str, dict[str, Any]]
) -> dict[str, list[dict[str, Any]]]:
    """Give newcomers what is whispered to them, and return what people of the world hear, by their
    files."""
    new = {one.name.casefold(): one.id for one in cast.people}
    old = _files_by_name(files)
    heard: dict[str, list[dict[str, Any]]] = {}
    for one in cast.whispers:
        name = one.name.casefold()
        if name in new:
            table = tables[new[name]]
            table["memories"] = [*table.get("memories", []), *one.memories]
        elif name in old:
            heard[old[name]] = [*heard.get(old[name], []), *one.memories]
    return heard


def _files_by_name(files: Mapping[str, str]) -> dict[str, str]:
    """Return the files of personas by the names of those they describe."""
    found: dict[str, str] = {}
    for file in sorted(files):
        if re.fullmatch(r"personas/[a-z0-9_]+\.toml", file):
            try:
                name = tomllib.loads(files[file]).get("name")
            except (ValueError, RecursionError):
                continue
            if isinstance(name, str):
                found.setdefault(name.casefold(), file)
    return found


def _append_tables(file: str, text: str, more: str, key: str, problems: list[Problem]) -> str:
    """Return a text with tables at its end; where it holds their key as one value, that is a
    problem."""
    whole = f"{text.rstrip()}\n\n{more}" if text.strip() else more
    try:
        tomllib.loads(whole)
    except (ValueError, RecursionError):
        lines = text.split("\n")
        line = next(
            (number for number, each in enumerate(lines, 1) if re.match(rf"\s*{key}\s*=", each)), 1
        )
        what = f"nothing can be added to “{key}” of “{file}”: it is not written as [[{key}]]"
        problems.append(
            Problem(file, line, 1, "closed-list", what, fix=f"write each entry as [[{key}]]")
        )
    return whole


def _occupied_problem(file: str, what: str, fix: str) -> Problem:
    return Problem(file, 1, 1, "occupied", what, fix=fix)
