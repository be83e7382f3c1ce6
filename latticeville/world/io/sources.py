"""The texts of a world, and the position of each value in them."""

import re
from collections.abc import Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from latticeville.core.problems import Problem, Severity
from latticeville.world.io.locate import ValueLocations, locate_json, locate_toml
from latticeville.world.io.renames import old_paths

KeyPath = tuple[str | int, ...]
"""The way from the top of a file to a value: keys, and indices of arrays."""


class Sources(msgspec.Struct, frozen=True, dict=True):
    """Texts by logical name; `aliases` lead from a converted value to the one written."""

    files: Mapping[str, str]
    aliases: Mapping[tuple[str, KeyPath], tuple[str, KeyPath]] = {}

    def problem(
        self,
        at: tuple[str, KeyPath],
        code: str,
        what: str,
        *,
        why: str = "",
        fix: str = "",
        severity: str = "error",
    ) -> Problem:
        """Return a problem that stands where the value was written."""
        file, path = self.origin(at)
        line, column = self._find(file, path)
        return Problem(
            file, line, column, code, what, why, fix, Severity(severity), tuple(map(str, path))
        )

    def within(self, problem: Problem, column: int) -> Problem:
        """Return a problem at a value as one at a character, from 0, of the text that it is."""
        line = self.files[problem.file].split("\n")[problem.line - 1]
        start = problem.column - 1
        return replace(problem, column=start + 1 + _raw_column(line[start:], column))

    def origin(self, at: tuple[str, KeyPath]) -> tuple[str, KeyPath]:
        """Return the file and the path where a value was really written."""
        file, path = at
        for length in range(len(path), -1, -1):
            if (file, path[:length]) in self.aliases:
                real, prefix = self.aliases[file, path[:length]]
                return real, prefix + path[length:]
        return at

    def holds(self, at: tuple[str, KeyPath]) -> bool:
        """Tell whether a value is written, by the present names of its keys."""
        file, path = self.origin(at)
        return file in self.files and self._locations(file).holds(path)

    def _locations(self, file: str) -> ValueLocations:
        if file not in self._places:
            locate = locate_json if file.endswith(".json") else locate_toml
            self._places[file] = locate(self.files[file])
        return self._places[file]

    def _find(self, file: str, path: KeyPath) -> tuple[int, int]:
        if file not in self.files:
            return 1, 1
        places = self._locations(file)
        written = next((way for way in (path, *old_paths(file, path)) if places.holds(way)), path)
        return places.find(written)

    @cached_property
    def _places(self) -> dict[str, ValueLocations]:
        return {}


def _raw_column(written: str, column: int) -> int:
    r"""Return where a character of a text stands in a key with it, quotes and escapes included.

    >>> _raw_column("a = 'ab'", 1), _raw_column(r'a = "a\"b"', 2)
    (6, 8)
    """
    head = re.match(r"[^=]*=\s*", written)
    begin = head.end() if head else 0
    quote = written[begin : begin + 1]
    place = begin + (3 if written[begin : begin + 3] == 3 * quote else 1)
    for _ in range(column):
        is_escaped = quote == '"' and written[place : place + 1] == "\\"
        place += 2 if is_escaped else 1
    return place if place < len(written) else 0
