"""How a machine is tried: verbs, waits, how it begins, and a trace that is kept as a test."""

from abc import abstractmethod

from latticeville.world.traces import saved
from studio.documents.edit import Refused
from studio.documents.edits.values import Insert
from studio.documents.project import THINGS
from studio.documents.references import rows
from studio.objects.edit_dialogs import Tinkering
from studio.objects.panes.trial_pane import TryIt
from studio.objects.trial_session import STAGE_HELP, Rehearsal, staged
from studio.widgets.ask import Ask
from studio.widgets.fill import Fill

LONGEST = 7 * 24 * 60
"""Most minutes that one wait of a trial lasts."""


class Trying(Tinkering):
    """Does what the pane of the trial wants."""

    rehearsal: Rehearsal | None
    """What is tried on the machine."""

    @abstractmethod
    def tried(self) -> None:
        """Show the trial as it is now."""

    def on_try_it_wanted(self, message: TryIt.Wanted) -> None:
        """Try something."""
        rehearsal = self.rehearsal
        if rehearsal is None:
            return
        match message.what:
            case "press":
                rehearsal.move(message.verb)
            case "back" | "over":
                rehearsal.back(over=message.what == "over")
            case "wait":
                self._wait(rehearsal)
            case "stage":
                self._stage(rehearsal)
            case "keep":
                self._keep(rehearsal)
        self.tried()

    def follow(self, name: str) -> None:
        """Do a saved test of the kind again, in the trial."""
        rehearsal = self.rehearsal
        kind = self.machine.id if self.machine else ""
        tests = enumerate(rows(self.project.data(THINGS), "tests"), start=1)
        found = next(
            (one for place, one in tests if one.get("kind") == kind and one.get("name", str(place)) == name), None
        )
        if rehearsal is None or found is None:
            self.tell("This test cannot be done: mend the kind first.")
            return
        try:
            rehearsal.follow(found)
        except Refused as refused:
            self.tell(f"This test cannot begin: {refused}.")
            return
        self.tried()
        self.focus_pane("trial")

    def _wait(self, rehearsal: Rehearsal) -> None:
        def wrong(typed: str) -> str:
            fine = typed.isdigit() and 1 <= int(typed) <= LONGEST
            return "" if fine else f"write a number of minutes from 1 to {LONGEST}"

        def waited(typed: str | None) -> None:
            if typed:
                rehearsal.move(int(typed))
                self.tried()

        help = "Minutes; offered is when something may happen next."  # noqa: A001
        self.app.push_screen(Fill("Let time pass", help, f"{rehearsal.due()}", wrong), waited)

    def _stage(self, rehearsal: Rehearsal) -> None:
        def wrong(typed: str) -> str:
            try:
                staged(rehearsal.kind, typed)
            except Refused as refused:
                return str(refused)
            return ""

        def set_stage(typed: str | None) -> None:
            if typed is not None:
                rehearsal.set(typed)
                self.tried()

        self.app.push_screen(Fill("How it begins, parted by commas", STAGE_HELP, rehearsal.stage, wrong), set_stage)

    def _keep(self, rehearsal: Rehearsal) -> None:
        if not rehearsal.moves:
            self.tell("Press a verb or let time pass first: a test is what comes of it.")
            return

        def named(name: str | None) -> None:
            if name:
                table = saved(rehearsal.first, rehearsal.moves, name)
                if self.do(Insert(THINGS, ("tests", 1 << 30), table)):
                    self.tell(f"“{name}” is a test of {rehearsal.kind.id} now; every check runs it.")

        self.app.push_screen(Ask("What does this test show?", "such as without water it refuses"), named)
