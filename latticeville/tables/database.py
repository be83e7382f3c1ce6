"""SQL over the tables of runs, by DuckDB: a statement reads these tables and nothing else.

The database is in memory and holds a view for each table over the Parquet files of the runs, or over
Arrow tables that were read elsewhere. Before it takes a statement, it is shut: no file but these, no
extension, no change of a setting.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from latticeville.core.csv_text import csv_lines
from latticeville.tables.parquet_cache import RunTables, check_installed
from latticeville.tables.registry import TABLES
from latticeville.tables.sql_errors import SqlError, read_error, too_long
from latticeville.tables.table import RUN, RunTable
from latticeville.tables.text_table import plain_value

if TYPE_CHECKING:
    import pyarrow as pa

SELECT = "SELECT"
READING = frozenset({SELECT, "EXPLAIN", "MULTI"})
"""The kinds of statement that only read; PIVOT is several in one."""
_WAIT = 0.1
_EXPLAIN = "EXPLAIN (FORMAT json) "


class SqlLimits(NamedTuple):
    """What a statement may take: seconds, megabytes of memory, and rows of its answer."""

    seconds: float = 60.0
    megabytes: int = 2000
    rows: int = 10_000


LIMITS = SqlLimits()
"""The limits where nobody says otherwise."""


class SqlAnswer(NamedTuple):
    """The answer to a statement: the names of its columns, its rows, and whether there are more
    than the limit."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[object, ...]]
    is_cut: bool = False

    def records(self) -> Iterator[Mapping[str, object]]:
        """Yield the rows as values by name."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def csv_lines(self) -> Iterator[str]:
        """Yield the names of the columns, then each row, as lines of CSV; lists are JSON."""
        return csv_lines(map(plain_value, row) for row in (self.columns, *self.rows))


class Database:
    """The tables of some runs, to be asked by SQL; NoTablesError where DuckDB is not installed."""

    def __init__(
        self, runs: "Sequence[RunTables] | Mapping[str, pa.Table]", limits: SqlLimits = LIMITS
    ) -> None:
        """Open the files of runs, or tables by their names; of no runs all tables are empty, and
        statements can be planned as if they were not."""
        check_installed()
        import duckdb

        self._limits, self._error = limits, duckdb.Error
        self._connection = duckdb.connect(":memory:", config=_config(limits))
        with self._named_errors(""):
            self._fill(runs)
            for setting in _SHUT:
                self._connection.execute(setting)

    def ask(
        self, statement: str, waited: Callable[[], None] = lambda: None, spent: float = 0.0
    ) -> SqlAnswer:
        """Return the answer to a statement; SqlError says where it is wrong, or which limit it
        passed, of whose seconds some may be spent.

        KeyboardInterrupt ends it, as does whatever `waited` raises, which is called every 0.1
        seconds.
        """
        result: SqlAnswer = self._run(statement, self._fetch, waited, spent)
        rows, limit = result.rows, self._limits.rows
        return result._replace(rows=rows[:limit], is_cut=len(rows) > limit)

    def arrow(self, statement: str) -> "pa.Table":
        """Return the answer to a statement as an Arrow table, whatever its number of rows."""
        found: pa.Table = self._run(
            statement, lambda one: self._connection.sql(one).to_arrow_table()
        )
        return found

    def plan(self, statement: str) -> Sequence[Mapping[str, Any]] | None:
        """Return DuckDB's plan of a SELECT; None of another statement that reads. SqlError as for
        `ask`."""
        with self._named_errors(statement):
            if self._check(statement) != SELECT:
                return None
            try:
                rows = self._connection.execute(f"{_EXPLAIN}{statement}").fetchall()
            except self._error:
                self.ask(statement)  # raises the error with its place in the statement alone
                raise
        return [node for _, text in rows for node in json.loads(text)]

    def close(self) -> None:
        """Free what the database holds."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _fill(self, runs: "Sequence[RunTables] | Mapping[str, pa.Table]") -> None:
        if isinstance(runs, Mapping):
            for name, rows in runs.items():
                self._connection.register(name, rows)
        elif runs:
            for table in TABLES:
                self._connection.execute(_view(table, runs))
            files = [str(one.file(table.name)) for one in runs for table in TABLES]
            self._connection.execute("SET allowed_paths = ?", [files])
        else:
            for table in TABLES:
                self._connection.execute(_empty_table(table))
            self._connection.execute("SET disabled_optimizers = 'statistics_propagation'")

    def _fetch(self, statement: str) -> SqlAnswer:
        found = self._connection.execute(statement)
        names = tuple(one[0] for one in found.description or ())
        return SqlAnswer(_unlike(names), found.fetchmany(self._limits.rows + 1))

    def _run(
        self,
        statement: str,
        do: Any,  # noqa: ANN401 - duckdb is an extra
        waited: Callable[[], None] = lambda: None,
        spent: float = 0.0,
    ) -> Any:  # noqa: ANN401
        with self._named_errors(statement):
            self._check(statement)
            work = _Work(do, statement)
            work.start()
            left = self._limits.seconds - spent
            try:
                while not work.ended.wait(_WAIT) and left > 0:
                    left -= _WAIT
                    waited()
            finally:
                if not work.ended.is_set():
                    self._connection.interrupt()
                    work.ended.wait()
            if work.error is not None:
                if left <= 0:
                    raise too_long(self._limits.seconds)
                raise work.error
        return work.found

    def _check(self, statement: str) -> str:
        """Return the kind of a statement; SqlError unless a text is one, and reads."""
        found = self._connection.extract_statements(statement)
        if len(found) != 1:
            told = "there is no statement" if not found else f"these are {len(found)} statements"
            raise SqlError(f"{told}\n    fix: write one SELECT")
        try:
            kind = found[0].type.name
        except ValueError:  # a kind that the Python package does not know yet
            kind = "this kind of statement"
        if kind not in READING:
            raise SqlError(
                f"{kind} is not allowed: a statement reads the tables of the runs, and nothing "
                "else\n    fix: write a SELECT"
            )
        return str(kind)

    @contextmanager
    def _named_errors(self, statement: str) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            raise read_error(error, statement, self._limits.megabytes) from error


