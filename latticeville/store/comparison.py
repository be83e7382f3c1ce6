"""Log and store, row for row: the first row that is not in both, or that differs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from latticeville.core import gc_control
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.runs.log_records import Header
from latticeville.runs.replay import Replay
from latticeville.store.errors import named_errors
from latticeville.store.table_copy import (
    MEMORIES,
    RUNS,
    STORE_TABLES,
    StoreTable,
    memory_texts,
    run_row,
    stored_rows,
    with_vectors,
)
from latticeville.store.text_vectors import TextVectors
from latticeville.store.writer import (
    RowMakers,
    StoredTicks,
    check_same_run,
    stored_ticks,
)
from latticeville.tables.registry import BY_NAME
from latticeville.tables.talk_tables import UTTERANCES

BATCH_TICKS = 500
"""Ticks whose rows are compared at once."""
Key = tuple[Any, ...]


class RowDifference(NamedTuple):
    """What is not the same: the table ("" for the run as a whole), the key of the row, and what
    log and store hold of it."""

    table: str
    key: Mapping[str, Any]
    log: str
    store: str

    def __str__(self) -> str:
        """Return it in a sentence."""
        where = ", ".join(f"{name} {value}" for name, value in self.key.items())
        place = f"{self.table} ({where}): " if self.table else ""
        return f"{place}log: {self.log} · store: {self.store}"


class Compared(NamedTuple):
    """Between which ticks log and store were compared, how many rows, and the first difference, if
    any."""

    first: int
    last: int
    rows: int
    difference: RowDifference | None


def compare(replay: Replay, connection: Any, looked: ProgressCallback = no_progress) -> Compared:  # noqa: ANN401 - psycopg is an extra
    """Compare all rows of a run up to the newest tick of its log; StoreError where the store has
    another run by the name.

    Where the oldest ticks of the log were deleted since, those after its first are compared, but
    not which conversation of the run an utterance is of.
    """
    makers = RowMakers(replay)
    with named_errors(), gc_control.collector_disabled():
        found = stored_ticks(connection, makers.run)
        if found is None:
            nothing = RowDifference("", {}, f"ticks up to {replay.last}", "nothing of this run")
            return Compared(replay.first, replay.first - 1, 0, nothing)
        header = check_same_run(replay, makers.run, found, is_cut=True)
        return _Comparison(replay, connection, makers, found, header).run(looked)


class _Comparison:
    """A comparison under way."""

    def __init__(
        self,
        replay: Replay,
        connection: Any,  # noqa: ANN401
        makers: RowMakers,
        found: StoredTicks,
        header: Header,
    ) -> None:
        self._replay, self._connection, self._makers = replay, connection, makers
        self._found, self._last = found, min(found.tick, replay.last)
        self._header, self._is_cut = header, found.first < replay.first
        self._first = replay.first + self._is_cut
        self._vectors = TextVectors(replay)
        self._vectors.take()
        self._count = 0

    def run(self, looked: ProgressCallback) -> Compared:
        for first, last, rows in self._batches(looked):
            for place, table in enumerate(STORE_TABLES):
                if difference := self._compare(table, first, last, rows[place]):
                    return Compared(self._first, last, self._count, difference)
        behind = RowDifference("", {}, f"ends at tick {self._replay.last}", f"ends at {self._last}")
        difference = behind if self._last < self._replay.last else self._surplus()
        return Compared(self._first, self._last, self._count, difference)

    def _batches(
        self, looked: ProgressCallback
    ) -> Iterator[tuple[int, int, Sequence[list[Sequence[Any]]]]]:
        """Yield the first and the last tick of each batch with the rows of the log."""
        rows: list[list[Sequence[Any]]] = [[] for _ in STORE_TABLES]
        first = self._first
        for payload in self._replay.payloads():
            tick = payload.tick
            if tick < first:
                self._makers.skip(payload)
                continue
            for kept, more in zip(rows, self._makers.make(payload), strict=True):
                kept.extend(more)
            if tick == self._last or (tick - first + 1) % BATCH_TICKS == 0:
                yield first, tick, rows
                first, rows = tick + 1, [[] for _ in STORE_TABLES]
                gc_control.collect_young()
            looked(tick - self._replay.first + 1, self._last - self._replay.first + 1)
            if tick == self._last:
                return

    def _compare(
        self, table: StoreTable, first: int, last: int, rows: list[Sequence[Any]]
    ) -> RowDifference | None:
        """Return the first difference in a table between two ticks."""
        rows = stored_rows(rows)
        if table.name == MEMORIES:
            rows = with_vectors(rows, self._vectors.of(memory_texts(rows)))
        elif table.name == RUNS:
            rows = [run_row(row, self._header, self._found.tick) for row in rows]
        there = self._fetch(table, first, last)
        if self._is_cut and table.name == UTTERANCES.name:
            at = table.columns.index("talk")
            rows, there = _without(rows, at), _without(there, at)
        key = [table.columns.index(name) for name in BY_NAME[table.name].key]
        self._count += len(rows)
        mine, theirs = _by_key(rows, key), _by_key(there, key)
        for values in {**mine, **theirs}:
            log, store = mine.get(values, []), theirs.get(values, [])
            if log != store:
                named = {table.columns[at]: value for at, value in zip(key, values, strict=True)}
                return _difference(table, named, log, store)
        return None

    def _fetch(self, table: StoreTable, first: int, last: int) -> list[Sequence[Any]]:
        where = f'run = %s AND "{table.tick}" BETWEEN %s AND %s'
        statement = f"SELECT {table.listed} FROM latticeville.{table.name} WHERE {where}"
        cursor = self._connection.cursor(binary=True)
        found: list[Sequence[Any]] = cursor.execute(
            statement, [self._makers.run, first, last]
        ).fetchall()
        return found

    def _surplus(self) -> RowDifference | None:
        """Return a row outside the ticks that the store says it has; None where there is none."""
        for table in STORE_TABLES:
            where = f'run = %s AND "{table.tick}" NOT BETWEEN %s AND %s'
            statement = f'SELECT min("{table.tick}") FROM latticeville.{table.name} WHERE {where}'
            span = [self._makers.run, self._found.first, self._found.tick]
            (tick,) = self._connection.execute(statement, span).fetchone()
            if tick is not None:
                return RowDifference(table.name, {table.tick: tick}, "no row", "a row")
        return None


def _without(rows: Sequence[Sequence[Any]], place: int) -> list[Sequence[Any]]:
    """Return rows with nothing in the place of a column."""
    return [[*row[:place], None, *row[place + 1 :]] for row in rows]


def _by_key(rows: Sequence[Sequence[Any]], key: Sequence[int]) -> dict[Key, list[Key]]:
    found: dict[Key, list[Key]] = {}
    for row in rows:
        found.setdefault(tuple(row[at] for at in key), []).append(tuple(map(_plain, row)))
    return found


def _plain(value: Any) -> Any:  # noqa: ANN401 - a value of any column
    """Return a vector as bytes, anything else as it is."""
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    return value.astype(">f4").tobytes() if hasattr(value, "astype") else value


def _difference(
    table: StoreTable, key: Mapping[str, Any], log: Sequence[Key], store: Sequence[Key]
) -> RowDifference:
    if len(log) != len(store):
        said = [f"{len(one)} row{'' if len(one) == 1 else 's'}" for one in (log, store)]
        return RowDifference(table.name, key, *said)
    row, other = next((one, two) for one, two in zip(log, store, strict=True) if one != two)
    name, mine, theirs = next(
        found for found in zip(table.columns, row, other, strict=True) if found[1] != found[2]
    )
    return RowDifference(table.name, {**key, "column": name}, _told(mine), _told(theirs))


def _told(value: object) -> str:
    return f"a vector of {len(value) // 4} numbers" if isinstance(value, bytes) else repr(value)
