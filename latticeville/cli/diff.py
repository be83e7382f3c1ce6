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
    parser.add_argument("a", type=Path, help="folder of one run")
    parser.add_argument("b", type=Path, help="folder of the other")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 where the runs are the same, 1 where they part."""
    try:
        parting = compare(args.a, args.b)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if args.json:
        sys.stdout.write(msgspec.json.encode(parting).decode() + "\n")
    elif parting is None:
        sys.stdout.write("the runs are the same\n")
    else:
        sys.stdout.write(f"the runs part at tick {parting.tick}:\n")
        for what, a, b in parting.parts:
            sys.stdout.write(f"  {what}\n    a: {a}\n    b: {b}\n")
    return 0 if parting is None else 1