class _Work(Thread):
    """A statement at work, beside the thread that waits for it and may be interrupted."""

    def __init__(self, do: Any, statement: str) -> None:  # noqa: ANN401 - duckdb is an extra
        super().__init__(daemon=True)
        self._do, self._statement = do, statement
        self.ended = Event()
        self.found: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Run the statement, and keep what it comes to."""
        try:
            self.found = self._do(self._statement)
        except BaseException as error:  # noqa: BLE001 - raised again by who waits
            self.error = error
        finally:
            self.ended.set()


_SHUT = (
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
"""What shuts a database, in this order."""


def _config(limits: SqlLimits) -> dict[str, str | bool | int]:
    return {
        "allow_community_extensions": False,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "errors_as_json": True,
        "memory_limit": f"{limits.megabytes}MB",
        "temp_directory": "",
        "threads": min(4, os.cpu_count() or 1),
    }


def _view(table: RunTable, runs: Sequence[RunTables]) -> str:
    """Return the statement that makes the view of a table over some runs."""
    columns = ", ".join(f'"{one.name}"' for one in table.columns)
    parts = (
        f"SELECT {_quoted(one.run)} AS {RUN.name}, {columns} "  # noqa: S608 - names of our own
        f"FROM read_parquet({_quoted(str(one.file(table.name)))})"
        for one in runs
    )
    return f'CREATE VIEW "{table.name}" AS {" UNION ALL ".join(parts)}'


def _empty_table(table: RunTable) -> str:
    """Return the statement that makes a table without rows."""
    columns = ", ".join(f'"{one.name}" {one.type}' for one in (RUN, *table.columns))
    return f'CREATE TABLE "{table.name}" ({columns})'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _unlike(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names of columns, no two of which are the same.

    >>> _unlike(("who", "who", "tick"))
    ('who', 'who_2', 'tick')
    """
    found: list[str] = []
    for name in names:
        place, fresh = 1, name
        while fresh in found:
            place += 1
            fresh = f"{name}_{place}"
        found.append(fresh)
    return tuple(found)
