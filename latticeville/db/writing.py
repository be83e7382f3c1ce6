"""Who writes a run: a mark in its folder while a process does, so that others know whether more may come."""

import os
from pathlib import Path

MARK = ".writing"
"""The file with the id of the process that writes."""


def begin(folder: Path) -> None:
    """Say that this process writes."""
    (folder / MARK).write_text(f"{os.getpid()}\n")


def end(folder: Path) -> None:
    """Say that nobody does any more."""
    (folder / MARK).unlink(missing_ok=True)


def written(folder: Path) -> bool:
    """Tell whether some process writes; the mark of one that was killed does not count."""
    return writer(folder) != 0


def writer(folder: Path) -> int:
    """Return the id of the process that writes; 0 where none does."""
    number = 0
    try:
        number = int((folder / MARK).read_text())
        os.kill(number, 0)
    except PermissionError:
        return number
    except (OSError, ValueError):
        return 0
    return number
