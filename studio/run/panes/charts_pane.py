"""The charts pane: one chart at a time, of the shown tick and what is selected."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.binding import BindingType
from textual.color import Color
from textual.message import Message
from textual.strip import Strip

from latticeville.models.model import ModelError
from latticeville.reports.chart.charts import (
    CHARTS,
    EVERYBODY,
    Chart,
    ChartError,
    ChartKind,
    ChartRequest,
    DayChart,
    LineChart,
    chart_text,
)
from latticeville.reports.memories.terms import Terms
from latticeville.runs.lines import DamageError
from latticeville.sim.tick import TickPayload
from studio.player.run_sources import RunSource
from studio.run.panes.day_rows import (
    BAR,
    EDGE,
    HUES,
    ON,
    bar_at,
    building_hues,
    day_heads,
    day_rows,
    describe_bar,
)
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.plot_area import PlotArea, import_plot
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import bindings
from studio.ui.list_view import WrappedListView
from studio.ui.text import (
    ALARM,
    PLAIN,
    QUIET,
    STRONG,
    WARM,
    Span,
    TextRow,
    clean,
    clean_border,
    draw_line,
    world_color,
)

if TYPE_CHECKING:
    from latticeville.reports.memories.retrievals import ScoredRetrieval
    from latticeville.runs.replay import Replay

SHADE = 0.38
"""The share of the colour of a building in the ground of a bar."""
CURSOR, SERIES = "cursor", "series "
"""Names of styles: of the person at the cursor, and of a series by its place."""


class ChartWish(NamedTuple):
    """Which chart is wanted, of which run and tick; `terms` and `place` are those of the memory
    pane."""

    kind: ChartKind
    source: RunSource
    payload: TickPayload
    about: str
    terms: Terms = Terms()
    place: int = 0

    def is_same(self, other: "ChartWish | None") -> bool:
        """Tell whether another wish comes to the same chart, without comparing states."""
        if other is None:
            return False
        same = (
            self.kind is other.kind
            and self.source is other.source
            and self.payload is other.payload
        )
        return same and (self.about, self.terms, self.place) == (
            other.about,
            other.terms,
            other.place,
        )


class ChartMade(Message):
    """A chart was made for a wish, of a day with the colours of buildings; or why it could not
    be."""

    def __init__(self, wish: ChartWish, chart: Chart | None, trouble: str = "") -> None:
        super().__init__()
        self.wish, self.chart, self.trouble = wish, chart, trouble
        self.hues = building_hues(chart) if isinstance(chart, DayChart) else {}


def make_chart(wish: ChartWish) -> ChartMade:
    """Make a chart; it may read the log."""

    def replay() -> "Replay":
        from latticeville.runs.replay import Replay

        return Replay(wish.source.folder)

    def retrievals() -> "list[ScoredRetrieval]":
        from studio.run.panes.retrieval_worker import rescore_tick

        thought = wish.payload.thoughts.get(wish.about)
        if wish.terms.query is None and not (thought and thought.recalls):
            return []
        found = rescore_tick(wish.payload, wish.about, wish.terms, wish.source, None)
        if found.trouble:
            raise ChartError(found.trouble)
        return [one.now for one in found.retrievals]

    try:
        request = ChartRequest(wish.payload, wish.about, replay, retrievals, wish.place)
        chart = wish.kind.make(request)
        if isinstance(chart, LineChart):
            import_plot()
        return ChartMade(wish, chart)
    except (ChartError, DamageError, ModelError) as error:
        return ChartMade(wish, None, str(error).partition("\n")[0])


class ChartsPane(WrappedListView):
    """Draws the day as lines of its own, and other charts with textual-plot below the heads."""

    where = "charts"
    BINDINGS: ClassVar[list[BindingType]] = bindings("charts")
    BORDER_TITLE = "Charts"

    context: RunContext | None = None
    """What is shown."""
    at = 0
    """The place of the shown chart among all."""

    def __init__(self, id: str, memory: MemoryPane) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._memory = memory
        self._chart: Chart | None = None
        self._hues: Mapping[str, str] = {}
        self._trouble, self._under_way = "", False
        self._wish: ChartWish | None = None
        self._plot = PlotArea(self, self._paint)

    def show(self, context: RunContext) -> None:
        """Show another frame, or another selection."""
        again = self.context is None or context.selection is not self.context.selection
        self.context = context
        self._draw()
        if again:
            self.go_to(context.selection.id)

    def _draw(self) -> None:
        if self.context is None or not self.display:
            return
        wish = self._new_wish(self.context)
        if not wish.is_same(self._wish):
            if self._wish is None or wish.kind is not self._wish.kind:
                self._chart, self._trouble = None, ""
            self._wish = wish
            self._begin()
        self._paint()

    def _new_wish(self, context: RunContext) -> ChartWish:
        kind, payload = CHARTS[self.at], context.frame.payload
        about = "" if kind.about == EVERYBODY else context.selection.id
        if kind.name != "retrieval":
            return ChartWish(kind, context.source, payload, about)
        return ChartWish(kind, context.source, payload, about, self._memory.terms, self._memory.at)

    def _begin(self) -> None:
        """Make the chart in a worker; while one is under way, the newest wish waits for its end."""
        if self._under_way or self._wish is None:
            return
        self._under_way = True
        make = partial(make_chart, self._wish)
        self.run_worker(lambda: self.post_message(make()), thread=True, group="charts")

    def on_chart_made(self, message: ChartMade) -> None:
        """Show a chart, and begin another one where the wish has changed since."""
        self._under_way = False
        if self._wish is None or message.wish.kind is self._wish.kind:
            self._chart, self._hues = message.chart, message.hues
            self._trouble = message.trouble
            self._paint()
        if not message.wish.is_same(self._wish):
            self._begin()

    def _paint(self) -> None:
        """Show the chart that is there, or why there is none."""
        chart = self._chart
        tabs = tuple(
            Span(f" {kind.title} ", WARM if kind is CHARTS[self.at] else QUIET) for kind in CHARTS
        )
        heads = [TextRow("tabs", (Span("▸", WARM), *tabs), Span("← → other chart", QUIET))]
        self.border_title = clean_border(f"Charts · {chart.title}" if chart else "Charts")
        rows: Sequence[TextRow] = ()
        if isinstance(chart, DayChart):
            heads += [self._day_legend(chart), day_heads(chart, self.size.width)]
            rows = day_rows(chart, self.size.width, self._hues)
        elif chart is not None:
            heads.append(
                TextRow("legend", tuple(self._legend(chart)), Span(clean(chart.note), QUIET))
            )
        else:
            rows = [TextRow("", (Span(self._trouble or "reading the run…", QUIET),))]
        self.show_heads(heads)
        self.show_rows(rows)
        self._show_plot(chart if isinstance(chart, LineChart) else None)

    def _day_legend(self, chart: DayChart) -> TextRow:
        parts = (
            ("│", WARM),
            (" now  ", QUIET),
            ("≠", ALARM),
            (" elsewhere than planned  ", QUIET),
            ("╌", QUIET),
            (" on the way  ", QUIET),
            (clean(chart.note), PLAIN),
        )
        return TextRow("legend", tuple(Span(*part) for part in parts))

    def _legend(self, chart: LineChart) -> Iterator[Span]:
        """Yield the sign and the name of each series, level and mark."""
        from studio.run.panes.chart_plot import series_letters

        letters = series_letters(chart.series)
        for place, one in enumerate(chart.series):
            self.styles_by_name[f"{SERIES}{place}"] = self._series_style(place)
            sign = letters[one.name] if len(chart.series) > 1 else "─"
            yield Span(sign, f"{SERIES}{place}")
            yield Span(f" {clean(one.name)}  ")
        for sign, style, marks in (("╌", ALARM, chart.levels), ("│", WARM, chart.marks)):
            for mark in marks:
                yield Span(sign, style)
                yield Span(f" {clean(mark.name)}  ")

    def _series_style(self, place: int) -> Style:
        if self.app.native_ansi_color:
            return Style(color=("yellow", "cyan", "magenta", "green", "red", "blue")[place % 6])
        hue = world_color(HUES[place % len(HUES)], self.app.theme_variables)
        return Style(color=hue.rich_color)

    def _show_plot(self, chart: LineChart | None) -> None:
        if chart is None:
            self._plot.hide()
            return
        styles = {one.name: self._series_style(place) for place, one in enumerate(chart.series)}
        styles |= {one.name: self.styles_by_name[ALARM] for one in chart.levels}
        styles |= {one.name: self.styles_by_name[WARM] for one in chart.marks}
        self._plot.show(chart, styles)

    def _restyle(self) -> None:
        super()._restyle()
        variables, ansi = self.app.theme_variables, self.app.native_ansi_color
        ground = Color.parse("black" if ansi else variables["background"])
        for hue in ("", *HUES):
            shade = ground.blend(world_color(hue or "stone", variables), SHADE)
            edge = shade.blend(world_color("stone", variables), 0.5)
            self.styles_by_name[BAR + hue] = Style() if ansi else Style(bgcolor=shade.rich_color)
            self.styles_by_name[EDGE + BAR + hue] = (
                Style() if ansi else Style(color=edge.rich_color, bgcolor=shade.rich_color)
            )
            self.styles_by_name[ON + BAR + hue] = (
                self.styles_by_name[WARM] + self.styles_by_name[BAR + hue]
            )
        self.styles_by_name[CURSOR] = self.get_component_rich_style("lines--cursor")
        self._paint()

    def render_line(self, y: int) -> Strip:
        """Draw one line; of the day, the cursor marks only the name, so that the bars stay as they
        are."""
        place = self.top + y - len(self.heads)
        if not isinstance(self._chart, DayChart) or y < len(self.heads) or place >= len(self.rows):
            return super().render_line(y)
        row = self.rows[place]
        marked = (
            CURSOR
            if self.has_focus and place == self.cursor
            else STRONG
            if row.link == self._selected
            else PLAIN
        )
        label, *bars = row.spans
        return draw_line(
            (Span(label.text, marked), *bars),
            Span(""),
            self.size.width,
            self.styles_by_name,
            self.ground,
        )

    @property
    def _selected(self) -> str:
        return self.context.selection.id if self.context else ""

    def _tell_place(self) -> None:
        """Say what the person at the cursor planned for the shown time, and what they did."""
        chart = self._chart
        if not isinstance(chart, DayChart) or self.cursor // 2 * 2 + 1 >= len(chart.rows):
            self.border_subtitle = ""
            return
        plan, did = chart.rows[self.cursor // 2 * 2 : self.cursor // 2 * 2 + 2]
        told = [describe_bar(bar_at(row, chart.now)) for row in (plan, did)]
        self.border_subtitle = clean_border(f"{plan.name} plan: {told[0]}; did: {told[1]}")

    def text(self) -> str:
        """Return the values of the chart, for the clipboard."""
        return "\n".join(chart_text(self._chart)) if self._chart else self._trouble

    def on_head(self, y: int, x: int) -> None:
        """Show the chart whose title was clicked."""
        start = 1
        for place, kind in enumerate(CHARTS if y == 0 else ()):
            end = start + cell_len(kind.title) + 2
            if start <= x < end:
                self._choose(place)
            start = end

    def action_right(self) -> None:
        """Show the next chart."""
        self._choose(self.at + 1)

    def action_left(self) -> None:
        """Show the previous chart."""
        self._choose(self.at - 1)

    def _choose(self, place: int) -> None:
        self.at = place % len(CHARTS)
        self.cursor = self.top = 0
        self._draw()
