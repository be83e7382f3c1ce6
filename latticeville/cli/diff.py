"""`latticeville diff`: where two runs part, and in what."""

import argparse
import sys
from pathlib import Path

import msgspec

from latticeville.db.lines import DamageError
from latticeville.lab.diff import compare


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville diff runs/monday runs/monday-again"
    parser.add_argument("a", type=Path, metavar="A", help="folder of one run")
    parser.add_argument("b", type=Path, metavar="B", help="folder of the other")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 where the runs are the same, 1 where they part, 2 where one is not there."""
    try:
        parting = compare(args.a, args.b)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if args.json:
        sys.stdout.write(msgspec.json.encode(parting).decode() + "\n")
        return 0 if parting.tick is None else 1
    for what, a, b in parting.given:
        sys.stdout.write(f"{what}: a has {a}, b has {b}\n")
    if parting.tick is None:
        sys.stdout.write("the runs tell the same story, tick by tick\n")
        return 0
    sys.stdout.write(f"the runs part at tick {parting.tick}:\n")
    for what, a, b in parting.parts:
        sys.stdout.write(f"  {what}\n    a: {a}\n    b: {b}\n")
    return 1
