"""Read foreign files safely: plain files of the source's folder, limited in size, well-formed."""

import json
import os
from pathlib import Path
from typing import Any

from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceValue,
)
from latticeville.world.io.files import normalize_text, read_plain_file
from latticeville.world.io.locate import locate_json

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
