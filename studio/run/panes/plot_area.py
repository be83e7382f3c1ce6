"""The part of a pane in which a chart is plotted."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from rich.style import Style

from latticeville.reports.chart.charts import LineChart
from studio.ui.list_view import ListView

if TYPE_CHECKING:
    from studio.run.panes.chart_plot import ChartPlot

PLOT = "studio.run.panes.chart_plot"
"""The module that draws charts, with textual-plot."""


def import_plot() -> None:
    """Import what draws charts. It takes a third of a second: call it in a thread, before the first
    chart is shown."""
    import_module(PLOT)


class PlotArea:
    """Shows a chart below the heads of a list, or none; `redraw` is called once there is a plot to
    show it in."""

    def __init__(self, pane: ListView, redraw: Callable[[], None]) -> None:
        self._pane, self._redraw = pane, redraw
        self._plot: ChartPlot | None = None

    def show(self, chart: LineChart, styles: Mapping[str, Style]) -> None:
        """Draw a chart; the styles are by the names of its series, levels and marks."""
        if self._plot is None:
            from studio.run.panes.chart_plot import ChartPlot

            self._plot = ChartPlot()
            self._plot.styles.margin = (len(self._pane.heads), 0, 0, 0)
            self._pane.mount(self._plot)
            self._pane.call_after_refresh(self._redraw)
            return
        self._plot.display = True
        self._plot.draw(chart, styles, self._pane.size.width)

    def hide(self) -> None:
        """Leave the pane to its lines."""
        if self._plot is not None:
            self._plot.display = False
