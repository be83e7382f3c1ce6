"""The screen of the simulate workbench: its panes, dialogs and actions."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.messages import Update
from textual.widget import Widget

from latticeville.core.geometry import Cell
from latticeville.core.plugins import PluginError
from latticeville.reports.registry import load_report
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.state import State
from studio.player import orders
from studio.player.frame import PlaybackFrame
from studio.player.history import RunHistory
from studio.player.player import RunPlayer
from studio.run.agent_commands import AgentCommands
from studio.run.heat_commands import HeatCommands
from studio.run.interventions import Interventions
from studio.run.layout import PANES, RunLayout
from studio.run.name_search import NameSearch
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.report_pane import ReportPane
from studio.run.panes.run_map import RunMap
from studio.run.panes.run_title import RunTitle
from studio.run.panes.timeline_pane import RunTrack, TimelinePane
from studio.run.panes.transcript_pane import TranscriptPane
from studio.run.questionnaire_dialogs import QuestionnaireDialogs
from studio.run.run_actions import find_name, inspect, select_person, toggle
from studio.run.run_panes import RunPanes
from studio.run.step_back import StepBack
from studio.run.transport import Transport
from studio.ui import settings
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.footer import CommandFooter
from studio.ui.list_view import ListView
from studio.ui.pane_containers import PaneColumns, PaneRows
from studio.ui.pane_screen import LayoutScreen
from studio.ui.terminal_size import TooSmallNotice
from studio.ui.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from studio.project.world_access import WorldAccess


Action = Callable[["SimulateScreen"], None]
"""What a key of the screen does."""


def _order(make: Callable[["SimulateScreen"], orders.Order]) -> Action:
    """Return the action that gives the player an order."""
    return lambda screen: screen.player.do(make(screen))


def _find(
    order: Callable[[RunHistory, int, str], orders.Order],
) -> tuple[Action, Action]:
    """Return the actions that go to the next and the previous tick with something of the selected
    person."""

    def find(way: int) -> Action:
        return _order(
            lambda screen: order(
                screen.player.history, way, screen.selected if screen.person else ""
            )
        )

    return find(1), find(-1)


class SimulateScreen(LayoutScreen, CommandScope):
    """Shows one frame at a time; the selection is one value that all panes share."""

    where = "simulate"
    names = stand_ins = PANES
    middle, layout_key = "map", "run"
    CSS_PATH = "run.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("simulate")
    AUTO_FOCUS = "#map"

    class Branched(Message):
        """An input is wanted after a tick of the past."""

        def __init__(self, tick: int, item: SimulatorInput) -> None:
            super().__init__()
            self.tick, self.item = tick, item

    access: "WorldAccess | None" = None
    """Whether the world may be written here; None for a recorded run."""

    def __init__(self, title: str, greeting: WelcomeCard | None = None) -> None:
        super().__init__()
        self._greeting = greeting
        self._player: RunPlayer | None = None
        self.frame: PlaybackFrame | None = None
        self.pane_layout: RunLayout = RunLayout().with_saved_values(
            settings.saved_layout(self.layout_key)
        )
        self.run_panes, self._title_bar = RunPanes(), RunTitle(title)
        self._canvas, self._interview = self.run_panes.canvas, self.run_panes.interview
        self.transport, self.interventions = Transport(self), Interventions(self)
        self.agents = AgentCommands(self, self._canvas, self._interview)
        self.questionnaires = QuestionnaireDialogs(self, self._interview)
        self.search, self.heat = NameSearch(self), HeatCommands(self, self._canvas)
        self.step_back = StepBack(self, self._canvas, self._interview)

    @property
    def read_only(self) -> str:
        """Why the world cannot be changed here; nothing where it can."""
        return self.access.read_only if self.access else ""

    @property
    def ready(self) -> bool:
        """Whether there is a world to look at."""
        return self.frame is not None

    @property
    def editable(self) -> bool:
        """Whether the world has files that can be edited from here."""
        return self.frame is not None and not self.frame.recorded

    @property
    def selected(self) -> str:
        """The id of what is selected, or ""."""
        return self.run_panes.selection.id

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        return self.frame is not None and self.selected in self.frame.payload.state.bodies

    @property
    def signs(self) -> bool:
        """Whether the map shows signs for what is believed otherwise."""
        return bool(self._canvas.signs)

    @property
    def past(self) -> bool:
        """Whether an earlier tick than the newest is shown."""
        return self.frame is not None and self.frame.past

    @property
    def player(self) -> RunPlayer:
        """What plays the run; there is one as soon as anything is shown."""
        if self._player is None:
            raise RuntimeError("no run is open")
        return self._player

    @property
    def state(self) -> State:
        """The shown state of the run."""
        if self.frame is None:
            raise RuntimeError("nothing is shown")
        return self.frame.payload.state

    @property
    def focused_pane(self) -> str:
        """The name of the pane that has the focus, or ""."""
        return self.focused.id or "" if self.focused and self.focused.id in self.names else ""

    @property
    def cursor(self) -> Cell:
        """The cell of the world that the map's cursor is on."""
        return self._canvas.cursor

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        self.fit(*self.app.size)
        yield self._title_bar
        with PaneRows(id="body"):
            with PaneColumns(id="middle"):
                yield from map(self.prepare_pane, self.run_panes.middle)
            yield from map(self.prepare_pane, (*self.run_panes.bottom, TooSmallNotice()))
        yield CommandFooter(id="hints")
        if self._greeting:
            yield self._greeting

    def panes(self) -> Iterator[Widget]:
        """Yield every pane."""
        yield from self.run_panes

    def show_run(self, player: RunPlayer) -> None:
        """Show another run from its first frame on."""
        self._player = player
        self._canvas.show_heat(None)

    def show_frame(self, frame: PlaybackFrame) -> None:
        """Show another frame; focus, selection and scroll stay as they are."""
        if not self._title_bar.is_attached:  # a frame may still come while screens are taken down
            return
        first, was_past = self.frame is None, self.past
        self.frame = frame
        shown = self.run_panes.show(frame, self.player.source)
        self._title_bar.show(frame, self.player, locked=bool(self.access and self.access.holder))
        for widget in (
            self._title_bar,
            *shown,
        ):  # all at once, instead of each as soon as it finds the time
            self.post_message(Update(widget))
        if first or was_past != frame.past:
            self.refresh_bindings()
        self.call_after_refresh(self.player.confirm_painted)

    def mark_modified(self, modified: frozenset[str]) -> None:
        """Show in the title the workbenches whose files are not saved."""
        self._title_bar.mark_modified(modified)

    def select(self, name: str) -> None:
        """Select a person, an object or an area everywhere; "" selects nothing and closes the panes
        about a person."""
        self.run_panes.select(name)
        if self.pane_layout != (layout := self.pane_layout.with_selection(selected=bool(name))):
            self.lay_out(layout)
        self.refresh_bindings()

    def update_seen_panes(self, shown: frozenset[str], fresh: frozenset[str]) -> None:
        """Bring panes that come to be seen up to date."""
        self.run_panes.bring_up(fresh)
        self.query_one("#middle").display = bool(shown - {"timeline", "transcript"})

    def show_tracks(self, tracks: Sequence[RunTrack], here: str) -> None:
        """Show the relatives of the run on the timeline, and from now on its name."""
        self.run_panes.timeline.show_tracks(tracks, here)
        self._title_bar.set_run_name(related=bool(self.run_panes.timeline.tracks))

    def show_report(self, name: str) -> None:
        """Show a report in the pane that any report has."""
        try:
            report = load_report(name)
        except PluginError as error:
            self.tell(str(error))
            return
        self.run_panes.report.ask(report)
        self.focus_pane("report")

    def is_known(self, name: str) -> bool:
        """Tell whether somebody or something is in the world of the run."""
        state = self.frame.payload.state if self.frame else None
        return state is not None and (
            name in state.bodies or name in state.things or name in state.world.areas.by_id
        )

    def add_input(self, item: SimulatorInput) -> None:
        """Let an input go into the run; into the past it goes by a branch."""
        if self.past or not self.editable:
            self.post_message(self.Branched(self.state.tick, item))
        else:
            self.player.do(orders.AddInput(item))

    @on(RunMap.Picked)
    def select_picked(self, message: RunMap.Picked) -> None:
        """Select what was picked on the map."""
        self.select(message.name)

    @on(ListView.Opened)
    def follow_line(self, message: ListView.Opened) -> None:
        """Select what a line leads to; a line of the transcript also leads to its tick."""
        if message.lines is self.run_panes.transcript and (
            told := self.run_panes.transcript.event_of(message.row)
        ):
            self.transport.push_mark()
            self.player.do(orders.Seek(told.tick))
        if message.row.link:
            self.select(message.row.link)

    @on(TranscriptPane.Sought)
    def search_transcript(self, message: TranscriptPane.Sought) -> None:
        """Go to a tick of which something was told."""
        history = self.player.history
        self.player.do(orders.FindText(history, message.letters, message.way))

    @on(TimelinePane.TickSought)
    def seek_tick(self, message: TimelinePane.TickSought) -> None:
        """Go to a tick."""
        self.player.do(orders.Seek(message.tick))

    @on(MemoryPane.RetrievalSought)
    def seek_retrieval(self, message: MemoryPane.RetrievalSought) -> None:
        """Go to a tick at which somebody recalled anything."""
        history = self.player.history
        self.player.do(orders.FindRetrieval(history, message.way, message.who))

    @on(MemoryPane.MemoryEditRequested)
    def change_memory(self, message: MemoryPane.MemoryEditRequested) -> None:
        """Let a memory be otherwise."""
        self.add_input(message.item)

    @on(BeliefsPane.EyesRequested)
    def show_eyes(self) -> None:
        """Show the map in the eyes of whose beliefs are shown."""
        self.agents.show_eyes()

    @on(AgentPane.LinkFollowed)
    def follow_cause(self, message: AgentPane.LinkFollowed) -> None:
        """Go where a link of a chain, or a change of a relation, leads."""
        self.transport.push_mark()
        if message.who:
            self.select(message.who)
        self.player.do(orders.GoTo(message.tick))

    @on(ReportPane.RetrievalRequested)
    def show_retrieval(self, message: ReportPane.RetrievalRequested) -> None:
        """Show a retrieval of the chain with all its numbers."""
        self.transport.push_mark()
        self.focus_pane("memory")
        self.run_panes.memory.show_retrieval(message.place, message.memory)

    @on(InterviewPane.SaveRequested)
    @work
    async def keep_answers(self, message: InterviewPane.SaveRequested) -> None:
        """Write answers into a file that is asked for."""
        await self.questionnaires.keep(message.polls)

    action_play = _order(lambda _screen: orders.TogglePlay(time.monotonic()))
    action_step = _order(lambda _screen: orders.StepBy(1))
    action_back = _order(lambda _screen: orders.StepBy(-1))
    action_start = _order(lambda _screen: orders.Seek(0))
    action_newest = _order(lambda _screen: orders.ShowNewest())
    action_faster = _order(lambda _screen: orders.ChangeSpeed(1, time.monotonic()))
    action_slower = _order(lambda _screen: orders.ChangeSpeed(-1, time.monotonic()))
    action_next_event = _order(
        lambda screen: orders.FindEvent(screen.player.history, 1, screen.selected)
    )
    action_previous_event = _order(
        lambda screen: orders.FindEvent(screen.player.history, -1, screen.selected)
    )
    action_next_refusal, action_previous_refusal = _find(orders.FindRefusal)
    action_next_mark, action_previous_mark = _find(orders.FindMark)
    action_next_person, action_previous_person = select_person(1), select_person(-1)
    action_find_next, action_find_previous = find_name(1), find_name(-1)
    action_memory, action_beliefs = inspect("memory"), inspect("beliefs")
    action_relations, action_why = inspect("relations"), inspect("why")
    action_charts, action_chronicle = toggle("charts"), toggle("chronicle")
    action_dashboard = toggle("dashboard")

    def action_return(self) -> None:
        """Back to where the last link led away from."""
        self.transport.go_back()

    @work
    async def action_go_to(self) -> None:
        """Ask for a tick, and go there."""
        await self.transport.ask_tick()

    @work
    async def action_until(self) -> None:
        """Ask for an expression, and go on to the next tick that meets it."""
        await self.transport.ask_until()

    @work
    async def action_again(self) -> None:
        """Run to the next tick that matches the same expression."""
        await self.transport.repeat_until()

    def action_interview(self) -> None:
        """Ask the selected person something at the shown tick."""
        self.agents.interview()

    @work
    async def action_heat(self) -> None:
        """Show a heat map on the map, or take it away."""
        await self.heat.toggle()

    @work
    async def action_resources(self) -> None:
        """Show a resource on the map, or take it away."""
        await self.heat.toggle_resource()

    @work
    async def action_differ(self) -> None:
        """Ask for somebody else, and show on the map where the two believe different things."""
        await self.agents.differ()

    @work
    async def action_questions(self) -> None:
        """Ask several people something."""
        await self.questionnaires.ask()

    @work
    async def action_find(self) -> None:
        """Ask for letters of a name, and select the first that has them."""
        await self.search.ask()

    @work
    async def go_to_tick(self, tick: int) -> None:
        """Go to a tick; where it is not there yet, offer to live on to it."""
        await self.transport.go_to_tick(tick)

    @work
    async def action_meddle(self) -> None:
        """Ask what is to happen."""
        item = await self.interventions.ask()
        if item is not None:
            self.add_input(item)

    async def action_fork(self) -> None:
        """Ask how a branch is to go on from the shown tick."""
        await self.app.run_action("app.fork")

    async def action_branches(self) -> None:
        """Show the branches, and go to another."""
        await self.app.run_action("app.branches")

    async def action_compare(self) -> None:
        """Compare with the run that this one goes on from."""
        await self.app.run_action("app.compare")

    def action_side(self) -> None:
        """Show the other one of outline and card."""
        self._show_other("outline", self.pane_layout.face)

    def action_bottom(self) -> None:
        """Show the other one of transcript and timeline."""
        self._show_other("transcript", "timeline")

    def _show_other(self, one: str, other: str) -> None:
        shown, focused = self.pane_layout.shown, self.focused_pane
        if {one, other} <= shown or focused in (one, other):
            self.focus_pane(other if focused == one else one)
        else:
            self.lay_out(self.pane_layout.with_front(other if one in shown else one, focus=False))

    def action_copy(self) -> None:
        """Copy the focused pane's text."""
        pane = next((pane for pane in self.run_panes if pane.has_focus), self._canvas)
        self.app.copy_to_clipboard(pane.text())
        self.tell(
            f"Copied {pane.where}, {pane.text().count(chr(10)) + 1} lines (if the terminal allows "
            "it)."
        )

    def action_follow(self) -> None:
        """Follow the selected person, or stop."""
        self._canvas.start_following(
            "" if self._canvas.follow or not self.person else self.selected
        )

    def action_away(self) -> None:
        """Back from a pane alone, to the map, to the true map, stop following, then select
        nothing."""
        self.step_back.run()

    def action_close(self) -> None:
        """Choose another world."""
        self.dismiss()
