"""Several files that are written together: all of them, or none."""

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from latticeville.core.disk import content_hash, write_atomic


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files and the folders that they need; an error names its file, and leaves every file as
    it was."""
    with ExitStack() as undo:
        staged = dict[Path, tuple[Path, Path]]()
        for path, data in files.items():
            with _name_file(path):
                if path.is_dir():
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                for folder in reversed([each for each in path.parents if not each.exists()]):
                    folder.mkdir()
                    undo.callback(_remove_empty, folder)
                target = path.resolve()
                hidden = _hidden_beside(target)
                undo.callback(_remove_file, hidden)
                mode = target.stat().st_mode & 0o7777 if target.exists() else None
                write_atomic(hidden, data, mode)
                staged[path] = hidden, target
        for path, (hidden, target) in staged.items():
            with _name_file(path):
                hidden.replace(target)
        undo.pop_all()


@contextmanager
def _name_file(path: Path) -> Iterator[None]:
    """Let an OSError name this file, and not the hidden one in its place."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _hidden_beside(target: Path) -> Path:
    """Return the hidden name of a file until all are written; one that a killed process left is
    written over."""
    return target.with_name(f".{content_hash(os.fsencode(target.name), 8)}.new")


def _remove_file(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
