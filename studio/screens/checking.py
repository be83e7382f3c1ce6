"""How a workbench has its project checked: soon after an edit, by a worker, one edition at a time."""

from abc import abstractmethod
from collections.abc import Sequence

from textual.message import Message

from latticeville.core.problems import Problem, errors
from studio.documents.history import History
from studio.documents.problems import Checker, Report
from studio.screens.keeping import Keeping
from studio.widgets.rest import Rest
from studio.widgets.spans import ALARM, QUIET, Span

CHECK = 0.08
"""Seconds without an edit after which the checks begin."""


class Checked(Message):
    """The checks have looked at a project."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report

    def can_replace(self, message: Message) -> bool:
        """Let a newer report take an older one's place."""
        return isinstance(message, Checked)


class Checking(Keeping):
    """Has the project on the bench checked, and gives what was saved to the run."""

    _checker: Checker
    _checking = False
    _soon: Rest | None = None

    @abstractmethod
    def reported(self, report: Report) -> None:
        """Show what the checks have found."""

    @property
    def troubles(self) -> tuple[Problem, ...]:
        """Everything that is known to be wrong, by its place."""
        on_disk = self.bench.broken.values()
        return tuple(sorted((*on_disk, *(self.report.problems if self.report else ()))))

    def check_soon(self) -> None:
        """Have the project checked once nothing was edited for a moment."""
        self._soon = self._soon or Rest(self, CHECK, self._check)
        self._soon.begin()

    def _check(self) -> None:
        """Have the project checked by a worker, one at a time."""
        if self._checking or (self.report and self.report.project is self.bench.desk.project):
            return
        self._checking = True
        project = self.bench.desk.project
        self.run_worker(lambda: self.post_message(Checked(self._checker.check(project))), thread=True, group="check")

    def on_checked(self, message: Checked) -> None:
        """Show what the checks have found; look again if the project has changed meanwhile."""
        self._checking, self.report = False, message.report
        self.reported(message.report)
        self.checked(message.report)
        if message.report.project is not self.bench.desk.project:
            self._check()


def tally(found: Sequence[Problem], history: History, report: Report | None) -> Span:
    """Return what stands at the right of a status line: what is not saved, and how many problems there are."""
    bad = len(errors(found))
    word = f"✗{bad} !{len(found) - bad}" if found else "✓" if report else "…"
    modified = len(history.modified)
    return Span((f"● {modified} unsaved · " if modified else "") + word, ALARM if bad else QUIET)
