"""Notice writes by other programs: by what the system tells, else by looking."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from studio.project.documents.project import Project
from studio.project.open_project import logical_name
from studio.project.unopened_files import FileStat, stat_file

_TOLD = ("created", "modified", "moved", "deleted", "closed")


class SystemWatch:
    """Watches the world folder and the shared personas; use it as a context, or close it.

    `heard` is called in a thread of the watch's own, with the logical name of a file that may have
    changed; what it means is for `files.external` to say. OSError where the system cannot watch, as
    beyond a limit of its own.
    """

    def __init__(self, project: Project, heard: Callable[[str], None]) -> None:
        self._observer = Observer()
        handler = _Handler(project, heard)
        try:
            for folder in _folders(project):
                self._observer.schedule(handler, str(folder), recursive=True)
            self._observer.start()
        except OSError:
            self._observer.unschedule_all()
            raise

    def close(self) -> None:
        """Stop; nothing is heard afterwards."""
        self._observer.stop()
        self._observer.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Handler(FileSystemEventHandler):
    """Turns paths into logical names; the files beside which an atomic write prepares itself are
    none."""

    def __init__(self, project: Project, heard: Callable[[str], None]) -> None:
        self._project, self._heard = project, heard

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Tell of a file, and of both where one became another."""
        if event.is_directory or event.event_type not in _TOLD:
            return
        for path in {str(event.src_path), str(event.dest_path or "")} - {""}:
            name = (
                "" if Path(path).name.startswith(".") else logical_name(self._project, Path(path))
            )
            if name:
                self._heard(name)


def _folders(project: Project) -> list[Path]:
    """Return the world folder and the folders of files that lie elsewhere."""
    world = project.folder.resolve()
    others = {project.path(name).resolve().parent for name in project.files}
    return [world, *sorted(folder for folder in others if not folder.is_relative_to(world))]


SETTLED = 0.1
"""Seconds without a write after which files are looked at."""


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
        self._stats = {name: stat_file(project.path(name)) for name in project.files}

    def take_written(self, project: Project, names: Iterable[str]) -> list[str]:
        """Return which of these files were written since they were last returned or noted."""
        if self._watch is not None:
            if self._last_write is None or time.monotonic() - self._last_write < SETTLED:
                return []
            self._last_write = None
        now = {name: stat_file(project.path(name)) for name in sorted(names)}
        changed = [name for name, stat in now.items() if stat != self._stats.get(name)]
        self._stats |= now
        return changed

    def _heard(self, _name: str) -> None:
        """Remember that something was written; called in a thread of the watch's own."""
        self._last_write = time.monotonic()
