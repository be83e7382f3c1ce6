"""What the things workbench shows: the kinds, one of them with its machine, its trial and what was found in it."""

from collections import Counter
from typing import TYPE_CHECKING

from latticeville.core.letters import fold
from latticeville.core.problems import Severity
from latticeville.world.analysis.findings import findings
from latticeville.world.analysis.search import sound
from latticeville.world.names import apart
from studio.documents.edits.kinds import kinds
from studio.documents.problems import Report
from studio.documents.project import THINGS, WORLD, Project
from studio.documents.references import rows
from studio.drawing.machine import Machine, machines, untaken, used_by
from studio.drawing.rehearsal import Rehearsal
from studio.panes.facts import Facts, Use
from studio.panes.graph import Graph
from studio.panes.kinds import Kinds
from studio.panes.machine import Table
from studio.panes.trial import TryIt
from studio.screens.editing import Editing, tally
from studio.screens.making import Making
from studio.screens.trying import Trying
from studio.screens.wiring import Wiring
from studio.screens.workspace_controller import WorkspaceController
from studio.view import View
from studio.widgets.bar import Bar
from studio.widgets.spans import QUIET, STRONG, WARM, Span, clean

if TYPE_CHECKING:
    from latticeville.sim.state import State

TITLES = {"kinds": "Kinds", "machine": "Machine", "graph": "Graph", "trial": "Try it", "facts": "Checks"}


