"""The dashboard: measures and anomalies of the run up to the shown tick, and one measure as a
chart."""

import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.message import Message

from latticeville.measures.lookup import all_measures, measures_of
from latticeville.measures.measure import Measure
from latticeville.reports.metrics.anomalies import AnomalyFinder, may_begin
from latticeville.reports.metrics.rows import (
    COLUMNS,
    anomaly_rows,
    measure_chart,
    measure_lines,
    measure_rows,
)
from latticeville.reports.metrics.series import MeasureColumns
from latticeville.reports.plain_text import plain_text
from latticeville.reports.rows import TickTarget, ViewRow, count, heading
from latticeville.runs.lines import DamageError
from studio.player.history import RunHistory
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.plot_area import PlotArea, import_plot
from studio.run.panes.run_context import RunContext
from studio.run.panes.timeline_pane import TimelinePane
from studio.ui.command_scope import bindings
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, STRONG, WARM, Span, TextRow, clean, clean_border
from studio.ui.view_rows import OPTIONAL, PaintedView

if TYPE_CHECKING:
    from latticeville.runs.follow import LogFollower

READING = 0.25
"""Seconds of reading the log after which the pane shows how far it is."""


class MeasureReader:
    """Grows with the log of one run; `read` is called from one thread at a time, the rest from any.

    `history` is that of the run and takes the anomalies in; `trouble` says why the log cannot be
    read.
    """

    def __init__(self, folder: Path, history: RunHistory, measures: Sequence[Measure]) -> None:
        self.history, self.trouble = history, ""
        self.columns = MeasureColumns(measures)
        self._folder = folder
        self._follower: LogFollower | None = None

    @cached_property
    def _finder(self) -> AnomalyFinder:
        return AnomalyFinder()

    def read(self, seconds: float) -> None:
        """Read on for at most so long."""
        from latticeville.runs.follow import LogFollower

        end = time.monotonic() + seconds
        try:
            self._follower = self._follower or LogFollower(self._folder, 0)
            for payload in self._follower.poll():
                for anomaly in self._finder.look(payload):
                    self.history.add_anomaly(anomaly)
                self.columns.add(payload)
                if time.monotonic() > end:
                    return
        except DamageError as error:
            self.trouble = str(error).partition("\n")[0]
        except Exception as error:  # noqa: BLE001 - whatever a measure of another package raises
            self.trouble = f"a measure failed: {type(error).__name__}: {error}"


