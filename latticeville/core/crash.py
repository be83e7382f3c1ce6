"""Crash reports: a file with the details, and one sentence for the user."""

import os
import platform
import re
import sys
import tempfile
import traceback
from contextlib import suppress
from itertools import count
from pathlib import Path

_ADDRESS = re.compile(r"\bpostgres(?:ql)?:/\S*", re.IGNORECASE)


def hide_addresses(text: str) -> str:
    """Return a text without the addresses of databases in it, which may hold a password.

    >>> hide_addresses("run --store=postgres://ada:x@h/d --ticks 5")
    'run --store=postgres://… --ticks 5'
    """
    return _ADDRESS.sub("postgres://…", text)


def write_report(error: BaseException, folder: Path) -> str:
    """Write the report of an error into a folder, else the temporary one, and return the sentence
    that names it."""
    head = f"{platform.platform()} · Python {platform.python_version()}\n{' '.join(sys.argv)}\n\n"
    text = hide_addresses(head + "".join(traceback.format_exception(error)))
    data = text.encode("utf-8", "backslashreplace")
    reason, path = "", None
    for write in (_write_numbered, _write_temporary):
        try:
            path = write(folder, data)
            break
        except OSError as failure:
            reason = reason or f"{failure.filename or folder}: {failure.strerror}"
    told = f"the report is in {path}" if path else f"no report could be written: {reason}"
    return f"latticeville has crashed: {type(error).__name__}: {hide_addresses(str(error))}\n{told}"


def _write_numbered(folder: Path, data: bytes) -> Path:
    """Write a file with the first free number."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in (folder / f"crash-{number:03}.txt" for number in count(1)):
        with suppress(FileExistsError), path.open("xb") as file:
            file.write(data)
            return path
    raise AssertionError


def _write_temporary(_folder: Path, data: bytes) -> Path:
    """Write a file in the temporary folder."""
    handle, name = tempfile.mkstemp(prefix="latticeville-crash-", suffix=".txt")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return Path(name)
