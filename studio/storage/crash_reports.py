"""Write crash reports for developers."""

import traceback
from datetime import UTC, datetime
from pathlib import Path

from studio.storage.locations import crash_folder


def write_report(error: BaseException) -> Path | None:
    """Write down an error with its traceback, and return where; None where it cannot be written."""
    name = datetime.now(tz=UTC).strftime("crash-%Y%m%d-%H%M%S-%f.txt")
    path = crash_folder() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return None
    return path


def describe_error(error: BaseException) -> str:
    """Say what went wrong in one line.

    >>> describe_error(KeyError("ada")), describe_error(OSError(28, "No space left on device"))
    ("KeyError: 'ada'", '[Errno 28] No space left on device')
    """
    said = " ".join(str(error).split())
    return (
        said
        if said and isinstance(error, OSError)
        else f"{type(error).__name__}: {said}".rstrip(": ")
    )
