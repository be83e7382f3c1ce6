"""Problems of a project: where on the map they are."""

from typing import Protocol

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from studio.documents.problems import Report
from studio.documents.project import Project
from studio.drawing.sketch import Sketch
from studio.panes.draw import Draw


class ProblemHost(Protocol):
    """The map workbench, as problems are gone to."""

    sketch: Sketch

    @property
    def report(self) -> Report | None:
        """What the last check has found."""

    @property
    def project(self) -> Project:
        """The project as it is now."""

    @property
    def draw_pane(self) -> Draw:
        """The map."""

    def broken_file(self, problem: Problem) -> str:
        """Return the name of the file that cannot be read, if that is the problem."""

    def select(self, name: str, *, reveal: bool = False) -> None:
        """Select somebody or something everywhere."""

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""


class ProblemNavigator:
    """Goes from problems to what they speak of."""

    def __init__(self, host: ProblemHost) -> None:
        self._host = host

    def go_to(self, problem: Problem) -> None:
        """Go to the place that a problem speaks of: a cell of the map, or what its table is about."""
        host, project = self._host, self._host.project
        place = f"{problem.file}:{problem.line}"
        if host.broken_file(problem):
            host.tell(f"{place}:{problem.column}: {problem.what}")
            return
        if problem.file == project.place(project.map_name) and problem.line:
            host.draw_pane.go(Cell(problem.column - 1, problem.line - 1))
        else:
            host.select(self._named(problem), reveal=True)
            host.tell(f"{place}: {problem.what}")
        host.focus_pane("draw")

    def _named(self, problem: Problem) -> str:
        """Return the id of what a problem names, or what its table is about."""
        for name, _ in self._host.sketch.names():
            if f"“{name}”" in problem.what:
                return name
        report = self._host.report
        return report.entry_at(problem) if report else ""
