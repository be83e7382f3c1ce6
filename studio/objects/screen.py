"""The screen of the objects workbench: its panes, dialogs and actions."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from latticeville.world.model.world_renames import Renames
from studio.editor.editor_messages import PlaceOpened
from studio.editor.editor_screen import EditorScreen, count_problems
from studio.editor.workspace_controller import WorkspaceController
from studio.objects.items import (
    CounterItem,
    MachineItem,
    ObjectLink,
    SavedTest,
    SectionItem,
    StateItem,
)
from studio.objects.kind_dialogs import KindDialogs
from studio.objects.layout import PANES, ObjectsLayout
from studio.objects.machine_dialogs import MachineDialogs
from studio.objects.panes.checks_pane import FactsPane
from studio.objects.panes.graph_pane import MachineGraph
from studio.objects.panes.kind_list import KindList
from studio.objects.panes.machine_pane import FieldEditRequested, MachinePane
from studio.objects.panes.table_pane import MachineTable
from studio.objects.panes.trial_pane import TrialPane
from studio.objects.presenter import ObjectsPanes, ObjectsPresenter
from studio.objects.trial_controller import TrialController
from studio.player.frame import PlaybackFrame
from studio.project.documents.entries import restored_names
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project
from studio.project.project_checks import ProjectReport
from studio.ui.bar import Bar
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.dialogs.text_prompt import TextPrompt
from studio.ui.footer import CommandFooter
from studio.ui.list_view import ListView
from studio.ui.pane_containers import PaneColumns, PaneRows
from studio.ui.pane_screen import LayoutScreen
from studio.ui.terminal_size import TooSmallNotice
from studio.ui.text import QUIET, WARM, Span
from studio.ui.title_bar import TitleBar

TITLES = {
    "kinds": "Kinds",
    "machine": "Machine",
    "graph": "Graph",
    "trial": "Try it",
    "facts": "Checks",
}
"""What the status line calls the panes."""


class ObjectsScreen(EditorScreen, LayoutScreen, CommandScope):
    """Shares the project with the map workbench: one history, one save."""

    where = "things"
    names = PANES
    middle, layout_key, stand_ins = "machine", "things", ("kinds",)
    CSS_PATH = "objects.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("things")
    AUTO_FOCUS = "#kinds"
    person = False

    def __init__(self, controller: WorkspaceController) -> None:
        super().__init__(controller)
        self.pane_layout: ObjectsLayout = ObjectsLayout()
        self._panes = ObjectsPanes(
            KindList(id="kinds"),
            MachineTable(id="machine"),
            MachineGraph(id="graph"),
            TrialPane(id="trial"),
            FactsPane(id="facts"),
        )
        self.presenter = ObjectsPresenter(self._panes, self.project)
        self._kind_dialogs = KindDialogs(self)
        self._machine_dialogs = MachineDialogs(self)
        self._trials = TrialController(self, self.presenter)

    @property
    def selected(self) -> str:
        """The kind that is shown."""
        return self.presenter.chosen

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        panes = self._panes
        yield TitleBar(id="title")
        with PaneColumns(id="middle"):
            yield from (panes.kinds, panes.machine, panes.graph)
            with PaneRows(id="right"):
                yield from (panes.trial, panes.facts)
        yield TooSmallNotice()
        yield Bar(id="status")
        yield CommandFooter(id="hints")

    # What the project, the checks and the run say

    def show_project(self) -> None:
        """Show the project as it is now, and have it checked."""
        self.presenter.show_project(self.project)
        self.tell_title()
        self._tell_chosen()
        self.check_soon()

    def follow_renames(self, renames: Renames) -> None:
        """Keep the kind that is shown."""
        self.presenter.chosen = renames.kinds.get(self.presenter.chosen, self.presenter.chosen)

    def select_restored(self, before: Project) -> None:
        """Show the kind that is there again, or is another."""
        restored = restored_names(kind_tables(before), kind_tables(self.project))
        if restored and self.selected not in restored:
            self.choose(restored[0])

    def show_report(self, report: ProjectReport) -> None:
        """Show what the checks have found."""
        self.presenter.show_report(report)
        self.tell_problems()

    def show_frame(self, frame: PlaybackFrame) -> None:
        """Show what time it is in the run behind, and how objects are there."""
        super().show_frame(frame)
        self.presenter.show_state(frame.payload.state)

    def choose(self, name: str) -> None:
        """Show another kind."""
        self.presenter.choose(name)
        self._tell_chosen()

    def reveal(self, item: MachineItem) -> None:
        """Put the cursor of the machine on an item."""
        self._panes.machine.reveal(item)
        if isinstance(item, StateItem):
            self._panes.graph.reveal(item)

    def _tell_chosen(self) -> None:
        """Show what else depends on the kind that is shown."""
        self.tell_problems()
        self.refresh_bindings()

    def tell_problems(self) -> None:
        """Say which kind is shown, and count what the checks have found, and what is broken on
        disk."""
        count, layout = len(kind_tables(self.project)), self.pane_layout
        spans = [Span(f"{count} kind{'s' * (count != 1)}", QUIET)]
        if len(layout.shown) in (1, 2):
            marks = {pane: WARM if pane == layout.front else QUIET for pane in layout.tab_order}
            named = [(Span("  "), Span(TITLES[pane], look)) for pane, look in marks.items()]
            spans = [span for pair in named for span in pair][1:]
        spans += self.presenter.describe_chosen()
        right = count_problems(self.known_problems, self.workspace.history, self.report)
        self.query_one("#status", Bar).say(spans, right)

    # Panes

    def update_seen_panes(self, shown: frozenset[str], fresh: frozenset[str]) -> None:
        """Show the side that has panes in it, and say which panes there are."""
        del fresh  # panes are up to date, whether they are seen or not
        self.query_one("#right").display = bool({"trial", "facts"} & shown)
        self.query_one("#middle").display = bool(shown)
        self.tell_title()
        self.tell_problems()

    @property
    def default_pane(self) -> str:
        """The pane from which tab goes on where none has the focus."""
        return self.pane_layout.front

    # What the panes want

    @on(ListView.Moved)
    def _choose_under_cursor(self) -> None:
        """Show the machine of the kind under the cursor."""
        pane = self._panes.kinds
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
            await self._machine_dialogs.edit(self.presenter.machine, message.item)

    @on(MachineTable.TransitionMoved)
    def _move_transition(self, message: MachineTable.TransitionMoved) -> None:
        """Move a transition up or down."""
        if self.presenter.machine is not None:
            self._machine_dialogs.move_transition(self.presenter.machine, message.index, message.by)

    @on(TrialPane.VerbPressed)
    def _press_verb(self, message: TrialPane.VerbPressed) -> None:
        """Do a verb to the thing that is tried."""
        self._trials.press(message.verb)

    @on(TrialPane.Requested)
    @work
    async def _answer_trial(self, message: TrialPane.Requested) -> None:
        """Do what else is wanted of the trial."""
        await self._trials.answer(message.request)

    @on(FactsPane.Followed)
    def _follow(self, message: FactsPane.Followed) -> None:
        """Go where a line about the kind leads."""
        match message.target:
            case ObjectLink(name):
                self.post_message(PlaceOpened(name))
            case SavedTest(name):
                self._trials.replay(name)
            case item:
                self.focus_pane("machine")
                self._panes.machine.reveal(item)

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
        await self._kind_dialogs.new_kind()

    @work
    async def action_add(self) -> None:
        """Add what stands where the cursor is."""
        machine = self.presenter.machine
        if self.focused is self._panes.kinds or machine is None:
            await self._kind_dialogs.new_kind()
        else:
            await self._machine_dialogs.add(machine, self._item)

    @work
    async def action_rename(self) -> None:
        """Rename what the cursor is on."""
        machine, item = self.presenter.machine, self._item
        if machine is None:
            self.tell("Select a kind first.")
        elif isinstance(item, StateItem | CounterItem):
            await self._machine_dialogs.rename(machine, item)
        elif self.focused is self._panes.kinds or item == SectionItem("kind"):
            await self._kind_dialogs.rename_kind(machine)
        else:
            self.tell(
                "R renames a state, a counter, or in the list of kinds and on the line “The kind” "
                "the kind."
            )

    @work
    async def action_remove(self) -> None:
        """Take out what the cursor is on."""
        machine, item = self.presenter.machine, self._item
        if self.focused is self._panes.kinds and self.presenter.chosen:
            await self._kind_dialogs.remove_kind(self.presenter.chosen)
        elif machine is not None and item is not None:
            await self._machine_dialogs.remove(machine, item)

    @work
    async def action_duplicate(self) -> None:
        """Make another kind like this one."""
        if self.presenter.machine is not None:
            await self._kind_dialogs.duplicate_kind(self.presenter.machine)

    @work
    async def action_place(self) -> None:
        """Put an object of this kind on the map."""
        if self.presenter.machine is not None:
            await self._kind_dialogs.place_object(self.presenter.machine)

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
        if self.focused is not self._panes.kinds:
            self.focus_pane("kinds")
        elif self.presenter.filter:
            self._filter("")

    def _filter(self, letters: str) -> None:
        """List only kinds that have these letters."""
        self.presenter.filter_kinds(letters)
        self._tell_chosen()

    def palette_entries(self) -> tuple[tuple[str, str], ...]:
        """Return the kinds, for the palette."""
        return tuple((name, machine.kind.name) for name, machine in self.presenter.machines.items())

    def go_to(self, name: str) -> None:
        """Go to a kind."""
        self.choose(name)
        self.focus_pane("kinds")
