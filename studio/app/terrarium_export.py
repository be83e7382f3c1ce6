"""Export the run as a folder in the layout of Terrarium: the dialog, and the work in a thread."""

import os
from pathlib import Path

from textual.app import App

from studio.app.runs import RunController
from studio.project.open_world import OpenWorld
from studio.task import Task
from studio.ui.announce import Announce
from studio.ui.dialogs.path_suggester import expand_path
from studio.ui.in_worker import in_worker
from studio.ui.task_runner import TaskRunner


class TerrariumExportController:
    """Writes the open run as Terrarium writes its own."""

    def __init__(
        self,
        app: App[None],
        say: Announce,
        world: OpenWorld,
        tasks: TaskRunner,
        runs: RunController,
    ) -> None:
        self.app, self.say = app, say
        self._world, self._tasks, self._runs = world, tasks, runs

    @in_worker
    async def ask(self) -> None:
        """Ask for a new folder, and write events, states and chronicle of the run into it."""
        player = self._runs.player
        if player is None:
            self.say("Open a world first.")
            return
        from studio.ui.dialogs.validated_input import ValidatedInput

        text = (
            "A new folder, for events.jsonl, states/ and chronicle.md of the run up to its "
            "last tick."
        )
        wanted = f"{self._world.folder.name or 'run'}-terrarium"
        typed = await self.app.push_screen_wait(
            ValidatedInput("Export in Terrarium's layout", text, wanted, _folder_trouble)
        )
        if typed:
            self._export(expand_path(typed), player.source.folder)

    def _export(self, folder: Path, run: Path) -> None:
        task = Task(f"Exporting {folder.name}", "Cancelled; nothing was written.")

        def work() -> None:
            from latticeville.core.disk import FolderExistsError, error_reason
            from latticeville.formats.terrarium.export import write_terrarium
            from latticeville.runs.lines import DamageError
            from latticeville.runs.replay import Replay

            try:
                written = write_terrarium(Replay(run), folder, look=task.report_progress)
                left_out = sum(written.left_out.values())
                told = (
                    f"Written: {folder.absolute()} · {written.events} events, {left_out} "
                    "without an equivalent"
                )
            except (FolderExistsError, DamageError) as error:
                told = str(error)
            except OSError as error:
                told = f"{folder} cannot be written: {error_reason(error)}"
            self.app.call_from_thread(self._tasks.complete, task, lambda: self.say(told))

        self._tasks.begin(task, work, "exchange")


def _folder_trouble(typed: str) -> str:
    """Say why a folder cannot be written, or nothing."""
    folder = expand_path(typed)
    if not typed.strip() or not typed.isprintable():
        return "type the name of a folder"
    taken = os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir()))
    return f"{folder} exists already; choose another name" if taken else ""
