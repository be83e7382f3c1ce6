"""Notice writes to the files of a world of which no project was opened yet."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from latticeville.world.io.files import read_project


class FileStat(NamedTuple):
    """What tells that a file was written."""

    changed: int
    size: int


def stat_file(path: Path) -> FileStat | None:
    """Return what tells that a file was written; None where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return FileStat(found.st_mtime_ns, found.st_size)


class UnopenedFiles:
    """Notices writes to the files of a world of which no project was opened yet, by looking."""

    def __init__(self, folder: Path) -> None:
        _files, _problems, places = read_project(folder, everybody=True)
        self._paths = {name: folder / place for name, place in places.items()}
        self._known = self._seen = self._look()

    def take_written(self) -> tuple[str, ...]:
        """Return which files were written since this was asked last; those that are still being
        written the next time."""
        before, self._seen = self._seen, self._look()
        if self._seen != before:
            return ()
        known, self._known = self._known, self._seen
        return tuple(sorted(name for name, stat in self._seen.items() if stat != known[name]))

    def put_back(self, names: Iterable[str]) -> None:
        """Return files once more the next time."""
        self._known = {**self._known, **dict.fromkeys(names)}

    def _look(self) -> dict[str, FileStat | None]:
        return {name: stat_file(path) for name, path in self._paths.items()}
