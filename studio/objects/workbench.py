"""What the objects workbench shows: the kinds of the project, one of them, and a trial of it."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult

from latticeville.core.problems import Problem, Severity
from latticeville.core.text_fold import fold
from latticeville.world.analysis.machine_defects import find_defects
from latticeville.world.analysis.search import is_searchable
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import Renames
from studio.editor.editor_screen import EditorScreen, count_problems
from studio.editor.workspace_controller import WorkspaceController
from studio.objects.items import MachineItem
from studio.objects.layout import PANES, ObjectsLayout
from studio.objects.model import (
    Machine,
    MachineFaults,
    MachineStatus,
    find_untested,
    find_uses,
    problems_by_kind,
    read_machines,
)
from studio.objects.panes.checks_pane import FactsPane, KindFacts, ObjectStatus
from studio.objects.panes.kind_list import KindList
from studio.objects.panes.machine_pane import MachinePane
from studio.objects.panes.trial_pane import TrialPane
from studio.objects.trial_session import TrialSession
from studio.player.frame import PlaybackFrame
from studio.project.documents.entries import restored_names
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import THINGS, WORLD, Project
from studio.project.documents.references import tables_at
from studio.project.project_checks import ProjectReport
from studio.ui.bar import Bar
from studio.ui.footer import CommandFooter
from studio.ui.pane_screen import LayoutScreen, PaneColumns, PaneRows
from studio.ui.terminal import TooSmallNotice
from studio.ui.text import QUIET, STRONG, WARM, Span, clean
from studio.ui.title_bar import TitleBar

if TYPE_CHECKING:
    from latticeville.sim.state import State

TITLES = {
    "kinds": "Kinds",
    "machine": "Machine",
    "trial": "Try it",
    "facts": "Checks",
}
"""What the status line calls the panes."""
NOTES = {"unreachable-state": "unreachable", "dead-end": "dead end"}
"""What the picture says of a state, by what the checks found."""


class ObjectsPanes(NamedTuple):
    """The panes of the workbench."""

    kinds: KindList
    machine: MachinePane
    trial: TrialPane
    facts: FactsPane


class ObjectsPresenter:
    """Keeps the panes true to the project, to the checks and to the run."""

    def __init__(self, panes: ObjectsPanes, project: Project) -> None:
        self._panes, self._project = panes, project
        self.chosen = ""
        """The id of the kind that is shown."""
        self.filter = ""
        """The letters that a kind must have to be listed."""
        self.machine: Machine | None = None
        """The kind that is shown, if it can be read."""
        self.trial: TrialSession | None = None
        """What is tried on the machine."""
        self.machines: dict[str, Machine] = {}
        """Every kind that can be read."""
        self._trials: dict[str, TrialSession] = {}
        self._untested: tuple[int, ...] | None = ()
        self._report: ProjectReport | None = None
        self._state: State | None = None
        self._read: object = None
        """The file from which the machines were read."""

    def show_project(self, project: Project) -> None:
        """Show the project as it is now."""
        self._project = project
        file = project.files.get(THINGS)
        if file is not self._read:
            self._read, self.machines = file, read_machines(project)
        if self.chosen not in kind_tables(project):
            self.chosen = next(iter(self.listed()), "")
        self._show_kinds()
        self.choose(self.chosen)

    def show_report(self, report: ProjectReport) -> None:
        """Show what the checks have found."""
        self._report = report
        self._show_kinds()
        self._panes.kinds.mark(self.chosen)
        self._show_facts()
        self.show_trial()

    def show_state(self, state: "State") -> None:
        """Show how the objects of the kind are in the run behind."""
        self._state = state
        self._show_facts()
        self._panes.machine.show(self.machine, self._find_status())

    def choose(self, name: str) -> None:
        """Show another kind."""
        self.chosen, self.machine = name, self.machines.get(name)
        pane = self._panes.kinds
        pane.mark(name)
        if pane.rows and pane.rows[pane.cursor].link != name:
            pane.go_to(name)
        self.trial = self._find_trial(self.machine)
        self._untested = ()
        if self.machine is not None and self.machine.own.get("transitions"):
            self._untested = find_untested(self._project, self.machine)
        self.show_trial()
        self._show_facts()

    def filter_kinds(self, letters: str) -> None:
        """List only kinds that have these letters, and show one of them."""
        self.filter = letters
        self._show_kinds()
        listed = self.listed()
        self.choose(self.chosen if self.chosen in listed else next(iter(listed), self.chosen))

    def show_trial(self) -> None:
        """Show the trial as it is now, and its state in the machine."""
        self._panes.trial.show(self.trial)
        self._panes.machine.show(self.machine, self._find_status())

    def describe_chosen(self) -> list[Span]:
        """Return what the status line says of the kind that is shown."""
        if self.machine:
            extends = self.machine.whole.extends or self.machine.own.get("extends")
            base = [Span(f" extends {clean(str(extends))}", QUIET)] if extends else []
            return [Span(" · "), Span(clean(self.machine.id), STRONG), *base]
        if self.chosen:
            return [Span(f" · “{clean(self.chosen)}” is not valid: see the checks", WARM)]
        return []

    @property
    def _current_report(self) -> ProjectReport | None:
        """What the checks have found in the project as it is now."""
        return self._report if self._report and self._report.project is self._project else None

    def _find_trial(self, machine: Machine | None) -> TrialSession | None:
        """Return the trial of a kind, on the kind as it is now."""
        if machine is None or not is_searchable(machine.kind):
            return None
        known = self._trials.setdefault(machine.id, TrialSession(machine.kind))
        if known.kind != machine.kind:
            known.replace_kind(machine.kind)
        return known

    def _find_status(self) -> MachineStatus:
        """Return how the machine stands in the trial, in the run and before the checks."""
        trial, live = (
            self.trial.trial if self.trial else None,
            self._state.things if self._state else {},
        )
        event = trial.trace[-1] if trial and trial.trace else None
        return MachineStatus(
            trial.part.state if trial else "",
            (event.before.state, event.after.state) if event and not event.refused else None,
            self._find_faults(),
            Counter(one.state for one in live.values() if one.kind == self.chosen),
        )

    def _find_faults(self) -> MachineFaults:
        """Return where in the machine the checks found something."""
        machine, report = self.machine, self._current_report
        if machine is None or report is None or report.world is None:
            return MachineFaults()
        found = find_defects(machine.kind, _placements(report.world, machine.id))
        states = frozenset(one.state for one in found if one.state)
        notes = {one.state: NOTES[one.code] for one in found if one.code in NOTES}
        return MachineFaults(states, frozenset(one.row for one in found if one.row), notes)

    def listed(self) -> tuple[str, ...]:
        """Return the ids of the kinds that the filter lets through."""
        letters = fold(self.filter)
        return tuple(
            name
            for name, table in kind_tables(self._project).items()
            if letters in fold(f"{name} {table.get('name', '') if isinstance(table, dict) else ''}")
        )

    def _show_kinds(self) -> None:
        counts = Counter(
            str(one.get("kind")) for one in tables_at(self._project.data(WORLD), "objects")
        )
        found = self._problems(self._report)
        wrong = frozenset(
            name
            for name, some in found.items()
            if any(one.severity is not Severity.HINT for one in some)
        )
        self._panes.kinds.show(self.listed(), self.machines, counts, wrong, self.filter)

    def _problems(self, report: ProjectReport | None) -> dict[str, list[Problem]]:
        """Return what a report says of each kind, of its tests and of its objects."""
        return problems_by_kind(report.project, report.problems) if report else {}

    def _show_facts(self) -> None:
        name, report = self.chosen, self._current_report
        tests = tables_at(self._project.data(THINGS), "tests")
        found = self._problems(report).get(name, [])
        uses = find_uses(self._project, name) if name else ()
        facts = KindFacts(
            kind=name,
            tests=[str(one.get("name", number)) for number, one in enumerate(tests, 1)],
            problems=found if report else None,
            objects=self._objects(name),
            others=[one for one in uses if one.sort != "object"],
            untested=self._untested,
        )
        self._panes.facts.show(facts)

    def _objects(self, kind: str) -> list[ObjectStatus]:
        """Return the objects of a kind, each as it is in the run."""
        placed = tables_at(self._project.data(WORLD), "objects")
        return [
            _object_status(self._state, str(one.get("id")), one.get("name"))
            for one in placed
            if one.get("kind") == kind
        ]


def _placements(world: World, kind: str) -> list[tuple[str, Mapping[str, int]]]:
    """Return the state and the counters in which each object of a kind begins."""
    return [(one.state, one.counters) for one in world.objects.values() if one.kind == kind]


def _object_status(state: "State | None", thing: str, name: object) -> ObjectStatus:
    """Return how an object is in a run."""
    called = str(name or thing)
    live = state.things.get(thing) if state else None
    if state is None or live is None:
        return ObjectStatus(thing, called, "", "not in the run yet" if state else "")
    world = state.world
    where = f"with {world.name_of(live.holder)}" if live.holder else unique_name(world, live.area)
    told = " ".join((live.state, *(f"{key} {count}" for key, count in live.counters.items())))
    spec = world.kinds[live.kind].states.get(live.state)
    return ObjectStatus(thing, called, where, told, bool(spec and spec.alarm))


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
            MachinePane(id="machine"),
            TrialPane(id="trial"),
            FactsPane(id="facts"),
        )
        self.presenter = ObjectsPresenter(self.object_panes, self.project)
        self._left_with = ""
        """What was selected elsewhere when the workbench was shown last."""

    @property
    def selected(self) -> str:
        """The kind that is shown."""
        return self.presenter.chosen

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        panes = self.object_panes
        yield TitleBar(id="title")
        with PaneColumns(id="middle"):
            yield from (panes.kinds, panes.machine)
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

    def arrive(self) -> None:
        """Show the kind of the object that was selected elsewhere, once."""
        selected = self.workspace.selected
        placed = tables_at(self.project.data(WORLD), "objects")
        kind = next((str(one.get("kind")) for one in placed if one.get("id") == selected), "")
        if selected != self._left_with and kind in kind_tables(self.project):
            self.choose(kind)
        self._left_with = selected

    def reveal(self, item: MachineItem) -> None:
        """Put the cursor of the machine on an item."""
        self.object_panes.machine.reveal(item)

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
