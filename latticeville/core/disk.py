"""Safe writes: atomic replacement, durable append, content hashes."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self

NO_SPACE_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Numbers of the errors that say that there is no room to write more."""


def is_full(error: BaseException) -> bool:
    """Tell whether an error says that there is no room to write."""
    return isinstance(error, OSError) and error.errno in NO_SPACE_ERRORS


def suggest_fix(error: OSError) -> str:
    """Return a line that says what to do where there is no room to write; "" for other errors."""
    if error.errno == errno.EFBIG:
        return "    fix: allow larger files (ulimit -f), and try again\n"
    return "    fix: free some space on this disk, and try again\n" if is_full(error) else ""


def content_hash(data: bytes, size: int = 16) -> str:
    """Return the BLAKE2b digest of the bytes, `size` bytes long, in hex."""
    return blake2b(data, digest_size=size).hexdigest()


def truncate(path: Path, end: int) -> None:
    """Shorten a file to so many bytes, if it is there and longer."""
    if path.exists() and path.stat().st_size > end:
        with path.open("r+b") as file:
            file.truncate(end)


def error_reason(error: object) -> str:
    """Return why a file cannot be read or written, without its name."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def unreadable_text(error: OSError | UnicodeDecodeError) -> str:
    """Return why a file cannot be read as text, without its name."""
    return error_reason(error) if isinstance(error, OSError) else "it is not UTF-8"


def describe_unreadable(error: Exception) -> str:
    """Return what is said of a file that could not be read: that it is gone, or why."""
    return (
        "is gone"
        if isinstance(error, FileNotFoundError)
        else f"cannot be read: {error_reason(error)}"
    )


@contextmanager
def name_errors(path: Path, hidden: str = "") -> Iterator[None]:
    """Let an OSError that names no file name this one, and one in a place whose path begins with
    `hidden`, here."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        elif hidden and os.fsdecode(error.filename).startswith(hidden):
            _, below, name = os.fsdecode(error.filename)[len(hidden) :].partition(os.sep)
            error.filename, error.filename2 = f"{path}{below}{name}", None
        raise


def write_atomic(path: Path, data: bytes | Iterable[bytes], mode: int | None = None) -> None:
    """Replace a file so that a reader sees the old bytes or the new; its symlink stays, and its
    mode unless given.

    Data in pieces is never whole in memory.
    """
    target = path.resolve()
    if mode is None:
        mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    prefix = f".{target.name}."
    with name_errors(path, str(target.with_name(prefix))):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=prefix)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines((data,) if isinstance(data, bytes) else data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(mode)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


class FolderExistsError(Exception):
    """There is something already where a new folder should go."""


@contextmanager
def create_folder(folder: Path) -> Iterator[Path]:
    """Let the block fill a folder that takes its place at the end; an error leaves nothing behind.

    FolderExistsError where there is one already that is not empty.
    """
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        state = "is not empty" if folder.is_dir() else "is not a folder"
        raise FolderExistsError(f"{folder} already exists and {state}")
    parent, prefix = folder.absolute().parent, f".{folder.name}."
    with name_errors(folder, str(parent / prefix)):
        parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=parent, prefix=prefix))
        try:
            yield made
            made.chmod(0o777 & ~_umask())
            made.replace(folder)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Appender:
    """A file that only grows; each append reaches the kernel whole, so a killed process loses none
    of it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self.size = os.fstat(self._file).st_size

    def move(self, folder: Path) -> None:
        """Say in which folder the file is now, for errors."""
        self._path = folder / self._path.name

    def append(self, data: bytes) -> None:
        """Write the bytes at the end, all of them or, where that fails, none."""
        whole = data
        with name_errors(self._path):
            try:
                while data:
                    data = data[os.write(self._file, data) :]
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._file, self.size)
                raise
        self.size += len(whole)

    def sync(self) -> None:
        """Wait until what was appended would survive a loss of power."""
        with name_errors(self._path):
            os.fsync(self._file)

    def close(self) -> None:
        """Sync and close."""
        try:
            self.sync()
        finally:
            os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
