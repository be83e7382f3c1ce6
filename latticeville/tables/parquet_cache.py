"""The tables of a run as Parquet files beside its log, made again whenever the log has grown.

The files are derived, and may be deleted at any time: their folder is named by the digest of the
last line of the log that they cover.
"""

import shutil
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from latticeville.core import gc_control
from latticeville.core.disk import FolderExistsError, content_hash, create_folder
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.core.user_dirs import cache_dir
from latticeville.runs.replay import Replay
from latticeville.tables.registry import BY_NAME, TABLES
from latticeville.tables.row_stream import row_stream, run_name
from latticeville.tables.table import (
    BOOLEAN,
    DOUBLE,
    INTEGER,
    INTEGERS,
    RUN,
    TEXT,
    TEXTS,
    Row,
    RunTable,
)

if TYPE_CHECKING:
    import pyarrow as pa

FOLDER = "tables-"
"""How the names of the folders begin."""
SUFFIX = ".parquet"
INSTALL = "pip install 'latticeville[sql]'"
_VERSION = "3"
"""Changes with the columns or the meaning of a table, so that older files are made again."""
_GROUP_ROWS = 1 << 14
"""Rows that are in memory before they are written as a group."""
_TIDY_TICKS = 5000
"""Ticks between two looks for memory that only the collector can free."""


class NoTablesError(Exception):
    """The packages that read and write tables are not installed; the sentence says how to install
    them."""


