"""Draws a line chart of `latticeville.reports.chart.charts` with textual-plot; import it only for
the first chart."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rich.style import Style
from textual_plot import AxisFormatter, HiResMode, NumericAxisFormatter, PlotWidget

from latticeville.core.clock import format_hours
from latticeville.reports.chart.charts import MINUTE, LineChart, Series

STEPS = (5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440)
"""Minutes between two labels of a time axis."""
MARGIN = 6
"""Cells of the labels of the vertical axis."""
BAR_CELLS = 2
"""Fewest cells of a bar of a rank; those for which there is no room are left out."""
LETTERS = 8
"""How often a line has the letter of its series."""
BELOW_ZERO = 0.04
"""The share of the height that lies below 0, so that the axis does not cover a line at 0."""
DASHES = 400
"""Signs of which a horizontal line is made."""


class ClockFormatter(AxisFormatter):
    """Labels minutes as hours, a round number of minutes apart."""

    def get_ticks(self, min_: float, max_: float, max_ticks: int = 8) -> list[float]:
        """Return the minutes that have a label."""
        step = next((each for each in STEPS if (max_ - min_) / each <= max_ticks), STEPS[-1])
        first = -(-int(min_) // step)
        return [float(place * step) for place in range(first, int(max_) // step + 1)]

    def get_labels_for_ticks(self, ticks: Sequence[float]) -> list[str]:
        """Return the labels."""
        return [format_hours(int(tick)) for tick in ticks]


class ChartPlot(PlotWidget, can_focus=False):
    """Draws one line chart; the pane around it has the keys, the title and the legend."""

    DEFAULT_CSS = """
    ChartPlot { background: transparent; }
    ChartPlot > .plot--axis { color: $border-blurred; }
    ChartPlot > .plot--tick { color: $quiet; text-style: none; }
    ChartPlot:ansi > .plot--axis, ChartPlot:ansi > .plot--tick { color: ansi_default; }
    """

    def __init__(self) -> None:
        super().__init__(allow_pan_and_zoom=False)
        self.set_reactive(PlotWidget.margin_top, 0)
        self.set_reactive(PlotWidget.margin_bottom, 1)
        self.set_reactive(PlotWidget.margin_left, MARGIN)

    def draw(self, chart: LineChart, styles: Mapping[str, Style], cells: int) -> None:
        """Draw a chart in so many cells; `styles` holds a style for the name of each series, level
        and mark."""
        self.clear()
        series, is_time = _with_room(chart, cells - MARGIN), chart.x == MINUTE
        xs = _all_xs(series)
        if not xs:
            return
        newest = max((min(xs) + 1, *xs, *(mark.at for mark in chart.marks)))
        start, end = (min(xs), newest) if is_time else (min(xs) - 0.5, max(xs) + 0.5)
        self.set_x_formatter(ClockFormatter() if is_time else NumericAxisFormatter())
        self.set_xlimits(start, end)
        high = _highest(chart)
        self.set_ylimits(0 if chart.stacked else -BELOW_ZERO * high, high)
        (self._draw_stack if chart.stacked else self._draw_lines)(series, styles)
        dashes = [start + place * (end - start) / DASHES for place in range(DASHES + 1)]
        for level in chart.levels:
            self.scatter(dashes, [level.at] * len(dashes), "╌", str(styles[level.name]))
        for mark in chart.marks:
            self.add_v_line(mark.at, str(styles[mark.name]))

    def _draw_lines(self, series: Sequence[Series], styles: Mapping[str, Style]) -> None:
        """Draw each series as a line that steps at its points; letters stand apart, so that none
        covers another."""
        letters, count = series_letters(series), len(series)
        start, end = series[0].points[0][0], max(one.points[-1][0] for one in series)
        for one in series:
            steps = _steps(one.points)
            x, y = [each[0] for each in steps], [each[1] for each in steps]
            self.plot(x, y, str(styles[one.name]), HiResMode.BRAILLE)
        for place, one in enumerate(series if count > 1 else ()):
            turns = [
                start + (turn * count + place + 1) * (end - start) / (LETTERS * count)
                for turn in range(LETTERS)
            ]
            values = [_value_at(one.points, x) for x in turns]
            self.scatter(turns, values, letters[one.name], str(styles[one.name] + Style(bold=True)))

    def _draw_stack(self, series: Sequence[Series], styles: Mapping[str, Style]) -> None:
        """Draw bars on each other, the whole first, and the letter of each part at its top."""
        letters = series_letters(series)
        xs = [x for x, _ in series[0].points]
        tops = [0.0] * len(xs)
        stacked: list[tuple[str, list[float]]] = []
        for one in series:
            tops = [top + y for top, (_, y) in zip(tops, one.points, strict=True)]
            stacked.append((one.name, tops))
        for name, heights in reversed(stacked):
            self.bar(xs, heights, 0.9, str(styles[name]))
        for name, heights in stacked:
            ink = Style(color="black", bgcolor=styles[name].color)
            self.scatter(xs, heights, letters[name], str(ink))


def series_letters(series: Sequence[Series]) -> dict[str, str]:
    """Return a letter for each series, no two alike: the first of its name that is free, else a
    digit.

    >>> series_letters([Series("cups", ()), Series("coins", ()), Series("c", ())])
    {'cups': 'c', 'coins': 'o', 'c': '1'}
    """
    found: dict[str, str] = {}
    for one in series:
        letters = [
            letter for letter in f"{one.name}123456789" if letter.isascii() and letter.isalnum()
        ]
        found[one.name] = next((letter for letter in letters if letter not in found.values()), "·")
    return found


def _steps(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points with a corner before each, since a value holds until the next point."""
    found = [*points[:1]]
    for before, point in pairwise(points):
        found += [(point[0], before[1]), point]
    return found


def _all_xs(series: Sequence[Series]) -> list[float]:
    return [x for one in series for x, _ in one.points]


def _value_at(points: Sequence[tuple[float, float]], x: float) -> float:
    """Return the value at a place of the axis."""
    return next((y for at, y in reversed(points) if at <= x), points[0][1])


def _with_room(chart: LineChart, cells: int) -> tuple[Series, ...]:
    """Return the series, those of ranks up to the last bar that has room; those before a mark are
    always shown."""
    if chart.x == MINUTE:
        return chart.series
    last = max((cells // BAR_CELLS, *(mark.at + 1 for mark in chart.marks)))
    return tuple(
        Series(one.name, tuple(point for point in one.points if point[0] <= last))
        for one in chart.series
    )


def _highest(chart: LineChart) -> float:
    """Return the top of the vertical axis: above every value and level."""
    tops: list[float]
    if chart.stacked:
        tops = [
            sum(each)
            for each in zip(*([y for _, y in one.points] for one in chart.series), strict=True)
        ]
    else:
        tops = [y for one in chart.series for _, y in one.points]
    return max([*tops, *(level.at for level in chart.levels), 1.0]) * 1.05
