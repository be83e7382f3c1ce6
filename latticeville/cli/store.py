"""`latticeville store fill|check|drop|recall RUN…`: keep the tables of runs in PostgreSQL."""

import argparse
import sys
from contextlib import closing
from pathlib import Path

from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.cli.store_args import add_store
from latticeville.core import gc_control
from latticeville.mind.retrieval.profiles import DEFAULT_PROFILE, PROFILES
from latticeville.reports.arg_types import count_from_one, id_or_name
from latticeville.reports.memories import read_weights
from latticeville.reports.people import nobody, person
from latticeville.runs.replay import Replay
from latticeville.store.address import EMBEDDED
from latticeville.store.comparison import compare
from latticeville.store.open_store import open_store
from latticeville.store.recall import RecallTerms, find_nearest, recall
from latticeville.store.text_vectors import query_vector
from latticeville.store.writer import StoreWriter, drop_run, tick_of_run
from latticeville.tables.row_stream import run_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = (
        "example: latticeville store fill runs/monday --store postgres://ada@db.example/worlds"
    )
    parser.add_argument(
        "what",
        choices=("fill", "check", "drop", "recall"),
        help="fill the store from logs, compare it with them row for row, forget runs in it, or "
        "ask it what comes to a person's mind",
    )
    parser.add_argument("other_runs", nargs="+", type=Path, metavar="RUN", help="folders of runs")
    add_store(parser, default=EMBEDDED)
    asked = parser.add_argument_group("what comes to mind (recall)")
    asked.add_argument("--agent", type=id_or_name, metavar="WHO", help="person, by id or name")
    asked.add_argument("--query", type=id_or_name, metavar="TEXT", help="what they recall")
    asked.add_argument(
        "-k", type=count_from_one, default=8, metavar="N", help="number of memories (8)"
    )
    asked.add_argument(
        "--profile", choices=sorted(PROFILES), help="retrieval profile; default: the person's"
    )
    asked.add_argument(
        "--weights",
        type=read_weights,
        metavar="R,V,I",
        help="weights of recency, relevance and importance; default: the person's",
    )
    asked.add_argument(
        "--hnsw",
        action="store_true",
        help="ask an HNSW index for the most relevant alone, and print the share that it found",
    )
    parser.add_argument("--json", action="store_true", help="write JSON, one object a run")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where a run differs from the store."""
    if args.what == "recall" and None in {args.agent, args.query}:
        sys.stderr.write("recall needs --agent WHO and --query TEXT\n")
        return 2
    act = {"fill": _fill, "check": _check, "drop": _drop, "recall": _recall}[args.what]
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
    with open_store(args.store, folder) as connect, closing(connect()) as connection:
        try:
            found = compare(replay, connection, share.looked)
        finally:
            share.clear()
    different, is_cut = found.difference, found.first > replay.first
    span = f"of ticks {found.first} to {found.last}" if is_cut else f"up to tick {found.last}"
    older = "; the log has none before, the store has" if is_cut else ""
    line = (
        f"{folder}: equal: {found.rows:,} rows {span}{older}"
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
    with open_store(args.store, folder) as connect, closing(connect()) as connection:
        count = drop_run(connection, run)
    write(
        {"run": str(folder), "dropped": count},
        [f"{folder}: {count:,} rows dropped"],
        json=args.json,
    )
    return 0


def _recall(args: argparse.Namespace, folder: Path) -> int:
    """Write what comes to the mind of a person at the newest tick of the store."""
    replay = Replay(folder)
    with open_store(args.store, folder) as connect, closing(connect()) as connection:
        tick = tick_of_run(connection, replay)
        state = replay.at(tick).state
        who = person(state, args.agent)
        if who is None:
            sys.stderr.write(nobody(state.minds, args.agent))
            return 2
        how, minutes = state.world.mind_settings_of(who), state.world.settings.tick_minutes
        profile = PROFILES.get(args.profile or how.profile, DEFAULT_PROFILE)
        weights = args.weights or (None if args.profile else how.weights)
        terms = RecallTerms(run_name(replay), who, tick, profile, args.k, minutes, weights)
        query = query_vector(replay, args.query)
        if args.hnsw:
            found = find_nearest(connection, terms, query)
            told = f"recall@{args.k}: {found.recall:.3f}"
            memories = ", ".join(f"{who}.{one}" for one in found.memories)
            write({"run": str(folder), **found._asdict()}, [told, memories], json=args.json)
            return 0
        best = recall(connection, terms, query)
    lines = (
        f"{rank}. {one.score:.3f} = recency {one.recency:.3f}, relevance {one.relevance:.3f}, "
        f"importance {one.importance:.3f}: {who}.{one.memory} {one.text}"
        for rank, one in enumerate(best, start=1)
    )
    head = f"{folder}: {who} at tick {tick}, profile {profile.name}"
    write(
        {"run": str(folder), "memories": [one._asdict() for one in best]},
        [head, *lines],
        json=args.json,
    )
    return 0
