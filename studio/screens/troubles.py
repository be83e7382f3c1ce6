"""What is wrong with the project or broken on disk: where on the map it is, and how it is mended."""

from abc import abstractmethod

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from studio.drawing.sketch import Sketch
from studio.panes.draw import Draw
from studio.panes.mending import Mending
from studio.screens.editing import Editing


class Troubles(Editing):
    """Goes from problems to what they speak of, and mends them."""

    sketch: Sketch

    @abstractmethod
    def select(self, name: str, *, reveal: bool = False, also: tuple[str, ...] = ()) -> None:
        """Select somebody or something everywhere, and others with it."""

    def go_to_problem(self, problem: Problem) -> None:
        """Go to the place that a problem speaks of: a cell of the map, or what its table is about."""
        project = self.project
        if problem in self.bench.broken.values():
            self.tell(f"{problem.file}:{problem.line}:{problem.column}: {problem.what}")
            return
        if problem.file == project.place(project.map_name) and problem.line:
            self.query_one(Draw).go(Cell(problem.column - 1, problem.line - 1))
        else:
            named = next((name for name, _ in self.sketch.names() if f"“{name}”" in problem.what), "")
            self.select(named or (self.report.entry_at(problem) if self.report else ""), reveal=True)
            self.tell(f"{problem.file}:{problem.line}: {problem.what}")
        self.focus_pane("draw")

    def on_mending_mend(self, message: Mending.Mend) -> None:
        """Do what certainly mends a problem; of a file that is broken on disk, write the last good one over it."""
        broken = next((name for name, one in self.bench.broken.items() if one == message.problem), "")
        if broken:
            self.controller.overwrite(broken)
        else:
            self.mend(message.problem)
