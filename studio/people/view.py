"""What the people workbench shows, as one value, and the panes that show it."""

from typing import TYPE_CHECKING, NamedTuple

from latticeville.core.problems import Problem, select_errors
from studio.editor.problems_pane import ProblemsPane
from studio.people.model.form import key_at_line
from studio.people.panes.homes import HomesPane
from studio.people.panes.mind_preview_pane import PortraitPane
from studio.people.panes.persona_form import PersonaForm
from studio.people.panes.persona_list import PersonaList
from studio.people.panes.relation_matrix import RelationMatrix
from studio.people.panes.relationship_pane import TiesPane
from studio.people.panes.roster import RosterPane
from studio.project.documents.entries import list_entries
from studio.project.documents.project import Project, persona_file
from studio.project.edits.personas import residents_of
from studio.project.formats.plain_values import value_at
from studio.project.project_checks import ProjectReport
from studio.ui.text import QUIET, STRONG, Span, clean

if TYPE_CHECKING:
    from latticeville.reports.cast import CastView
    from latticeville.world.model.world import World


class PeopleState(NamedTuple):
    """A project as it is now, what its last check has found, and who is selected."""

    project: Project
    report: ProjectReport | None
    selected: str
    """The id of the selected persona, or ""."""

    @property
    def residents(self) -> tuple[str, ...]:
        """Those of this world who are the selected persona."""
        if not self.selected or self.project.original:
            return ()
        return residents_of(self.project, self.selected)

    @property
    def resident(self) -> str:
        """Who of this world is the selected persona; nothing where nobody is."""
        return next(iter(self.residents), "")

    @property
    def mistakes(self) -> dict[str, list[Problem]]:
        """What is wrong with the selected persona, by the key of a line of the form."""
        name, project = self.selected, self.project
        file = project.place(persona_file(name)) if persona_file(name) in project.files else ""
        wrong: dict[str, list[Problem]] = {}
        for one in self.report.problems if self.report and file else ():
            if one.file == file:
                wrong.setdefault(key_at_line(project, name, one.line), []).append(one)
        return wrong

    @property
    def status(self) -> list[Span]:
        """In which file the selected persona is, and whether it lives here."""
        if not self.selected:
            return [Span("No person is selected.", QUIET)]
        found = self.residents
        lives = "lives here" + (f" as {', '.join(found)}" if found != (self.selected,) else "")
        told = lives if found else "not in this world"
        file = self.project.place(persona_file(self.selected))
        return [Span(clean(file).removeprefix("../../"), STRONG), Span(f" · {told}", QUIET)]


class PersonPanes:
    """The panes of one person."""

    def __init__(self) -> None:
        self.list, self.problems = PersonaList(id="personas"), ProblemsPane(id="problems")
        self.form, self.portrait = PersonaForm(id="persona"), PortraitPane(id="portrait")

    def show(self, state: PeopleState) -> None:
        """Show whoever is selected."""
        self.list.mark(state.selected)
        is_new = state.selected != self.form.name_of
        self.form.show(state.project, state.selected)
        if is_new:
            self.form.find(self.list.letters)
        self.form.tell(state.mistakes)
        self.portrait.choose(state.resident)

    def show_report(self, state: PeopleState, report: ProjectReport) -> None:
        """Show what the checks have found, and what a mind makes of the checked world."""
        self.problems.show(report.problems)
        self.list.show_unfinished(_count_unfinished(state.project, report.world))
        self.form.tell(state.mistakes)
        self.portrait.show(report.world, len(select_errors(report.problems)))


def _count_unfinished(project: Project, world: "World | None") -> dict[str, int]:
    """Return how many things each persona of the world lacks who lacks any."""
    if world is None:
        return {}
    from latticeville.reports.mind_preview import find_unfinished

    personas = {
        who: str(value_at(one.table, ("persona",)))
        for who, one in list_entries(project, "people").items()
    }
    counts = {
        personas[who]: len(find_unfinished(world, who)) for who in world.people if who in personas
    }
    return {name: count for name, count in counts.items() if count}


class CastPanes:
    """The panes of the whole cast: a list beside the map of homes or the graph."""

    def __init__(self) -> None:
        self.roster, self.homes = RosterPane(id="roster"), HomesPane(id="homes")
        self.ties, self.matrix = TiesPane(id="ties"), RelationMatrix(id="matrix")
        self.panes = (self.roster, self.homes, self.ties, self.matrix)
        """All of them, in the order of the screen."""
        self._seen: tuple[World, CastView] | None = None

    def show(self, state: PeopleState) -> None:
        """Show the cast of the world as it was checked last, and relations as they are written."""
        self.matrix.show(state.project)
        if state.report is None or state.report.world is None:
            return
        if self._seen is None or self._seen[0] is not state.report.world:
            from latticeville.reports.cast import cast

            self._seen = state.report.world, cast(state.report.world)
        for pane in (self.roster, self.homes, self.ties):
            pane.show(*self._seen)
        self.choose(state.resident)

    def choose(self, who: str, other: str = "") -> None:
        """Let list, map and graph speak of somebody, and the graph of their tie to another."""
        self.roster.choose(who)
        self.homes.choose(who)
        self.ties.choose(who, other)
        self.matrix.choose(who, other)
