"""The report of an import: each problem with its place, repeated ones counted."""

from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from latticeville.core.problems import Problem, Severity
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.world.io.sources import KeyPath

_PART_SPANS = {
    "layers": (0, 300),
    "map": (300, 400),
    "objects": (400, 700),
    "compared": (700, 1000),
}
"""The parts of an import, each with the thousandths at which it begins and ends."""


LOST_HINT = "no action needed: the rest is imported without it"
"""The fix of what a source holds and our files cannot."""


class Locator(Protocol):
    """Knows where the values of a file stand."""

    def find(self, path: KeyPath, /) -> tuple[int, int]:
        """Return line and column, from 1, of the value at a path."""


class FixedLocation(NamedTuple):
    """The one place of a file that is spoken of."""

    line: int
    column: int

    def find(self, _path: KeyPath, /) -> tuple[int, int]:
        """Return the place."""
        return self


class SourceDocument(NamedTuple):
    """One foreign file as plain tables and lists, and where in it each value stands."""

    name: str
    data: Any
    places: Locator | None = None


class SourceValue(NamedTuple):
    """A value of a foreign file."""

    doc: SourceDocument
    path: KeyPath = ()

    def child(self, *keys: str | int) -> "SourceValue":
        """Return the place of a value inside this one."""
        return SourceValue(self.doc, (*self.path, *keys))


class UnreadableError(Exception):
    """A source, or a part of it, cannot be read; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


class ImportReport:
    """The problems of one import."""

    def __init__(self, look: ProgressCallback = no_progress) -> None:
        self._progress = look
        self.comparison = ""
        """How the written world compares with the source, as a sentence of numbers."""
        self.pictures: dict[str, bytes] = {}
        """The pictures that the world names, by their paths in its folder."""
        self._problems: list[Problem] = []
        self._lost_by_text: dict[tuple[str, str], list[Problem]] = {}

    def report_progress(self, part: str, done: int, of: int) -> None:
        """Tell whoever waits how far a part of the import is."""
        start, end = _PART_SPANS[part]
        self._progress(round(start + (end - start) * done / max(of, 1)), 1000)

    def warn(self, at: SourceValue, code: str, what: str, fix: str, why: str = "") -> None:
        """Note something odd that the world can live with."""
        self._problems.append(_make_problem(at, code, what, why, fix, Severity.WARNING))

    def make_error(
        self, at: SourceValue, code: str, what: str, fix: str, why: str = ""
    ) -> UnreadableError:
        """Return the error to raise for what keeps a source, or a part of it, from being read."""
        return UnreadableError(_make_problem(at, code, what, why, fix, Severity.ERROR))

    def add_problem(self, problem: Problem, severity: Severity = Severity.ERROR) -> None:
        """Note a problem that was raised."""
        self._problems.append(replace(problem, severity=severity))

    def report_lost(
        self, at: SourceValue, what: str, code: str = "no-room", fix: str = LOST_HINT
    ) -> None:
        """Note something that has no room in a world; what is told in the same words is counted."""
        found = self._lost_by_text.setdefault((code, what), [])
        if found:
            found.append(found[0])
        else:
            found.append(_make_problem(at, code, what, "", fix, Severity.WARNING))

    @property
    def problems(self) -> list[Problem]:
        """All problems, sorted."""
        lost = (_add_count(found[0], len(found)) for found in self._lost_by_text.values())
        return sorted({*self._problems, *lost})


def _add_count(problem: Problem, count: int) -> Problem:
    return replace(problem, what=f"{problem.what} ({count} ×)") if count > 1 else problem


def _make_problem(
    at: SourceValue, code: str, what: str, why: str, fix: str, severity: Severity
) -> Problem:
    line, column = at.doc.places.find(at.path) if at.doc.places else (1, 1)
    return Problem(at.doc.name, max(line, 1), max(column, 1), code, what, why, fix, severity)
