"""Foreign files as bytes and tables: only plain files of the source's own folder, only so large, only well-formed."""

import json
import os
from pathlib import Path
from typing import Any

from latticeville.world.files import plain_bytes, tidy
from latticeville.world.importers.report import At, Doc, Report, Spot
from latticeville.world.locate import locate_json

_OUTSIDE = "an import may read only the folder in which its source lies"


class Folder:
    """The folder of a source."""

    def __init__(self, folder: Path, report: Report) -> None:
        self._folder, self._report = Path(os.path.realpath(folder)), report

    @property
    def path(self) -> Path:
        """The folder itself."""
        return self._folder

    def empty(self, name: str) -> Doc:
        """Return a file that is spoken of and not read."""
        return Doc(name, None)

    def read(self, name: str, named: At | None = None) -> bytes:
        """Return what a file holds; `named` is where another file names it."""
        at = named or At(Doc(name, None))
        try:
            path = Path(os.path.realpath(self._folder / name))
            if Path(name).is_absolute() or not path.is_relative_to(self._folder):
                what = f"“{name[:200]}” leaves the folder of the source"
                raise self._report.fail(
                    at, "outside-project", what, "copy it into the folder, and name it there", _OUTSIDE
                )
            return plain_bytes(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            what = f"“{name[:200]}” cannot be read: {reason[:1].lower()}{reason[1:]}"
            raise self._report.fail(at, "unreadable", what, "put a plain file there that you may read") from error

    def text(self, name: str, named: At | None = None) -> str:
        """Return the text of a file."""
        data = self.read(name, named)
        try:
            return tidy(data.decode())
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            at = At(Doc(name, None, Spot(line, error.start - data.rfind(b"\n", 0, error.start))))
            what = f"“{name}” is not UTF-8: byte 0x{data[error.start]:02x} belongs to no letter"
            raise self._report.fail(at, "not-utf-8", what, "save the file as UTF-8") from error

    def table(self, name: str, named: At | None = None) -> Doc:
        """Return the object that a JSON file holds."""
        text = self.text(name, named)
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            what = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            at = At(Doc(name, None, Spot(error.lineno, error.colno)))
            raise self._report.fail(at, "json-syntax", what, "mend the JSON there, or export the file again") from error
        except (ValueError, RecursionError) as error:
            what = f"“{name}” holds a number of too many digits, or brackets within brackets too deep"
            fix = "write shorter numbers and fewer levels"
            raise self._report.fail(At(Doc(name, None)), "json-syntax", what, fix) from error
        if not isinstance(data, dict):
            at = At(Doc(name, None, Spot(1, 1)))
            raise self._report.fail(at, "wrong-type", f"“{name}” must hold an object", "write { … }")
        return Doc(name, data, locate_json(text))


def table(value: object) -> dict[str, Any]:
    """Return a table as it is, and anything else as an empty one."""
    return value if isinstance(value, dict) else {}


def array(value: object) -> list[Any]:
    """Return a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []
