"""A lock on a file that the operating system releases when its process ends."""

import contextlib
import os
import socket
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import name_errors

if sys.platform != "win32":
    import fcntl

_ATTEMPTS, _PAUSE = 10, 0.01
"""Attempts, and seconds between them: a process that asks who holds a lock has it for an
instant."""


class LockHolder(msgspec.Struct, frozen=True):
    """Who holds a lock: the process, the computer that it runs on, and what it does there."""

    pid: int = 0
    host: str = ""
    purpose: str = ""

    def __str__(self) -> str:
        """Return who it is in words, such as “latticeville resume, process 41 on desk”."""
        return (
            f"{self.purpose or 'a program'}, process {self.pid} on {self.host or 'this computer'}"
        )

    @property
    def is_this_process(self) -> bool:
        """Whether it is this process."""
        return (self.pid, self.host) == (os.getpid(), socket.gethostname())


class LockedError(Exception):
    """Another process, or another part of this one, holds the lock."""

    def __init__(self, path: Path, holder: LockHolder) -> None:
        super().__init__(f"{path} is locked by {holder}")
        self.path, self.holder = path, holder


class FileLock:
    """A lock that one holder at a time has; its file is there only while it is held or after a
    kill."""

    def __init__(self, path: Path, purpose: str) -> None:
        """Take the lock at a path, or raise LockedError; OSError where the file cannot be made."""
        self._path = path
        self._file: int | None = _acquire(path)
        holder = LockHolder(os.getpid(), socket.gethostname(), purpose)
        try:
            with name_errors(path):
                os.ftruncate(self._file, 0)
                os.pwrite(self._file, msgspec.json.encode(holder) + b"\n", 0)
        except OSError:
            self.release()
            raise

    def set_path(self, path: Path) -> None:
        """Say where the file is now that its folder was renamed; the lock itself goes with the
        file."""
        self._path = path

    def release(self) -> None:
        """Give the lock back; a second time does nothing."""
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def read_holder(path: Path) -> LockHolder | None:
    """Return who holds the lock at a path now; None where nobody does, or it cannot be told."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return None if _lock(file, exclusive=False) else _decode_holder(file)
    except OSError:
        return None
    finally:
        os.close(file)


def _acquire(path: Path) -> int:
    """Return the descriptor of the locked file; one that its last holder has just removed is made
    anew."""
    holder = LockHolder()
    for _attempt in range(_ATTEMPTS):
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            if _lock(file, exclusive=True) and _is_same_file(file, path):
                return file
            holder = _decode_holder(file)
        except BaseException as error:
            os.close(file)
            if isinstance(error, OSError):
                error.filename = str(path)
            raise
        os.close(file)
        time.sleep(_PAUSE)
    raise LockedError(path, holder)


def _is_same_file(file: int, path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_ino == os.fstat(file).st_ino
    return False


def _lock(file: int, *, exclusive: bool) -> bool:
    """Lock an open file until it is closed; False where another has it. Windows is not asked and
    always grants it."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _decode_holder(file: int) -> LockHolder:
    try:
        return decode_json(os.pread(file, 4096, 0), LockHolder)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return LockHolder()
