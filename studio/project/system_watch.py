"""Watch the files of a project through the operating system."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from studio.project.documents.project import Project
from studio.project.open_project import logical_name

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
