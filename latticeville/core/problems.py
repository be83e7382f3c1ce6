"""A problem: file, line and column, what is wrong, why, and how to fix it."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec
from msgspec.structs import astuple


class Severity(StrEnum):
    """How bad a problem is; only an error keeps a world from running."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


CAUSES = frozenset({"duplicate-id"})
"""Codes of faults from which others follow, which come before these."""
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


class Problem(msgspec.Struct, frozen=True):
    """One diagnostic; `line` and `column` count from 1. Sorted problems have errors first, then
    warnings, then hints, and causes before what follows from them.

    What concerns a whole file of a world stands at 1:1; 0 means that there is no file to open, such
    as for a folder.
    """

    file: str
    line: int
    column: int
    code: str
    what: str
    why: str = ""
    fix: str = ""
    severity: Severity = Severity.ERROR
    path: tuple[str, ...] = ()
    """The keys that lead to the value in a TOML or JSON file, indices as digits."""

    def __lt__(self, other: "Problem") -> bool:
        """Tell whether this comes first: by severity, causes first, then by file, line and
        column."""
        return self._order < other._order

    @property
    def _order(self) -> tuple[object, ...]:
        return _RANKS[self.severity], self.code not in CAUSES, *astuple(self)

    @property
    def location(self) -> str:
        """The place as it is written: file, line and column, or the file alone."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def __str__(self) -> str:
        notes = (("why", self.why), ("fix", self.fix))
        tail = "".join(f"\n    {word}: {text}" for word, text in notes if text)
        return f"{self.location}: {self.severity.value}: {self.what} [{self.code}]{tail}"


class WorldError(Exception):
    """A world cannot be used; `problems` says where and why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


def select_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return only the problems that keep a world from running."""
    return [problem for problem in problems if problem.severity is Severity.ERROR]
