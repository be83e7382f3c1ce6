"""The people workbench: the personas of the project on the bench, and what minds make of them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from latticeville.core.problems import Problem, errors
from studio.documents.edits.personas import residents
from studio.documents.project import persona_file
from studio.drawing.fields import personas
from studio.drawing.persona import at_line
from studio.panes.homes import Homes
from studio.panes.persona import Persona
from studio.panes.personas import Personas
from studio.panes.portrait import Portrait
from studio.panes.problems import Problems
from studio.panes.roster import Roster
from studio.panes.ties import Ties
from studio.screens.checking import tally
from studio.screens.gathering import CAST, Gathering
from studio.ui.room import Cramped, Room
from studio.view import Said
from studio.widgets.bar import Bar, Hints
from studio.widgets.lines import Lines
from studio.widgets.part import Abreast, Part, Stacked, bindings
from studio.widgets.pick import Option, Pick
from studio.widgets.spans import QUIET, STRONG, Span, clean
from studio.widgets.title import Title

if TYPE_CHECKING:
    from studio.documents.problems import Report
    from studio.screens.design import Design
    from studio.tapes import Tape

PANES = ("personas", "persona", "portrait", "problems")
"""The panes of one person, in the order in which tab goes through them."""
SIDES = ("personas", "problems")
"""Those at the side."""
DOUBLE = 76
"""Columns from which on more than one pane is seen."""


class People(Gathering, Part):
    """Stands over the map workbench, which keeps the project, checks it, watches it and saves it."""

    where = "people"
    names = (*PANES, *CAST)
    CSS_PATH = "people.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("people")
    AUTO_FOCUS = "#personas"
    drawing = ready = True
    past = False

    def __init__(self, design: "Design", tape: "Tape | None") -> None:
        super().__init__()
        self.design, self._tape = design, tape
        self.selected = ""
        """The id of the selected persona."""
        self._front = "personas"
        self._side = "personas"
        self._main = "persona"
        self._shown: tuple[str, ...] = PANES
        self._room = Room()

    def arrive(self) -> None:
        """Come from the map or the run, to whoever is selected there; those are the same on all of them."""
        found = self._persona_of(self.design.selected)
        if found and found != self.selected:
            self.choose(found)
        self._tell_title()

    @property
    def read_only(self) -> str:
        """Why nothing can be changed here; nothing where it can."""
        return self.design.read_only

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        return bool(self.selected)

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield Title(id="title")
        with Abreast(id="middle"):
            with Stacked(id="left"):
                yield Personas(id="personas")
                yield Problems(id="problems")
            yield Persona(id="persona")
            yield Portrait(id="portrait")
            yield Roster(id="roster")
            yield Homes(id="homes")
            yield Ties(id="ties")
        yield Cramped()
        yield Bar(id="status")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Show the project, and hear of every change of it from now on."""
        portrait = self.query_one(Portrait)
        if self._tape is not None:
            portrait.model, portrait.embedder = self._tape.model, self._tape.embedder
        self.design.beside.append(self)
        self.altered()
        self.assessed()

    def on_unmount(self) -> None:
        """Hear of nothing any more."""
        if self in self.design.beside:
            self.design.beside.remove(self)

    def on_resize(self, event: events.Resize) -> None:
        """Show as many panes as there is room for."""
        self._room = Room(event.size.width, event.size.height)
        self._arrange()

    def _arrange(self) -> None:
        room = self._room
        left = SIDES if room.tall else (self._side,)
        if room.too_small:
            shown: tuple[str, ...] = ()
        elif self._front in CAST:
            shown = ("roster", self._drawn) if room.width >= DOUBLE else (self._front,)
        elif not room.wide:
            shown = (*left, self._main) if room.width >= DOUBLE else (self._front,)
        else:
            shown = (*left, "persona", "portrait")
        self._shown = tuple(name for name in self.names if name in shown)
        for name in self.names:
            self.query_one(f"#{name}").display = name in shown
        self.query_one("#left").display = any(name in shown for name in SIDES)
        self.query_one("#middle").display, self.query_one("#room").display = bool(shown), not shown
        self.set_class(not room.wide, "-narrow")
        self.set_class(room.width < DOUBLE, "-single")
        self.set_class(room.roomy, "-roomy")
        self.query_one("#problems").set_class("personas" not in shown, "-alone")
        if self.focused is not None and not self.focused.display and shown:
            self.query_one(f"#{self._front if self._front in shown else 'persona'}").focus()

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""
        self._front = name
        if name in SIDES:
            self._side = name
        elif name in CAST:
            self._drawn = name if name != "roster" else self._drawn
        else:
            self._main = name
        self.set_focus(None)
        self._arrange()
        self.query_one(f"#{name}").focus()
        self.gather()

    @property
    def ring(self) -> tuple[str, ...]:
        """The panes that tab goes through: those of one person, or of the cast."""
        return ("roster", self._drawn) if self._front in CAST else PANES

    def shown_panes(self) -> tuple[str, ...]:
        """Return the names of the panes that are seen."""
        return self._shown

    def places(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of all personas."""
        for name in personas(self.project):
            yield name, str(self.project.data(persona_file(name)).get("name", name))

    def go_to(self, name: str) -> None:
        """Select a persona."""
        self.choose(name)
        self.focus_pane("persona")

    def altered(self) -> None:
        """Show the project as it is now."""
        project, known = self.project, personas(self.project)
        pane = self.query_one(Personas)
        pane.show(project)
        if self.selected not in known:
            self.selected = next(iter(pane.names(project)), "")
            pane.go_to(self.selected)
        self._show_selected()
        self._tell_title()

    def assessed(self) -> None:
        """Show what the checks have found."""
        report: Report | None = self.design.report
        if report is None:
            return
        self.query_one(Problems).show(report.problems)
        self._tell_wrong()
        self.query_one(Portrait).show(report.world, len(errors(report.problems)))
        self.gather()
        self._tell_title()

    def timed(self) -> None:
        """Show what time it is in the run."""
        self._tell_title()

    def _show_selected(self) -> None:
        project = self.project
        self.query_one(Personas).mark(self.selected)
        self.query_one(Persona).show(project, self.selected)
        self._tell_wrong()
        found = residents(project, self.selected) if self.selected and not project.original else ()
        self.query_one(Portrait).choose(found[0] if found else "")
        self._tell_status()
        self.refresh_bindings()

    def _tell_wrong(self) -> None:
        """Let the form say beside each line what is wrong with it."""
        report, name, project = self.design.report, self.selected, self.project
        file = project.place(persona_file(name)) if persona_file(name) in project.files else ""
        wrong: dict[str, list[Problem]] = {}
        for one in report.problems if report and file else ():
            if one.file == file:
                wrong.setdefault(at_line(project, name, one.line), []).append(one)
        self.query_one(Persona).tell(wrong)

    def choose(self, name: str) -> None:
        """Select a persona, and bring it into sight."""
        self.selected = name
        pane = self.query_one(Personas)
        if name not in pane.names(self.project):
            pane.letters = ""
            pane.show(self.project)
        pane.go_to(name)
        self._show_selected()

    def _tell_title(self) -> None:
        history = self.design.bench.desk.history
        name = self.project.data("world.toml").get("name", self.design.bench.folder.name)
        title, right = self.query_one("#title", Title), Span(self.design.clock, QUIET)
        title.tell(str(name), right, modified=bool(history.modified), read_only=bool(self.read_only))
        self._tell_status()

    def _tell_status(self) -> None:
        if not self.selected:
            spans = [Span("Nobody is selected.", QUIET)]
        else:
            found = residents(self.project, self.selected) if not self.project.original else ()
            file = self.project.place(persona_file(self.selected))
            lives = "lives here" + (f" as {', '.join(found)}" if found != (self.selected,) else "")
            spans = [Span(clean(file), STRONG), Span(f" · {lives if found else 'does not live in this world'}", QUIET)]
        report, history = self.design.report, self.design.bench.desk.history
        found_ = report.problems if report else ()
        self.query_one("#status", Bar).say(spans, tally(found_, history, report))

    def on_lines_moved(self) -> None:
        """Select whoever the cursor of the list is on."""
        pane = self.query_one(Personas)
        if isinstance(self.focused, Lines) and self.follow(self.focused):
            return
        if self.focused is pane and pane.under and pane.under != self.selected:
            self.selected = pane.under
            self._show_selected()

    def on_lines_opened(self, message: Lines.Opened) -> None:
        """Go where a line leads."""
        lines, link = message.lines, message.row.link
        if self.opened(lines):
            return
        if isinstance(lines, Personas) and link:
            self.selected = link
            self._show_selected()
            self.focus_pane("persona")
        elif isinstance(lines, Portrait) and link:
            persona = self._persona_of(link)
            if persona:
                self.choose(persona)
        elif isinstance(lines, Problems):
            found = lines.problem(message.row)
            if found:
                self._go_to_problem(found)

    def go_to_tie(self, who: str, other: str) -> None:
        """Go to the line of the form that says what somebody is to a person, else to their relationships."""
        name = self._persona_of(who)
        if not name:
            return
        self.choose(name)
        ties = self.project.data(persona_file(name)).get("relationships")
        found = (place for place, one in enumerate(ties or ()) if isinstance(one, dict) and one.get("who") == other)
        place = next(found, None)
        self.focus_pane("persona")
        self.query_one(Persona).go_item("relationships" if place is None else f"relationships.{place}")

    def _go_to_problem(self, found: Problem) -> None:
        """Go to the line of the form that a problem speaks of, or to the map."""
        project = self.project
        name = next((one for one in personas(project) if project.place(persona_file(one)) == found.file), "")
        if not name:
            self.app.run_worker(self.app.run_action("design"), group="command")
            self.design.go_to_problem(found)
            return
        self.choose(name)
        self.query_one(Persona).go_item(at_line(project, name, found.line))
        self.focus_pane("persona")
        self.tell(f"{found.file}:{found.line}: {found.what}")

    def on_mending_mend(self, message: Problems.Mend) -> None:
        """Do what certainly mends a problem."""
        self.design.on_mending_mend(message)

    def on_said(self, message: Said) -> None:
        """Say a sentence of a pane."""
        message.stop()
        self.tell(message.sentence)

    def action_undo(self) -> None:
        """One step back."""
        self.design.action_undo()

    def action_redo(self) -> None:
        """One step on."""
        self.design.action_redo()

    def action_save(self) -> None:
        """Write all that changed."""
        self.design.save()

    def action_away(self) -> None:
        """Stop what the model does, else back to the list, else show everybody again."""
        pane = self.query_one(Personas)
        if self.query_one(Portrait).cancel():
            self.tell("Stopped.")
        elif self.focused is not pane:
            self.focus_pane("personas")
        elif pane.letters:
            pane.letters = ""
            pane.show(self.project)
            pane.go_to(self.selected)

    def _turn(self, page: str) -> None:
        self.focus_pane("portrait")
        self.query_one(Portrait).turn(page)

    def action_identity(self) -> None:
        """Show who they are to their mind."""
        self._turn("self")

    def action_prompt(self) -> None:
        """Show the first question that a run puts to them."""
        self._turn("prompt")

    def action_day(self) -> None:
        """Let the model plan their day."""
        self._turn("day")
        self.query_one(Portrait).plan()

    def action_talk(self) -> None:
        """Talk to them."""
        self._turn("talk")
        self.query_one(Portrait).ask()

    def action_compare(self) -> None:
        """Ask for another person, and show both side by side."""
        others = [
            Option(who, called, who)
            for name, called in self.places()
            for who in residents(self.project, name)
            if name != self.selected
        ]
        if not others:
            self.tell("Nobody else lives here.")
            return

        def chosen(who: str | None) -> None:
            if who:
                self.query_one(Portrait).other = who
                self._turn("compare")

        self.app.push_screen(Pick("Compare with whom?", others), chosen)
