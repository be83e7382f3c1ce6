"""Fill the panes of the people workbench from the selected person."""

from typing import Protocol

from latticeville.core.problems import Problem, select_errors
from studio.editor.problems_pane import ProblemsPane
from studio.people.model.form import key_at_line
from studio.people.panes.mind_preview_pane import PortraitPane
from studio.people.panes.persona_form import PersonaForm
from studio.people.panes.persona_list import PersonaList
from studio.people.people_host import PeopleHost
from studio.project.documents.project import persona_file
from studio.project.fields import persona_names
from studio.project.project_checks import ProjectReport
from studio.ui.dialogs.text_prompt import TextPrompt
from studio.ui.text import QUIET, STRONG, Span, clean


class PresenterHost(PeopleHost, Protocol):
    """The screen that knows who of the world is the selected persona."""

    @property
    def residents(self) -> tuple[str, ...]:
        """Those of this world who are the selected persona."""


class PersonaPresenter:
    """Holds the panes of one person, and keeps them true to the project and to the selection."""

    def __init__(self, host: PresenterHost) -> None:
        self._host = host
        self.list, self.problems = PersonaList(id="personas"), ProblemsPane(id="problems")
        self.form, self.portrait = PersonaForm(id="persona"), PortraitPane(id="portrait")

    @property
    def first(self) -> str:
        """The persona that stands first in the list, if there is any."""
        return next(iter(self.list.names(self._host.project)), "")

    def show_list(self) -> None:
        """List the personas of the project."""
        self.list.show(self._host.project)

    def show_selected(self) -> None:
        """Show whoever is selected."""
        host = self._host
        self.list.mark(host.selected)
        self.form.show(host.project, host.selected)
        self._show_mistakes()
        self.portrait.choose(next(iter(host.residents), ""))

    def show_report(self, report: ProjectReport) -> None:
        """Show what the checks have found, and what a mind makes of the checked world."""
        self.problems.show(report.problems)
        self._show_mistakes()
        self.portrait.show(report.world, len(select_errors(report.problems)))

    def _show_mistakes(self) -> None:
        """Let the form say beside each line what is wrong with it."""
        name, project, report = self._host.selected, self._host.project, self._host.report
        file = project.place(persona_file(name)) if persona_file(name) in project.files else ""
        wrong: dict[str, list[Problem]] = {}
        for one in report.problems if report and file else ():
            if one.file == file:
                wrong.setdefault(key_at_line(project, name, one.line), []).append(one)
        self.form.tell(wrong)

    def go_to(self, name: str) -> None:
        """Bring a persona into sight in the list, also where the filter hides it."""
        if name not in self.list.names(self._host.project):
            self.list.letters = ""
            self.show_list()
        self.list.go_to(name)

    async def filter(self) -> None:
        """Ask for letters, and show only those who have them."""
        host = self._host
        ask = TextPrompt("Filter", "part of a name; empty shows all", self.list.letters)
        letters: str | None = await host.app.push_screen_wait(ask)
        if letters is None:
            return
        self.list.letters = letters
        self.show_list()
        if self.first and host.selected not in self.list.names(host.project):
            host.choose(self.first)

    def show_all(self) -> None:
        """Let go of the filter."""
        if self.list.letters:
            self.list.letters = ""
            self.show_list()
            self.list.go_to(self._host.selected)

    def sort(self) -> None:
        """Those who live here first, or all by name."""
        self.list.by_name = not self.list.by_name
        self.show_list()
        self.list.go_to(self._host.selected)
        self._host.tell("Sorted by name." if self.list.by_name else "People of this world first.")

    def persona_at(self, problem: Problem) -> str:
        """Return the persona in whose file a problem is."""
        project = self._host.project
        files = {project.place(persona_file(name)): name for name in persona_names(project)}
        return files.get(problem.file, "")

    def status(self) -> list[Span]:
        """Return in which file the selected persona is, and whether it lives here."""
        host = self._host
        if not host.selected:
            return [Span("No person is selected.", QUIET)]
        found = host.residents
        lives = "lives here" + (f" as {', '.join(found)}" if found != (host.selected,) else "")
        told = lives if found else "not in this world"
        file = host.project.place(persona_file(host.selected))
        return [Span(clean(file), STRONG), Span(f" · {told}", QUIET)]
