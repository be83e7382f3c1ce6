"""SQL over the tables of a store: DuckDB answers, as it does over files, from the rows that a
statement reads.

PostgreSQL is never given the statement, only SELECTs of ours by DuckDB's plan of it, in one
transaction that reads.
"""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple

from latticeville.store.connection import read_transaction
from latticeville.store.errors import StoreError, named_errors
from latticeville.store.table_copy import STORE_TABLES, StoreTable, order_of
from latticeville.tables.database import LIMITS, Database, SqlAnswer, SqlLimits
from latticeville.tables.parquet_cache import arrow_schema
from latticeville.tables.registry import BY_NAME, TABLES
from latticeville.tables.scan_plan import TableScan, read_scans, whole_scan
from latticeville.tables.sql_errors import too_large, too_long
from latticeville.tables.table import RUN

if TYPE_CHECKING:
    import pyarrow as pa

_BLOCK = 1 << 20
"""Bytes that are read at once."""
_MOST_MILLISECONDS = 2**31 - 1
"""What PostgreSQL takes as a limit of time."""
_LISTED = 12
"""Runs of a store that a message lists."""
_TABLES = {one.name: one for one in STORE_TABLES}


class StoreRuns(NamedTuple):
    """A connection to a store, and the runs that are read from it."""

    connection: Any
    runs: tuple[str, ...]


def find_runs(connection: Any, names: Sequence[str]) -> StoreRuns:  # noqa: ANN401 - psycopg is an extra
    """Return runs of a store by their names, or by patterns such as `ville-*`; StoreError where it
    lacks one."""
    with named_errors():
        rows = connection.execute("SELECT run FROM latticeville.progress ORDER BY run").fetchall()
    there, found = [run for (run,) in rows], dict[str, None]()
    for name in names:
        fitting = [name] if name in there else [run for run in there if fnmatchcase(run, name)]
        if not fitting:
            listed = ", ".join(there[:_LISTED]) + (" …" if len(there) > _LISTED else "")
            raise StoreError(
                f"the store has no run “{name}”\n"
                f"    fix: {'name one of ' + listed if there else 'latticeville store fill RUN'}"
            )
        found.update(dict.fromkeys(fitting))
    return StoreRuns(connection, tuple(found))


class StoreDatabase:
    """The tables of runs of stores, to be asked by SQL as a `Database` is."""

    def __init__(self, sources: Sequence[StoreRuns], limits: SqlLimits = LIMITS) -> None:
        self._sources, self._limits = sources, limits

    def ask(self, statement: str, waited: Callable[[], None] = lambda: None) -> SqlAnswer:
        """Return the answer to a statement; SqlError says where it is wrong, or which limit it
        passed, StoreError what is wrong with the store."""
        began = time.monotonic()
        with Database((), self._limits) as empty:
            plan = empty.plan(statement)
        scans = _named_scans(statement) if plan is None else read_scans(plan)
        tables = _Fetch(self._sources, self._limits, waited).tables(scans)
        if plan is not None:
            tables = {one.name: _schema(one.name).empty_table() for one in TABLES} | tables
        with Database(tables, self._limits) as database:
            return database.ask(statement, waited, time.monotonic() - began)


def _named_scans(statement: str) -> dict[str, TableScan]:
    """Return what reads all of the tables whose names are in a statement that has no one plan."""
    words = set(re.findall(r"\w+", statement.casefold()))
    return {one.name: whole_scan(one) for one in TABLES if one.name in words}


def _schema(table: str) -> "pa.Schema":
    """Return the columns of a table as Arrow has them, `run` first."""
    import pyarrow as pa

    return pa.schema([(RUN.name, pa.string()), *arrow_schema(BY_NAME[table])])


