"""The window of studies: a list of them, with plan, runs as they come in, and measures."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar, NamedTuple, cast

from textual import on
from textual.binding import BindingType
from textual.message import Message

from latticeville.reports.rows import count
from latticeville.studies.outcome import StudyOutcome, StudyRow
from latticeville.studies.plan import StudyPlan
from latticeville.studies.run_task import RUNS, RunRow
from studio.run.studies.session import (
    OpenStudy,
    StudiesSession,
    StudyEntry,
    plan_study,
    read_studies,
    run_study,
)
from studio.run.studies.study_rows import run_key, study_rows
from studio.task import Task
from studio.ui.command_scope import bindings
from studio.ui.list_view import ListView
from studio.ui.work_window import WorkLines, WorkWindow


class StudyChoice(NamedTuple):
    """A run of a study to be shown, or two to be compared."""

    runs: tuple[Path, ...]
    tick: int


class StudyLines(WorkLines):
    """The studies; the window that they are in does what their keys say."""

    where = "studies"
    BINDINGS: ClassVar[list[BindingType]] = bindings("studies")

    def __init__(self, session: StudiesSession) -> None:
        super().__init__("studies")
        self._session = session

    def _draw(self) -> None:
        self.show_rows(list(study_rows(self._session, self.size.width)))

    def action_plan(self) -> None:
        """Tell what the study still costs."""
        self._window.plan()

    def action_run(self) -> None:
        """Make the runs that are not there yet."""
        self._window.run_all()

    def action_mark(self) -> None:
        """Mark the run, to compare another with it."""
        self._window.mark()

    def action_compare(self) -> None:
        """Compare the run with the marked one, else with that of the control."""
        self._window.compare()

    @property
    def _window(self) -> "StudiesScreen":
        return cast("StudiesScreen", self.screen)


class StudiesScreen(WorkWindow[StudyChoice | None]):
    """Plans and runs the studies of a world; closes with the chosen runs."""

    class Read(Message):
        """The studies were read."""

        def __init__(self, task: Task, entries: dict[str, StudyEntry]) -> None:
            super().__init__()
            self.task, self.entries = task, entries

    class Planned(Message):
        """The plan of a study was made."""

        def __init__(self, task: Task, name: str, plan: StudyPlan) -> None:
            super().__init__()
            self.task, self.name, self.plan = task, name, plan

    class RowCame(Message):
        """A run of a study has ended."""

        def __init__(self, name: str, row: RunRow) -> None:
            super().__init__()
            self.name, self.row = name, row

    class Ran(Message):
        """All runs of a study have ended, or could not be made."""

        def __init__(self, task: Task, name: str, trouble: str) -> None:
            super().__init__()
            self.task, self.name, self.trouble = task, name, trouble

    def __init__(self, folder: Path, session: StudiesSession) -> None:
        self._lines = StudyLines(session)
        super().__init__(f"Studies · {folder.name}", self._lines)
        self._folder, self._session = folder, session

    def on_mount(self) -> None:
        """Show what is known, and read the studies anew."""
        self.call_after_refresh(self._lines.draw, self._session.key)
        self._lines.focus()
        self.work.watch()
        self.work.begin(
            "Reading the studies", lambda task: self.Read(task, read_studies(self._folder, task))
        )

    def on_unmount(self) -> None:
        """Keep where one was, and cancel what is not done."""
        self._session.key = self._lines.key
        self.work.stop()

    def _redraw(self) -> None:
        self._session.key = self._lines.key or self._session.key
        self._lines.draw(self._session.key)

    def on_studies_screen_read(self, message: Read) -> None:
        """Show what was read, with the cursor where it was when the window was closed."""
        if self.work.take(message.task):
            self._session.entries = message.entries
            self._lines.draw(self._session.key)
            self.work.tell(
                f"{len(message.entries)} {'studies' if len(message.entries) != 1 else 'study'}."
            )

    @on(ListView.Opened)
    def open_line(self, message: ListView.Opened) -> None:
        """Open or close the study of a line; show the run of one."""
        message.stop()
        entry, row = self._entry, self._row
        if row is not None and entry is not None and entry.study is not None:
            if row.status == "succeeded":
                folder = entry.study.root / RUNS / row.run
                self.dismiss(StudyChoice((folder,), row.ticks))
            else:
                self.work.say(f"This run is {row.status}: f5 makes it.")
        elif message.row.key in self._session.entries:
            name = message.row.key
            self._session.opened = "" if self._session.opened == name else name
            self._redraw()

    @property
    def _entry(self) -> StudyEntry | None:
        """The study that the line at the cursor is of."""
        entries = self._session.entries
        return entries.get(self._lines.key) or entries.get(self._session.opened)

    @property
    def _study(self) -> OpenStudy | None:
        """The study at the cursor, if it can be run; else it is said why not."""
        entry = self._entry
        if entry is None or entry.study is None:
            self.work.say("Put the cursor on a study that can be run.")
            return None
        return None if self.work.is_busy() else entry.study

    @property
    def _row(self) -> StudyRow | None:
        """The run at the cursor."""
        entry = self._session.entries.get(self._session.opened)
        if entry is None or entry.outcome is None:
            return None
        return next((one for one in entry.outcome.rows if run_key(one) == self._lines.key), None)

    def plan(self) -> None:
        """Time a short run of the study at the cursor, and tell what all cost."""
        study, entry = self._study, self._entry
        if study is not None and entry is not None:
            self.work.begin(
                "Timing a short run",
                lambda task: self.Planned(task, entry.name, plan_study(study, entry.rows)),
            )

    def on_studies_screen_planned(self, message: Planned) -> None:
        """Show a plan."""
        if self.work.take(message.task):
            self._show(replace(self._session.entries[message.name], plan=message.plan))
            self.work.tell("Planned. f5 runs it.")

    def run_all(self) -> None:
        """Make the runs of the study at the cursor that are not there yet."""
        study, entry = self._study, self._entry
        if study is None or entry is None:
            return
        name = self._session.opened = entry.name

        def came(row: RunRow) -> None:
            self.post_message(self.RowCame(name, row))

        self.work.begin(
            f"Running {name}", lambda task: self.Ran(task, name, run_study(study, task, came))
        )
        self._redraw()

    def on_studies_screen_row_came(self, message: RowCame) -> None:
        """Show another run."""
        entry = self._session.entries[message.name]
        self._show(replace(entry, rows={**entry.rows, message.row.name: message.row}))

    def on_studies_screen_ran(self, message: Ran) -> None:
        """Tell where the tables are."""
        if not self.work.take(message.task):
            return
        entry = replace(self._session.entries[message.name], plan=None)
        self._show(entry)
        if message.trouble or entry.study is None or entry.outcome is None:
            self.work.tell(message.trouble)
            return
        done = entry.outcome.count("succeeded")
        self.work.tell(f"{count(done, 'run')} succeeded: {entry.study.root / 'study.md'}")

    def _show(self, entry: StudyEntry) -> None:
        """Show a study as it is now."""
        self._session.entries[entry.name] = entry
        self._redraw()

    def mark(self) -> None:
        """Mark the run at the cursor, or take the mark away."""
        row = self._row
        if row is None:
            self.work.say("Put the cursor on a run.")
            return
        self._session.marked = "" if self._session.marked == row.run else row.run
        self._redraw()

    def compare(self) -> None:
        """Close with the run at the cursor and the marked one, else that of the control with the
        same seed."""
        entry, row = self._entry, self._row
        if entry is None or entry.study is None or entry.outcome is None or row is None:
            self.work.say("Put the cursor on a run.")
            return
        other = self._compared_with(entry.outcome, row)
        if other.run == row.run:
            self.work.say("This is the control run of its seed: space on another run marks that.")
        elif {row.status, other.status} != {"succeeded"}:
            self.work.say("One of the two is not there yet: f5 makes it.")
        else:
            folders = (entry.study.root / RUNS / one.run for one in (other, row))
            self.dismiss(StudyChoice(tuple(folders), row.ticks))

    def _compared_with(self, outcome: StudyOutcome, row: StudyRow) -> StudyRow:
        """Return the marked run, else that of the control with the same seed."""
        marked = (one for one in outcome.rows if one.run == self._session.marked)
        control = (outcome.control, row.seed)
        own = (one for one in outcome.rows if (one.condition, one.seed) == control)
        return next(marked, None) or next(own)