class Showing(Editing, Making, Wiring, Trying):
    """Keeps the panes true to the project, to the checks and to the run."""

    def __init__(self, controller: WorkspaceController) -> None:
        super().__init__(controller)
        self.chosen = ""
        """The id of the kind that is shown."""
        self.letters = ""
        """What the list is filtered by."""
        self.graphic = False
        """Whether the machine is drawn."""
        self.front = "kinds"
        """The pane that is seen where there is room for one."""
        self.rehearsal: Rehearsal | None = None
        self.machine: Machine | None = None
        self._machines: dict[str, Machine] = {}
        self._rehearsals: dict[str, Rehearsal] = {}
        self._read: object = None
        self._live: State | None = None
        self._untaken: tuple[int, ...] | None = ()

    @property
    def selected(self) -> str:
        """The kind that is shown."""
        return self.chosen

    @property
    def ring(self) -> tuple[str, ...]:
        """The panes that tab goes through."""
        return ("kinds", "graph" if self.graphic else "machine", "trial", "facts")

    def see(self, view: View) -> None:
        """Show what time it is in the run behind, and how things are there."""
        super().see(view)
        self._live = view.payload.state
        self._show_facts()

    def changed(self) -> None:
        """Show the project as it is now, and have it checked."""
        sheet = self.project.files.get(THINGS)
        if sheet is not self._read:
            self._read, self._machines = sheet, machines(self.project)
        if self.chosen not in kinds(self.project):
            self.chosen = next(iter(self._listed()), "")
        self._show_kinds()
        self.choose(self.chosen)
        self._tell_status()
        self.check_soon()

    def choose(self, name: str) -> None:
        """Show another kind."""
        self.chosen, self.machine = name, self._machines.get(name)
        self.query_one(Kinds).mark(name)
        if self.query_one(Kinds).rows and self.query_one(Kinds).rows[self.query_one(Kinds).cursor].link != name:
            self.query_one(Kinds).go_to(name)
        self.rehearsal = self._rehearse(self.machine)
        rowless = self.machine is None or not self.machine.own.get("transitions")
        self._untaken = () if rowless or self.machine is None else untaken(self.project, self.machine)
        self.tried()
        self._show_facts()
        self.tell_title()
        self.refresh_bindings()

    def _rehearse(self, machine: Machine | None) -> Rehearsal | None:
        if machine is None or not sound(machine.kind):
            return None
        known = self._rehearsals.setdefault(machine.id, Rehearsal(machine.kind))
        if known.kind != machine.kind:
            known.on(machine.kind)
        return known

    def tried(self) -> None:
        """Show the trial as it is now, and its state in the machine."""
        current = self.rehearsal.trial.part.state if self.rehearsal else ""
        wrong = self._faults()
        self.query_one(TryIt).show(self.rehearsal)
        self.query_one(Table).show(self.machine, current, wrong)
        self.query_one(Graph).show(self.machine, current, wrong)

    def _faults(self) -> frozenset[object]:
        """Return the states and the origins of rows of the machine in which the checks found something."""
        report, machine = self.report, self.machine
        if machine is None or report is None or report.world is None or report.project is not self.project:
            return frozenset()
        placed = [(one.state, one.counters) for one in report.world.objects.values() if one.kind == machine.id]
        found = findings(machine.kind, placed)
        return frozenset([*(one.state for one in found if one.state), *(one.row for one in found if one.row)])

    def _listed(self) -> tuple[str, ...]:
        """Return the ids of the kinds that the filter lets through."""
        letters = fold(self.letters)
        return tuple(
            name
            for name, table in kinds(self.project).items()
            if letters in fold(f"{name} {table.get('name', '') if isinstance(table, dict) else ''}")
        )

    def _show_kinds(self) -> None:
        counts = Counter(str(one.get("kind")) for one in rows(self.project.data(WORLD), "objects"))
        place = self.project.place(THINGS)
        found = self.report.problems if self.report else ()
        told = " ".join(one.what for one in found if one.file == place and one.severity is not Severity.HINT)
        wrong = frozenset(name for name in kinds(self.project) if f"“{name}”" in told)
        self.query_one(Kinds).show(self._listed(), self._machines, counts, wrong, self.letters)

    def _show_facts(self) -> None:
        name = self.chosen
        current = self.report if self.report and self.report.project is self.project else None
        place = self.project.place(THINGS)
        found = [one for one in current.problems if one.file == place and f"“{name}”" in one.what] if current else None
        objects = [one for one in rows(self.project.data(WORLD), "objects") if one.get("kind") == name]
        uses = [self._use(str(one.get("id")), one.get("name")) for one in objects]
        others = [one for one in used_by(self.project, name) if not one.startswith("object ")] if name else []
        self.query_one(Facts).show(
            name, found, uses, others, self._untaken, self.machine.states if self.machine else ()
        )

    def _use(self, thing: str, name: object) -> Use:
        state = self._live
        called = str(name or thing)
        live = state.things.get(thing) if state else None
        if state is None or live is None:
            return Use(thing, called, "", "not in the run yet" if state else "")
        where = f"with {state.world.name_of(live.holder)}" if live.holder else apart(state.world, live.area)
        counters = " ".join(f"{key} {count}" for key, count in live.counters.items())
        spec = state.world.kinds[live.kind].states.get(live.state)
        return Use(thing, called, where, f"{live.state} {counters}".strip(), bool(spec and spec.alarm))

    def reported(self, report: Report) -> None:
        """Show what the checks have found."""
        del report  # it stands in `self.report`, where edits find it too
        self._show_kinds()
        self.query_one(Kinds).mark(self.chosen)
        self._show_facts()
        self.tried()
        self.tell_problems()

    def tell_problems(self) -> None:
        """Count what the checks have found, and what is broken on disk."""
        self._tell_status()

    def reloaded(self, before: Project) -> None:
        """Show nothing more than the new edition."""

    def _tell_status(self) -> None:
        count = len(kinds(self.project))
        spans = [Span(f"{count} kind{'s' * (count != 1)}", QUIET)]
        if len(self.shown_panes()) in (1, 2):
            marks = [Span(f"{TITLES[pane]}  ", WARM if pane == self.front else QUIET) for pane in self.ring]
            spans = [*marks[:-1], Span(marks[-1].text.strip(), marks[-1].style)]
        if self.machine:
            spans += [Span(" · "), Span(clean(self.machine.id), STRONG)]
            extends = self.machine.whole.extends or self.machine.own.get("extends")
            spans += [Span(f" extends {clean(str(extends))}", QUIET)] if extends else []
        elif self.chosen:
            spans.append(Span(f" · “{clean(self.chosen)}” cannot be read: see the checks", WARM))
        self.query_one("#status", Bar).say(spans, tally(self.troubles, self.bench.history, self.report))
