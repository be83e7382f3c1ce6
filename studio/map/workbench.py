"""What the map workbench shows: the project on its map, what is selected, and its panes."""

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult
from textual.widget import Widget

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import Renames
from studio.editor.editor_screen import EditorScreen, count_problems
from studio.editor.problems_pane import ProblemsPane
from studio.editor.workspace_controller import WorkspaceController
from studio.map.layout import FOCUSED, LEFT, PARTS, RIGHT, MapLayout
from studio.map.model.map_model import KeptSelection, MapModel, changed_cells, restored_selection
from studio.map.panes.history_pane import HistoryPane
from studio.map.panes.inspector import Inspector
from studio.map.panes.legend_pane import LegendPane, describe_ground
from studio.map.panes.map_editor import MapEditor
from studio.map.panes.minimap import Minimap
from studio.map.panes.next_step import NextStepBar
from studio.map.panes.project_tree import ProjectTree
from studio.map.panes.toolbar import Toolbar
from studio.project.documents.project import Project
from studio.project.fields import FormSubject
from studio.project.project_checks import ProjectReport
from studio.ui import settings
from studio.ui.bar import StatusBar
from studio.ui.footer import CommandFooter
from studio.ui.pane_screen import LayoutScreen, PaneColumns, PaneRows
from studio.ui.terminal import TooSmallNotice
from studio.ui.text import QUIET, STRONG, WARM, Span, clean
from studio.ui.title_bar import TitleBar


