"""The window of scenarios: a list of them, with what came of each, and where each failed."""

from pathlib import Path
from typing import ClassVar, NamedTuple, cast

from textual import on
from textual.binding import BindingType
from textual.message import Message

from latticeville.reports.rows import count
from studio.run.scenarios.scenario_rows import failure_key, scenario_rows
from studio.run.scenarios.session import (
    Failure,
    ScenarioSession,
    ScenarioTrial,
    make_failed_run,
    read_scenarios,
    try_scenarios,
)
from studio.task import Task
from studio.ui.command_scope import bindings
from studio.ui.list_view import ListView
from studio.ui.work_window import WorkLines, WorkWindow


class FailedRun(NamedTuple):
    """A run in which a scenario failed: its folder, and the tick."""

    folder: Path
    tick: int


class ScenarioLines(WorkLines):
    """The scenarios; the window that they are in does what their keys say."""

    where = "scenarios"
    BINDINGS: ClassVar[list[BindingType]] = bindings("scenarios")

    def __init__(self, session: ScenarioSession) -> None:
        super().__init__("scenarios")
        self._session = session

    def _draw(self) -> None:
        self.show_rows(list(scenario_rows(self._session, self.size.width)))

    def action_run(self) -> None:
        """Try all."""
        cast("ScenariosScreen", self.screen).try_all()


class ScenariosScreen(WorkWindow[FailedRun | None]):
    """Tries the scenarios of a world; closes with the run of the chosen failure."""

    class Tried(Message):
        """Scenarios were read or tried, or could not be."""

        def __init__(self, task: Task, trial: ScenarioTrial) -> None:
            super().__init__()
            self.task, self.trial = task, trial

    class Made(Message):
        """The run of a failure was made, or could not be."""

        def __init__(self, task: Task, failure: Failure, found: Path | str) -> None:
            super().__init__()
            self.task, self.failure, self.found = task, failure, found

    def __init__(self, folder: Path, session: ScenarioSession) -> None:
        self._lines = ScenarioLines(session)
        super().__init__(f"Scenarios · {folder.name}", self._lines)
        self._folder, self._session = folder, session

    def on_mount(self) -> None:
        """Show what is known, and read the scenarios anew."""
        self.call_after_refresh(self._lines.draw, self._session.key)
        self._lines.focus()
        self.work.watch()
        self.work.begin(
            "Reading the scenarios", lambda task: self.Tried(task, read_scenarios(self._folder))
        )

    def on_unmount(self) -> None:
        """Keep where one was, and cancel what is not done."""
        self._session.key = self._lines.key
        self.work.stop()

    def try_all(self) -> None:
        """Try all scenarios."""
        self._try("")

    def _try(self, file: str) -> None:
        if not self.work.is_busy():
            self.work.begin(
                "Trying the scenarios",
                lambda task: self.Tried(task, try_scenarios(self._folder, file, task)),
            )

    def on_scenarios_screen_tried(self, message: Tried) -> None:
        """Show what came of it, unless it was cancelled."""
        if not self.work.take(message.task):
            return
        trial = message.trial
        self._session.key = self._lines.key or self._session.key
        if trial.tests is not None:
            self._session.tests = trial.tests
        self._session.attempts |= trial.attempts
        self._lines.draw(self._session.key)
        self.work.tell(trial.trouble or self._summary())

    def _summary(self) -> str:
        session = self._session
        tried = [
            session.attempts[one.file] for one in session.scenarios if one.file in session.attempts
        ]
        failed = sum(not one.outcome.passed for one in tried)
        told = f"{count(len(session.scenarios), 'scenario')}"
        if tried:
            told += f", {len(tried)} tried: {f'{failed} failed' if failed else 'all passed'}"
        return f"{told}."

    @on(ListView.Opened)
    def open_line(self, message: ListView.Opened) -> None:
        """Try the scenario of a line; open the run of a failure."""
        message.stop()
        if message.row.link:
            self._try(message.row.link)
            return
        found = (
            failure
            for one in self._session.scenarios
            for failure in self._session.failures(one.file)
            if failure_key(failure) == message.row.key
        )
        failure = next(found, None)
        if failure is not None:
            self._open(failure)

    def _open(self, failure: Failure) -> None:
        """Close with the run of a failure; make it first, where that was not done."""
        kept = self._session.kept.get(failure)
        if kept is not None and kept.is_dir():
            self.dismiss(FailedRun(kept, failure.tick))
        elif not self.work.is_busy():
            attempt = self._session.attempts[failure.file]
            self.work.begin(
                f"Making the run with seed {failure.seed} up to tick {failure.tick}",
                lambda task: self.Made(
                    task, failure, make_failed_run(self._folder, attempt, failure)
                ),
            )

    def on_scenarios_screen_made(self, message: Made) -> None:
        """Close with the run that was made, unless that was cancelled."""
        if isinstance(message.found, Path):
            self._session.kept[message.failure] = message.found
        if not self.work.take(message.task):
            return
        if isinstance(message.found, Path):
            self.dismiss(FailedRun(message.found, message.failure.tick))
        else:
            self.work.tell(message.found)
