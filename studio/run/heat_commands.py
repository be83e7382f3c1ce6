"""Commands that tint the map of a run: a heat map, counted in a worker, or a resource."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

from textual import work

from latticeville.core.clock import DAY
from latticeville.sim.cell_stocks import resource_names
from latticeville.sim.state import State
from studio.run.view import RunView
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


@work
async def toggle_heat(screen: RunView) -> None:
    """Take the heat map away; where there is none, ask for one."""
    canvas, frame = screen.run_panes.canvas, screen.frame
    if canvas.heat is not None:
        canvas.show_heat(None)
        return
    if frame is None:
        return
    state = frame.payload.state
    subject = await screen.app.push_screen_wait(
        OptionDialog("Heat map of", [*heat_subjects(state, screen.selected)])
    )
    if not subject:
        return
    spans = {str(place): span for place, span in enumerate(heat_spans(state, frame.end))}
    options = [
        Option(key, span.name, f"ticks {span.start}–{span.end}") for key, span in spans.items()
    ]
    chosen = await screen.app.push_screen_wait(OptionDialog("Over", options))
    if chosen:
        kind, _, who = subject.partition(" ")
        _count(screen, kind, who, spans[chosen])


def _count(screen: RunView, kind: str, who: str, span: HeatSpan) -> None:
    """Count in a thread, with progress in the footer; esc cancels."""
    app, folder = screen.app, screen.player.source.folder
    tasks = cast("TaskApp", app).tasks
    task = Task("Counting", "Heat map cancelled.")

    def do() -> None:
        from latticeville.reports.heat.heat_map import HeatKind, heat_map
        from latticeville.runs.lines import DamageError
        from latticeville.runs.replay import Replay

        progress = task.report_progress
        try:
            found = heat_map(Replay(folder), HeatKind(kind), who, span.start, span.end, progress)
        except DamageError as error:
            told = str(error).partition("\n")[0]
            app.call_from_thread(tasks.complete, task, lambda: screen.tell(told))
            return
        app.call_from_thread(tasks.complete, task, lambda: _show(screen, found))

    tasks.begin(task, do, "heat")


def _show(screen: RunView, heat: "HeatMap") -> None:
    from studio.run.map_tint import HeatLayer

    screen.focus_pane("map")
    screen.run_panes.canvas.show_heat(HeatLayer(heat))
    screen.tell("The tint shows the heat map; the border has its legend. esc: off.")


@work
async def toggle_resource(screen: RunView) -> None:
    """Show what cells hold of a resource, which is asked for where there are several; again, take
    it away."""
    from studio.run.map_tint import ResourceTint

    canvas, state = screen.run_panes.canvas, screen.state
    if isinstance(canvas.heat, ResourceTint):
        canvas.show_heat(None)
        return
    names = resource_names(state.world)
    if not names:
        screen.tell("This world has no resources: the legend gives none to any cell.")
        return
    options = [Option(name, name) for name in names]
    pick = OptionDialog("Which resource?", options, search=False)
    chosen = names[0] if len(names) == 1 else await screen.app.push_screen_wait(pick)
    if chosen:
        screen.focus_pane("map")
        canvas.show_heat(ResourceTint(screen.state, chosen))
