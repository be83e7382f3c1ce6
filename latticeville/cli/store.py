"""`latticeville store fill|check|drop RUN…`: keep the tables of runs in PostgreSQL."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.cli.store_args import add_store
from latticeville.core import gc_control
from latticeville.runs.replay import Replay
from latticeville.store.address import EMBEDDED
from latticeville.store.comparison import compare
from latticeville.store.open_store import open_store
from latticeville.store.writer import StoreWriter, drop_run
from latticeville.tables.row_stream import run_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = (
        "example: latticeville store fill runs/monday --store postgres://ada@db.example/worlds"
    )
    parser.add_argument(
        "what",
        choices=("fill", "check", "drop"),
        help="fill the store from logs, compare it with them row for row, or forget runs in it",
    )
    parser.add_argument("other_runs", nargs="+", type=Path, metavar="RUN", help="folders of runs")
    add_store(parser, default=EMBEDDED)
    parser.add_argument("--json", action="store_true", help="write JSON, one object a run")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where a run differs from the store."""
    act = {"fill": _fill, "check": _check, "drop": _drop}[args.what]
    return max([act(args, folder) for folder in args.other_runs])


def _fill(args: argparse.Namespace, folder: Path) -> int:
    share = Share(f"store of {folder.name}")
    Replay(folder)  # NoRunError before a server is started there
    with open_store(args.store, folder) as connect, StoreWriter(folder, connect) as writer:
        try:
            with gc_control.collector_disabled():
                made = writer.fill(looked=share.looked)
        finally:
            share.clear()
    added = f"{made:,} tick{'' if made == 1 else 's'} added"
    line = f"{folder}: {added}; the store is at tick {writer.stored}"
    write({"run": str(folder), "added": made, "tick": writer.stored}, [line], json=args.json)
    return 0


def _check(args: argparse.Namespace, folder: Path) -> int:
    replay, share = Replay(folder), Share(f"comparing {folder.name}")
    with open_store(args.store, folder) as connect:
        connection = connect()
        try:
            found = compare(replay, connection, share.looked)
        finally:
            share.clear()
            connection.close()
    different = found.difference
    line = (
        f"{folder}: equal: {found.rows:,} rows up to tick {found.last}"
        if different is None
        else f"{folder}: different: {different}"
    )
    told = {"run": str(folder), "equal": different is None, "rows": found.rows, "tick": found.last}
    write({**told, "difference": different and different._asdict()}, [line], json=args.json)
    if different is not None:
        sys.stderr.write(
            f"to add what is missing: latticeville store fill {folder}; to write it anew, drop it "
            "before\n"
        )
    return int(different is not None)


def _drop(args: argparse.Namespace, folder: Path) -> int:
    run = run_name(Replay(folder))
    with open_store(args.store, folder) as connect:
        connection = connect()
        try:
            count = drop_run(connection, run)
        finally:
            connection.close()
    write(
        {"run": str(folder), "dropped": count},
        [f"{folder}: {count:,} rows dropped"],
        json=args.json,
    )
    return 0
