"""The map workbench: the project, drawn, checked and saved."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from latticeville.world.pack import World
from studio import settings
from studio.documents.problems import Report
from studio.documents.project import Project
from studio.drawing.differing import differing
from studio.drawing.fields import Subject
from studio.drawing.sketch import Sketch
from studio.panes.draw import Draw
from studio.panes.form import Form
from studio.panes.mending import Mending
from studio.panes.mini import Mini
from studio.panes.problems import Problems
from studio.panes.steps import Steps
from studio.panes.tiles import Tiles
from studio.panes.toolbar import Toolbar
from studio.panes.toolbox import Toolbox
from studio.panes.tree import Tree
from studio.player.frame import StatusMessage
from studio.screens.asking import MapDialogs
from studio.screens.building import PlacementDialogs
from studio.screens.editing import Editing, tally
from studio.screens.handling import TOOLS, ToolBindings
from studio.screens.map_layout import FOCUSED, LEFT, PARTS, RIGHT, MapLayout
from studio.screens.troubles import ProblemNavigator
from studio.screens.workspace_controller import WorkspaceController
from studio.ui.pane_screen import Arranged
from studio.ui.room import Cramped
from studio.widgets.bar import Hints, Status
from studio.widgets.lines import Lines
from studio.widgets.part import Abreast, Part, Stacked, bindings
from studio.widgets.spans import QUIET, STRONG, WARM, Span, clean
from studio.widgets.title import Title


class Design(Editing, Arranged, Part):
    """Draws the project; panes show it, and ask for edits by messages."""

    where = "design"
    names = FOCUSED
    middle, kept_as, stand_ins = "draw", "map", ("draw",)
    CSS_PATH = "design.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("design"), *TOOLS]
    AUTO_FOCUS = "#draw"
    BLANK = True

    def __init__(self, controller: WorkspaceController, world: World | None = None) -> None:
        super().__init__(controller)
        self.sketch = Sketch(self.project, None, world)
        self.selection: tuple[str, ...] = ()
        """The ids of all that is selected."""
        self.arrangement: MapLayout = MapLayout().restored(settings.layout(self.kept_as))
        self._left: Cell | None = None
        self.problems = ProblemNavigator(self)
        self._dialogs = MapDialogs(self)
        self._placement = PlacementDialogs(self)
        self._tools = ToolBindings(self)

    @property
    def draw_pane(self) -> Draw:
        """The map."""
        return self.query_one(Draw)

    @property
    def selected(self) -> str:
        """The id of what was selected first, or ""."""
        return self.selection[0] if self.selection else ""

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        spot = self.sketch.spots.get(self.selected)
        return spot is not None and spot.entry.sort == "people"

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield Title(id="title")
        yield Toolbar(id="tools")
        with Abreast(id="middle"):
            with Stacked(id="left"):
                yield Tree(id="tree")
                yield Mini(id="mini")
                yield Problems(id="problems")
            yield Draw(id="draw")
            with Stacked(id="right"):
                yield Tiles(id="tiles")
                yield Form(id="form")
                yield Steps(id="steps")
        yield Cramped()
        yield Status(id="status")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Begin with a tile of this world."""
        tools = self.draw_pane.tools
        tools.take(tools.state.begun(self.sketch.tiles, self.sketch.grid.rows))

    @property
    def home(self) -> str:
        """The pane from which tab goes on where none has the focus."""
        return self.middle

    def panes(self) -> Iterator[Widget]:
        """Yield every pane."""
        for name in PARTS:
            yield self.query_one(f"#{name}")

    def arranged(self, shown: frozenset[str], fresh: frozenset[str]) -> None:
        """Show the sides of the map that have panes in them."""
        del fresh  # panes are up to date, whether they are seen or not
        for side, names in (("left", LEFT), ("right", RIGHT)):
            inside = shown & {*names}
            self.query_one(f"#{side}").display = bool(inside)
            self.query_one(f"#{side}").set_class(len(inside) == 1, "-alone")
        self.query_one("#middle").display = self.query_one(Toolbar).display = bool(shown)

    def arrive(self, cell: Cell, selected: str) -> None:
        """Come from the run: to the cell that was looked at there, and to what was selected."""
        if selected and selected != self.selected and self.sketch.boxes(selected):
            self.select(selected, reveal=True)
        elif cell != self._left:
            self.draw_pane.go(cell)
        self._left = cell

    def changed(self) -> None:
        """Show the project as it is now, and have it checked."""
        project = self.project
        before = self.sketch
        if before.project is not project:
            self.sketch = Sketch(project, before, before.world)
        sketch = self.sketch
        kept = tuple(name for name in self.selection if sketch.boxes(name))
        if kept != self.selection:
            self.select(kept[0] if kept else "", also=kept[1:])
        self.draw_pane.show(sketch)
        self.query_one(Mini).show(sketch)
        self.query_one(Tree).show(sketch)
        self.query_one(Tiles).show(sketch)
        self.query_one(Steps).show(self.workspace.history)
        if before.spots is not sketch.spots or before.areas is not sketch.areas:
            self._show_form()
        self.tell_title()
        self._tell_status()
        self.check_soon()

    def reloaded(self, before: Project) -> None:
        """Let what somebody else has changed stand out on the map for a while."""
        self.draw_pane.flash(differing(Sketch(before, None, self.sketch.world), self.sketch))

    def reported(self, report: Report) -> None:
        """Show what the checks have found."""
        if report.world and report.project is self.project:
            self._stand(report.world)
        self.tell_problems()

    def tell_problems(self) -> None:
        """Show what the checks have found, and what is broken on disk."""
        self.query_one(Problems).show(self.troubles)
        self._tell_status()

    def _stand(self, world: World) -> None:
        """Let people who start in an area stand where the checked world puts them."""
        starts = {name: one.start for name, one in world.people.items()}
        old = self.sketch.world
        if old is None or starts != {name: one.start for name, one in old.people.items()}:
            self.sketch = Sketch(self.sketch.project, self.sketch, world)
            self.draw_pane.show(self.sketch)
            self.query_one(Tree).show(self.sketch)

    def select(self, name: str, *, reveal: bool = False, also: tuple[str, ...] = ()) -> None:
        """Select somebody or something everywhere, and others with it; "" selects nothing."""
        self.selection = (name, *also) if name else ()
        self.workspace.selected = name
        self.draw_pane.choose(self.selection, reveal=reveal)
        self.query_one(Tree).choose(name, also)
        self._show_form()
        self._tell_status()
        self.refresh_bindings()

    def _show_form(self) -> None:
        self.query_one(Form).about(self.project, self.selected, self.selection[1:])

    def show_fields(self, about: Subject) -> None:
        """Show the fields of something that is not selected."""
        self.query_one(Form).show(self.project, about)

    def also_select(self, name: str) -> None:
        """Take something in beside what is selected, or out of it."""
        rest = tuple(one for one in self.selection if one != name)
        found = rest if name in self.selection else (*rest, name)
        self.select(found[0] if found else "", also=found[1:])
        if len(found) > 1:
            self.tell(f"{len(found)} selected. e: edit · M: move · C: duplicate · x: delete")

    def _tell_status(self) -> None:
        draw = self.draw_pane
        state, cell, sketch = draw.tool_state, draw.cursor, self.sketch
        tile = sketch.grid.tile(cell) if sketch.grid.holds(cell) else None
        ink = sketch.tiles.get(state.ink)
        called = clean(ink.name) if ink else ""
        spans = [Span(f"{state.word}", WARM), Span(f" “{state.ink}” {called} · ", QUIET)]
        spans += [Span(f"{cell.x},{cell.y}"), Span(f" {clean(tile.name) if tile else ''} · {clean(sketch.path(cell))}")]
        name = sketch.name(self.selected) if self.selected else ""
        others = len(self.selection[1:])
        if name and (others or name != sketch.path(cell).rpartition(" › ")[2]):
            more = f" and {others} more" if others else ""
            spans.append(Span(f" · {clean(name)}{more}", STRONG))
        self.query_one("#status", Status).say(spans, tally(self.troubles, self.workspace.history, self.report))

    def broken_file(self, problem: Problem) -> str:
        """Return the name of the file that cannot be read, if that is the problem."""
        return next((name for name, one in self.workspace.broken.items() if one == problem), "")

    def on_mending_mend(self, message: Mending.Mend) -> None:
        """Do what certainly mends a problem; of a broken file, write the last good one over it."""
        broken = self.broken_file(message.problem)
        if broken:
            self.controller.overwrite(broken)
        else:
            self.mend(message.problem)

    def places(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of everybody and everything in the project."""
        return self.sketch.names()

    def go_to(self, name: str) -> None:
        """Select something, and go there."""
        self.select(name, reveal=True)

    @on(Toolbox.Edited)
    def _do_edit(self, message: Toolbox.Edited) -> None:
        self.do(message.edit)

    @on(Toolbox.Cancelled)
    def _undo_gesture(self) -> None:
        self.jump(self.workspace.history.at - 1)

    @on(Toolbox.Picked)
    def _select_picked(self, message: Toolbox.Picked) -> None:
        if message.more and message.name:
            self.also_select(message.name)
        else:
            self.select(message.name)

    @on(Toolbox.Changed)
    def _show_tool(self) -> None:
        draw = self.draw_pane
        self._tell_status()
        self.query_one(Toolbar).take(draw.tool_state.tool)
        self.query_one(Mini).see(draw.lens.large_box(draw.camera.box))
        self.query_one(Tiles).take(draw.tool_state.ink)

    @on(Toolbox.Wanted)
    @work
    async def _place(self, message: Toolbox.Wanted) -> None:
        await self._placement.place(message.what, message.box)

    @on(Toolbar.Placing)
    def _wait_for_cell(self, message: Toolbar.Placing) -> None:
        self._tools.place(message.tool)

    @on(Form.Change)
    @work
    async def _change_field(self, message: Form.Change) -> None:
        await self._dialogs.change_field(message.about, message.field, clear=message.clear)

    @on(Tiles.Wanted)
    @work
    async def _change_legend(self, message: Tiles.Wanted) -> None:
        if message.what == "add":
            await self._dialogs.add_tile()
        elif message.glyph and message.what == "edit":
            self._dialogs.edit_tile(message.glyph)
        elif message.glyph:
            self._dialogs.remove_tile(message.glyph)

    @on(Tree.Also)
    def _select_too(self, message: Tree.Also) -> None:
        self.also_select(message.name)

    @on(Tree.Put)
    def _put_into(self, message: Tree.Put) -> None:
        self._placement.put_into(message.name, message.area)

    @on(Mini.Gone)
    def _go_there(self, message: Mini.Gone) -> None:
        self.draw_pane.go(self.draw_pane.on_map(*message.cell))

    def on_status_message(self, message: StatusMessage) -> None:
        """Say a sentence of a pane."""
        message.stop()
        self.tell(message.sentence)

    @on(Lines.Opened, "#tree")
    def _select_line(self, message: Lines.Opened) -> None:
        if message.row.link:
            self.select(message.row.link, reveal=True)

    @on(Lines.Opened, "#tiles")
    def _take_glyph(self, message: Lines.Opened) -> None:
        if message.row.link:
            self.draw_pane.tools.take_glyph(message.row.link)
            self.focus_pane("draw")

    @on(Lines.Opened, "#steps")
    def _jump_to_step(self, message: Lines.Opened) -> None:
        if message.row.link:
            self.jump(int(message.row.link))

    @on(Lines.Opened, "#problems")
    def _go_to_problem(self, message: Lines.Opened) -> None:
        found = self.query_one(Problems).problem(message.row)
        if found:
            self.problems.go_to(found)

    @work
    async def action_go_to(self) -> None:
        """Ask for a cell or for letters of a name, and go there."""
        await self._dialogs.go_to()

    def action_find_next(self) -> None:
        """Select the next match."""
        self._dialogs.find_on(1)

    def action_find_previous(self) -> None:
        """Select the previous match."""
        self._dialogs.find_on(-1)

    def action_edit(self) -> None:
        """Change the fields of what is selected."""
        self.focus_pane("form")

    @work
    async def action_delete(self) -> None:
        """Clear the selected cells, or delete the selection."""
        await self._dialogs.delete()

    @work
    async def action_resize(self) -> None:
        """Ask for another size of the map."""
        await self._dialogs.resize()

    @work
    async def action_layers(self) -> None:
        """Ask which layer to show, hide or lock."""
        await self._dialogs.layers()

    async def action_tool(self, name: str) -> None:
        """Do what a tool's key does on the map, from another pane."""
        await self._tools.run(name)

    def action_mini(self) -> None:
        """Show the whole map small, or not."""
        spread = replace(self.arrangement, mini=not self.arrangement.mini)
        if spread.mini and "mini" not in spread.shown:
            spread = spread.fronted("mini")
        elif not spread.mini and spread.side == "mini":
            spread = spread.fronted("tree").fronted("draw")
        self.lay_out(spread)

    def action_away(self) -> None:
        """One step back: from a pane to the map, then of the hand, then of the selection."""
        if self.query_one(Tree).let_go():
            return
        if self.focused is not None and self.focused.id != "draw":
            self.focus_pane("draw")
        elif not self.draw_pane.tools.away():
            self.select("")
