"""The measures of each tick, from the tables of a run where these are made and hold them, or else
from its log."""

from collections.abc import Iterator, Sequence

from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.measures.measure import Measure, MeasureRow, Values, measure_tick
from latticeville.runs.replay import Replay
from latticeville.tables.measure_table import MEASURES
from latticeville.tables.parquet_cache import find_tables
from latticeville.tables.row_stream import rows_by_tick, ticks_until
from latticeville.tables.table import TableFinder, TableRows


def read_measures(
    replay: Replay,
    measures: Sequence[Measure],
    start: int,
    end: int,
    looked: ProgressCallback = no_progress,
    find: TableFinder = find_tables,
) -> Iterator[MeasureRow]:
    """Yield measures at each tick from one to another; those of the newest edition of the world are
    meant."""
    tables = find(replay)
    if tables is not None and _holds(replay, tables, measures):
        rows = _read_tables(tables, measures)
        yield from (
            row for row in ticks_until(rows, replay.first, end, looked) if row.tick >= start
        )
        return
    for payload in ticks_until(replay.payloads(start), start, end, looked):
        yield MeasureRow(payload.tick, payload.state.minute, measure_tick(payload, measures))


def _holds(replay: Replay, tables: TableRows, measures: Sequence[Measure]) -> bool:
    """Tell whether the tables hold some measures: the table has those of the edition of each
    tick."""
    if len([*replay.worlds()]) > 1:
        return False
    at_start = rows_by_tick(tables.rows(MEASURES.name, ("tick", "measure")))(replay.first)
    return {one.name for one in measures} <= {name for _tick, name in at_start}


def _read_tables(tables: TableRows, measures: Sequence[Measure]) -> Iterator[MeasureRow]:
    names = {one.name for one in measures}
    zeros: Values = {one.name: 0 for one in measures if one.counts}
    held: Values = {**{one.name: None for one in measures}, **zeros}
    changes = rows_by_tick(tables.rows(MEASURES.name, MEASURES.column_names[1:]))
    for tick, minute in tables.rows("ticks", ("tick", "minute")):
        found = {name: value for _tick, name, value in changes(tick) if name in names}
        if not found:
            yield MeasureRow(tick, minute, held)
            continue
        values = {**held, **found}
        yield MeasureRow(tick, minute, values)
        held = {**values, **zeros}
