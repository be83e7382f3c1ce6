"""`.lock`: one process at a time writes a run; readers take no lock."""

from pathlib import Path

from latticeville.core.disk import name_errors
from latticeville.core.file_lock import FileLock, LockedError, LockHolder, read_holder

LOCK = ".lock"
"""The file that the writer of a run has locked."""


class RunInUseError(Exception):
    """Another process, or another part of this one, writes the run."""

    def __init__(self, folder: Path, holder: LockHolder) -> None:
        super().__init__(
            f"{folder} is being written by {holder}\n"
            "    why: a log has one writer at a time; a second one would destroy it\n"
            "    fix: wait until it ends; meanwhile read the run with latticeville watch "
            f"{folder}, or fork it"
        )
        self.folder, self.holder = folder, holder


def lock_run(folder: Path, purpose: str, named: Path | None = None) -> FileLock:
    """Lock the run in a folder, which errors call `named`; RunInUseError where somebody writes it,
    or OSError."""
    try:
        with name_errors(named or folder, str(folder / LOCK)):
            return FileLock(folder / LOCK, purpose)
    except LockedError as error:
        raise RunInUseError(named or folder, error.holder) from error


def find_writer(folder: Path) -> LockHolder | None:
    """Return who writes the run in a folder now; None where nobody does."""
    return read_holder(folder / LOCK)
