"""The screen of the objects workbench: what its keys do, and what its panes ask for."""

from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from latticeville.world.analysis.traces import record_trace
from studio.editor.editor_messages import PlaceOpened
from studio.editor.editor_screen import neighbor
from studio.objects import kind_dialogs, machine_dialogs
from studio.objects.items import (
    CounterItem,
    MachineItem,
    ObjectLink,
    SavedTest,
    SectionItem,
    StateItem,
)
from studio.objects.model import LAST
from studio.objects.panes.checks_pane import FactsPane
from studio.objects.panes.machine_pane import FieldEditRequested, MachinePane
from studio.objects.panes.trial_pane import TrialPane, TrialRequest
from studio.objects.trial_session import STAGE_HELP, TrialSession, parse_stage
from studio.objects.workbench import ObjectsWorkbench
from studio.project.documents.project import THINGS
from studio.project.documents.references import tables_at
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.values import InsertValue
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.list_view import ListView

LONGEST = 7 * 24 * 60
"""Most minutes that one wait of a trial lasts."""


class ObjectsScreen(ObjectsWorkbench, CommandScope):
    """The keys of the objects workbench; it shares the project with the map workbench."""

    where = "things"
    CSS_PATH = "objects.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("things")
    AUTO_FOCUS = "#kinds"

    @on(ListView.Moved)
    def _choose_under_cursor(self) -> None:
        """Show the machine of the kind under the cursor."""
        pane = self.object_panes.kinds
        link = pane.rows[pane.cursor].link if pane.rows else ""
        if self.focused is pane and link and link != self.presenter.chosen:
            self.choose(link)

    @on(ListView.Opened, "#kinds")
    def _open_kind(self, message: ListView.Opened) -> None:
        """Go to the machine of a kind."""
        if message.row.link:
            self.choose(message.row.link)
            self.focus_pane("machine")

    @on(FieldEditRequested)
    @work
    async def _edit_item(self, message: FieldEditRequested) -> None:
        """Edit what a line of the machine is about."""
        if self.presenter.machine is not None:
            await machine_dialogs.edit(self, self.presenter.machine, message.item)

    @on(MachinePane.TransitionMoved)
    def _move_transition(self, message: MachinePane.TransitionMoved) -> None:
        """Move a transition up or down."""
        if self.presenter.machine is not None:
            machine_dialogs.move_transition(self, self.presenter.machine, message.index, message.by)

    @on(TrialPane.VerbPressed)
    def _press_verb(self, message: TrialPane.VerbPressed) -> None:
        """Do a verb to the thing that is tried."""
        press_verb(self, message.verb)

    @on(TrialPane.Requested)
    @work
    async def _answer_trial(self, message: TrialPane.Requested) -> None:
        """Do what else is wanted of the trial."""
        await answer_trial(self, message.request)

    @on(FactsPane.Followed)
    def _follow(self, message: FactsPane.Followed) -> None:
        """Go where a line about the kind leads."""
        match message.target:
            case ObjectLink(name):
                self.post_message(PlaceOpened(name))
            case SavedTest(name):
                replay_trial(self, name)
            case item:
                self.focus_pane("machine")
                self.object_panes.machine.reveal(item)

    @on(FactsPane.FixRequested)
    def _mend(self, message: FactsPane.FixRequested) -> None:
        """Do what certainly mends a problem."""
        self.apply_fix(message.problem)

    # Actions

    @property
    def _item(self) -> MachineItem | None:
        """What the cursor of the machine is on, if the machine has the focus."""
        return self.focused.item if isinstance(self.focused, MachinePane) else None

    async def action_design(self) -> None:
        """To the map workbench."""
        await self.app.run_action("design")

    @work
    async def action_new(self) -> None:
        """Make a kind."""
        await kind_dialogs.new_kind(self)

    @work
    async def action_add(self) -> None:
        """Add what stands where the cursor is."""
        machine = self.presenter.machine
        if self.focused is self.object_panes.kinds or machine is None:
            await kind_dialogs.new_kind(self)
        else:
            await machine_dialogs.add(self, machine, self._item)

    @work
    async def action_rename(self) -> None:
        """Rename what the cursor is on."""
        machine, item = self.presenter.machine, self._item
        if machine is None:
            self.tell("Select a kind first.")
        elif isinstance(item, StateItem | CounterItem):
            await machine_dialogs.rename(self, machine, item)
        elif self.focused is self.object_panes.kinds or item == SectionItem("kind"):
            await kind_dialogs.rename_kind(self, machine)
        else:
            self.tell(
                "R renames a state, a counter, or in the list of kinds and on the line “The kind” "
                "the kind."
            )

    @work
    async def action_remove(self) -> None:
        """Take out what the cursor is on."""
        machine, item = self.presenter.machine, self._item
        if self.focused is self.object_panes.kinds and self.presenter.chosen:
            await kind_dialogs.remove_kind(self, self.presenter.chosen)
        elif machine is not None and item is not None:
            await machine_dialogs.remove(self, machine, item)

    @work
    async def action_duplicate(self) -> None:
        """Make another kind like this one."""
        if self.presenter.machine is not None:
            await kind_dialogs.duplicate_kind(self, self.presenter.machine)

    @work
    async def action_place(self) -> None:
        """Put an object of this kind on the map."""
        if self.presenter.machine is not None:
            await kind_dialogs.place_object(self, self.presenter.machine)

    @work
    async def action_filter(self) -> None:
        """Ask for letters, and show only kinds that have them."""
        ask = TextPrompt("Filter kinds", "part of a name; empty shows all", self.presenter.filter)
        letters = await self.app.push_screen_wait(ask)
        if letters is not None:
            self._filter(letters)
            self.focus_pane("kinds")

    def find(self, way: int) -> None:
        """Go to the next kind that the filter shows, or the one before."""
        self.choose(neighbor(self.presenter.listed(), self.presenter.chosen, way))

    def action_away(self) -> None:
        """To the list of kinds; there, let go of the filter."""
        if self.focused is not self.object_panes.kinds:
            self.focus_pane("kinds")
        elif self.presenter.filter:
            self._filter("")

    def _filter(self, letters: str) -> None:
        """List only kinds that have these letters."""
        self.presenter.filter_kinds(letters)
        self._tell_chosen()


