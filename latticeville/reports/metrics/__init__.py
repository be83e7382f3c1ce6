"""`metrics`: measures of runs over time, by person or by place, and anomalies."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.plugins import load_all_installed
from latticeville.draw.card import place as place_path
from latticeville.measures.lookup import (
    UnknownMeasureError,
    all_measures,
    check_measures,
    named_measures,
)
from latticeville.measures.measure import Measure, Values
from latticeville.measures.registry import MEASURE_GROUP
from latticeville.reports.arg_types import tick, tick_count_from_one, ticks_in
from latticeville.reports.metrics.anomalies import (
    ANOMALY_GROUP,
    Anomaly,
    AnomalyRule,
    all_rules,
    find_anomalies,
)
from latticeville.reports.metrics.groups import check_groups, group_rows
from latticeville.reports.metrics.rows import (
    MeasureLine,
    ValueTable,
    anomaly_rows,
    measure_rows,
    measure_tables,
    registry_rows,
)
from latticeville.reports.metrics.series import measure_span, sampled_rows, summarize
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import line
from latticeville.runs.replay import Replay
from latticeville.tables.measure_rows import read_measures
from latticeville.world.model.world import World

BARS = 30
"""Bars of a measure over time."""
DIGITS = 6
"""Digits behind the point in JSON and CSV."""


class MetricsAnswer(msgspec.Struct, frozen=True):
    """Measures from tick `start` to tick `end` of the first run, both included; with `--anomalies`
    the anomalies alone, by person or place or of several runs `tables`."""

    start: int
    end: int
    measures: tuple[MeasureLine, ...] = ()
    anomalies: tuple[Anomaly, ...] = ()
    tables: tuple[ValueTable, ...] = ()


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--only", metavar="NAME", nargs="+", help="measures to show (those of the world)"
    )
    parser.add_argument(
        "--by",
        choices=("tick", "person", "place"),
        default="tick",
        help="rows by person or by the innermost area, instead of over time",
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
        metavar="N",
        help="ticks per row of JSON or CSV, or their time, such as 1h (1; with --by person or place "
        "all)",
    )
    parser.add_argument(
        "--list", action="store_true", help="list all measures and the rules of anomalies"
    )


def _catalog(options: Namespace) -> tuple[Any, Iterable[ReportSection]]:
    """Return all measures, or those that are named, and the rules."""
    measures = _named(options) or all_measures()
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
    _check_store(asked)
    measures, (start, end) = _measures(asked), _span(asked, asked.run)
    if asked.options.anomalies:
        return MetricsAnswer(start, end, anomalies=tuple(_anomalies(asked, start, end)))
    if asked.options.by != "tick" or len(asked.runs) > 1:
        return MetricsAnswer(start, end, tables=tuple(_tables(asked, measures)))
    rows = read_measures(asked.run, measures, start, end, asked.looked, asked.tables)
    found = summarize(rows, measures, start, end, BARS)
    return MetricsAnswer(start, end, tuple(MeasureLine(one, *found[one.name]) for one in measures))


def _check_store(asked: Asked) -> None:
    options = asked.options
    if getattr(options, "store", None) and (options.anomalies or options.by != "tick"):
        raise ReportError("--anomalies and --by are told from the log: leave out --store")


def _anomalies(asked: Asked, start: int, end: int) -> Iterable[Anomaly]:
    if asked.options.by != "tick" or len(asked.runs) > 1:
        raise ReportError("--anomalies are of one run over time: name one run, and leave out --by")
    return find_anomalies(asked.run.payloads(), start, end)


def _tables(asked: Asked, measures: Sequence[Measure]) -> Iterator[ValueTable]:
    """Yield a table of the measures of several runs; by person or place one of a run, or one of
    each measure."""
    by, values = asked.options.by, dict[tuple[str, str, int], float | None]()
    names = dict[str, str]()
    for place, run in enumerate(asked.runs):
        start, end = _span(asked, run)
        if by == "tick":
            rows = read_measures(run, measures, start, end, asked.looked, asked.tables)
            for name, value in measure_span(rows, measures).items():
                values["", name, place] = value
            continue
        world = run.at(end).state.world
        for row in group_rows(run.payloads(start), measures, by, end):
            names.setdefault(row.id, _name_of(world, row.id, by))
            for name, value in row.values.items():
                values[row.id, name, place] = value
    yield from measure_tables(measures, _run_names(asked), names, values)


def _name_of(world: World, key: str, by: str) -> str:
    return place_path(world, key) if by == "place" else world.name_of(key)


def _run_names(asked: Asked) -> list[str]:
    """Return the names of the folders, or their paths where two have the same."""
    names = [run.folder.name for run in asked.runs]
    return names if len({*names}) == len(names) else [str(run.folder) for run in asked.runs]


def _measures(asked: Asked) -> tuple[Measure, ...]:
    """Return the measures that are named, or those of the newest worlds that can be counted so."""
    is_by = asked.options.by != "tick"
    worlds = _newest_worlds(asked)
    if named := _named(asked.options, *worlds):
        if is_by:
            check_groups(named)
        return named
    return tuple(
        one
        for one in all_measures(*worlds)
        if (one.parts is not None if is_by else one.usual) and any(map(one.applies_to, worlds))
    )


def _newest_worlds(asked: Asked) -> list[World]:
    return [run.world(run.segments[-1].header.world) for run in asked.runs]


def _named(options: Namespace, *worlds: World) -> tuple[Measure, ...]:
    """Return the measures that are named; ReportError where there is none of a name."""
    try:
        return named_measures(options.only or (), *worlds)
    except UnknownMeasureError as error:
        raise ReportError(str(error)) from error


def _span(asked: Asked, run: Replay) -> tuple[int, int]:
    """Return the first and the last tick of a run."""
    return run.span(asked.options.start, asked.options.until)


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
    if answer.tables:
        for table in answer.tables:
            yield ReportSection(table.title, table.rows())
        return
    first, last = (
        format_time(asked.run.at(tick).state.minute) for tick in (answer.start, answer.end)
    )
    yield ReportSection(f"{span} ({first} – {last})", measure_rows(answer.measures))


def _records(asked: Asked) -> Iterator[Mapping[str, object]]:
    """Yield a record for each anomaly, or for every so many ticks of each run, by person or place
    if that is asked for."""
    _check_store(asked)
    measures = _measures(asked)
    if asked.options.anomalies:
        start, end = _span(asked, asked.run)
        yield from map(msgspec.structs.asdict, _anomalies(asked, start, end))
        return
    spans = [_span(asked, run) for run in asked.runs]
    for name, run, (start, end) in zip(_run_names(asked), asked.runs, spans, strict=True):
        of = {"run": name} if len(asked.runs) > 1 else {}
        for head, values in _run_records(asked, run, measures, start, end):
            rounded = {
                each: None if value is None else _rounded(value) for each, value in values.items()
            }
            yield {**of, **head, **rounded}


def _rounded(value: float) -> float:
    """Return a number as it is printed; a whole one without a point, wherever it was read from."""
    return int(value) if value == int(value) else round(value, DIGITS)


def _run_records(
    asked: Asked, run: Replay, measures: Sequence[Measure], start: int, end: int
) -> Iterator[tuple[Mapping[str, object], Values]]:
    by, asked_every = asked.options.by, asked.options.every
    minutes = asked.world.settings.tick_minutes
    every = None if asked_every is None else ticks_in(asked_every, minutes)
    if by == "tick":
        rows = read_measures(run, measures, start, end, asked.looked, asked.tables)
        for row in sampled_rows(rows, measures, end, every or 1):
            yield {"tick": row.tick, "minute": row.minute}, row.values
        return
    for one in group_rows(run.payloads(start), measures, by, end, every):
        yield {"tick": one.tick, "minute": one.minute, by: one.id}, one.values


def _notes(asked: Asked, _answer: MetricsAnswer) -> Iterator[str]:
    """Yield what of worlds and of installed packages is left out."""
    for world in _newest_worlds(asked):
        yield from (f"left out: {one}" for one in check_measures(world))
    yield from load_all_installed(MEASURE_GROUP, Measure, "measure")[1]
    yield from load_all_installed(ANOMALY_GROUP, AnomalyRule, "anomaly")[1]


REPORT = Report(
    "metrics",
    BUILT_IN["metrics"],
    _ask,
    _tell,
    "metrics runs/monday --only population utterances --every 60 --csv",
    several=True,
    tables=True,
    declare=_declare,
    records=_records,
    catalog=_catalog,
    notes=_notes,
)
