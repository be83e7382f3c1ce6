"""Connects a workspace to the app: checks in a worker, a clock, and dialogs."""

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import ModalScreen, Screen

from latticeville.core.problems import select_errors
from studio.editor.conflict_dialog import ConflictDialog
from studio.editor.editor_messages import WorldSaved
from studio.editor.recovery_dialog import RecoveryQuestions
from studio.project.changes import (
    BrokenOnDisk,
    Change,
    ConflictOnDisk,
    ProjectChecked,
    ReloadedFromDisk,
)
from studio.project.conflict import Conflict
from studio.project.edits.scenarios import AddScenario, free_scenario_file
from studio.project.project_checks import ProjectReport
from studio.project.workspace import Workspace
from studio.ui.debounce import Debounce
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.footer import CommandFooter
from studio.ui.settings import add_recent_world

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.worker import Worker

    from studio.project.documents.project import Project

CHECK = 0.08
"""Seconds without an edit after which the checks begin."""
TICK = 0.5
"""Seconds between two looks at whether the recovery file is due, or something was written by
others."""
LATER = "Not changed; the next ctrl+s asks again."
"""Said where a choice between two versions was put off."""


def local_time() -> datetime:
    """Return the time of day where the user is."""
    return datetime.now().astimezone()


class WorkspaceController:
    """Checks, saves and watches a workspace for the editors that are attached to it, and asks what
    only a person knows.

    Sentences are told to the screen that is seen, under its dialogs.
    """

    clock: Callable[[], datetime] = staticmethod(local_time)
    """Says when a save was; tests set it."""

    def __init__(self, app: App[Any], workspace: Workspace) -> None:
        self.workspace = workspace
        self._app = app
        self._editors: list[Screen[Any]] = []
        self.run: Screen[Any] | None = None
        """The screen of the run, over which files are watched, too."""
        self._clock: Timer | None = None
        self._check_later = Debounce(app, CHECK, self._begin_checks)
        self._checks: Worker[None] | None = None
        self._awaited: Project | None = None
        """The project that is on disk and still being checked."""
        self._done = ""
        """Whether the studio saved that project or another program wrote it, as a sentence."""
        self._asking = asyncio.Lock()
        """Held while a conflict is asked about: one at a time."""
        self._not_kept = ""
        """Why the recovery file could not be written the last time."""
        workspace.subscribe(self._heard)

    def attach(self, editor: Screen[Any]) -> None:
        """Watch the files and keep what is not saved, until every editor is detached."""
        self._editors.append(editor)
        self.watch()

    def detach(self, editor: Screen[Any]) -> None:
        """Do without an editor."""
        self._editors.remove(editor)
        if not self._editors:
            self.unwatch()

    def watch(self) -> None:
        """Look at the files from now on."""
        if self._clock is None:
            self.workspace.watch()
            self._clock = self._app.set_interval(TICK, self._tick)

    def unwatch(self) -> None:
        """Look at them no more."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def begin(self) -> None:
        """Say why nothing can be changed or kept or where it goes; ask once about what was not
        saved the last time."""
        access = self.workspace.access
        if told := access.notice or access.copy_notice:
            self._say(told)
        if not access.offered:
            access.offered = True
            self._app.run_worker(self._recover(), group="recovery")

    def take_in(self, names: Sequence[str], more: str = "") -> None:
        """Say that files were written by others, and give the world to the run once it is
        checked."""
        told = names[0] if len(names) == 1 else f"{len(names)} files"
        if self._is_run_seen():
            self._say(f"{told} changed on disk; 1: map, 2: people, 3: objects")
        else:
            self._say(f"{told} reloaded from disk{more}")
        self._await(f"Reloaded {told} from disk.")
        self.check_soon()

    def check_soon(self) -> None:
        """Have the project checked once nothing was edited for a moment."""
        self._check_later.begin()

    def save(self) -> bool:
        """Write all that changed; True where nothing is left unsaved."""
        workspace = self.workspace
        if workspace.read_only:
            self._say(f"Not saved: {workspace.read_only}.")
            return True
        before = workspace.folder
        saved = workspace.save()
        if saved.failed:
            self._say(
                "Not saved: " + "; ".join(f"{name}: {why}" for name, why in saved.failed.items())
            )
        elif saved.conflicts:
            self._ask_about(saved.conflicts[0])
        elif saved.written:
            count = len(saved.written)
            done = f"Saved {self.clock():%H:%M:%S}: {count} file{'s' * (count != 1)}"
            copied = (
                ""
                if workspace.folder == before
                else f" in {workspace.folder}, your copy of the shipped world"
            )
            self._say(f"{done} ({', '.join(saved.written)}){copied}")
            if copied:
                add_recent_world(workspace.folder)
            self._await(f"{done}.")
            if workspace.report:
                self._give_to_run(workspace.report)
        elif workspace.broken:
            self.overwrite(next(iter(workspace.broken)))
        else:
            self._say("Everything is saved already.")
        return not workspace.history.modified

    def keep_scenario(self, wanted: str, text: str) -> None:
        """Write a scenario under a free name like the wanted one, as a step that can be undone;
        what else is not saved stays so."""
        workspace = self.workspace
        file = free_scenario_file(workspace.project, wanted)
        if refused := workspace.do(AddScenario(file, text)):
            self._say(refused)
            return
        saved = workspace.save(only=(file,))
        if saved.failed:
            self._say(f"Not saved: {'; '.join(saved.failed.values())}. ctrl+s tries again.")
        else:
            self._say(
                f"Wrote {workspace.project.path(file)}. \\ tries it; u in a workbench undoes it."
            )

    def overwrite(self, name: str) -> None:
        """Ask whether the last valid version of a file is to replace the one on disk, which is
        broken."""
        self._app.run_worker(self._overwrite(name), group="conflict")

    async def _overwrite(self, name: str) -> None:
        broken = self.workspace.broken[name]
        text = (
            f"{broken.file}:{broken.line}:{broken.column}: {broken.what}.\nThe studio shows "
            "the last valid version."
        )
        options = [Option("", "Cancel"), Option("over", "Overwrite it with the last valid version")]
        if await self._app.push_screen_wait(
            OptionDialog("Syntax error on disk", options, text=text, search=False)
        ):
            failed = self.workspace.overwrite(name).failed
            self._say(f"Not saved: {failed[name]}" if name in failed else f"{name} is valid again.")

    async def _recover(self) -> None:
        answer = await RecoveryQuestions(self._app, self.workspace).ask()
        if answer is not None:
            self._say(answer.sentence)

    def _ask_about(self, conflict: Conflict) -> None:
        self._app.run_worker(self._resolve(conflict), group="conflict")

    async def _resolve(self, conflict: Conflict) -> None:
        """Ask what is to become of a file that was changed here and on disk."""
        workspace = self.workspace
        async with self._asking:
            way = await self._app.push_screen_wait(
                _question(conflict, changed=self._is_modified(conflict))
            )
            if way == "compare":
                choices = await self._app.push_screen_wait(ConflictDialog(conflict))
                if choices is None:
                    self._say(LATER)
                    return
                workspace.resolve(conflict, choices)
                as_on_disk = (
                    "ctrl+s writes it."
                    if self._is_modified(conflict)
                    else "it equals the file on disk."
                )
                self._say(f"Merged; {as_on_disk}")
            elif way == "theirs":
                workspace.resolve(conflict, "theirs")
            elif way == "mine":
                workspace.resolve(conflict, "mine")
                self._say("Kept yours; ctrl+s writes it.")
            else:
                self._say(LATER)

    def _is_run_seen(self) -> bool:
        """Tell whether the run is seen, and no workbench that edits."""
        seen = self._app.screen_stack
        return not any(editor in seen for editor in self._editors)

    def _is_modified(self, conflict: Conflict) -> bool:
        return conflict.name in self.workspace.history.modified

    def _heard(self, change: Change) -> None:
        """Say what has happened on disk, and ask where that is needed; give a saved world to the
        run."""
        match change:
            case ProjectChecked(report):
                self._give_to_run(report)
            case ReloadedFromDisk(names):
                self.take_in(names, "" if self.workspace.read_only else "; u: undo")
            case BrokenOnDisk(one):
                self._say(
                    f"{one.file}:{one.line}:{one.column}: syntax error on disk; showing the last "
                    "valid version."
                )
            case ConflictOnDisk(conflict):
                self._ask_about(conflict)

    def _await(self, done: str) -> None:
        """Wait for the checks of what is on disk; `done` says who wrote it."""
        self._awaited, self._done = self.workspace.project, done

    def _give_to_run(self, report: ProjectReport) -> None:
        """Let the run go on in a world that is on disk, if nothing is wrong with it."""
        if self._awaited is None or report.project is not self._awaited:
            return
        self._awaited = None
        wrong = len(select_errors(report.problems))
        if report.world and not wrong:
            self._app.post_message(
                WorldSaved(report.world, self._done, self.workspace.take_renames())
            )
        else:
            fix = (
                f"the run keeps the previous world until you fix {wrong} error{'s' * (wrong != 1)}"
            )
            self._say(f"{self._done[:-1]}; {fix}.")

    def _begin_checks(self) -> None:
        if not self.workspace.checked and (self._checks is None or self._checks.is_finished):
            self._checks = self._app.run_worker(self._check(), group="check")

    async def _check(self) -> None:
        """Have the project checked in a thread, and again where it has changed meanwhile."""
        workspace = self.workspace
        while not workspace.checked:
            workspace.accept_report(await asyncio.to_thread(workspace.check, workspace.project))

    def _tick(self) -> None:
        """Write the recovery file, if that is due; look at the files while a workbench is seen and
        nothing is asked."""
        self._checkpoint()
        seen = self._app.screen_stack
        if not self._asking.locked() and any(
            screen is self.run or screen in self._editors for screen in seen
        ):
            self.workspace.look()

    def _checkpoint(self) -> None:
        """Write the recovery file, if that is due; say once why it cannot be written."""
        not_kept = ""
        try:
            self.workspace.checkpoint(time.monotonic())
        except OSError as error:
            not_kept = f"The recovery file cannot be written: {error.strerror or error}."
            if not_kept != self._not_kept:
                self._say(not_kept)
        self._not_kept = not_kept

    def _say(self, sentence: str) -> None:
        """Say a sentence in the footer of the screen that is seen, under its dialogs."""
        screen = next(
            (one for one in reversed(self._app.screen_stack) if not isinstance(one, ModalScreen)),
            None,
        )
        for hints in screen.query(CommandFooter) if screen else ():
            hints.tell(sentence)


def _question(conflict: Conflict, *, changed: bool) -> OptionDialog:
    """Return the dialog that asks what is to become of a file in conflict."""
    gone = not conflict.hash
    broken = conflict.theirs is None and not gone
    options = [Option("mine", "Keep mine", "the next save overwrites the file")]
    if conflict.items and not broken:
        options.insert(0, Option("compare", "Compare", f"{len(conflict.items)} items"))
    if broken:
        options.append(Option("", "Not now", "fix it on disk: the studio reloads it"))
    else:
        word = "Delete it here too" if gone else "Load the file from disk"
        options.append(Option("theirs", word, "u brings yours back"))
    told = (
        "was deleted on disk"
        if gone
        else "has a syntax error on disk"
        if broken
        else "was changed on disk"
    )
    text = f"{conflict.name} {told}{'; unsaved changes here' if changed else ''}."
    return OptionDialog("File changed on disk and here", options, text=text, search=False)