class DashboardPane(WrappedListView):
    """A line for each measure; what is read for it also marks the timeline, in worlds with needs
    always."""

    where = "dashboard"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dashboard")
    BORDER_TITLE = "Dashboard"

    class MeasuresRead(Message):
        """A thread has read on, and found more or not."""

        def __init__(self, *, is_more: bool) -> None:
            super().__init__()
            self.is_more = is_more

    context: RunContext | None = None
    """What is shown."""
    enlarged = ""
    """The name of the measure that is shown as a chart, or ""."""

    def __init__(self, id: str, timeline: TimelinePane) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._timeline = timeline
        self._reader: MeasureReader | None = None
        self._under_way = False
        self._latest: RunContext | None = None
        self._views: dict[str, ViewRow] = {}
        self._plot = PlotArea(self, self._draw)

    def show(self, context: RunContext) -> None:
        """Show another frame."""
        self.context = context
        self.read_on(context)
        self._draw()

    def read_on(self, context: RunContext) -> None:
        """Read what the pane or the marks of the timeline need of a run, seen or not."""
        self._latest, frame = context, context.frame
        marks = may_begin(frame.payload.state.world, frame.payload.tick) and not frame.playing
        if not (self.display or marks):
            return
        reader = self._reader = self._reader_of(context)
        if not self._under_way and not reader.trouble and reader.columns.last < frame.end:
            self._under_way = True
            self.run_worker(lambda: self._read(reader), thread=True, group="measures")

    def _reader_of(self, context: RunContext) -> MeasureReader:
        """Return the reader of a run and the measures of its world: the one there is, if it is
        theirs."""
        history, measures = context.frame.history, all_measures(context.frame.payload.state.world)
        one = self._reader
        if one is not None and one.history is history and one.columns.measures == measures:
            return one
        return MeasureReader(context.source.folder, history, measures)

    def _read(self, reader: MeasureReader) -> None:
        """Read on in a thread."""
        if self.display:
            import_plot()
        before = reader.columns.last
        reader.read(READING)
        self.post_message(self.MeasuresRead(is_more=reader.columns.last > before))

    def on_dashboard_pane_measures_read(self, message: MeasuresRead) -> None:
        """Show what was read, and read on."""
        self._under_way = False
        if message.is_more and self._latest is not None:
            self.read_on(self._latest)
            self._timeline.show_marks()
        self._draw()

    @property
    def _measures(self) -> tuple[Measure, ...]:
        return measures_of(self.context.frame.payload.state.world) if self.context else ()

    def _draw(self) -> None:
        if self.context is None or self._reader is None or not self.display:
            return
        chosen = next((one for one in self._measures if one.name == self.enlarged), None)
        tick = self.context.frame.payload.tick
        if chosen is None:
            self._show_table(tick, self._reader)
        else:
            self._show_chart(chosen, tick, self._reader)
        self._tell_place()

    def _tell_place(self) -> None:
        """Say how far the log is read, or what keys do in a chart, or where the cursor is."""
        super()._tell_place()
        if self.context is None or self._reader is None:
            return
        read, tick = self._reader.columns.last, self.context.frame.payload.tick
        if self._reader.trouble:
            self.border_subtitle = clean_border(self._reader.trouble)
        elif read < tick:
            self.border_subtitle = f"reading … tick {max(read, 0)} of {tick}"
        elif self.enlarged:
            self.border_subtitle = "enter: all measures · ← →: other measure"

    def _show_table(self, tick: int, reader: MeasureReader) -> None:
        self.border_title = self.BORDER_TITLE or ""
        bars = _room_for_bars(self._measures, self.size.width)
        titles, *rows = measure_rows(measure_lines(reader.columns, self._measures, tick, bars))
        self.show_heads(PaintedView([titles], self.size.width).rows)
        anomalies = [one for one in reader.history.anomalies if one.tick <= tick]
        told = count(len(anomalies), "anomaly", "anomalies") if anomalies else "none so far"
        rows += [
            ViewRow("gap"),
            heading("anomalies", "Anomalies", told),
            *anomaly_rows(reversed(anomalies)),
        ]
        painted = PaintedView(rows, self.size.width)
        self._views = painted.views
        self.show_rows(painted.rows)
        self._plot.hide()

    def _show_chart(self, measure: Measure, tick: int, reader: MeasureReader) -> None:
        """Draw a measure below its definition."""
        chart = measure_chart(reader.columns, measure, tick)
        self.border_title = f"Dashboard · {chart.title}"
        told = (Span("─ ", WARM), Span(chart.title, STRONG), Span(f"  {clean(chart.note)}"))
        self.show_heads(
            (TextRow("legend", told), TextRow("what", (Span(measure.definition, QUIET),)))
        )
        self.show_rows(())
        quiet = {one.name: self.styles_by_name[QUIET] for one in chart.marks}
        self._plot.show(chart, {chart.title: self.styles_by_name[WARM]} | quiet)

    def _restyle(self) -> None:
        super()._restyle()
        self._draw()

    def text(self) -> str:
        """Return all measures and anomalies up to the shown tick, for the clipboard."""
        if self.context is None or self._reader is None:
            return ""
        tick = self.context.frame.payload.tick
        lines = measure_rows(measure_lines(self._reader.columns, self._measures, tick, 30))
        anomalies = (one for one in self._reader.history.anomalies if one.tick <= tick)
        return "\n".join((*plain_text(lines), *plain_text(anomaly_rows(anomalies))))

    def action_open(self) -> None:
        """Enlarge the measure, or go to the tick of the anomaly; in a chart, back to all
        measures."""
        if self.enlarged:
            self._enlarge("")
        elif self.rows:
            key = self.rows[self.cursor].key
            target = self._views[key].target
            if isinstance(target, TickTarget):
                self.post_message(AgentPane.LinkFollowed(*target))
            elif key in {one.name for one in self._measures}:
                self._enlarge(key)

    def action_right(self) -> None:
        """Show the chart of the next measure."""
        self._turn(1)

    def action_left(self) -> None:
        """Show the chart of the previous measure."""
        self._turn(-1)

    def _turn(self, way: int) -> None:
        names = [one.name for one in self._measures]
        if self.enlarged in names:
            self._enlarge(names[(names.index(self.enlarged) + way) % len(names)])

    def _enlarge(self, name: str) -> None:
        before, self.enlarged = self.enlarged, name
        self._draw()
        if not name:
            self._move_to_key(before)


def _room_for_bars(measures: Sequence[Measure], cells: int) -> int:
    """Return how many bars a line has room for, beside its columns and its unit."""
    unit = max((cell_len(one.unit) for one in measures), default=0)
    shown = [column for column in COLUMNS if not column.optional or cells >= OPTIONAL]
    return max(1, cells - sum(column.width + 1 for column in shown) - unit - 4)
