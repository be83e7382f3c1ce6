"""The tables of a run for other programs: a folder of Parquet files, or a SQLite database."""

import sqlite3
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from latticeville.core.disk import FolderExistsError, create_folder, error_reason, write_atomic
from latticeville.draw.export import ExportError
from latticeville.formats.export_format import ExportFormat, ExportSource, Written
from latticeville.runs.replay import Replay
from latticeville.tables.parquet_cache import NoTablesError, check_installed, write_tables
from latticeville.tables.registry import TABLES
from latticeville.tables.row_stream import row_stream, run_name
from latticeville.tables.table import BOOLEAN, DOUBLE, INTEGER, RUN, RunTable
from latticeville.tables.text_table import plain_value

_TYPES = {INTEGER: "INTEGER", BOOLEAN: "INTEGER", DOUBLE: "REAL"}
_CHUNK = 1 << 20


def _write_parquet(source: ExportSource, folder: Path, _options: Mapping[str, Any]) -> Written:
    try:
        check_installed()
        with create_folder(folder) as made:
            write_tables(_run(source), made, source.looked)
    except (FolderExistsError, NoTablesError) as error:
        raise ExportError(str(error)) from error
    except OSError as error:
        raise ExportError(f"{folder} cannot be written: {error_reason(error)}") from error
    files = tuple(sorted(folder.iterdir()))
    return Written(files, f"{folder}: {len(files)} tables")


def _write_sqlite(source: ExportSource, file: Path, _options: Mapping[str, Any]) -> Written:
    run = _run(source)
    with TemporaryDirectory() as folder:
        made = Path(folder) / "tables"
        connection = sqlite3.connect(made)
        with connection:
            for table in TABLES:
                connection.execute(_definition(table))
            _insert(connection, run, source)
        connection.close()
        try:
            write_atomic(file, _pieces(made))
        except OSError as error:
            raise ExportError(f"{file} cannot be written: {error_reason(error)}") from error
    return Written((file,))


def _insert(connection: sqlite3.Connection, run: Replay, source: ExportSource) -> None:
    """Put the rows of a run into the tables."""
    marks = [", ".join("?" * len(table.column_names)) for table in TABLES]
    name = (run_name(run),)
    for many in row_stream(run, TABLES, source.looked):
        for table, rows, mark in zip(TABLES, many, marks, strict=True):
            values = (tuple(map(plain_value, chain(name, row))) for row in rows)
            connection.executemany(f'INSERT INTO "{table.name}" VALUES ({mark})', values)  # noqa: S608 - names of our own


def _definition(table: RunTable) -> str:
    columns = ", ".join(f'"{one.name}" {_TYPES.get(one.type, "TEXT")}' for one in table.columns)
    key = ", ".join(f'"{name}"' for name in (RUN.name, *table.key))
    return f'CREATE TABLE "{table.name}" ("{RUN.name}" TEXT, {columns}, UNIQUE ({key}))'


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            yield piece


def _run(source: ExportSource) -> Replay:
    if source.run is None:
        raise ExportError("only runs have tables")
    return source.run


PARQUET = ExportFormat(
    "parquet",
    "the tables of a run (docs/tables.md) as Parquet files",
    _write_parquet,
    worlds=False,
    contents="a file for each table",
)
SQLITE = ExportFormat(
    "sqlite",
    "the tables of a run (docs/tables.md) as a SQLite database, lists as JSON",
    _write_sqlite,
    ".sqlite",
    named=True,
    worlds=False,
)
