"""The tables of a run in a store, for reports that read them as they read files."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from latticeville.runs.replay import Replay
from latticeville.store.address import StoreAddress
from latticeville.store.connection import read_transaction
from latticeville.store.errors import StoreError, named_errors
from latticeville.store.open_store import open_store
from latticeville.store.table_copy import order_of
from latticeville.store.writer import tick_of_run
from latticeville.tables.row_stream import run_name
from latticeville.tables.table import TableFinder, TableRows

if TYPE_CHECKING:
    from pathlib import Path

_FETCHED = 5000
"""Rows that are in memory at once."""


class StoreTables:
    """Rows of a run in a store, as long as its transaction."""

    def __init__(self, connection: Any, run: str) -> None:  # noqa: ANN401 - psycopg is an extra
        self._connection, self._run = connection, run
        self._numbers = count()
        self._cursors: list[Any] = []

    def rows(
        self, table: str, columns: Sequence[str], where: tuple[str, str] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Yield rows of a table by tick and key, with these columns alone; with `where` those in
        which one column has a value."""
        from psycopg import sql

        statement = sql.SQL("SELECT {} FROM {} WHERE run = %s AND ({}) ORDER BY {}").format(
            sql.SQL(", ").join(map(sql.Identifier, columns)),
            sql.Identifier("latticeville", table),
            sql.SQL("{} = {}").format(sql.Identifier(where[0]), where[1])
            if where
            else sql.SQL("true"),
            order_of(table),
        )
        with named_errors():
            cursor = self._connection.cursor(f"rows_{next(self._numbers)}")
            self._cursors.append(cursor)
            cursor.itersize = _FETCHED
            yield from cursor.execute(statement, [self._run], binary=True)

    def close(self) -> None:
        """Free what the server holds for what was not read to its end."""
        with named_errors():
            for cursor in self._cursors:
                cursor.close()


@contextmanager
def read_store(address: StoreAddress, run: Replay, tick: int) -> Iterator[TableFinder]:
    """Yield what finds the tables of runs in a store: of one up to a tick at least, of others up to
    their newest; StoreError where it is not that far, or has another run by the name."""
    with ExitStack() as kept:
        opened: dict[Path, StoreTables] = {}

        def find(replay: Replay) -> TableRows:
            if replay.folder not in opened:
                least = tick if replay.folder == run.folder else replay.last
                opened[replay.folder] = kept.enter_context(_read_run(address, replay, least))
            return opened[replay.folder]

        find(run)
        yield find


@contextmanager
def _read_run(address: StoreAddress, replay: Replay, tick: int) -> Iterator[StoreTables]:
    with open_store(address, replay.folder) as connect, closing(connect()) as connection:
        there = tick_of_run(connection, replay)
        if there < tick:
            raise StoreError(
                f"{replay.folder}: the store is at tick {there}, and tick {tick} is asked for\n"
                f"    fix: latticeville store fill {replay.folder}"
            )
        with (
            named_errors(),
            read_transaction(connection),
            closing(StoreTables(connection, run_name(replay))) as tables,
        ):
            yield tables
