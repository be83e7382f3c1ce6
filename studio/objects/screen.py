"""The screen of the objects workbench: what its keys do, and what its panes ask for."""

from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from studio.editor.editor_messages import PlaceOpened
from studio.objects import kind_dialogs, machine_dialogs, trial_commands
from studio.objects.items import (
    CounterItem,
    MachineItem,
    ObjectLink,
    SavedTest,
    SectionItem,
    StateItem,
)
from studio.objects.panes.checks_pane import FactsPane
from studio.objects.panes.machine_pane import FieldEditRequested, MachinePane
from studio.objects.panes.table_pane import MachineTable
from studio.objects.panes.trial_pane import TrialPane
from studio.objects.workbench import ObjectsWorkbench
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.list_view import ListView


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
            self.focus_pane(self.pane_layout.machine)

    @on(MachinePane.ViewToggled)
    def _toggle_view(self) -> None:
        """Turn the table into the graph, or back."""
        self.focus_pane("machine" if self.pane_layout.graphic else "graph")

    @on(FieldEditRequested)
    @work
    async def _edit_item(self, message: FieldEditRequested) -> None:
        """Edit what a line of the machine is about."""
        if self.presenter.machine is not None:
            await machine_dialogs.edit(self, self.presenter.machine, message.item)

    @on(MachineTable.TransitionMoved)
    def _move_transition(self, message: MachineTable.TransitionMoved) -> None:
        """Move a transition up or down."""
        if self.presenter.machine is not None:
            machine_dialogs.move_transition(self, self.presenter.machine, message.index, message.by)

    @on(TrialPane.VerbPressed)
    def _press_verb(self, message: TrialPane.VerbPressed) -> None:
        """Do a verb to the thing that is tried."""
        trial_commands.press(self, message.verb)

    @on(TrialPane.Requested)
    @work
    async def _answer_trial(self, message: TrialPane.Requested) -> None:
        """Do what else is wanted of the trial."""
        await trial_commands.answer(self, message.request)

    @on(FactsPane.Followed)
    def _follow(self, message: FactsPane.Followed) -> None:
        """Go where a line about the kind leads."""
        match message.target:
            case ObjectLink(name):
                self.post_message(PlaceOpened(name))
            case SavedTest(name):
                trial_commands.replay(self, name)
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