class RunTables(NamedTuple):
    """The tables of a run: its name in the column `run`, and the folder of the files."""

    run: str
    folder: Path

    def file(self, table: str) -> Path:
        """Return the file of a table."""
        return self.folder / f"{table}{SUFFIX}"

    def batches(self, table: str) -> "Iterator[pa.RecordBatch]":
        """Yield the rows of a table in batches, without the column `run`."""
        import pyarrow.parquet as pq

        with pq.ParquetFile(self.file(table)) as file:
            yield from file.iter_batches()

    def rows(
        self, table: str, columns: Sequence[str], where: tuple[str, str] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Yield rows of a table with these columns alone; with `where` those in which one column
        has a value."""
        import pyarrow.compute as pc
        import pyarrow.parquet as pq

        read = [*columns, where[0]] if where else [*columns]
        with pq.ParquetFile(self.file(table)) as file:
            for batch in file.iter_batches(columns=read):
                found = batch.filter(pc.equal(batch.column(where[0]), where[1])) if where else batch
                yield from zip(*(found.column(one).to_pylist() for one in columns), strict=True)

    def records(self, table: str) -> Iterator[Mapping[str, object]]:
        """Yield the rows of a table as values by name."""
        for batch in self.batches(table):
            for record in batch.to_pylist():
                yield {RUN.name: self.run, **record}


def open_tables(replay: Replay, looked: ProgressCallback = no_progress) -> RunTables:
    """Return the tables of a run up to its newest tick; they are made where there are none.

    `looked` is told how far that is, and may raise to end it. NoTablesError where the packages are
    missing, DamageError where the log cannot be read, OSError where nothing can be written.
    """
    check_installed()
    name = f"{FOLDER}{_digest(replay)}"
    places = _places(replay, name)
    for place in places:
        if _is_whole(place):
            return RunTables(run_name(replay), place)
    try:
        place = _make(replay, places[0], looked)
    except PermissionError:
        place = _make(replay, places[-1], looked)
    except OSError as error:
        if not _is_read_only(error):
            raise
        place = _make(replay, places[-1], looked)
    _remove_older(replay.folder, place)
    return RunTables(run_name(replay), place)


def find_tables(replay: Replay) -> RunTables | None:
    """Return the tables of a run up to its newest tick where they are made already and can be
    read; else None."""
    with suppress(NoTablesError):
        check_installed()
        name = f"{FOLDER}{_digest(replay)}"
        for place in _places(replay, name):
            if _is_whole(place):
                return RunTables(run_name(replay), place)
    return None


def _places(replay: Replay, name: str) -> list[Path]:
    """Return where the files may be: beside the log, unless its path is not UTF-8, or in the
    user's cache."""
    try:
        str(replay.folder).encode()
    except UnicodeEncodeError:
        return [cache_dir() / name]
    return [replay.folder / name, cache_dir() / name]


def check_installed() -> None:
    """Raise NoTablesError where a package is missing."""
    from importlib.util import find_spec

    missing = [name for name in ("duckdb", "pyarrow") if find_spec(name) is None]
    if missing:
        raise NoTablesError(f"SQL and Parquet need {' and '.join(missing)}: {INSTALL}")


def write_tables(replay: Replay, folder: Path, looked: ProgressCallback = no_progress) -> None:
    """Write all tables of a run as Parquet files into a folder."""
    with ExitStack() as files, gc_control.collector_disabled():
        writers = [files.enter_context(_Writer(folder, table)) for table in TABLES]
        for tick, many in enumerate(row_stream(replay, TABLES, looked), start=1):
            for writer, rows in zip(writers, many, strict=True):
                writer.rows.extend(rows)
                if len(writer.rows) >= _GROUP_ROWS:
                    writer.flush()
            if tick % _TIDY_TICKS == 0:
                gc_control.collect_young()


def arrow_schema(table: RunTable) -> "pa.Schema":
    """Return the columns of a table but `run` as Arrow has them."""
    import pyarrow as pa

    kinds = {
        INTEGER: pa.int64(),
        DOUBLE: pa.float64(),
        TEXT: pa.string(),
        BOOLEAN: pa.bool_(),
        TEXTS: pa.list_(pa.string()),
        INTEGERS: pa.list_(pa.int64()),
    }
    return pa.schema([(one.name, kinds[one.type]) for one in table.columns])


class _Writer:
    """Writes the rows of one table in groups."""

    def __init__(self, folder: Path, table: RunTable) -> None:
        import pyarrow.parquet as pq

        self.rows: list[Row] = []
        self._schema = arrow_schema(table)
        path = folder / f"{table.name}{SUFFIX}"
        self._file = pq.ParquetWriter(path, self._schema, compression="snappy")

    def flush(self) -> None:
        """Write the rows that wait."""
        import pyarrow as pa

        columns: Sequence[Sequence[object]] = [*zip(*self.rows, strict=True)]
        if columns:
            types = self._schema.types
            arrays = [pa.array(one, kind) for one, kind in zip(columns, types, strict=True)]
            self._file.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
        self.rows.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if kind is None:
            self.flush()
        self._file.close()


def _digest(replay: Replay) -> str:
    """Return the digest of what a run's tables depend on: its log up to the newest line, the
    version of the tables."""
    newest = deque(replay.lines(replay.segments[-1]), maxlen=1).pop()
    parts = (_VERSION, str(replay.first), newest.digest)
    return content_hash("\n".join(parts).encode(), 6)


def _is_whole(folder: Path) -> bool:
    """Tell whether a folder holds every table, each file with a readable end."""
    if not folder.is_dir():
        return False
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return all(
            pq.read_schema(folder / f"{name}{SUFFIX}").names
            == [column.name for column in table.columns]
            for name, table in BY_NAME.items()
        )
    except (OSError, pa.ArrowException):
        return False


def _make(replay: Replay, place: Path, looked: ProgressCallback) -> Path:
    """Make the files of a run, and let them appear all at once."""
    if place.exists():
        shutil.rmtree(place)  # whatever is there cannot be read
    try:
        with create_folder(place) as folder:
            write_tables(replay, folder, looked)
    except (FolderExistsError, OSError):
        if not _is_whole(place):  # else another process was faster
            raise
    return place


def _is_read_only(error: OSError) -> bool:
    import errno

    return error.errno == errno.EROFS


def _remove_older(run: Path, kept: Path) -> None:
    """Remove the files of the same run when it was shorter."""
    for old in run.glob(f"{FOLDER}*"):
        if old.name != kept.name and old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
