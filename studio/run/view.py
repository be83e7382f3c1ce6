"""What the screen of a run shows: a frame, the selection, and the panes that share both."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
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
from studio.player.player import RunPlayer
from studio.player.run_sources import RunSource
from studio.run.layout import PANES, RunLayout
from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.card_pane import CardPane
from studio.run.panes.charts_pane import ChartsPane
from studio.run.panes.chronicle_pane import ChroniclePane
from studio.run.panes.dashboard_pane import DashboardPane
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.numbers_pane import NumbersPane
from studio.run.panes.report_pane import RelationsPane, ReportPane
from studio.run.panes.run_context import LineTarget, RunContext, Selection
from studio.run.panes.run_map import RunMap
from studio.run.panes.run_title import RunTitle
from studio.run.panes.timeline_pane import RunTrack, TimelinePane
from studio.run.panes.transcript_pane import TranscriptPane
from studio.run.panes.why_pane import WhyPane
from studio.run.panes.world_outline import WorldOutline
from studio.run.scenarios.session import ScenarioSession
from studio.run.sql.session import QuerySession
from studio.run.studies.session import StudiesSession
from studio.ui import settings
from studio.ui.footer import CommandFooter
from studio.ui.pane_screen import LayoutScreen, PaneColumns, PaneRows
from studio.ui.terminal import TooSmallNotice
from studio.ui.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from studio.project.world_access import WorldAccess

Pane = (
    WorldOutline
    | RunMap
    | CardPane
    | BeliefsPane
    | MemoryPane
    | RelationsPane
    | WhyPane
    | InterviewPane
    | ChartsPane
    | ChroniclePane
    | DashboardPane
    | ReportPane
    | NumbersPane
    | TimelinePane
    | TranscriptPane
)
"""A pane of the run."""
TRAIL = 50
"""Most places that are kept to go back to."""


class RunPanes:
    """Makes the panes, and hands them what they show; one that is not displayed gets it once it
    is."""

    def __init__(self) -> None:
        self.outline, self.canvas, self.card = (
            WorldOutline(id="outline"),
            RunMap(id="map"),
            CardPane(id="card"),
        )
        self.beliefs, self.memory = BeliefsPane(id="beliefs"), MemoryPane(id="memory")
        self.relations = RelationsPane(id="relations")
        self.why, self.interview = WhyPane(id="why"), InterviewPane(id="interview")
        self.charts = ChartsPane("charts", self.memory)
        self.chronicle = ChroniclePane(id="chronicle")
        self.timeline, self.transcript = (
            TimelinePane(id="timeline"),
            TranscriptPane(id="transcript"),
        )
        self.dashboard = DashboardPane("dashboard", self.timeline)
        self.report = ReportPane(id="report")
        self.numbers = NumbersPane(id="numbers")
        self.selection = Selection()
        self._context: RunContext | None = None

    @property
    def middle(self) -> Sequence[Pane]:
        """The panes above the timeline, from left to right."""
        about = (self.beliefs, self.memory, self.relations, self.why, self.interview)
        return (
            self.outline,
            self.canvas,
            self.card,
            *about,
            self.charts,
            self.chronicle,
            self.dashboard,
            self.report,
            self.numbers,
        )

    @property
    def bottom(self) -> Sequence[Pane]:
        """The panes below them."""
        return (self.timeline, self.transcript)

    def __iter__(self) -> Iterator[Pane]:
        yield from self.middle
        yield from self.bottom

    def show(self, frame: PlaybackFrame, source: RunSource) -> Sequence[Pane]:
        """Show a frame of a run; return the panes that do."""
        self._context = RunContext(frame, source, self.selection)
        shown = [pane for pane in self if pane.display]
        for pane in shown:
            pane.show(self._context)
        self.dashboard.read_on(self._context)
        return shown

    def select(self, name: str) -> None:
        """Select a person, an object or an area everywhere; "" selects nothing."""
        self.selection = Selection(name)
        if self._context is not None:
            self._context = self._context._replace(selection=self.selection)
            for pane in self:
                pane.show(self._context)

    def bring_up(self, names: Collection[str]) -> None:
        """Show in panes that come to be seen what the others show."""
        for pane in self:
            if pane.id in names and self._context is not None:
                pane.show(self._context)

    def seek_line(self, name: str, target: LineTarget) -> None:
        """Put a pane's cursor on what is sought, once its tick is shown."""
        for pane in (self.beliefs, self.memory, self.why, self.interview):
            if pane.id == name:
                pane.seek_line(target)


class TrailMark(NamedTuple):
    """Where one was: the tick, who was selected, and the pane."""

    tick: int
    who: str
    pane: str


class RunView(LayoutScreen):
    """Shows one frame at a time; the selection is one value that all panes share."""

    names = stand_ins = PANES
    middle, layout_key = "map", "run"

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
        self._shown = asyncio.Event()
        self.trail: tuple[TrailMark, ...] = ()
        """Where one was before links led away, the newest last."""
        self.expression = ""
        """What the run went on to last."""
        self.query_session = QuerySession()
        """The statements that were asked of the tables."""
        self.studies_session = StudiesSession()
        """The studies of the world, with what came of them."""
        self.scenario_session = ScenarioSession()
        """The scenarios of the world, and what came of them."""
        self.letters = ""
        """What was searched for in names last."""

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
        self._shown.set()

    async def wait_for_tick(self, tick: int) -> None:
        """Wait until a tick is shown, or the run has stopped before it."""
        while self.frame is not None and self.frame.payload.tick < tick and not self.frame.trouble:
            self._shown.clear()
            await self._shown.wait()

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

    def show_report(self, name: str, words: tuple[str, ...] = ()) -> None:
        """Show a report in the pane that any report has, with arguments of its own where some are
        given."""
        try:
            report = load_report(name)
        except PluginError as error:
            self.tell(str(error))
            return
        self.run_panes.report.ask(report, words)
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

    def push_mark(self) -> None:
        """Keep where one is, before a link leads away."""
        if self.frame is not None:
            mark = TrailMark(self.frame.payload.tick, self.selected, self.focused_pane)
            self.trail = (*self.trail[1 - TRAIL :], mark)
