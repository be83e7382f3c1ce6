"""The screen of the people workbench: its panes, dialogs and actions."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from latticeville.core.problems import Problem
from latticeville.world.model.world_renames import Renames
from studio.editor.editor_messages import PlaceOpened, ProblemOpened
from studio.editor.editor_screen import EditorScreen, count_problems, neighbor
from studio.editor.problems_pane import ProblemsPane
from studio.editor.workspace_controller import WorkspaceController
from studio.people import form_dialogs, persona_dialogs, relation_dialogs
from studio.people.layout import CAST, PANES, SIDES, PeopleLayout
from studio.people.model.form import key_at_line, tie_key
from studio.people.panes.homes import HomesPane
from studio.people.panes.mind_preview_pane import PortraitPane
from studio.people.panes.persona_form import PersonaForm
from studio.people.panes.persona_list import PersonaList
from studio.people.panes.relation_matrix import RelationMatrix
from studio.people.persona_dialogs import SourceRead, ask_people, offer_people
from studio.people.view import CastPanes, PeopleState, PersonPanes
from studio.project.documents.entries import restored_names
from studio.project.documents.project import Project, persona_file, persona_name
from studio.project.edits.personas import residents_of
from studio.project.fields import persona_names
from studio.project.project_checks import ProjectReport
from studio.ui.bar import Bar
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.footer import CommandFooter
from studio.ui.list_view import ListView
from studio.ui.pane_screen import LayoutScreen, PaneColumns, PaneRows
from studio.ui.terminal import TooSmallNotice
from studio.ui.title_bar import TitleBar

if TYPE_CHECKING:
    from studio.people.panes.mind_preview_pages import Page
    from studio.player.run_sources import RunSource


class PeopleScreen(EditorScreen, LayoutScreen, CommandScope):
    """Shows the personas of a project, and edits them."""

    where = "people"
    names = (*PANES, *CAST)
    middle, layout_key, stand_ins = "persona", "people", ("persona",)
    CSS_PATH = "people.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("people")
    AUTO_FOCUS = "#personas"

    def __init__(self, controller: WorkspaceController, source: "RunSource | None") -> None:
        super().__init__(controller)
        self._source = source
        self.selected = ""
        """The id of the selected persona."""
        self.pane_layout: PeopleLayout = PeopleLayout()
        self._person, self._cast = PersonPanes(), CastPanes()
        self._gesture, self._turned = 0, ""
        """The bar that is turned, and the number of its gesture: one step of the history."""

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        return bool(self.selected)

    @property
    def state(self) -> PeopleState:
        """What is shown."""
        return PeopleState(self.project, self.report, self.selected)

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield TitleBar(id="title")
        with PaneColumns(id="middle"):
            with PaneRows(id="left"):
                yield self._person.list
                yield self._person.problems
            yield self._person.form
            yield self._person.portrait
            yield from self._cast.panes
        yield TooSmallNotice()
        yield Bar(id="status")
        yield CommandFooter(id="hints")

    def on_mount(self) -> None:
        """Say which model the portrait asks."""
        if self._source is not None:
            self._person.portrait.ask_of(self._source.model, self._source.embedder)

    def arrive(self) -> None:
        """Come from another screen, to whoever is selected there."""
        found = self.persona_of(self.workspace.selected)
        if found and found != self.selected:
            self.choose(found)

    # Panes

    def update_seen_panes(self, shown: frozenset[str], fresh: frozenset[str]) -> None:
        """Show the side that has panes in it."""
        del fresh  # panes of one person are up to date, whether they are seen or not
        self.query_one("#left").display = bool(shown & {*SIDES})
        self.query_one("#middle").display = bool(shown)
        self.query_one("#problems").set_class("personas" not in shown, "-alone")

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""
        super().focus_pane(name)
        self._show_cast()

    def _show_cast(self) -> None:
        if {*CAST} & {*self.shown_panes()}:
            self._cast.show(self.state)

    # The project

    def show_project(self) -> None:
        """Show the project as it is now, and have it checked."""
        people = self._person.list
        people.show(self.project)
        if self.selected not in persona_names(self.project):
            self.selected = next(iter(people.names(self.project)), "")
            people.go_to(self.selected)
        self._show_selected()
        if "matrix" in self.shown_panes():
            self._cast.matrix.show(self.project)
        self.tell_title()
        self.check_soon()

    def follow_renames(self, renames: Renames) -> None:
        """Keep the persona that is shown, if its person was renamed with it."""
        new = renames.people.get(self.selected, "")
        self.selected = new if new in persona_names(self.project) else self.selected

    def select_restored(self, before: Project) -> None:
        """Show the persona that is there again, or is another."""
        restored = restored_names(_texts(before), _texts(self.project))
        if restored and self.selected not in restored:
            self.choose(restored[0])

    def show_report(self, report: ProjectReport) -> None:
        """Show what the checks have found."""
        self._person.show_report(self.state, report)
        self._show_cast()
        self.tell_problems()

    def tell_problems(self) -> None:
        """Count what is wrong."""
        problems = self.report.problems if self.report else ()
        right = count_problems(problems, self.workspace.history, self.report)
        self.query_one("#status", Bar).say(self.state.status, right)

    def _show_selected(self) -> None:
        self._person.show(self.state)
        self.tell_problems()
        self.refresh_bindings()

    # Who is selected

    def _select(self, name: str) -> None:
        """Select a persona here, and on the other workbenches whoever of this world it is."""
        self.selected = name
        residents = self.state.residents
        if residents and self.workspace.selected not in residents:
            self.workspace.selected = residents[0]
        self._show_selected()

    def choose(self, name: str) -> None:
        """Select a persona, and bring it into sight."""
        self.selected, people = name, self._person.list
        if name not in people.names(self.project):
            people.filter(self.project, "")
        people.go_to(name)
        self._select(name)

    def persona_of(self, who: str) -> str:
        """Return the persona of a person of this world."""
        project = self.project
        lives = (name for name in persona_names(project) if who in residents_of(project, name))
        return next(lives, "")

    def palette_entries(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of all personas."""
        for name in persona_names(self.project):
            yield name, persona_name(self.project, name)

    def go_to(self, name: str) -> None:
        """Select a persona."""
        self.choose(name)
        self.focus_pane("persona")

    def go_to_item(self, key: str) -> None:
        """Put the cursor of the form on an item."""
        self._person.form.go_item(key)

    def go_to_tie(self, who: str, other: str) -> None:
        """Go to what the form says of somebody's tie to another, else to all their ties."""
        name = self.persona_of(who)
        if not name:
            return
        self.choose(name)
        self.focus_pane("persona")
        self.go_to_item(tie_key(self.project, name, other))

    def _go_to_problem(self, found: Problem) -> None:
        """Go to the line of the form that a problem speaks of, or to the map."""
        files = {self.project.place(persona_file(one)): one for one in persona_names(self.project)}
        name = files.get(found.file, "")
        if not name:
            self.post_message(ProblemOpened(found))
            return
        self.choose(name)
        self.go_to_item(key_at_line(self.project, name, found.line))
        self.focus_pane("persona")
        self.tell(f"{found.file}:{found.line}: {found.what}")

    # What panes tell

    def on_list_view_moved(self) -> None:
        """Select whoever the cursor of a list is on."""
        pane = self.focused
        if pane is self._cast.roster:
            self._choose_resident(self._cast.roster.line.who, self._cast.roster.line.other)
        elif pane is self._cast.ties:
            self._choose_resident(self._cast.ties.under)
        elif pane is self._cast.matrix:
            self._choose_resident(self._cast.matrix.one)
        elif isinstance(pane, PersonaList) and pane.under not in ("", self.selected):
            self._select(pane.under)

    def _choose_resident(self, who: str, other: str = "") -> None:
        """Select somebody of this world, and of their ties the one to another."""
        name = self.persona_of(who) if who else ""
        if name and name != self.selected:
            self.choose(name)
        if name:
            self._cast.choose(self.state.resident, other)

    @on(ListView.Opened, "#personas")
    def edit_persona(self, message: ListView.Opened) -> None:
        """Go to the form of a persona."""
        if message.row.link:
            self._select(message.row.link)
            self.focus_pane("persona")

    @on(ListView.Opened, "#portrait")
    def choose_named(self, message: ListView.Opened) -> None:
        """Select whom a line speaks of."""
        if persona := self.persona_of(message.row.link):
            self.choose(persona)

    @on(ListView.Opened, "#problems")
    def open_problem(self, message: ListView.Opened) -> None:
        """Go to what a problem speaks of."""
        if found := self._person.problems.problem(message.row):
            self._go_to_problem(found)

    @on(ListView.Opened, "#roster")
    def open_roster(self) -> None:
        """Go where a line of the cast leads: to a relationship, or to a place on the map."""
        line = self._cast.roster.line
        if line.other:
            self.go_to_tie(line.who, line.other)
        elif line.area:
            self.post_message(PlaceOpened(line.area))

    @on(ListView.Opened, "#ties")
    def open_ties(self) -> None:
        """Go to what two people are to each other."""
        if self._cast.ties.who:
            self.go_to_tie(self._cast.ties.who, self._cast.ties.other)

    @work
    async def on_relation_matrix_wanted(self, message: RelationMatrix.Wanted) -> None:
        """Set or remove relations in the matrix."""
        await relation_dialogs.change_relation(self, message, self._person.list.marked)

    def on_homes_pane_picked(self, message: HomesPane.Picked) -> None:
        """Select whoever a sign on the map is about."""
        self._choose_resident(message.who)

    def on_homes_pane_gone(self, message: HomesPane.Gone) -> None:
        """Go to the place on the map workbench."""
        self.post_message(PlaceOpened(message.area, message.cell))

    def on_problem_list_fix_requested(self, message: ProblemsPane.FixRequested) -> None:
        """Do what certainly mends a problem."""
        self.apply_fix(message.problem)

    @work
    async def on_persona_list_wanted(self, message: PersonaList.Wanted) -> None:
        """Do what the list asks for."""
        if message.what == "sort":
            self.tell(self._person.list.sort(self.project))
        elif message.what == "set":
            await form_dialogs.set_for_all(self, self._person.list.chosen_names)
        elif new := await persona_dialogs.change_persona(self, message.what, self.selected):
            self.choose(new)

    @work
    async def on_persona_form_wanted(self, message: PersonaForm.Wanted) -> None:
        """Do what the form asks for."""
        name, item, key = self.selected, message.item, ""
        match message.what:
            case "open":
                key = await form_dialogs.change_item(self, name, item)
            case "long":
                await form_dialogs.write_text(self, name, item)
            case "add":
                key = await form_dialogs.add_row(self, name, item)
            case "clear":
                form_dialogs.clear_item(self, name, item)
            case "shift":
                key = form_dialogs.shift_row(self, name, item, message.way)
            case "turn":
                self._begin_gesture(f"{name} {item.key}")
                form_dialogs.turn_share(self, name, item, message.way, self._gesture)
            case "time" | "time-behind":
                self._begin_gesture(f"{name} {item.key} {message.what}")
                behind, gesture = message.what == "time-behind", self._gesture
                key = form_dialogs.shift_hours(
                    self, name, item, message.way, behind=behind, gesture=gesture
                )
                self._turned = f"{name} {key} {message.what}"
            case "share":
                form_dialogs.set_share(self, name, item, message.way)
        if key:
            self.go_to_item(key)

    def _begin_gesture(self, turned: str) -> None:
        """Count another gesture where something else is turned than before."""
        if self._turned != turned:
            self._gesture, self._turned = self._gesture + 1, turned

    @work
    async def on_source_read(self, message: SourceRead) -> None:
        """Ask whether the people of a source shall come in."""
        message.stop()
        if new := await offer_people(self, message.found):
            self.choose(new)

    # Actions

    @work
    async def action_new(self) -> None:
        """Ask for names and a home, and make people who live there; several are marked."""
        made = await persona_dialogs.make_people(self)
        if made:
            self.choose(made[0])
            self.focus_pane("persona" if len(made) == 1 else "personas")
            self._person.list.mark_all(made[1:] and made)

    @work
    async def action_filter(self) -> None:
        """Show only those with some letters."""
        people = self._person.list
        ask = TextPrompt("Filter", "part of a name or text; empty shows all", people.letters)
        letters: str | None = await self.app.push_screen_wait(ask)
        if letters is None:
            return
        people.filter(self.project, letters)
        names = people.names(self.project)
        if names and letters:
            self.choose(names[0])
        self._person.form.find(letters)

    @work
    async def action_bring(self) -> None:
        """Ask for a folder or a file, and bring the people in it in."""
        await ask_people(self)

    def find(self, way: int) -> None:
        """Go to the next person that the filter shows, and to its letters in the form."""
        people = self._person.list
        self.choose(neighbor(people.names(self.project), self.selected, way))
        self._person.form.find(people.letters)

    def action_away(self) -> None:
        """Stop what the model does, else back to the list, else show everybody again."""
        if self._person.portrait.cancel():
            self.tell("Cancelled.")
        elif self.focused is not self._person.list:
            self.focus_pane("personas")
        elif self._person.list.marked:
            self._person.list.mark_none()
        elif self._person.list.letters:
            self._person.list.filter(self.project, "")
            self._person.list.go_to(self.selected)

    def action_cast(self) -> None:
        """Show everybody at once, on the map; again, as a graph."""
        self.pane_layout = self.pane_layout.with_cast(in_list=self.focused is self._cast.roster)
        self.focus_pane(self.pane_layout.front)

    def action_relations(self) -> None:
        """Show relations as a matrix."""
        self.focus_pane("matrix")

    def _turn(self, page: "Page") -> PortraitPane:
        self.focus_pane("portrait")
        self._person.portrait.turn(page)
        return self._person.portrait

    def action_identity(self) -> None:
        """Show who they are to their mind."""
        self._turn("self")

    def action_prompt(self) -> None:
        """Show the first question that a run puts to them."""
        self._turn("prompt")

    def action_day(self) -> None:
        """Let the model plan their day, and then run the first 24 hours."""
        self.focus_pane("portrait")
        self._person.portrait.ask_day()

    def action_talk(self) -> None:
        """Talk to them."""
        self._turn("talk").ask()

    def action_mind(self) -> None:
        """Show what their mind holds, who may know what, and what is never told."""
        self._turn("mind")

    @work
    async def action_meet(self) -> None:
        """Ask for another person, and play what the two say when they meet."""
        if who := await persona_dialogs.ask_other(self, "Meets", self.selected):
            self.focus_pane("portrait")
            self._person.portrait.meet(who)

    @work
    async def action_compare(self) -> None:
        """Ask for another person, and show both side by side."""
        if who := await persona_dialogs.ask_other(self, "Compare with", self.selected):
            self.focus_pane("portrait")
            self._person.portrait.compare(who)


def _texts(project: Project) -> dict[str, str]:
    """Return the files of all personas, by id."""
    return {name: project.files[persona_file(name)].text for name in persona_names(project)}
