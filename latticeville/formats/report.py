"""The report of an import: each problem with its place, repeated ones counted."""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from latticeville.core.problems import Problem, Severity
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.world.io.files import normalize_text, read_plain_file
from latticeville.world.io.locate import locate_json
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
        self.presets: tuple[str, ...] = ()
        """The names of the kinds that work as a preset does."""
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


_OUTSIDE = "an import may read only the folder in which its source lies"


class SourceFolder:
    """The folder of a source."""

    def __init__(self, folder: Path, report: ImportReport) -> None:
        self._folder, self._report = Path(os.path.realpath(folder)), report

    @property
    def path(self) -> Path:
        """The folder itself."""
        return self._folder

    def name_document(self, name: str) -> SourceDocument:
        """Return a file that is spoken of and not read."""
        return SourceDocument(name, None)

    def read_bytes(self, name: str, named: SourceValue | None = None) -> bytes:
        """Return what a file holds; `named` is where another file names it."""
        at = named or SourceValue(SourceDocument(name, None))
        try:
            path = Path(os.path.realpath(self._folder / name))
            if Path(name).is_absolute() or not path.is_relative_to(self._folder):
                what = f"“{name[:200]}” is outside the folder of the source"
                raise self._report.make_error(
                    at,
                    "outside-project",
                    what,
                    "copy it into the folder, and change the path",
                    _OUTSIDE,
                )
            return read_plain_file(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            what = f"“{name[:200]}” cannot be read: {reason[:1].lower()}{reason[1:]}"
            raise self._report.make_error(
                at, "unreadable", what, "put a file there that you have permission to read"
            ) from error

    def read_text(self, name: str, named: SourceValue | None = None) -> str:
        """Return the text of a file."""
        data = self.read_bytes(name, named)
        try:
            return normalize_text(data.decode())
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            at = SourceValue(
                SourceDocument(
                    name, None, FixedLocation(line, error.start - data.rfind(b"\n", 0, error.start))
                )
            )
            what = (
                f"“{name}” is not UTF-8: byte 0x{data[error.start]:02x} is not part of a character"
            )
            raise self._report.make_error(
                at, "not-utf-8", what, "save the file as UTF-8"
            ) from error

    def read_json(self, name: str, named: SourceValue | None = None) -> SourceDocument:
        """Return the object that a JSON file holds."""
        text = self.read_text(name, named)
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            what = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            at = SourceValue(SourceDocument(name, None, FixedLocation(error.lineno, error.colno)))
            raise self._report.make_error(
                at, "json-syntax", what, "correct the JSON there, or export the file again"
            ) from error
        except (ValueError, RecursionError) as error:
            what = (
                f"“{name}” has a number with too many digits, or brackets that are nested too "
                "deeply"
            )
            fix = "write shorter numbers and fewer levels of brackets"
            raise self._report.make_error(
                SourceValue(SourceDocument(name, None)), "json-syntax", what, fix
            ) from error
        if not isinstance(data, dict):
            at = SourceValue(SourceDocument(name, None, FixedLocation(1, 1)))
            raise self._report.make_error(
                at, "wrong-type", f"“{name}” must be a JSON object", "write { … }"
            )
        return SourceDocument(name, data, locate_json(text))


def as_table(value: object) -> dict[str, Any]:
    """Return a table as it is, and anything else as an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """Return a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []
