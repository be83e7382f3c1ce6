"""`chart`: the values of a chart of a run at a tick."""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.reports.arg_types import id_or_name
from latticeville.reports.chart.charts import (
    CHARTS,
    OBJECT,
    PERSON,
    Chart,
    ChartError,
    ChartKind,
    ChartRequest,
    DayChart,
    chart_text,
)
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import text_rows

if TYPE_CHECKING:
    from latticeville.reports.memories.retrievals import ScoredRetrieval


def _declare(parser: ArgumentParser) -> None:
    names = [kind.name for kind in CHARTS]
    parser.add_argument("name", metavar="CHART", choices=names, help=f"one of {', '.join(names)}")
    about = parser.add_mutually_exclusive_group()
    about.add_argument(
        "--agent", type=id_or_name, metavar="ID", help="the person whom it is about, by id or name"
    )
    about.add_argument(
        "--object", type=id_or_name, metavar="ID", help="the object that it is about"
    )


def _ask(asked: Asked) -> Chart:
    kind = next(kind for kind in CHARTS if kind.name == asked.options.name)
    about = _subject(asked, kind)
    request = ChartRequest(
        asked.payload, about, lambda: asked.run, partial(_retrievals, asked, about)
    )
    chart = kind.make(request)
    if isinstance(chart, DayChart) and about:
        return replace(chart, rows=tuple(row for row in chart.rows if row.who == about))
    return chart


def _subject(asked: Asked, kind: ChartKind) -> str:
    """Return the id of the person or object that is named; ChartError where there is none."""
    options, payload = asked.options, asked.payload
    option = {PERSON: "agent", OBJECT: "object"}.get(kind.about)
    if option and getattr(options, option) is None:
        raise ChartError(f"chart {kind.name} is about one {kind.about}: add --{option} ID")
    if options.object and options.object not in payload.state.things:
        raise ChartError(f"there is no object “{options.object}” in tick {payload.tick}")
    return asked.person(options.agent) or options.object or ""


def _retrievals(asked: Asked, who: str) -> "list[ScoredRetrieval]":
    from latticeville.reports.memories.retrievals import repeat_retrievals
    from latticeville.runs.vectors import replay_embedder

    embedder = replay_embedder(asked.run.folder, asked.run.segments[-1].header.embedder)
    return repeat_retrievals(asked.payload, who, embedder, None, None, None)


def _tell(_asked: Asked, chart: Chart) -> Iterator[ReportSection]:
    title, *lines = chart_text(chart)
    yield ReportSection(title, text_rows(lines))


REPORT = Report(
    "chart",
    BUILT_IN["chart"],
    _ask,
    _tell,
    "chart runs/monday importance --agent ada --tick 300",
    at_tick=True,
    declare=_declare,
    usual=("day",),
)
