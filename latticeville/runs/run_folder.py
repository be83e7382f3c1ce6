"""The folder of a run: who writes it, and how a new one is made.

One process at a time writes a run and holds its lock; readers take none. A new folder is made as
`.NAME.making` beside its place and renamed. In an existing empty folder, the files are made in
`.making` and moved up; the file that makes the folder a run comes last. What a killed process
leaves is no run, and the next process that starts there removes it.
"""

import contextlib
import errno
import os
import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from latticeville.core.disk import name_errors
from latticeville.core.file_lock import FileLock, LockedError, LockHolder, read_holder
from latticeville.runs.branch import BRANCH, move_branch

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


MAKING = ".making"
"""The folder in which files are made, or the ending of its name."""
_RUN_FILES = re.compile(
    r"(segment-\d{3,}|shelf|vectors)\.jsonl|tape\.jsonl\.zst|(world-\w+|waiting|branch|origin)\.json"
)
_TEMPORARY = re.compile(r"\.(world-\w+|waiting|branch|origin|end)\.json\..+")
_ATTEMPTS = 5
"""Attempts to lock a folder that another process may be removing."""
T = TypeVar("T")


class RunFolderExistsError(Exception):
    """A folder holds something already, and a run needs one of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is not empty, and a run needs a folder of its own")
        self.folder = folder


class UnfinishedRun:
    """A run folder in the making; `path` is where its files are to be written, `lock` says that it
    is written."""

    def __init__(self, folder: Path, purpose: str) -> None:
        """Claim a new or empty folder; RunFolderExistsError where it is neither, RunInUseError
        where it is taken."""
        self.folder, self._in_existing = folder, folder.is_dir()
        self.path = (
            folder / MAKING if self._in_existing else folder.with_name(f".{folder.name}{MAKING}")
        )
        self._hidden = str(self.path)
        with self.naming_errors():
            self.lock = (
                _claim_empty(folder, purpose)
                if self._in_existing
                else _claim_new(folder, self.path, purpose)
            )

    def naming_errors(self) -> AbstractContextManager[None]:
        """Return a context in which errors name files as they are called once the run is
        complete."""
        return name_errors(self.folder, self._hidden)

    def publish(self) -> None:
        """Put the complete folder into its place; RunFolderExistsError where something stands there
        by now."""
        if self._in_existing:
            _move_files_up(self.path, self.folder)
        else:
            try:
                self.path.rename(self.folder)
            except OSError as error:
                if error.errno in {errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR}:
                    raise RunFolderExistsError(self.folder) from error
                raise
            self.lock.set_path(self.folder / LOCK)
        self.path = self.folder

    def discard(self) -> None:
        """Remove all that was written, published or not, and let go of the folder."""
        _remove_run_files(self.path)
        if self._in_existing:
            with contextlib.suppress(OSError):
                (self.folder / MAKING).rmdir()
        self.lock.release()
        if not self._in_existing:
            with contextlib.suppress(OSError):
                self.path.rmdir()


def begin_in_first_free(folders: Iterable[Path], begin: Callable[[Path], T]) -> T:
    """Begin a run in the first of endless folders that is not there, and that nobody else begins in
    meanwhile."""
    for folder in folders:
        if not folder.exists():
            with contextlib.suppress(RunFolderExistsError, RunInUseError):
                return begin(folder)
    raise ValueError("every folder is taken")


def is_unfinished(folder: Path) -> bool:
    """Tell whether a run is being made in a folder, or was when its process was killed."""
    if folder.name.startswith(".") and folder.name.endswith(MAKING):
        return True
    making = folder / MAKING
    return making.is_dir() and any(making.iterdir())


def remove_temporary(folder: Path) -> None:
    """Remove what a killed writer left beside the files of a run, whose lock the caller holds."""
    for path in folder.iterdir():
        if _TEMPORARY.fullmatch(path.name):
            path.unlink()
    with contextlib.suppress(OSError):
        (folder / MAKING).rmdir()


def _claim_new(folder: Path, hidden: Path, purpose: str) -> FileLock:
    """Lock the hidden folder of a folder that is not there yet, and empty it."""
    remove_abandoned(folder.parent, hidden)
    for left in reversed(range(_ATTEMPTS)):
        hidden.mkdir(parents=True, exist_ok=True)
        try:
            lock = lock_run(hidden, purpose, folder)
        except FileNotFoundError:
            if not left:
                raise
            continue
        except OSError:
            with contextlib.suppress(OSError):
                hidden.rmdir()
            raise
        break
    if os.path.lexists(folder):
        lock.release()
        with contextlib.suppress(OSError):
            hidden.rmdir()
        if not folder.is_dir():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
        raise RunFolderExistsError(folder)
    _remove_run_files(hidden)
    return lock


def _claim_empty(folder: Path, purpose: str) -> FileLock:
    """Lock a folder that is there, and remove what a killed process has begun in it."""
    _check_free(folder)
    lock = lock_run(folder, purpose)
    try:
        _check_free(folder)
        _remove_run_files(folder)
        (folder / MAKING).mkdir(exist_ok=True)
        _remove_run_files(folder / MAKING)
    except BaseException:
        lock.release()
        raise
    return lock


def _check_free(folder: Path) -> None:
    """Raise RunFolderExistsError where a folder holds more than what an unfinished run has left
    there.

    The file that makes a folder a run is moved last: as long as something is in `.making`, it is
    none.
    """
    names = {path.name for path in folder.iterdir()} - {LOCK, MAKING}
    if names and not (all(map(_is_ours, names)) and is_unfinished(folder)):
        raise RunFolderExistsError(folder)


def _move_files_up(path: Path, folder: Path) -> None:
    """Move the files of a run out of a folder in it, that which makes it a run last."""
    for one in sorted(
        path.iterdir(),
        key=lambda one: (one.name == BRANCH, one.name.startswith("segment"), one.name),
    ):
        if one.name == BRANCH:
            move_branch(path, folder)
        else:
            one.rename(folder / one.name)
    path.rmdir()


def remove_abandoned(parent: Path, kept: Path | None = None) -> None:
    """Remove the hidden folders in a folder, but for one, that killed processes left."""
    for path in parent.glob(f".*{MAKING}"):
        if path != kept:
            _remove_abandoned(path)


def _remove_abandoned(path: Path) -> None:
    """Remove a hidden folder that a killed process left, if nobody has it."""
    with contextlib.suppress(OSError, LockedError):
        if not all(_is_ours(one.name) or one.name == LOCK for one in path.iterdir()):
            return
        with FileLock(path / LOCK, "cleaning up"):
            _remove_run_files(path)
        path.rmdir()


def _remove_run_files(path: Path) -> None:
    """Remove the files of a run from a folder, but for the lock and what no run writes."""
    for one in path.iterdir() if path.is_dir() else ():
        if _is_ours(one.name):
            one.unlink(missing_ok=True)


def _is_ours(name: str) -> bool:
    return bool(_RUN_FILES.fullmatch(name) or _TEMPORARY.fullmatch(name))
