"""What a conversion records: the origin of each value, taken ids, and problems."""

import json
from collections.abc import Iterator
from typing import Any

from msgspec import structs

from latticeville.core.problems import Problem
from latticeville.core.toml_table import nesting_problem
from latticeville.world.io.sources import KeyPath, Sources
from latticeville.world.original.ids import Ids
from latticeville.world.original.values import one_line, slugify

SourcePath = tuple[str, KeyPath]
"""A file and the path of a value in it."""


class ConversionNotes:
    """Problems, aliases and ids of one conversion."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.problems: list[Problem] = []
        self.aliases: dict[SourcePath, SourcePath] = {}
        self._ids = Ids()
        self._renames = self._first_rename = 0

    def warn(self, at: SourcePath, code: str, what: str, fix: str = "") -> None:
        """Note something odd that the world can live with."""
        self.problems.append(self.sources.problem(at, code, what, fix=fix, severity="warning"))

    def warn_on_map(self, file: str, x: int, y: int, code: str, what: str, fix: str = "") -> None:
        """Note something odd at a cell of the map."""
        problem = self.sources.problem((file, ()), code, what, fix=fix, severity="warning")
        self.problems.append(structs.replace(problem, line=y + 1, column=x + 1))

    def read_json(self, file: str) -> dict[str, Any] | None:
        """Return the object that a JSON file holds, or note an error and return None."""
        try:
            data = json.loads(self.sources.files[file])
        except json.JSONDecodeError as error:
            what = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            fix = "check this place and just before it for a missing quote, comma, bracket or “:”"
            self.problems.append(
                Problem(file, error.lineno, error.colno, "json-syntax", what, fix=fix)
            )
            return None
        except (ValueError, RecursionError):
            self.problems.append(nesting_problem(file, self.sources.files[file], "json-syntax"))
            return None
        if not isinstance(data, dict):
            what = f"“{file}” must be a JSON object"
            self.problems.append(Problem(file, 1, 1, "wrong-type", what, fix="write { … }"))
            return None
        return data

    def iter_entries(
        self, file: str, data: dict[str, Any], key: str
    ) -> Iterator[tuple[SourcePath, dict[str, Any]]]:
        """Yield each object of a list, with where it stands."""
        entries = data.get(key, [])
        if not isinstance(entries, list):
            self.warn((file, (key,)), "wrong-type", f"“{key}” must be a list", "write [ … ]")
            return
        for index, entry in enumerate(entries):
            if isinstance(entry, dict):
                yield (file, (key, index)), entry
            else:
                self.warn(
                    (file, (key, index)),
                    "wrong-type",
                    f"entry {index + 1} of “{key}” is not an object; it is left out",
                    "write { … }",
                )

    def assign_id(self, at: SourcePath, entry: dict[str, Any]) -> str:
        """Return an id for an entry, and warn where it is not the one that was written."""
        given = entry.get("id", entry.get("name"))
        name = self._ids.make_unique(slugify(given))
        if name != given:
            what = f"the id “{entry_label(entry)}” is read as “{name}”"
            fix = f"write “{name}”, or another unused id of lowercase letters, digits and _"
            self._warn_rename(child_path(at, "id"), what, fix)
        return name

    def _warn_rename(self, at: SourcePath, what: str, fix: str) -> None:
        """Note an id that is read as another one: the first with its place, the others by their
        number."""
        self._renames += 1
        if self._renames == 1:
            self._first_rename = len(self.problems)
            self.warn(at, "renamed-id", what, fix)
            return
        first, more = self.problems[self._first_rename], self._renames - 1
        told = first.what.partition("; ")[0]
        what = f"{told}; {more} more {'id is' if more == 1 else 'ids are'} changed in the same way"
        self.problems[self._first_rename] = structs.replace(first, what=what)

    def read_glyph(self, at: SourcePath, entry: dict[str, Any]) -> str:
        """Return the glyph of an entry, and warn where it has none or several."""
        given = one_line(entry.get("symbol"), 20)
        glyph = given[:1] or "?"
        if given != glyph:
            what = f"the symbol “{given}” is not one character; “{glyph}” is used instead"
            self.warn(child_path(at, "symbol"), "bad-glyph", what, "write one character")
        return glyph


def child_path(at: SourcePath, *keys: str | int) -> SourcePath:
    """Return the place of a value inside another one."""
    return at[0], (*at[1], *keys)


def entry_label(entry: dict[str, Any]) -> str:
    """Name an entry in a message."""
    given = entry.get("id")
    return (
        one_line(given, 60) or (str(given)[:60] if isinstance(given, float) else slugify(given))
        if given
        else "?"
    )


def lookup_key(value: object) -> object:
    """Return what an entry is looked up by: an id may be a text or a number, and nothing else finds
    anything."""
    return value if isinstance(value, str | int) else None
