"""The heat map of a run: ask what to count and over which ticks, count in a worker, show it on the
map."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

from latticeville.core.clock import DAY
from latticeville.rules.survival.cell_stocks import resource_names
from latticeville.sim.state import State
from studio.run.panes.run_map import RunMap
from studio.run.run_host import RunHost
from studio.task import Task
from studio.ui.dialogs.option_dialog import Option, OptionDialog

if TYPE_CHECKING:
    from latticeville.reports.heat.heat_map import HeatMap
    from studio.ui.task_runner import TaskApp

KINDS = (
    ("presence", "Where people were"),
    ("talk", "Where people talked"),
    ("events", "Where events happened"),
)
"""What can be counted of one person or of everybody, with a name."""


class HeatSpan(NamedTuple):
    """A span of ticks, both included, and what it is called."""

    name: str
    start: int
    end: int


def heat_subjects(state: State, selected: str) -> Iterator[Option]:
    """Yield what can be counted; the selected person first, or else nobody but everybody."""
    name = state.world.name_of(selected) if selected in state.bodies else ""
    if name:
        yield from (Option(f"{kind} {selected}", f"{title}: {name}") for kind, title in KINDS)
        yield Option(f"beliefs {selected}", f"False beliefs: {name}")
    yield from (Option(f"{kind} ", f"{title}: everybody") for kind, title in KINDS)


def heat_spans(state: State, end: int) -> Iterator[HeatSpan]:
    """Yield the spans that can be chosen, up to the shown tick and over the whole run."""
    tick, hour = state.tick, max(1, 60 // state.world.settings.tick_minutes)
    begun = (
        next((one for one in range(tick, -1, -1) if state.minute_of(one) < state.day * DAY), -1) + 1
    )
    yield HeatSpan("Whole run", 0, end)
    yield HeatSpan("Up to the shown tick", 0, tick)
    yield HeatSpan("The shown day, up to the shown tick", begun, tick)
    yield HeatSpan("The last hour", max(0, tick - hour + 1), tick)


class HeatCommands:
    """Shows a heat map or a resource, or takes it away."""

    def __init__(self, host: RunHost, canvas: RunMap) -> None:
        self._host, self._canvas = host, canvas

    async def toggle(self) -> None:
        """Take the heat map away; where there is none, ask for one."""
        host = self._host
        if self._canvas.heat is not None:
            self._canvas.show_heat(None)
            return
        if host.frame is None:
            return
        state, end = host.state, host.frame.end
        subject = await host.app.push_screen_wait(
            OptionDialog("Heat map of", [*heat_subjects(state, host.selected)])
        )
        if not subject:
            return
        spans = {str(place): span for place, span in enumerate(heat_spans(state, end))}
        options = [
            Option(key, span.name, f"ticks {span.start}–{span.end}") for key, span in spans.items()
        ]
        chosen = await host.app.push_screen_wait(OptionDialog("Over", options))
        if chosen:
            kind, _, who = subject.partition(" ")
            self._count(kind, who, spans[chosen])

    async def toggle_resource(self) -> None:
        """Show what cells hold of a resource, which is asked for where there are several; again,
        take it away."""
        from studio.run.resource_tint import ResourceTint

        host = self._host
        if isinstance(self._canvas.heat, ResourceTint):
            self._canvas.show_heat(None)
            return
        names = resource_names(host.state.world)
        if not names:
            host.tell("This world has no resources: the legend gives none to any cell.")
            return
        pick = OptionDialog("Which resource?", [Option(name, name) for name in names], search=False)
        chosen = names[0] if len(names) == 1 else await host.app.push_screen_wait(pick)
        if chosen:
            host.focus_pane("map")
            self._canvas.show_heat(ResourceTint(host.state, chosen))

    def _count(self, kind: str, who: str, span: HeatSpan) -> None:
        """Count in a thread, with progress in the footer; esc cancels."""
        host, folder = self._host, self._host.player.source.folder
        tasks = cast("TaskApp", host.app).tasks
        task = Task("Counting", "Heat map cancelled.")

        def do() -> None:
            from latticeville.reports.heat.heat_map import HeatKind, heat_map
            from latticeville.runs.lines import DamageError
            from latticeville.runs.replay import Replay

            try:
                replay = Replay(folder)
                found = heat_map(
                    replay, HeatKind(kind), who, span.start, span.end, task.report_progress
                )
            except DamageError as error:
                told = str(error).partition("\n")[0]
                host.app.call_from_thread(tasks.complete, task, lambda: host.tell(told))
                return
            host.app.call_from_thread(tasks.complete, task, lambda: self._show(found))

        tasks.begin(task, do, "heat")

    def _show(self, heat: "HeatMap") -> None:
        from studio.run.heat_layer import HeatLayer

        self._host.focus_pane("map")
        self._canvas.show_heat(HeatLayer(heat))
        self._host.tell("The tint shows the heat map; the border has its legend. esc: off.")
