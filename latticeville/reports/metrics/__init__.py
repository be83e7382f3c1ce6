"""`metrics`: measures of a run over time, and its anomalies."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.plugins import load_all_installed
from latticeville.reports.arg_types import tick, tick_count_from_one, ticks_in
from latticeville.reports.metrics.anomalies import (
    ANOMALY_GROUP,
    Anomaly,
    AnomalyRule,
    all_rules,
    find_anomalies,
)
from latticeville.reports.metrics.measures import (
    MEASURE_GROUP,
    Measure,
    all_measures,
    measures_of,
    named_measures,
)
from latticeville.reports.metrics.rows import MeasureLine, anomaly_rows, measure_rows, registry_rows
from latticeville.reports.metrics.series import sampled_rows, summarize
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import line

BARS = 30
"""Bars of a measure over time."""
DIGITS = 6
"""Digits behind the point in JSON and CSV."""


class MetricsAnswer(msgspec.Struct, frozen=True):
    """Measures from tick `start` to tick `end`, both included; with `--anomalies` the anomalies
    alone."""

    start: int
    end: int
    measures: tuple[MeasureLine, ...] = ()
    anomalies: tuple[Anomaly, ...] = ()


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--only", metavar="NAME", nargs="+", help="measures to show (those of the world)"
    )
    parser.add_argument("--anomalies", action="store_true", help="list the anomalies instead")
    parser.add_argument(
        "--from",
        dest="start",
        type=tick,
        metavar="TICK",
        help="first tick or time; default: the oldest",
    )
    parser.add_argument(
        "--until", type=tick, metavar="TICK", help="last tick or time; default: the newest"
    )
    parser.add_argument(
        "--every",
        type=tick_count_from_one,
        default=1,
        metavar="N",
        help="ticks per row of JSON or CSV, or their time, such as 1h (1)",
    )
    parser.add_argument(
        "--list", action="store_true", help="list all measures and the rules of anomalies"
    )


def _catalog(options: Namespace) -> tuple[Any, Iterable[ReportSection]]:
    """Return all measures, or those that are named, and the rules."""
    measures = named_measures(options.only or ()) or all_measures()
    told = [
        {
            "name": one.name,
            "unit": one.unit,
            "definition": one.definition,
            "counts": one.counts,
            "rules": one.rules,
            "source": one.source,
        }
        for one in measures
    ]
    rules = [{"name": rule.name, "definition": rule.definition} for rule in all_rules()]
    return {"measures": told, "anomalies": rules}, registry_rows(measures)


def _ask(asked: Asked) -> MetricsAnswer:
    measures, (start, end) = _measures(asked), _span(asked)
    if asked.options.anomalies:
        return MetricsAnswer(
            start, end, anomalies=tuple(find_anomalies(asked.run.payloads(), start, end))
        )
    found = summarize(asked.run.payloads(start), measures, start, end, BARS)
    return MetricsAnswer(start, end, tuple(MeasureLine(one, *found[one.name]) for one in measures))


def _measures(asked: Asked) -> tuple[Measure, ...]:
    """Return the measures that are named, or those of the newest world."""
    replay = asked.run
    named = named_measures(asked.options.only or ())
    return named or measures_of(replay.world(replay.segments[-1].header.world))


def _span(asked: Asked) -> tuple[int, int]:
    """Return the first and the last tick."""
    return asked.run.span(asked.options.start, asked.options.until)


def _tell(asked: Asked, answer: MetricsAnswer) -> Iterator[ReportSection]:
    span = f"ticks {answer.start}–{answer.end}"
    if asked.options.anomalies:
        rows = (
            anomaly_rows(answer.anomalies)
            if answer.anomalies
            else [line("none", f"no anomalies in {span}")]
        )
        yield ReportSection("", rows)
        return
    first, last = (
        format_time(asked.run.at(tick).state.minute) for tick in (answer.start, answer.end)
    )
    yield ReportSection(f"{span} ({first} – {last})", measure_rows(answer.measures))


def _records(asked: Asked) -> Iterator[Mapping[str, object]]:
    """Yield a record for each anomaly, or for every so many ticks."""
    measures, (start, end) = _measures(asked), _span(asked)
    if asked.options.anomalies:
        yield from map(msgspec.structs.asdict, find_anomalies(asked.run.payloads(), start, end))
        return
    every = ticks_in(asked.options.every, asked.world.settings.tick_minutes)
    for row in sampled_rows(asked.run.payloads(start), measures, end, every):
        values = {
            name: value if value is None else round(value, DIGITS)
            for name, value in row.values.items()
        }
        yield {"tick": row.tick, "minute": row.minute, **values}


def _notes(_asked: Asked, _answer: MetricsAnswer) -> Iterator[str]:
    """Yield what of installed packages is left out."""
    yield from load_all_installed(MEASURE_GROUP, Measure, "measure")[1]
    yield from load_all_installed(ANOMALY_GROUP, AnomalyRule, "anomaly")[1]


REPORT = Report(
    "metrics",
    BUILT_IN["metrics"],
    _ask,
    _tell,
    "metrics runs/monday --only population utterances --every 60 --csv",
    declare=_declare,
    records=_records,
    catalog=_catalog,
    notes=_notes,
)
