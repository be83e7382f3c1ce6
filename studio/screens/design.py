"""The map workbench: the project on the bench, drawn, checked and saved."""

from collections.abc import Iterator
from typing import ClassVar, Protocol

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from latticeville.core.geometry import Cell
from latticeville.world.pack import World
from studio import settings
from studio.documents.problems import Checker, Report
from studio.documents.project import Project
from studio.drawing.bench import Bench
from studio.drawing.differing import differing
from studio.drawing.sketch import Sketch
from studio.panes.draw import Draw
from studio.panes.form import Form
from studio.panes.mini import Mini
from studio.panes.problems import Problems
from studio.panes.steps import Steps
from studio.panes.tiles import Tiles
from studio.panes.toolbar import Toolbar
from studio.panes.tree import Tree
from studio.screens.building import Building
from studio.screens.checking import tally
from studio.screens.handling import TOOLS, Handling
from studio.screens.map_layout import FOCUSED, LEFT, PARTS, RIGHT, MapLayout
from studio.screens.troubles import Troubles
from studio.ui.pane_screen import Arranged
from studio.ui.room import Cramped
from studio.view import Said, View
from studio.widgets.bar import Hints, Status
from studio.widgets.lines import Lines
from studio.widgets.part import Abreast, Part, Stacked, bindings
from studio.widgets.spans import QUIET, STRONG, WARM, Span, clean
from studio.widgets.title import Title


class Beside(Protocol):
    """A screen that stands over the map workbench, and shows the same project."""

    def altered(self) -> None:
        """Show the project as it is now."""

    def assessed(self) -> None:
        """Show what the checks have found."""

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""

    def timed(self) -> None:
        """Show what time it is in the run."""


