"""Make a chart in a thread."""

from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from latticeville.models.model import ModelError
from latticeville.reports.chart.charts import Chart, ChartError, ChartKind, ChartRequest, LineChart
from latticeville.reports.memories.terms import Terms
from latticeville.runs.lines import DamageError
from latticeville.sim.tick import TickPayload
from studio.player.run_sources import RunSource
from studio.run.panes.plot_area import import_plot

if TYPE_CHECKING:
    from latticeville.reports.memories.retrievals import ScoredRetrieval
    from latticeville.runs.replay import Replay


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
    """A chart was made for a wish; or why it could not be."""

    def __init__(self, wish: ChartWish, chart: Chart | None, trouble: str = "") -> None:
        super().__init__()
        self.wish, self.chart, self.trouble = wish, chart, trouble


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
