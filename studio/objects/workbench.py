"""What the objects workbench shows: the kinds of the project, one of them, and a trial of it."""

from textual.app import ComposeResult

from latticeville.world.model.world_renames import Renames
from studio.editor.editor_screen import EditorScreen, count_problems
from studio.editor.workspace_controller import WorkspaceController
from studio.objects.items import (
    MachineItem,
    StateItem,
)
from studio.objects.layout import PANES, ObjectsLayout
from studio.objects.panes.checks_pane import FactsPane
from studio.objects.panes.graph_pane import MachineGraph
from studio.objects.panes.kind_list import KindList
from studio.objects.panes.table_pane import MachineTable
from studio.objects.panes.trial_pane import TrialPane
from studio.objects.presenter import ObjectsPanes, ObjectsPresenter
from studio.player.frame import PlaybackFrame
from studio.project.documents.entries import restored_names
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project
from studio.project.project_checks import ProjectReport
from studio.ui.bar import Bar
from studio.ui.footer import CommandFooter
from studio.ui.pane_screen import LayoutScreen, PaneColumns, PaneRows
from studio.ui.terminal import TooSmallNotice
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


class ObjectsWorkbench(EditorScreen, LayoutScreen):
    """Shows the kinds of the project, and one of them."""

    names = PANES
    middle, layout_key, stand_ins = "machine", "things", ("kinds",)
    person = False

    def __init__(self, controller: WorkspaceController) -> None:
        super().__init__(controller)
        self.pane_layout: ObjectsLayout = ObjectsLayout()
        self.object_panes = ObjectsPanes(
            KindList(id="kinds"),
            MachineTable(id="machine"),
            MachineGraph(id="graph"),
            TrialPane(id="trial"),
            FactsPane(id="facts"),
        )
        self.presenter = ObjectsPresenter(self.object_panes, self.project)

    @property
    def selected(self) -> str:
        """The kind that is shown."""
        return self.presenter.chosen

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        panes = self.object_panes
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
        self.object_panes.machine.reveal(item)
        if isinstance(item, StateItem):
            self.object_panes.graph.reveal(item)

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

    def palette_entries(self) -> tuple[tuple[str, str], ...]:
        """Return the kinds, for the palette."""
        return tuple((name, machine.kind.name) for name, machine in self.presenter.machines.items())

    def go_to(self, name: str) -> None:
        """Go to a kind."""
        self.choose(name)
        self.focus_pane("kinds")
