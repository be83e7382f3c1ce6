"""The tables of runs: what making them costs against one pass of the log, and how long statements
take where they are made."""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from latticeville.core import gc_control
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.tables.database import Database
from latticeville.tables.parquet_cache import open_tables
from latticeville.world.load import load_world

STATEMENTS = (
    "SELECT run, who, count(*) FROM utterances GROUP BY ALL",
    "SELECT run, area, count(*) FROM positions GROUP BY ALL",
    "SELECT run, topic, count(DISTINCT who) FROM memories WHERE spoken GROUP BY ALL",
    "SELECT run, who, other, arg_max(trust, tick) FROM relations GROUP BY ALL",
)


def record(folder: Path, ticks: int) -> Path:
    """Record a run of the village with the built-in mind."""
    run = RecordedRun.start(folder, load_world(Path("worlds/ville")), BuiltinMind(), "builtin")
    with gc_control.collector_disabled():
        for done in range(ticks):
            run.step()
            if done % 100 == 0:
                gc_control.collect_young()
    run.close()
    return folder


def make(folder: Path) -> None:
    """Print what one pass of the log takes, and what making the tables takes."""
    replay = Replay(folder)
    start = time.perf_counter()
    ticks = sum(1 for _ in replay.payloads())
    middle = time.perf_counter()
    open_tables(Replay(folder))
    passed, made = middle - start, time.perf_counter() - middle
    print(
        f"{ticks:,} ticks: one pass {passed:.1f} s, tables {made:.1f} s: {made / passed:.2f} times"
    )


def ask(folders: list[Path]) -> None:
    """Print how long each statement over runs takes, opening them included."""
    for statement in STATEMENTS:
        start = time.perf_counter()
        with Database([open_tables(Replay(folder)) for folder in folders]) as database:
            rows = len(database.ask(statement).rows)
        print(
            f"{len(folders)} runs: {time.perf_counter() - start:.2f} s, {rows:,} rows: {statement}"
        )


def main(ticks: int = 10_000, runs: int = 20) -> None:
    """Record one run, make its tables, and ask copies of it."""
    with tempfile.TemporaryDirectory() as folder:
        first = record(Path(folder) / "run-00", ticks)
        make(first)
        others = [Path(folder) / f"run-{number:02}" for number in range(1, runs)]
        for other in others:
            shutil.copytree(first, other)
        ask([first, *others])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