class MapWorkbench(EditorScreen, LayoutScreen):
    """Draws the project, and what is selected of it."""

    names = FOCUSED
    middle, layout_key, stand_ins = "draw", "map", ("draw",)

    def __init__(self, controller: WorkspaceController, world: World | None = None) -> None:
        super().__init__(controller)
        self.map_model = MapModel(self.project, None, world)
        self.selection: tuple[str, ...] = ()
        """The ids of all that is selected."""
        self._kept = KeptSelection()
        self.pane_layout: MapLayout = MapLayout().with_saved_values(
            settings.saved_layout(self.layout_key)
        )
        self._left: Cell | None = None
        self.found: tuple[str, ...] = ()
        """What fitted the letters that were typed last, best first."""

    @property
    def map_pane(self) -> MapEditor:
        """The map."""
        return self.query_one(MapEditor)

    @property
    def selected(self) -> str:
        """The id of what was selected first, or ""."""
        return self.selection[0] if self.selection else ""

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        spot = self.map_model.spots.get(self.selected)
        return spot is not None and spot.entry.sort == "people"

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield TitleBar(id="title")
        yield Toolbar(id="tools")
        with PaneColumns(id="middle"):
            with PaneRows(id="left"):
                yield ProjectTree(id="tree")
                yield Minimap(id="mini")
                yield ProblemsPane(id="problems")
            yield MapEditor(id="draw")
            with PaneRows(id="right"):
                yield LegendPane(id="tiles")
                yield Inspector(id="form")
                yield HistoryPane(id="steps")
        yield TooSmallNotice()
        yield NextStepBar(id="next")
        yield StatusBar(id="status")
        yield CommandFooter(id="hints")

    def on_mount(self) -> None:
        """Begin with a tile of this world."""
        tools = self.map_pane.tools
        tools.take(tools.state.initial(self.map_model.tiles, self.map_model.grid.rows))

    @property
    def default_pane(self) -> str:
        """The pane from which tab goes on where none has the focus."""
        return self.middle

    def panes(self) -> Iterator[Widget]:
        """Yield every pane."""
        for name in PARTS:
            yield self.query_one(f"#{name}")

    def update_seen_panes(self, shown: frozenset[str], fresh: frozenset[str]) -> None:
        """Show the sides of the map that have panes in them."""
        del fresh  # panes are up to date, whether they are seen or not
        for side, names in (("left", LEFT), ("right", RIGHT)):
            inside = shown & {*names}
            self.query_one(f"#{side}").display = bool(inside)
            self.query_one(f"#{side}").set_class(len(inside) == 1, "-alone")
        self.query_one("#middle").display = self.query_one(Toolbar).display = bool(shown)

    def arrive(self, cell: Cell, selected: str) -> None:
        """Come from the run: to the cell that was looked at there, and to what was selected."""
        if selected and selected != self.selected and self.map_model.boxes_of(selected):
            self.select(selected, reveal=True)
        elif cell != self._left:
            self.map_pane.go(cell)
        self._left = cell
        self.query_one(NextStepBar).end_with_run()

    def show_project(self) -> None:
        """Show the project as it is now, and have it checked."""
        project = self.project
        before = self.map_model
        if before.project is not project:
            self.map_model = MapModel(project, before, before.world)
        map_model = self.map_model
        kept = tuple(name for name in self._kept.take(self.selection) if map_model.boxes_of(name))
        if kept != self.selection:
            self.select(kept[0] if kept else "", also=kept[1:])
        self.map_pane.show(map_model)
        self.query_one(Minimap).show(map_model)
        self.query_one(ProjectTree).show(map_model)
        self.query_one(LegendPane).show(map_model)
        self.query_one(HistoryPane).show(self.workspace.history)
        if before.spots is not map_model.spots or before.areas is not map_model.areas:
            self._show_form()
        self.tell_title()
        self._tell_status()
        self.check_soon()

    def follow_renames(self, renames: Renames) -> None:
        """Keep what is selected."""
        self._kept.follow(renames)

    def select_restored(self, before: Project) -> None:
        """Select what is there again, or is another."""
        if found := restored_selection(before, self.project, self.selection):
            self.select(found[0], reveal=True, also=found[1:])

    def flash_changes(self, before: Project) -> None:
        """Let what somebody else has changed stand out on the map for a while."""
        self.map_pane.flash(
            changed_cells(MapModel(before, None, self.map_model.world), self.map_model)
        )

    def show_report(self, report: ProjectReport) -> None:
        """Show what the checks have found."""
        if report.world and report.project is self.project:
            self._stand(report.world)
        self.tell_problems()

    def tell_problems(self) -> None:
        """Show what the checks have found, and what is broken on disk."""
        self.query_one(ProblemsPane).show(self.known_problems)
        self._tell_status()

    def _stand(self, world: World) -> None:
        """Let people who start in an area stand where the checked world puts them."""
        starts = {name: one.start for name, one in world.people.items()}
        old = self.map_model.world
        if old is None or starts != {name: one.start for name, one in old.people.items()}:
            self.map_model = MapModel(self.map_model.project, self.map_model, world)
            self.map_pane.show(self.map_model)
            self.query_one(ProjectTree).show(self.map_model)

    def select(self, name: str, *, reveal: bool = False, also: tuple[str, ...] = ()) -> None:
        """Select somebody or something everywhere, and others with it; "" selects nothing."""
        self.selection = (name, *also) if name else ()
        self.workspace.selected = name
        self.map_pane.mark_selected(self.selection, reveal=reveal)
        self.query_one(ProjectTree).choose(name, also)
        self._show_form()
        self._tell_status()
        self.refresh_bindings()

    def _show_form(self) -> None:
        self.query_one(Inspector).show_entries(self.project, self.selected, self.selection[1:])

    def show_fields(self, about: FormSubject) -> None:
        """Show the fields of something that is not selected."""
        self.query_one(Inspector).show(self.project, about)

    def also_select(self, name: str) -> None:
        """Take something in beside what is selected, or out of it."""
        rest = tuple(one for one in self.selection if one != name)
        found = rest if name in self.selection else (*rest, name)
        self.select(found[0] if found else "", also=found[1:])
        if len(found) > 1:
            self.tell(f"{len(found)} selected. e: edit · M: move · C: duplicate · x: delete")

    def _tell_status(self) -> None:
        self.query_one(NextStepBar).guide(self.map_model, self.workspace)
        draw = self.map_pane
        state, cell, map_model = draw.tool_state, draw.cursor, self.map_model
        tile = map_model.grid.tile(cell) if map_model.grid.contains(cell) else None
        ink = map_model.tiles.get(state.ink)
        called = clean(ink.name) if ink else ""
        drawn = " · " if state.tool == "resource" else f" “{state.ink}” {called} · "
        spans = [Span(f"{state.description}", WARM), Span(drawn, QUIET)]
        spans += [
            Span(f"{cell.x},{cell.y}"),
            Span(
                f" {clean(describe_ground(tile)) if tile else ''} · "
                f"{clean(map_model.area_path(cell))}"
            ),
        ]
        name = map_model.name_of(self.selected) if self.selected else ""
        others = len(self.selection[1:])
        if name and (others or name != map_model.area_path(cell).rpartition(" › ")[2]):
            more = f" and {others} more" if others else ""
            spans.append(Span(f" · {clean(name)}{more}", STRONG))
        self.query_one("#status", StatusBar).say(
            spans, count_problems(self.known_problems, self.workspace.history, self.report)
        )

    def broken_file(self, problem: Problem) -> str:
        """Return the name of the file that cannot be read, if that is the problem."""
        return next((name for name, one in self.workspace.broken.items() if one == problem), "")

    def palette_entries(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of everybody and everything in the project."""
        return self.map_model.iter_names()

    def go_to(self, name: str) -> None:
        """Select something, and go there."""
        self.select(name, reveal=True)

    def go_to_problem(self, problem: Problem) -> None:
        """Go to the place that a problem speaks of: a cell of the map, or what its table is
        about."""
        project = self.project
        place = f"{problem.file}:{problem.line}"
        if self.broken_file(problem):
            self.tell(f"{place}:{problem.column}: {problem.what}")
            return
        if problem.file == project.place(project.map_name) and problem.line:
            self.map_pane.go(Cell(problem.column - 1, problem.line - 1))
        else:
            self.select(self._named(problem), reveal=True)
            self.tell(f"{place}: {problem.what}")
        self.focus_pane("draw")

    def _named(self, problem: Problem) -> str:
        """Return the id of what a problem names, or what its table is about."""
        for name, _ in self.map_model.iter_names():
            if f"“{name}”" in problem.what:
                return name
        report = self.report
        return report.entry_at(problem) if report else ""
