"""`latticeville sql RUN… STATEMENT`: ask the tables of runs by SQL."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from latticeville.cli.output import is_narrow, json_lines, write_file
from latticeville.cli.progress import Share
from latticeville.cli.store_args import add_store
from latticeville.reports.arg_types import count
from latticeville.runs.replay import Replay
from latticeville.tables.database import LIMITS, Database, SqlAnswer, SqlLimits
from latticeville.tables.parquet_cache import RunTables, check_installed, open_tables
from latticeville.tables.sql_errors import SqlError
from latticeville.tables.text_table import table_lines

_EXAMPLE = (
    'example: latticeville sql runs/monday "SELECT who, count(*) FROM utterances GROUP BY who"'
)
_INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = _EXAMPLE
    parser.add_argument(
        "runs",
        nargs="+",
        type=Path,
        metavar="RUN",
        help="folders of runs, or with --store their names there or a pattern such as 'ville-*'; "
        "the column run of every table has their names",
    )
    parser.add_argument(
        "statement",
        metavar="STATEMENT",
        help="one SELECT of DuckDB over the tables of docs/tables.md, or - to read it from stdin; "
        "SHOW TABLES and DESCRIBE TABLE list what there is",
    )
    add_store(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write JSON, one object per line")
    form.add_argument("--csv", action="store_true", help="write CSV")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to a file")
    parser.add_argument(
        "--rows", type=count, default=LIMITS.rows, metavar="N", help=f"most rows ({LIMITS.rows:,})"
    )
    parser.add_argument(
        "--seconds",
        type=count,
        default=int(LIMITS.seconds),
        metavar="S",
        help=f"most seconds that the statement may take ({LIMITS.seconds:g})",
    )


def run(args: argparse.Namespace) -> int:
    """Ask, and write the answer; 1 where the statement is wrong or passes a limit, 2 where it is
    missing."""
    check_installed()
    statement = sys.stdin.read() if args.statement == "-" else args.statement
    if _is_folder(statement):
        sys.stderr.write(
            f"latticeville sql: {statement} is a folder: write a statement after it\n{_EXAMPLE}\n"
        )
        return 2
    try:
        limits = LIMITS._replace(seconds=args.seconds, rows=args.rows)
        return _write(args, _ask(args, statement, limits))
    except SqlError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return _INTERRUPTED


def _is_folder(word: str) -> bool:
    try:
        return bool(word) and Path(word).is_dir()
    except (OSError, ValueError):  # longer than a name can be, as statements are
        return False


def _ask(args: argparse.Namespace, statement: str, limits: SqlLimits) -> SqlAnswer:
    """Ask the files of runs, which are made where there are none, or a store."""
    if args.store is None:
        with Database(_open(args.runs), limits) as database:
            return database.ask(statement)
    from latticeville.store.database import StoreDatabase, find_runs
    from latticeville.store.open_store import open_store

    with ExitStack() as kept:
        groups = [[one] for one in args.runs] if args.store.is_embedded else [args.runs]
        sources = []
        for folders in groups:
            if args.store.is_embedded:
                Replay(folders[0])  # NoRunError before a server is started there
            connect = kept.enter_context(open_store(args.store, folders[0]))
            connection = kept.enter_context(closing(connect()))
            names = [one.resolve().name for one in folders]
            sources.append(find_runs(connection, names))
        return StoreDatabase(sources, limits).ask(statement)


def _write(args: argparse.Namespace, answer: SqlAnswer) -> int:
    if answer.is_cut:
        sys.stderr.write(f"only the first {args.rows:,} rows are written; more with --rows N\n")
    lines = _lines(args, answer)
    if args.out is not None:
        return write_file(args.out, (line.encode() for line in lines))
    sys.stdout.writelines(lines)
    return 0


def _lines(args: argparse.Namespace, answer: SqlAnswer) -> Iterator[str]:
    """Yield the answer as lines of JSON, of CSV, or of a table."""
    if args.json:
        return json_lines(answer.records(), only_ascii=args.out is None and is_narrow())
    if args.csv:
        return answer.csv_lines()
    return (f"{line}\n" for line in table_lines(answer.columns, answer.rows))


def _open(folders: Sequence[Path]) -> list[RunTables]:
    """Return the tables of runs, each under a name that no other has."""
    found: list[RunTables] = []
    for folder in folders:
        share = Share(f"tables of {folder.name}")
        try:
            tables = open_tables(Replay(folder), share.looked)
        finally:
            share.clear()
        names = {one.run for one in found}
        found.append(tables._replace(run=str(folder)) if tables.run in names else tables)
    return found
