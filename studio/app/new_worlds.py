"""Create and import worlds: the dialogs, and the work in a thread."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from textual.app import App

from latticeville.core.problems import Problem, select_errors
from latticeville.world.shipped import WORLDS
from studio.app.worlds import WorldLoader
from studio.storage import locations
from studio.task import Task
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.word_suggester import expand_path
from studio.ui.in_worker import Announce, in_worker
from studio.ui.task_runner import TaskRunner

_SIZE = re.compile(r"\s*(\d{1,4})\s*[x×, ]\s*(\d{1,4})\s*")
_USUAL = "40x14"
"""The size of the blank template as it is."""


class NewWorldController:
    """Makes worlds, and takes them over from others."""

    def __init__(
        self,
        app: App[None],
        say: Announce,
        tasks: TaskRunner,
        worlds: WorldLoader,
    ) -> None:
        self.app, self.say = app, say
        self._tasks, self._worlds = tasks, worlds

    @in_worker
    async def make_new(self) -> None:
        """Ask for a name and a template, and open the new world."""
        text = "Folder name in worlds/, such as harbour, or a path, such as games/harbour."
        name = await self._fill("New world", text, "", _folder_trouble)
        if not name:
            return
        from latticeville.world.templates import TEMPLATES, template_files

        options = [Option(name, name.capitalize(), text) for name, text in TEMPLATES.items()]
        template = await self.app.push_screen_wait(OptionDialog("Template", options))
        if not template:
            return
        size = None
        if template == "blank":
            text = "Width and height in cells; you can resize it later."
            typed = await self._fill("Map size", text, _USUAL, _size_trouble)
            if not typed:
                return
            size = None if typed == _USUAL else _size(typed)
        folder = _folder(name)
        self.write(
            Task("Making", "Cancelled; nothing was written."),
            folder,
            lambda: (template_files(template, folder.name, size), []),
            f"Created {folder}.",
        )

    @in_worker
    async def ask_import(self) -> None:
        """Ask for a source and a folder, and open what came of it."""
        text = "A Tiled map (.tmj, .tmx), a scenario of Terrarium (.toml), "
        text += "or a folder of a Generative Agents matrix or an original Latticeville world. "
        text += "A capsule (.zip), or the folder of a run: also one that another program recorded."
        typed = await self._fill("Import", text, "", _source_trouble)
        if not typed:
            return
        source = expand_path(typed)
        if _is_run_source(source):
            await self._import_run(source)
            return
        wanted = re.sub(r"[^a-z0-9]+", "_", source.absolute().stem.casefold()).strip("_") or "town"
        text = "Folder name in worlds/, or a path, such as games/harbour."
        name = await self._fill("Import into", text, wanted, _folder_trouble)
        if not name:
            return
        from latticeville.formats.report import ImportReport
        from latticeville.formats.world_import import import_world

        task = Task("Importing", "Cancelled; nothing was written.")
        report, folder = ImportReport(task.report_progress), _folder(name)
        said = f"Imported {source.name} into {folder}."

        def make() -> tuple[dict[str, str | bytes] | None, Sequence[Problem]]:
            files, problems = import_world(source, report)
            return ({**files, **report.pictures} if files is not None else None), problems

        self.write(task, folder, make, said, lambda: report.comparison)

    async def _import_run(self, source: Path) -> None:
        """Open a run, what a capsule holds, or what another program recorded, which is written into
        a folder that is asked for."""
        from latticeville.formats.recordings.recording_import import is_recording, write_recording
        from latticeville.formats.report import ImportReport, UnreadableError
        from latticeville.runs.capsule import is_capsule, unpack
        from latticeville.runs.lines import DamageError
        from latticeville.runs.run_folder import RunFolderExistsError

        task = Task("Importing", "Cancelled; nothing was written.")
        report, folder = ImportReport(task.report_progress), source
        is_foreign = is_recording(source)
        if is_foreign:
            wanted = f"runs/{source.stem}"
            text = "Folder of the run, such as runs/town."
            name = await self._fill("Import into", text, wanted, _run_folder_trouble)
            if not name:
                return
            folder = expand_path(name)

        def do() -> None:
            said, where = "", folder
            try:
                if is_foreign:
                    said = write_recording(source, folder, report)
                elif is_capsule(source):
                    where = unpack(source)
            except UnreadableError as error:
                report.add_problem(error.problem)
                said, where = "Nothing was written: 1 error.", Path()
            except (DamageError, RunFolderExistsError, OSError) as error:
                told = str(error).partition("\n")[0]
                self.app.call_from_thread(self._tasks.complete, task, lambda: self.say(told))
                return
            found = where if where != Path() else None
            title = "Imported" if found is not None else "Not imported"
            self.app.call_from_thread(
                self._tasks.complete,
                task,
                lambda: self._tell(title, said, report.problems, found, lasting=bool(said)),
            )

        self._tasks.begin(task, do, "exchange")

    def write(
        self,
        task: Task,
        folder: Path,
        make: "Callable[[], tuple[Mapping[str, str | bytes] | None, Sequence[Problem]]]",
        said: str,
        compared: Callable[[], str] = str,
    ) -> None:
        """Make a world in a thread, tell what there is to tell, and open it."""

        def do() -> None:
            from latticeville.core.disk import FolderExistsError
            from latticeville.world.io.files import write_world

            files, problems = make()
            if files is None:
                count = len(select_errors(problems))
                text = f"Nothing was written: {count} error{'s' * (count != 1)}."
                self.app.call_from_thread(
                    self._tasks.complete,
                    task,
                    lambda: self._tell("Not imported", text, problems, None),
                )
                return
            task.check_stopped()
            try:
                write_world(folder, files)
            except (FolderExistsError, OSError, ValueError) as error:
                told = f"Nothing was written: {getattr(error, 'strerror', None) or error}"
                self.app.call_from_thread(self._tasks.complete, task, lambda: self.say(told))
                return
            more = compared()
            self.app.call_from_thread(
                self._tasks.complete,
                task,
                lambda: self._tell("Imported", said, problems, folder, more),
            )

        self._tasks.begin(task, do, "exchange")

    @in_worker
    async def _tell(
        self,
        title: str,
        text: str,
        problems: Sequence[Problem],
        folder: Path | None,
        compared: str = "",
        *,
        lasting: bool = False,
    ) -> None:
        """Show problems and how the import compares with its source, or with `lasting` the text in
        any case; then open the folder."""
        if problems or compared or lasting:
            from studio.ui.dialogs.problems_dialog import ProblemsDialog

            lost = f" {len(problems)} problems in the source:" if folder and problems else ""
            more = f"\nCompared with the source: {compared}." if compared else ""
            await self.app.push_screen_wait(ProblemsDialog(title, f"{text}{lost}{more}", problems))
        if folder is not None:
            self._worlds.leave_for(folder)

    async def _fill(
        self, title: str, text: str, wanted: str, wrong: Callable[[str], str]
    ) -> str | None:
        """Ask for a line; None where nothing was typed."""
        from studio.ui.dialogs.validated_input import ValidatedInput

        return await self.app.push_screen_wait(ValidatedInput(title, text, wanted, wrong))


def _folder(name: str) -> Path:
    """Return the folder of a new world of this name."""
    return expand_path(name) if {"/", "\\"} & {*name} else WORLDS / name.strip()


def _folder_trouble(name: str) -> str:
    """Say why a world cannot be made in a folder, or nothing."""
    if not name:
        return "type a name"
    folder = _folder(name)
    if folder.name in ("", "..") or not name.isprintable():
        return f"“{name}” is not a valid folder name"
    taken = os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir()))
    return f"{folder} exists already; choose another name" if taken else ""


def _is_run_source(source: Path) -> bool:
    """Tell whether a path is that of a run, of a capsule, or of what another program recorded."""
    from latticeville.formats.recordings.recording_import import is_recording
    from latticeville.runs.capsule import is_capsule

    return is_capsule(source) or locations.is_run(source) or is_recording(source)


def _run_folder_trouble(name: str) -> str:
    """Say why a run cannot be written into a folder, or nothing."""
    folder = expand_path(name) if name else Path()
    if not name or not name.isprintable():
        return "type a name"
    return f"{folder} exists already; choose another name" if os.path.lexists(folder) else ""


def _source_trouble(typed: str) -> str:
    """Say why a source cannot be imported, or nothing."""
    from latticeville.formats.cast.people_import import is_people_source
    from latticeville.formats.world_import import is_world_source

    source = expand_path(typed)
    if not typed or not os.path.lexists(source):
        return f"there is no “{source}”" if typed else "name a file or a folder"
    if is_world_source(source) or _is_run_source(source):
        return ""
    if (source / "world.toml").is_file():
        return "this is already a world: open it"
    if is_people_source(source):
        return (
            f"this contains people; to import them: latticeville import {source} {WORLDS / 'WORLD'}"
        )
    return "this format cannot be imported"


def _size_trouble(typed: str) -> str:
    """Say why a new world cannot be of a size, or nothing."""
    from latticeville.world.templates import size_error

    size = _size(typed)
    return size_error(*size) if size else "type width and height, such as 60x30"


def _size(typed: str) -> tuple[int, int] | None:
    found = _SIZE.fullmatch(typed)
    return (int(found[1]), int(found[2])) if found else None
