"""How the map workbench keeps what was made: saving, recovery, and what others change on disk."""

import time
from abc import abstractmethod
from datetime import datetime
from typing import TYPE_CHECKING

from textual.message import Message

from latticeville.core.problems import errors
from latticeville.world.pack import World
from studio.documents.conflict import Choice, Conflict, Key
from studio.documents.files import Broken, Reloaded, mine, theirs
from studio.documents.problems import Report
from studio.documents.project import Project
from studio.screens.compare import Compare
from studio.screens.recovery import Answer, RecoveryQuestions
from studio.ui.pane_screen import Paned
from studio.widgets.pick import Option, Pick

if TYPE_CHECKING:
    from studio.drawing.bench import Bench, Change

WATCH = 1.0
"""Seconds between two looks at the files."""
CHECKPOINT = 0.5
"""Seconds between two looks at whether the recovery file is to be written."""
LATER = "Left as it is; the next ctrl+s asks again."
"""Said where a choice between two editions was put off."""


class Keeping(Paned):
    """Saves, watches and recovers."""

    bench: "Bench"
    report: Report | None

    class Applied(Message):
        """A world was saved that a run may go on in."""

        def __init__(self, world: World) -> None:
            super().__init__()
            self.world = world

    _awaited: Project | None = None
    """The project that was saved and is still being checked."""
    _asking = False
    _failed = ""
    """Why the recovery file could not be written the last time."""

    @abstractmethod
    def changed(self) -> None:
        """Show the project as it is now, and have it checked."""

    @abstractmethod
    def tell_problems(self) -> None:
        """Show what is wrong, here and on disk."""

    @abstractmethod
    def reloaded(self, before: Project) -> None:
        """Let stand out what somebody else has changed since an edition."""

    def begin_keeping(self) -> None:
        """Ask about what was not saved the last time, and watch the files."""
        self.set_interval(WATCH, self._watch)
        self.set_interval(CHECKPOINT, self._checkpoint)
        bench = self.bench
        if bench.read_only or bench.access.problem:
            self.tell(bench.access.told)
        if not bench.access.offered:
            bench.access.offered = True
            RecoveryQuestions(self.app, bench, self._recovered).ask()

    @property
    def read_only(self) -> str:
        """Why nothing can be changed here; nothing where it can."""
        return self.bench.read_only

    def _recovered(self, answer: Answer) -> None:
        """Show what became of what was not saved."""
        self.changed()
        self.tell(answer.sentence)

    def action_save(self) -> None:
        """Write all that changed."""
        self.save()

    def save(self) -> bool:
        """Write all that changed; True where nothing is left unsaved."""
        if self.read_only:
            self.tell(f"Not saved: {self.read_only}.")
            return True
        saved = self.bench.save()
        self.changed()
        if saved.failed:
            self.tell("Not saved: " + "; ".join(f"{name}: {why}" for name, why in saved.failed.items()))
        elif saved.conflicts:
            self._settle(saved.conflicts[0])
        elif saved.written:
            self.tell(f"Saved {datetime.now().astimezone():%H:%M}: {', '.join(saved.written)}")
            self._awaited = self.bench.desk.project
            if self.report:
                self.checked(self.report)
        elif self.bench.broken:
            self._write_over(next(iter(self.bench.broken)))
        else:
            self.tell("Everything is saved already.")
        return not self.bench.desk.history.modified

    def _write_over(self, name: str) -> None:
        """Ask whether the last good edition of a file is to replace the one on disk, which is broken."""
        broken = self.bench.broken[name]
        text = f"{broken.file}:{broken.line}:{broken.column}: {broken.what}.\nWhat you see here is the last good one."
        options = [Option("", "Leave it as it is"), Option("over", "Write the last good one over it")]

        def answered(way: str | None) -> None:
            if way:
                failed = self.bench.overwrite(name).failed
                self.tell(f"Not saved: {failed[name]}" if name in failed else f"{name} is whole again.")
                self.changed()

        self.app.push_screen(Pick("Broken on disk", options, text=text, search=False), answered)

    def checked(self, report: Report) -> None:
        """Give a saved project that holds to the run behind."""
        if self._awaited is None or report.project is not self._awaited:
            return
        self._awaited = None
        wrong = len(errors(report.problems))
        if report.world and not wrong:
            self.post_message(self.Applied(report.world))
        else:
            self.tell(f"Saved; the run stays in the world from before: {wrong} problem{'s' * (wrong != 1)} first.")

    def _watch(self) -> None:
        """Look at the files; of two workbenches, the one that is seen."""
        if self not in self.app.screen_stack or self._asking:
            return
        bench = self.bench
        before = bench.desk.project
        broken = dict(bench.broken)
        found = bench.changes()
        for change in found:
            self._meet(change)
        if bench.broken != broken:
            self.tell_problems()
        if any(isinstance(change.verdict, Reloaded) for change in found):
            self.changed()
            self.reloaded(before)

    def _checkpoint(self) -> None:
        """Write the recovery file, if that is due, whatever screen is seen; say once why it cannot be written."""
        failed = ""
        try:
            self.bench.checkpoint(time.monotonic())
        except OSError as error:
            failed = f"Unsaved changes cannot be kept for recovery: {error.strerror or error}."
            if failed != self._failed:
                self.tell(failed)
        self._failed = failed

    def _meet(self, change: "Change") -> None:
        match change.verdict:
            case Reloaded():
                undo = "" if self.read_only else "; u takes it back"
                self.tell(f"{change.name} was changed on disk and is loaded again{undo}.")
                self._awaited = self.bench.desk.project
            case Broken(problem):
                self.tell(f"{problem.file}:{problem.line}:{problem.column} is broken on disk; the last good one stays.")
            case Conflict() as conflict:
                self._settle(conflict)

    def _settle(self, conflict: Conflict) -> None:
        """Ask what is to become of a file that was changed here and on disk."""
        gone = not conflict.hash
        broken = conflict.theirs is None and not gone
        options = [Option("mine", "Keep mine", "the next save writes over it")]
        if conflict.items and not broken:
            options.insert(0, Option("compare", "Compare", f"{len(conflict.items)} items"))
        if broken:
            options.append(Option("", "Not now", "mend it on disk: it is looked at again"))
        else:
            word = "Let it go here, too" if gone else "Load what is on disk"
            options.append(Option("theirs", word, "mine is one undo away"))
        told = "was deleted on disk" if gone else "is broken on disk" if broken else "was changed on disk"
        text = f"{conflict.name} {told}{', and changed here, too' if self._dirty(conflict.name) else ''}."
        self._asking = True
        ask = Pick("Two editions of one file", options, text=text, search=False)
        self.app.push_screen(ask, lambda way: self._settled(conflict, way))

    def _dirty(self, name: str) -> bool:
        return name in self.bench.desk.history.modified

    def _settled(self, conflict: Conflict, way: str | None) -> None:
        self._asking = False
        bench = self.bench
        if way == "compare":
            self._asking = True
            self.app.push_screen(Compare(conflict), lambda choices: self._compared(conflict, choices))
            return
        if way == "theirs":
            bench.desk = theirs(bench.desk, conflict)
        elif way == "mine":
            bench.desk = mine(bench.desk, conflict)
            self.tell("Kept; ctrl+s writes it.")
        else:
            self.tell(LATER)
        self.changed()

    def _compared(self, conflict: Conflict, choices: dict[Key, Choice] | None) -> None:
        self._asking = False
        if choices is None:
            self.tell(LATER)
            return
        self.bench.choose(conflict, choices)
        self.tell("Put together; " + ("ctrl+s writes it." if self._dirty(conflict.name) else "just as it is on disk."))
        self.changed()
