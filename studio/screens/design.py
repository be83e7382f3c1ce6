"""The map workbench: the project on the bench, drawn, checked and saved."""

from collections.abc import Iterator
from typing import ClassVar, Protocol

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from latticeville.core.clock import stamp
from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from latticeville.world.pack import World
from studio import settings
from studio.commands import MOVES, commands, find
from studio.documents.edit import Edit
from studio.documents.fixes import fixes
from studio.documents.problems import Checker, Report
from studio.documents.project import Project
from studio.drawing.bench import Bench
from studio.drawing.differing import differing
from studio.drawing.hand import PLACING
from studio.drawing.sketch import Sketch
from studio.panes.draw import Draw
from studio.panes.form import Form
from studio.panes.mini import Mini
from studio.panes.problems import Problems
from studio.panes.steps import Steps
from studio.panes.tiles import Tiles
from studio.panes.toolbar import Toolbar
from studio.panes.tree import Tree
from studio.screens.arranged import Arranged
from studio.screens.asking import Asking
from studio.screens.checking import Checking, tally
from studio.screens.room import Cramped
from studio.screens.spread import FOCUSED, LEFT, PARTS, RIGHT, Spread
from studio.session import SPEEDS, Said, View
from studio.widgets.bar import Hints, Status
from studio.widgets.lines import Lines
from studio.widgets.part import Abreast, Part, Stacked, bindings
from studio.widgets.spans import QUIET, STRONG, WARM, Span, clean
from studio.widgets.title import Title

TOOLS = [
    Binding(
        ",".join(command.keys), f"tool('{command.action}')", command.name,
        show=False, tooltip=command.help, id=command.id,
    )
    for command in commands("draw") if command.action not in (*MOVES, "land", "dab")
]  # fmt: skip
"""The keys of the tools, for panes that have no use of their own for them."""


class Beside(Protocol):
    """A screen that stands over the map workbench, and shows the same project."""

    def altered(self) -> None:
        """Show the project as it is now."""

    def assessed(self) -> None:
        """Show what the checks have found."""

    def told(self, sentence: str) -> None:
        """Say a sentence."""

    def timed(self) -> None:
        """Show what time it is in the run."""


