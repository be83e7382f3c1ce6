"""An open project: edited, checked, saved, watched, recoverable; without a screen."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from latticeville.core.disk import FolderExistsError, error_reason
from latticeville.core.problems import Problem
from latticeville.core.sentence_case import capital
from latticeville.world.model.world_renames import NO_RENAMES, Renames
from latticeville.world.shipped import own_folder
from studio.project.changes import (
    BrokenOnDisk,
    Change,
    ConflictOnDisk,
    Listener,
    ProjectChanged,
    ProjectChecked,
    ReloadedFromDisk,
    RepairedOnDisk,
)
from studio.project.conflict import Choice, Conflict, Key
from studio.project.documents.project import Project
from studio.project.edits.edit import Edit, EditRefusedError
from studio.project.file_watch import FileWatch
from studio.project.history import History
from studio.project.open_project import (
    OpenProject,
    ReloadedFile,
    SaveResult,
    UnreadableFile,
    Verdict,
    classify_write,
    follow_rename,
    keep_own_version,
    make_conflict,
    merge_chosen,
    open_project,
    save,
    take_disk_version,
)
from studio.project.project_checks import ProjectChecker, ProjectReport
from studio.project.recovery import Recovery, RecoveryOffer, restore_offer
from studio.project.world_access import WorldAccess

Resolution = Literal["mine", "theirs"] | Mapping[Key, Choice]
"""Which version of a file in conflict is taken, as a whole or item by item."""


class Workspace:
    """The project of one world folder with its history, checks, files and recovery file; tells
    listeners of changes."""

    def __init__(self, access: WorldAccess) -> None:
        self.access = access
        self.opened: OpenProject = open_project(access.world)
        self.report: ProjectReport | None = None
        """What the last check has found."""
        self.broken: dict[str, Problem] = {}
        """What keeps a file from being read as it is on disk, by name; the project has the last
        valid version."""
        self.recovery = Recovery(access.folder)
        self.offers: list[RecoveryOffer] = [] if self.read_only else self._offers()
        """What was not saved the last time, the newest first; each until it is answered."""
        self.selected = ""
        """The id of whoever or whatever is selected, the same on the map and among the people."""
        self._checker = ProjectChecker()
        self._files = FileWatch(self.project)
        self._listeners: list[Listener] = []
        self._left = False
        self._known_names = NO_RENAMES
        """What was renamed when this was asked the last time."""

    @property
    def folder(self) -> Path:
        """The folder of the world."""
        return self.access.world

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.opened.project

    @property
    def history(self) -> History:
        """The steps of the project, and which of them is on disk."""
        return self.opened.history

    @property
    def read_only(self) -> str:
        """Why nothing can be changed here; empty where it can."""
        return self.access.read_only

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is known to be wrong, here and on disk: errors first, then by place."""
        return tuple(
            sorted((*self.broken.values(), *(self.report.problems if self.report else ())))
        )

    @property
    def checked(self) -> bool:
        """Whether the report is about the project as it is now."""
        return self.report is not None and self.report.project is self.project

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener of every change, after those who subscribed before; return what ends
        that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def do(self, edit: Edit) -> str:
        """Do an edit; return why it was refused, or nothing."""
        if self.read_only:
            return _sentence(self.read_only)
        try:
            opened = self.opened.do(edit)
        except EditRefusedError as refused:
            return _sentence(str(refused))
        self._change(opened)
        return ""

    def jump(self, step: int) -> str:
        """Go to a step of the history; return what was undone or done again."""
        if self.read_only:
            return _sentence(self.read_only)
        before, after = self.history, self.history.jump(step)
        if after.at == before.at:
            return "There is nothing to undo." if step < before.at else "There is nothing to redo."
        self._change(replace(self.opened, history=after))
        if after.at < before.at:
            return f"Undone: {before.steps[after.at + 1].label}"
        return f"Redone: {after.steps[after.at].label}"

    def take_renames(self) -> Renames:
        """Return what was renamed since this was asked the last time, or since the project was
        opened."""
        renames, self._known_names = (
            self._known_names.undone().then(self.history.renames),
            self.history.renames,
        )
        return renames

    def check(self, project: Project) -> ProjectReport:
        """Check a project; in any thread, but in one at a time."""
        return self._checker.check(project)

    def accept_report(self, report: ProjectReport) -> None:
        """Take what a check has found for the newest report."""
        self.report = report
        self._tell(ProjectChecked(report))

    def save(self, over: tuple[str, ...] = (), only: tuple[str, ...] = ()) -> SaveResult:
        """Write all that changed, or only some files of it; what others have written meanwhile only
        where it is among `over`."""
        if self.read_only:
            return SaveResult(self.opened, (), (), {})
        try:
            self._follow_copy(self.access.make_writable() if self.history.modified else self.folder)
        except (OSError, FolderExistsError) as error:
            return SaveResult(
                self.opened, (), (), {str(own_folder(self.folder)): error_reason(error)}
            )
        saved = save(self.opened, over, only)
        self.broken = {name: one for name, one in self.broken.items() if name not in saved.written}
        with suppress(
            OSError
        ):  # what is written is safe; the next checkpoint tries again, and says why not
            self.recovery.write(saved.opened)
        self._change(saved.opened)
        self._files.mark_known(self.project)
        return saved

    def overwrite(self, name: str) -> SaveResult:
        """Write the last valid version of a file that is broken on disk over it."""
        self.opened = keep_own_version(
            self.opened, make_conflict(self.opened, name, self._read(name))
        )
        return self.save((name,))

    def resolve(self, conflict: Conflict, by: Resolution) -> None:
        """Settle a conflict: by the version that is here, by the one on disk, or by the items
        chosen of each."""
        match by:
            case "mine":
                self._change(keep_own_version(self.opened, conflict))
            case "theirs":
                self._change(take_disk_version(self.opened, conflict))
            case choices:
                self._change(merge_chosen(self.opened, conflict, choices))

    def watch(self) -> None:
        """Let the system tell of writes by others, which the next look takes in."""
        self._files.start(self.project)

    def look(self) -> None:
        """Take in what others have written; what was changed here, too, becomes a conflict."""
        self._follow_copy(self.folder)
        before, known = self.project, self.broken
        names = self._files.take_written(before, {*before.files, *self.history.saved.files})
        found = {name: self._take_in(name) for name in names}
        reloaded = tuple(name for name, one in found.items() if isinstance(one, ReloadedFile))
        if reloaded:
            self._tell(ReloadedFromDisk(reloaded, before))
        repaired = tuple(name for name in known if name not in self.broken)
        if repaired:
            self._tell(RepairedOnDisk(repaired))
        for one in found.values():
            self._tell_what_is_left(one)

    def checkpoint(self, now: float) -> None:
        """Write the recovery file, if that is due; OSError where it cannot be written."""
        if not (self._left or self.read_only or self.access.problem):
            self.recovery.write_if_due(self.opened, now)

    def recover(
        self, offer: RecoveryOffer, choices: Mapping[str, Mapping[Key, Choice]] | None = None
    ) -> None:
        """Restore what was not saved, as a step; its file is put aside once it is in this one's
        recovery file."""
        self._change(restore_offer(self.opened, offer, choices))
        self._drop(offer)
        with suppress(OSError):
            self.recovery.write(self.opened)
            self.recovery.dismiss(offer)

    def discard(self, offer: RecoveryOffer) -> None:
        """Let go of what was not saved; its file is kept for a while."""
        self.recovery.dismiss(offer)
        self._drop(offer)

    def leave(self, *, keep: bool) -> None:
        """Close the project and tell nobody of anything more; what is not saved is kept for the
        next time, or not."""
        self._listeners.clear()
        self._files.close()
        self._left = True
        if self.read_only:
            return
        with suppress(OSError):  # a disk that is full leaves the recovery file as it was
            if keep:
                self.recovery.write(self.opened)
            else:
                self.recovery.close()

    def _follow_copy(self, folder: Path) -> None:
        """Go on in the copy of a shipped world, which has the same files."""
        if folder == self.project.folder:
            return
        moved = self.history.change_each(lambda project: replace(project, folder=folder, places={}))
        self.opened = replace(self.opened, history=moved)
        self._files.restart(self.project)

    def _change(self, opened: OpenProject) -> None:
        before, self.opened = self.history, opened
        renames = before.renames.undone().then(opened.history.renames)
        self._tell(ProjectChanged(before.present, renames))

    def _tell(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)

    def _take_in(self, name: str) -> Verdict:
        """Take in what is on disk of one file, as far as that loses nothing; return what it
        means."""
        self.opened = follow_rename(self.opened, name)
        verdict: Verdict = classify_write(self.opened, name, self._read(name))
        self.broken = {other: one for other, one in self.broken.items() if other != name}
        if isinstance(verdict, Conflict) and self.read_only:
            verdict = ReloadedFile(take_disk_version(self.opened, verdict), self.project)
        match verdict:
            case ReloadedFile(opened):
                self.opened = opened
            case UnreadableFile(problem):
                self.broken[name] = _on_disk(problem)
        return verdict

    def _tell_what_is_left(self, verdict: Verdict) -> None:
        """Tell what could not be taken in."""
        if isinstance(verdict, UnreadableFile):
            self._tell(BrokenOnDisk(verdict.problem))
        elif isinstance(verdict, Conflict):
            self._tell(ConflictOnDisk(verdict))

    def _offers(self) -> list[RecoveryOffer]:
        """Return what was not saved the last time; what is on disk, or in a newer one, is put
        aside."""
        found = list[RecoveryOffer]()
        for offer in self.recovery.read_offers():
            if restore_offer(self.opened, offer) is self.opened or any(
                one.contains(offer, self.opened) for one in found
            ):
                self.recovery.dismiss(offer)
            else:
                found.append(offer)
        return found

    def _drop(self, offer: RecoveryOffer) -> None:
        self.offers = [one for one in self.offers if one.path != offer.path]

    def _read(self, name: str) -> bytes | None:
        try:
            return self.project.path(name).read_bytes()
        except OSError:
            return None


def _on_disk(problem: Problem) -> Problem:
    """Return a problem of a file on disk, told beside what is valid here."""
    return replace(
        problem,
        what=f"on disk, {problem.what}",
        why="another program wrote it; the studio shows the last valid version",
        fix="fix the file, or save to overwrite it with the last valid version",
    )


def _sentence(text: str) -> str:
    return capital(text) + ("" if text.endswith(".") else ".")