def press_verb(bench: ObjectsWorkbench, verb: str) -> None:
    """Do a verb to the thing."""
    if bench.presenter.trial is not None:
        bench.presenter.trial.move(verb)
        bench.presenter.show_trial()


async def answer_trial(bench: ObjectsWorkbench, request: TrialRequest) -> None:
    """Do what else is wanted of the trial."""
    trial = bench.presenter.trial
    if trial is None:
        return
    match request:
        case TrialRequest.UNDO:
            trial.undo()
        case TrialRequest.RESTART:
            trial.restart()
        case TrialRequest.WAIT:
            await _wait_in_trial(bench, trial)
        case TrialRequest.STAGE:
            await _begin_trial(bench, trial)
        case TrialRequest.SAVE:
            await _save_trial(bench, trial)
    bench.presenter.show_trial()


def replay_trial(bench: ObjectsWorkbench, name: str) -> None:
    """Do a saved test of the kind again, in the trial."""
    trial, machine = bench.presenter.trial, bench.presenter.machine
    kind = machine.id if machine else ""
    tests = enumerate(tables_at(bench.project.data(THINGS), "tests"), start=1)
    named = [one for place, one in tests if one.get("name", str(place)) == name]
    found = next((one for one in named if one.get("kind") == kind), None)
    if trial is None or found is None:
        bench.tell("This test cannot run: fix the kind first.")
        return
    try:
        trial.replay(found)
    except EditRefusedError as refused:
        bench.tell(f"This test cannot start: {refused}.")
        return
    bench.presenter.show_trial()
    bench.focus_pane("trial")


async def _wait_in_trial(bench: ObjectsWorkbench, trial: TrialSession) -> None:
    def wrong(typed: str) -> str:
        fine = typed.isdigit() and 1 <= int(typed) <= LONGEST
        return "" if fine else f"type a number of minutes from 1 to {LONGEST}"

    help = "Minutes; the default is the time to the next possible event."  # noqa: A001
    ask = ValidatedInput("Let time pass", help, f"{trial.suggest_wait()}", wrong)
    if typed := await bench.app.push_screen_wait(ask):
        trial.move(int(typed))


async def _begin_trial(bench: ObjectsWorkbench, trial: TrialSession) -> None:
    def wrong(typed: str) -> str:
        try:
            parse_stage(trial.kind, typed)
        except EditRefusedError as refused:
            return str(refused)
        return ""

    ask = ValidatedInput("Start conditions, comma-separated", STAGE_HELP, trial.stage, wrong)
    typed = await bench.app.push_screen_wait(ask)
    if typed is not None:
        trial.begin(typed)


async def _save_trial(bench: ObjectsWorkbench, trial: TrialSession) -> None:
    """Ask for a name, and keep the moves as a test of the kind."""
    if not trial.moves:
        bench.tell("Use a verb or let time pass first; the test records the moves.")
        return
    ask = TextPrompt("Name of the test", "such as without water it refuses")
    name = await bench.app.push_screen_wait(ask)
    if not name:
        return
    table = record_trace(trial.first, trial.moves, name)
    if bench.do(InsertValue(THINGS, ("tests", LAST), table)):
        bench.tell(f"Saved test “{name}” of {trial.kind.id}; every check runs it.")