class Design(Troubles, Arranged, Handling, Building, Part):
    """Owns the bench; panes show what is on it and ask for edits by messages."""

    where = "design"
    names = FOCUSED
    middle, kept_as, stand_ins = "draw", "map", ("draw",)
    CSS_PATH = "design.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("design"), *TOOLS]
    AUTO_FOCUS = "#draw"
    BLANK = True

    def __init__(self, bench: Bench, world: World | None = None) -> None:
        super().__init__()
        self.bench = bench
        self.sketch = Sketch(bench.desk.project, None, world)
        self.report: Report | None = None
        self.selected = ""
        self.also: tuple[str, ...] = ()
        self.arrangement: MapLayout = MapLayout().restored(settings.layout(self.kept_as))
        self._checker = Checker()
        self.beside: list[Beside] = []
        """Screens that hear of every change."""
        self._left: Cell | None = None

    @property
    def ready(self) -> bool:
        """Whether there is a world to look at."""
        return True

    @property
    def drawing(self) -> bool:
        """Whether this is where the map is drawn."""
        return True

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        spot = self.sketch.spots.get(self.selected)
        return spot is not None and spot.entry.sort == "people"

    @property
    def past(self) -> bool:
        """Whether an earlier tick than the newest is shown; here none is."""
        return False

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
        """Show the project, and begin to watch its files."""
        draw = self.draw_pane
        draw.take(draw.hand.begun(self.sketch.tiles, self.sketch.grid.rows))
        self.changed()
        self.call_after_refresh(self.begin_keeping)

    def on_screen_resume(self) -> None:
        """Show what was edited elsewhere meanwhile."""
        if self.sketch.project is not self.bench.desk.project and self.query(Draw):
            self.changed()

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

    def see(self, view: View) -> None:
        """Show what time it is in the run behind."""
        super().see(view)
        for screen in self.beside:
            screen.timed()

    def arrive(self, cell: Cell, selected: str) -> None:
        """Come from the run: to the cell that was looked at there, and to what was selected."""
        if selected and selected != self.selected and self.sketch.boxes(selected):
            self.select(selected, reveal=True)
        elif cell != self._left:
            self.draw_pane.go(cell)
        self._left = cell

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""
        super().tell(sentence)
        for screen in self.beside:
            screen.tell(sentence)

    def changed(self) -> None:
        """Show the project as it is now, and have it checked."""
        project = self.bench.desk.project
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
        self.query_one(Steps).show(self.bench.desk.history)
        if before.spots is not sketch.spots or before.areas is not sketch.areas:
            self._show_form()
        self.tell_title()
        self._tell_status()
        self.check_soon()
        for screen in self.beside:
            screen.altered()

    def reloaded(self, before: Project) -> None:
        """Let what somebody else has changed stand out on the map for a while."""
        self.draw_pane.flash(differing(Sketch(before, None, self.sketch.world), self.sketch))

    def reported(self, report: Report) -> None:
        """Show what the checks have found."""
        if report.world and report.project is self.bench.desk.project:
            self._stand(report.world)
        self.tell_problems()
        for screen in self.beside:
            screen.assessed()

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
        self.selected, self.also = name, also
        self.draw_pane.choose(name, also, reveal=reveal)
        self.query_one(Tree).choose(name, also)
        self._show_form()
        self._tell_status()
        self.refresh_bindings()

    def _show_form(self) -> None:
        self.query_one(Form).about(self.bench.desk.project, self.selected, self.also)

    def also_select(self, name: str) -> None:
        """Take something in beside what is selected, or out of it."""
        rest = tuple(one for one in self.selection if one != name)
        found = rest if name in self.selection else (*rest, name)
        self.select(found[0] if found else "", also=found[1:])
        if len(found) > 1:
            self.tell(f"{len(found)} selected: E edits, m carries, C doubles, delete takes them away.")

    def _tell_status(self) -> None:
        draw = self.draw_pane
        hand, cell, sketch = draw.hand, draw.cursor, self.sketch
        tile = sketch.grid.tile(cell) if sketch.grid.holds(cell) else None
        ink = sketch.tiles.get(hand.ink)
        spans = [Span(f"{hand.word}", WARM), Span(f" “{hand.ink}” {clean(ink.name) if ink else ''} · ", QUIET)]
        spans += [Span(f"{cell.x},{cell.y}"), Span(f" {clean(tile.name) if tile else ''} · {clean(sketch.path(cell))}")]
        name = sketch.name(self.selected) if self.selected else ""
        if name and (self.also or name != sketch.path(cell).rpartition(" › ")[2]):
            more = f" and {len(self.also)} more" if self.also else ""
            spans.append(Span(f" · {clean(name)}{more}", STRONG))
        self.query_one("#status", Status).say(spans, tally(self.troubles, self.bench.desk.history, self.report))

    def on_sheet_edited(self, message: Draw.Edited) -> None:
        """Do what was drawn."""
        self.do(message.edit)

    def on_sheet_cancelled(self) -> None:
        """Take back what the gesture did."""
        self.jump(self.bench.desk.history.at - 1)

    def on_sheet_picked(self, message: Draw.Picked) -> None:
        """Select what was picked."""
        if message.more and message.name:
            self.also_select(message.name)
        else:
            self.select(message.name)

    def on_tree_also(self, message: Tree.Also) -> None:
        """Select a line of the outline beside what is selected."""
        self.also_select(message.name)

    def on_mini_gone(self, message: Mini.Gone) -> None:
        """Look at another part of the map."""
        self.draw_pane.go(self.draw_pane.on_map(*message.cell))

    def action_mini(self) -> None:
        """Show the whole map small, or not."""
        spread = replace(self.arrangement, mini=not self.arrangement.mini)
        if spread.mini and "mini" not in spread.shown:
            spread = spread.fronted("mini")
        elif not spread.mini and spread.side == "mini":
            spread = spread.fronted("tree").fronted("draw")
        self.lay_out(spread)

    def on_sheet_handed(self) -> None:
        """Say what the hand holds and where it is."""
        self._tell_status()
        self.query_one(Toolbar).take(self.draw_pane.hand)
        self.query_one(Mini).see(self.draw_pane.lens.large_box(self.draw_pane.camera.box))
        self.query_one(Tiles).take(self.draw_pane.hand.ink)

    def on_said(self, message: Said) -> None:
        """Say a sentence of a pane."""
        message.stop()
        self.tell(message.sentence)

    def on_lines_opened(self, message: Lines.Opened) -> None:
        """Go where a line leads."""
        lines, link = message.lines, message.row.link
        if isinstance(lines, Tree) and link:
            self.select(link, reveal=True)
        elif isinstance(lines, Tiles) and link:
            self.take_ink(link)
        elif isinstance(lines, Steps) and link:
            self.jump(int(link))
        elif isinstance(lines, Problems):
            found = lines.problem(message.row)
            if found:
                self.go_to_problem(found)

    def action_away(self) -> None:
        """One step back: from a pane to the map, then of the hand, then of the selection."""
        if self.query_one(Tree).let_go():
            return
        if self.focused is not None and self.focused.id != "draw":
            self.focus_pane("draw")
        elif not self.draw_pane.away():
            self.select("")
