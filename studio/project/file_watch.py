"""Which files of a project other programs may have written since they were read."""

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from studio.project.documents.project import Project
from studio.project.system_watch import SystemWatch

SETTLED = 0.1
"""Seconds without a write after which files are looked at."""


class FileStat(NamedTuple):
    """What tells that a file was written."""

    changed: int
    size: int


class FileWatch:
    """Hears of writes from the system; where the system offers nothing, every look asks each
    file."""

    def __init__(self, project: Project) -> None:
        self._stats: dict[str, FileStat | None] = {}
        self._watch: SystemWatch | None = None
        self._last_write: float | None = None
        self.mark_known(project)

    def start(self, project: Project) -> None:
        """Let the system tell of writes from here on; the first look asks each file."""
        self._heard("")
        with suppress(OSError):
            self._watch = self._watch or SystemWatch(project, self._heard)

    def close(self) -> None:
        """Hear of nothing more."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    def restart(self, project: Project) -> None:
        """Go on with a project that lies in another folder, every file of which is known."""
        watching = self._watch is not None
        self.close()
        self.mark_known(project)
        if watching:
            self.start(project)

    def mark_known(self, project: Project) -> None:
        """Take every file as it is on disk for known."""
        self._stats = {name: _stat(project.path(name)) for name in project.files}

    def take_written(self, project: Project, names: Iterable[str]) -> list[str]:
        """Return which of these files were written since they were last returned or noted."""
        if self._watch is not None:
            if self._last_write is None or time.monotonic() - self._last_write < SETTLED:
                return []
            self._last_write = None
        now = {name: _stat(project.path(name)) for name in sorted(names)}
        changed = [name for name, stat in now.items() if stat != self._stats.get(name)]
        self._stats |= now
        return changed

    def _heard(self, _name: str) -> None:
        """Remember that something was written; called in a thread of the watch's own."""
        self._last_write = time.monotonic()


def _stat(path: Path) -> FileStat | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return FileStat(found.st_mtime_ns, found.st_size)