class Design(Arranged, Asking, Checking, Part):
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
        self.arrangement: Spread = Spread().restored(settings.layout(self.kept_as))
        self._checker = Checker()
        self.clock = ""
        """What time it is in the run behind."""
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
        draw.take(replace(draw.hand, **_inks(self.sketch)))
        self.changed()
        self.call_after_refresh(self.begin_keeping)

    @property
    def draw_pane(self) -> Draw:
        """The map."""
        return self.query_one(Draw)

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
        state = view.payload.state
        self.clock = f"{stamp(state.minute)} · tick {state.tick} · {'▶' if view.playing else '⏸'} {SPEEDS[view.speed]}"
        self._tell_title()
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
        self.query_one(Hints).tell(sentence)
        for screen in self.beside:
            screen.told(sentence)

    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""
        refused = self.bench.do(edit)
        if refused:
            self.tell(refused)
        self.changed()
        return not refused

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
        self._tell_title()
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
        self.query_one(Problems).show(self._troubles())
        self._tell_status()

    def _troubles(self) -> tuple[Problem, ...]:
        on_disk = self.bench.broken.values()
        return tuple(sorted((*on_disk, *(self.report.problems if self.report else ()))))

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

    def _tell_title(self) -> None:
        modified = bool(self.bench.desk.history.modified)
        name = self.bench.desk.project.data("world.toml").get("name", self.bench.folder.name)
        self.query_one("#title", Title).tell(str(name), Span(self.clock, QUIET), modified=modified)

    def _tell_status(self) -> None:
        draw = self.draw_pane
        hand, cell, sketch = draw.hand, draw.cursor, self.sketch
        tile = sketch.grid.tile(cell) if sketch.grid.holds(cell) else None
        ink = sketch.tiles.get(hand.ink)
        spans = [Span(f"{hand.word}", WARM), Span(f" “{hand.ink}” {clean(ink.name) if ink else ''} · ", QUIET)]
        spans += [Span(f"{cell.x},{cell.y}"), Span(f" {clean(tile.name) if tile else ''} · {clean(sketch.path(cell))}")]
        if self.selected:
            more = f" and {len(self.also)} more" if self.also else ""
            spans.append(Span(f" · {clean(sketch.name(self.selected))}{more}", STRONG))
        self.query_one("#status", Status).say(spans, tally(self._troubles(), self.bench.desk.history, self.report))

    def on_sheet_edited(self, message: Draw.Edited) -> None:
        """Do what was drawn."""
        self.do(message.edit)

    def on_sheet_cancelled(self) -> None:
        """Take back what the gesture did."""
        self.tell(self.bench.jump(self.bench.desk.history.at - 1))
        self.changed()

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
        spread = self.arrangement._replace(mini=not self.arrangement.mini)
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

    def on_toolbar_placing(self, message: Toolbar.Placing) -> None:
        """Wait for the cell at which something is to be placed."""
        self.focus_pane("draw")
        self.draw_pane.place(message.tool)

    async def action_tool(self, name: str) -> None:
        """Do what a tool's key does on the map, from another pane; what is placed waits for its cell."""
        draw, command = self.draw_pane, find(f"draw.{name}")
        if command is None:
            return
        if not command.when.holds(self):
            self.tell(f"{command.name}: {command.when.otherwise}.")
            return
        self.focus_pane("draw")
        tool = next((tool for tool in PLACING if tool == name), None)
        if tool:
            draw.place(tool)
        else:
            await draw.run_action(command.action)

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
            self.tell(self.bench.jump(int(link)))
            self.changed()
        elif isinstance(lines, Problems):
            found = lines.problem(message.row)
            if found:
                self.go_to_problem(found)

    def take_ink(self, glyph: str) -> None:
        """Take a glyph into the hand, and the pencil if the hand was empty."""
        draw = self.draw_pane
        hand = draw.hand if draw.hand.tool not in ("hand", "grab", "select", "eraser") else draw.hand.taking("pencil")
        draw.take(replace(hand, ink=glyph))
        self.focus_pane("draw")

    def go_to_problem(self, problem: Problem) -> None:
        """Go to the place that a problem speaks of: a cell of the map, or what its table is about."""
        project = self.bench.desk.project
        if problem in self.bench.broken.values():
            self.tell(f"{problem.file}:{problem.line}:{problem.column}: {problem.what}")
            return
        if problem.file == project.place(project.map_name) and problem.line:
            self.draw_pane.go(Cell(problem.column - 1, problem.line - 1))
        else:
            named = next((name for name, _ in self.sketch.names() if f"“{name}”" in problem.what), "")
            self.select(named or self._at_line(problem), reveal=True)
            self.tell(f"{problem.file}:{problem.line}: {problem.what}")
        self.focus_pane("draw")

    def _at_line(self, problem: Problem) -> str:
        """Return the id of the area, object or person whose table stands at a line of world.toml."""
        site = self.report.site if self.report else None
        if site is None or problem.file != "world.toml":
            return ""
        known = [
            (site.problem("world.toml", (sort, index), "", "").line, getattr(one, "id", None) or one.persona)
            for sort in ("areas", "objects", "people")
            for index, one in enumerate(getattr(site.draft.world, sort))
        ]
        return max(((line, name) for line, name in known if line <= problem.line), default=(0, ""))[1]

    def on_problems_mend(self, message: Problems.Mend) -> None:
        """Do what certainly mends a problem."""
        broken = next((name for name, one in self.bench.broken.items() if one == message.problem), "")
        if broken:
            self._write_over(broken)
            return
        report = self.report
        if report is None or report.project is not self.bench.desk.project:
            self.tell("One moment: the project is being checked.")
            return
        found = fixes(message.problem, report)
        if found and self.do(found[0]):
            self.tell(f"Mended: {found[0].label}")
        elif not found:
            self.tell(f"Nothing certain mends this. {message.problem.fix[:1].upper()}{message.problem.fix[1:]}")

    def action_undo(self) -> None:
        """One step back."""
        self.tell(self.bench.jump(self.bench.desk.history.at - 1))
        self.changed()

    def action_redo(self) -> None:
        """One step on."""
        self.tell(self.bench.jump(self.bench.desk.history.at + 1))
        self.changed()

    def action_away(self) -> None:
        """One step back: from a pane to the map, then of the hand, then of the selection."""
        if self.query_one(Tree).let_go():
            return
        if self.focused is not None and self.focused.id != "draw":
            self.focus_pane("draw")
        elif not self.draw_pane.away():
            self.select("")


def _inks(sketch: Sketch) -> dict[str, str]:
    """Return the glyphs with which drawing begins: a wall in the hand, and the commonest ground for the eraser."""
    walls = [glyph for glyph, tile in sketch.tiles.items() if tile.terrain == "wall" or not tile.walkable]
    text = "".join(sketch.grid.rows[:200])
    floors = [glyph for glyph, tile in sketch.tiles.items() if tile.walkable] or [*sketch.tiles, "."]
    ground = max(floors, key=text.count)
    wall = next((glyph for glyph in walls if sketch.tiles[glyph].terrain == "wall"), walls[0] if walls else ground)
    return {"ink": wall, "ground": ground}
