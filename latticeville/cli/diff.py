"""`latticeville diff`: the tick at which two runs diverge, why, how they end, and what differs from
there on."""

import argparse
import sys
from pathlib import Path

import msgspec

from latticeville.cli.output import write
from latticeville.reports.compare.compare import NAMES, Comparison, compare, compare_all
from latticeville.reports.compare.outcome import compare_outcomes
from latticeville.reports.compare.rows import comparison_rows, divergence_rows, summary
from latticeville.reports.plain_text import plain_text
from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville diff runs/monday runs/what-if --all"
    parser.add_argument("a", type=Path, metavar="A", help="folder of the first run")
    parser.add_argument("b", type=Path, metavar="B", help="folder of the second run")
    parser.add_argument(
        "--all",
        action="store_true",
        help="compare all ticks after the divergence: people, places, events, numbers",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 where the runs are the same, 1 where they diverge, 2 where one cannot be
    read."""
    names = NAMES if args.json or args.a.name == args.b.name else (args.a.name, args.b.name)
    try:
        if args.all:
            return _tell_all(compare_all(args.a, args.b, names=names), names, json=args.json)
        found = compare(args.a, args.b, names)
        outcome = (
            compare_outcomes(Replay(args.a), Replay(args.b)) if found.tick is not None else None
        )
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    told = {**msgspec.structs.asdict(found), "outcome": outcome}
    write(told, plain_text(divergence_rows(found, names, outcome)), json=args.json)
    return int(found.tick is not None)


def _tell_all(whole: Comparison, names: tuple[str, str], *, json: bool) -> int:
    """Write all differences; return 1 where there are any, else 0."""
    told = {**msgspec.structs.asdict(whole), "verdict": list(summary(whole, names))}
    write(told, plain_text(comparison_rows(whole, names)), json=json)
    return int(whole.parting.tick is not None)
