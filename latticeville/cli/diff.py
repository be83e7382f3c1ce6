"""`latticeville diff`: the tick at which two runs diverge, why, and what differs from there on."""

import argparse
import sys
from pathlib import Path

import msgspec

from latticeville.cli.output import write
from latticeville.db.lines import DamageError
from latticeville.lab.compare.compare import NAMES, Comparison, compare, compare_all
from latticeville.views.comparison import comparison_rows, divergence_rows, summary
from latticeville.views.plain_text import plain_text


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
    """Run the command; 0 where the runs are the same, 1 where they diverge, 2 where one cannot be read."""
    names = NAMES if args.json or args.a.name == args.b.name else (args.a.name, args.b.name)
    try:
        found = compare_all(args.a, args.b, names=names) if args.all else compare(args.a, args.b, names)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if isinstance(found, Comparison):
        whole = {**msgspec.structs.asdict(found), "verdict": list(summary(found, names))}
        write(whole, plain_text(comparison_rows(found, names)), json=args.json)
        return 0 if found.parting.tick is None else 1
    write(found, plain_text(divergence_rows(found, names)), json=args.json)
    return 0 if found.tick is None else 1
