"""Go to the place of a problem on the map."""

from typing import Protocol

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from studio.map.map_dialogs import MapHost


class ProblemHost(MapHost, Protocol):
    """The map workbench, as problems are gone to."""

    def broken_file(self, problem: Problem) -> str:
        """Return the name of the file that cannot be read, if that is the problem."""


class ProblemNavigator:
    """Goes from problems to what they speak of."""

    def __init__(self, host: ProblemHost) -> None:
        self._host = host

    def go_to(self, problem: Problem) -> None:
        """Go to the place that a problem speaks of: a cell of the map, or what its table is
        about."""
        host, project = self._host, self._host.project
        place = f"{problem.file}:{problem.line}"
        if host.broken_file(problem):
            host.tell(f"{place}:{problem.column}: {problem.what}")
            return
        if problem.file == project.place(project.map_name) and problem.line:
            host.map_pane.go(Cell(problem.column - 1, problem.line - 1))
        else:
            host.select(self._named(problem), reveal=True)
            host.tell(f"{place}: {problem.what}")
        host.focus_pane("draw")

    def _named(self, problem: Problem) -> str:
        """Return the id of what a problem names, or what its table is about."""
        for name, _ in self._host.map_model.iter_names():
            if f"“{name}”" in problem.what:
                return name
        report = self._host.report
        return report.entry_at(problem) if report else ""