class _Fetch:
    """Reads rows of stores, within the limits of a statement."""

    def __init__(
        self, sources: Sequence[StoreRuns], limits: SqlLimits, waited: Callable[[], None]
    ) -> None:
        self._sources, self._limits, self._waited = sources, limits, waited
        self._until = time.monotonic() + limits.seconds
        self._bytes = 0

    def tables(self, scans: Mapping[str, TableScan]) -> dict[str, "pa.Table"]:
        """Return what is read of each table; columns that nothing reads are null."""
        import pyarrow as pa

        batches: dict[str, list[pa.RecordBatch]] = {name: [] for name in scans}
        for connection, runs in self._sources:
            with self._named(), read_transaction(connection):
                left = round(1000 * (self._until - time.monotonic()))
                milliseconds = min(max(1, left), _MOST_MILLISECONDS)
                connection.execute(f"SET LOCAL statement_timeout = {milliseconds}")
                for name, scan in scans.items():
                    for run in runs:
                        batches[name].extend(self._rows(connection, _TABLES[name], run, scan))
        return {
            name: pa.Table.from_batches(found, _schema(name)) for name, found in batches.items()
        }

    def _rows(
        self,
        connection: Any,  # noqa: ANN401
        table: StoreTable,
        run: str,
        scan: TableScan,
    ) -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa
        from pyarrow import csv

        schema = _schema(table.name)
        columns = [name for name in schema.names if name in scan.columns] or [RUN.name]
        kinds = {name: _text_type(schema.field(name).type) for name in columns}
        with (
            connection.cursor() as cursor,
            cursor.copy(_statement(table, run, scan, columns)) as copy,
        ):
            source = _CopyFile(copy, self._look)
            if not source.peek():
                return
            reader = csv.open_csv(
                pa.PythonFile(source, "r"),
                csv.ReadOptions(use_threads=False, block_size=_BLOCK, column_names=columns),
                csv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False),
                csv.ConvertOptions(
                    column_types=kinds,
                    null_values=[""],
                    true_values=["t"],
                    false_values=["f"],
                    strings_can_be_null=True,
                    quoted_strings_can_be_null=False,
                ),
            )
            for batch in reader:
                whole = _whole(batch, schema)
                self._look(whole.nbytes)
                yield whole

    def _look(self, count: int) -> None:
        """Take in that so many bytes more are read or made; SqlError where that passes a limit."""
        self._waited()
        self._bytes += count
        if self._bytes > self._limits.megabytes * 1_000_000:
            raise too_large(self._limits.megabytes)
        if time.monotonic() > self._until:
            raise too_long(self._limits.seconds)

    @contextmanager
    def _named(self) -> Iterator[None]:
        import psycopg

        with named_errors():
            try:
                yield
            except psycopg.errors.QueryCanceled:
                raise too_long(self._limits.seconds) from None


def _statement(table: StoreTable, run: str, scan: TableScan, columns: Sequence[str]) -> Any:  # noqa: ANN401
    """Return the statement that reads columns of a run, by tick and key."""
    from psycopg import sql

    kinds = dict(zip(table.columns, table.types, strict=True))
    listed = (
        sql.SQL("to_json({})" if kinds[name].endswith("[]") else "{}").format(sql.Identifier(name))
        for name in columns
    )
    groups = (
        sql.SQL(" AND ").join(
            sql.SQL(f"{{}} {one.operator} {{}}").format(sql.Identifier(one.column), one.value)
            for one in group
        )
        for group in scan.groups
    )
    found = sql.SQL(" OR ").join(sql.SQL("({})").format(one) for one in groups)
    return sql.SQL(
        "COPY (SELECT {} FROM {} WHERE run = {} AND ({}) ORDER BY {}) TO STDOUT (FORMAT csv)"
    ).format(
        sql.SQL(", ").join(listed),
        sql.Identifier("latticeville", table.name),
        run,
        found if scan.groups else sql.SQL("true"),
        order_of(table.name),
    )


class _CopyFile:
    """What a COPY sends, as a file is read."""

    closed = False

    def __init__(self, copy: Any, looked: Callable[[int], None]) -> None:  # noqa: ANN401
        self._copy, self._looked = copy, looked
        self._kept = b""

    def peek(self) -> bytes:
        """Return what is read next; b"" at the end."""
        self._kept = self._kept or self._read(1)
        return self._kept

    def read(self, count: int = -1) -> bytes:
        """Return at most so many bytes, b"" at the end."""
        found = self._kept if len(self._kept) >= count else self._kept + self._read(count)
        self._kept = found[count:]
        return found[:count]

    def _read(self, count: int) -> bytes:
        """Return at least so many bytes, fewer at the end."""
        blocks, size = [], 0
        while size < count and (block := self._copy.read()):
            blocks.append(bytes(block))
            size += len(block)
        self._looked(size)
        return b"".join(blocks)


def _text_type(kind: "pa.DataType") -> "pa.DataType":
    """Return the type in which a column is sent: lists as JSON."""
    import pyarrow as pa

    return pa.string() if pa.types.is_list(kind) else kind


def _whole(batch: "pa.RecordBatch", schema: "pa.Schema") -> "pa.RecordBatch":
    """Return rows with all columns of a table: null for those that were not read."""
    import pyarrow as pa

    def column(field: "pa.Field") -> "pa.Array":
        if field.name not in batch.schema.names:
            return pa.nulls(len(batch), field.type)
        found = batch.column(field.name)
        if pa.types.is_list(field.type):
            texts = found.to_pylist()
            return pa.array([None if one is None else json.loads(one) for one in texts], field.type)
        return found

    return pa.RecordBatch.from_arrays([column(field) for field in schema], schema=schema)
