"""The panes of a run: give all of them the same frame, run and selection."""

from collections.abc import Collection, Iterator, Sequence

from studio.player.frame import PlaybackFrame
from studio.player.run_sources import RunSource
from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.card_pane import CardPane
from studio.run.panes.charts_pane import ChartsPane
from studio.run.panes.chronicle_pane import ChroniclePane
from studio.run.panes.dashboard_pane import DashboardPane
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.report_pane import RelationsPane, ReportPane
from studio.run.panes.run_context import LineTarget, RunContext, Selection
from studio.run.panes.run_map import RunMap
from studio.run.panes.timeline_pane import TimelinePane
from studio.run.panes.transcript_pane import TranscriptPane
from studio.run.panes.why_pane import WhyPane
from studio.run.panes.world_outline import WorldOutline

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
    | TimelinePane
    | TranscriptPane
)
"""A pane of the run."""


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
