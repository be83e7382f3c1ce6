"""Measures and anomalies of a run as rows, and a measure as a chart."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from latticeville.core.clock import format_time
from latticeville.core.text_width import text_width
from latticeville.measures.measure import Measure
from latticeville.reports.chart.charts import MINUTE, LineChart, Mark, Series
from latticeville.reports.metrics.anomalies import Anomaly, all_rules
from latticeville.reports.metrics.series import MeasureColumns, MeasureStats
from latticeville.reports.report import ReportSection
from latticeville.reports.rows import (
    Column,
    Emphasis,
    TextPart,
    TickTarget,
    ViewRow,
    line,
    table_row,
    table_titles,
)
from latticeville.reports.sparkline import sparkline

COLUMNS = (
    Column("measure", 18),
    Column("now", 8, right=True),
    Column("least", 8, right=True),
    Column("most", 8, right=True),
    Column("sum", 8, right=True, optional=True),
)
"""The columns of the table, without the line of bars and the unit behind it."""
POINTS = 400
"""Most points of a chart."""


class MeasureLine(NamedTuple):
    """A line of the table: a measure up to a tick, and its values over time."""

    measure: Measure
    stats: MeasureStats
    samples: Sequence[float | None]


def measure_lines(
    columns: MeasureColumns, measures: Sequence[Measure], tick: int, bars: int
) -> list[MeasureLine]:
    """Return the lines of some measures up to a tick, each with up to so many bars."""
    return [
        MeasureLine(
            one,
            columns.stats(one.name, tick),
            [value for _, value in columns.samples(one, tick, bars)],
        )
        for one in measures
    ]


def measure_rows(lines: Iterable[MeasureLine]) -> Iterator[ViewRow]:
    """Yield the titles of the columns, then a row for each measure; its key is the name."""
    titles = (*(column.title for column in COLUMNS), "over time")
    yield ViewRow(
        "titles",
        tuple(TextPart(title, Emphasis.QUIET) for title in titles),
        columns=COLUMNS,
        single=True,
    )
    for measure, stats, samples in lines:
        total = format_value(stats.total) if measure.counts else "–"
        numbers = (*map(format_value, (stats.value, stats.least, stats.most)), total)
        parts = (
            TextPart(measure.title),
            *map(TextPart, numbers),
            TextPart(sparkline(samples), Emphasis.WARM),
        )
        unit = TextPart(measure.unit, Emphasis.QUIET)
        yield ViewRow(measure.name, parts, tail=unit, columns=COLUMNS, single=True)


ValueKey = tuple[str, str, int]
"""The id of a person or an area, "" for none; the name of a measure; the place of a run."""


class ValueTable(NamedTuple):
    """Values in named columns, by the id and the name of each row; the first column has a title of
    its own."""

    title: str
    head: str
    columns: tuple[str, ...]
    values: tuple[tuple[str, str, tuple[float | None, ...]], ...]

    def rows(self) -> Iterator[ViewRow]:
        """Yield the titles of the columns, then the rows."""
        names = [self.head, *(name for _, name, _ in self.values)]
        columns = (
            Column(self.head, max(map(text_width, names))),
            *(Column(one, max(8, text_width(one)), right=True) for one in self.columns),
        )
        yield table_titles(columns)
        for key, name, values in self.values:
            yield table_row(key, (name, *map(format_value, values)), columns)


def measure_tables(
    measures: Sequence[Measure],
    runs: Sequence[str],
    names: Mapping[str, str],
    values: Mapping[ValueKey, float | None],
) -> Iterator[ValueTable]:
    """Yield measures as tables, from values by the id of a person or an area, measure and run.

    Without `names` of ids it is one with a column for each run; else one with a column for each
    measure of the one run, or for each measure one with a column for each run.
    """
    places = range(len(runs))
    rows = sorted(names.items(), key=lambda one: (one[1], one[0]))
    if not rows:
        whole = [(one.name, one.title, [("", one.name, run) for run in places]) for one in measures]
        yield _table("", "measure", runs, whole, values)
    elif len(runs) == 1:
        titles = [one.title for one in measures]
        cells = [(key, name, [(key, one.name, 0) for one in measures]) for key, name in rows]
        yield _table("", "", titles, cells, values)
    else:
        yield from (_table_of_runs(one, runs, rows, values) for one in measures)


def _table_of_runs(
    one: Measure,
    runs: Sequence[str],
    rows: Iterable[tuple[str, str]],
    values: Mapping[ValueKey, float | None],
) -> ValueTable:
    """Return the table of a measure, with a column for each run."""
    cells = [(key, name, [(key, one.name, run) for run in range(len(runs))]) for key, name in rows]
    return _table(f"{one.title} ({one.unit})", "", runs, cells, values)


def _table(
    title: str,
    head: str,
    columns: Iterable[str],
    cells: Iterable[tuple[str, str, Iterable[ValueKey]]],
    values: Mapping[ValueKey, float | None],
) -> ValueTable:
    """Return the table whose rows take their cells from values by key."""
    rows = ((key, name, tuple(map(values.get, keys))) for key, name, keys in cells)
    return ValueTable(title, head, tuple(columns), tuple(rows))


def format_value(value: float | None) -> str:
    """Return a value in at most eight letters, as far as it has less than a million.

    >>> [format_value(value) for value in (None, 12, 0.7, 1234.5678)]
    ['–', '12', '0.70', '1,234.6']
    """
    if value is None:
        return "–"
    if value == int(value):
        return f"{value:,.0f}"
    return f"{value:,.2f}" if abs(value) < 100 else f"{value:,.1f}"


def is_told_same(a: float | None, b: float | None) -> bool:
    """Tell whether two values are the same number where they are told; 1 and 1.00 are.

    >>> is_told_same(0.4, 0.40006), is_told_same(1, 0.9999), is_told_same(0, None)
    (True, True, False)
    """
    if a is None or b is None:
        return a is b
    return float(format_value(a).replace(",", "")) == float(format_value(b).replace(",", ""))


def measure_chart(columns: MeasureColumns, measure: Measure, tick: int) -> LineChart:
    """Return a measure up to a tick as a chart over time; where it has no value any more, a mark
    stands at the tick."""
    samples = columns.samples(measure, tick, POINTS)
    points = tuple((minute, value) for minute, value in samples if value is not None)
    stats, now = columns.stats(measure.name, tick), samples[-1][0] if samples else 0
    marks = () if points and points[-1][0] == now else (Mark("now", now),)
    told = [("now", stats.value), ("least", stats.least), ("most", stats.most)]
    told += [("sum", stats.total)] if measure.counts else []
    note = ", ".join(f"{word} {format_value(value)}" for word, value in told)
    return LineChart(
        measure.title,
        MINUTE,
        measure.unit,
        (Series(measure.title, points),),
        marks=marks,
        note=note,
    )


def anomaly_rows(anomalies: Iterable[Anomaly]) -> Iterator[ViewRow]:
    """Yield a row for each anomaly, which leads to its tick."""
    for place, one in enumerate(anomalies):
        parts = (
            TextPart(f"{one.tick:>7}  {format_time(one.minute)}  ", Emphasis.QUIET),
            TextPart(f"{one.rule:<14}", Emphasis.ALARM),
            TextPart(one.text),
        )
        target = TickTarget(one.tick, one.people[0] if one.people else "")
        yield ViewRow(f"anomaly {place}", parts, target=target, single=True)


def registry_rows(measures: Iterable[Measure]) -> Iterator[ReportSection]:
    """Yield the name, unit and definition of each measure, then those of each rule."""
    yield ReportSection("", (line(one.name, _definition(one)) for one in measures))
    yield ReportSection(
        "", (line(rule.name, f"{rule.name:<20}{rule.definition}") for rule in all_rules())
    )


def _definition(one: Measure) -> str:
    told = [one.definition, f"Formula: {one.source}." if one.source else ""]
    return f"{one.name:<20}{one.unit:<8}{' '.join(filter(None, told))}"
