"""What the workbenches that own the bench do with it: edits, steps back and on, cures; and whose project it is."""

from latticeville.core.clock import stamp
from latticeville.core.problems import Problem
from studio.documents.edit import Edit
from studio.documents.fixes import fixes
from studio.documents.project import WORLD
from studio.player.frame import PlaybackFrame
from studio.player.playback import SPEEDS
from studio.screens.checking import Checking
from studio.widgets.spans import QUIET, Span
from studio.widgets.title import Title


class Editing(Checking):
    """Edits the project on the bench, and names it above."""

    clock = ""
    """What time it is in the run behind."""

    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""
        refused = self.bench.do(edit)
        if refused:
            self.tell(refused)
        self.changed()
        return not refused

    def jump(self, step: int) -> None:
        """Go to a step of the history."""
        self.tell(self.bench.jump(step))
        self.changed()

    def action_undo(self) -> None:
        """One step back."""
        self.jump(self.bench.desk.history.at - 1)

    def action_redo(self) -> None:
        """One step on."""
        self.jump(self.bench.desk.history.at + 1)

    def mend(self, problem: Problem) -> None:
        """Do what certainly mends a problem."""
        report = self.report
        if report is None or report.project is not self.bench.desk.project:
            self.tell("One moment: the project is being checked.")
            return
        found = fixes(problem, report)
        if found and self.do(found[0]):
            self.tell(f"Mended: {found[0].label}")
        elif not found:
            self.tell(f"Nothing certain mends this. {problem.fix[:1].upper()}{problem.fix[1:]}")

    def see(self, view: PlaybackFrame) -> None:
        """Show what time it is in the run behind."""
        state = view.payload.state
        run = "▶" if view.playing else "⏸"
        self.clock = f"{stamp(state.minute)} · tick {state.tick} · {run} {SPEEDS[view.speed]}"
        self.tell_title()

    def tell_title(self) -> None:
        """Name the world, say whether anything is not saved, and what time it is in the run."""
        desk = self.bench.desk
        name = desk.project.data(WORLD).get("name", self.bench.folder.name)
        right = Span(self.clock, QUIET)
        title, modified = self.query_one("#title", Title), bool(desk.history.modified)
        title.tell(str(name), right, modified=modified, read_only=bool(self.read_only))
