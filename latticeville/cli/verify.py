"""`latticeville verify`: do a run again from header, inputs and tape, and compare every digest."""

import argparse
import sys
from pathlib import Path

from latticeville.db.lines import DamageError
from latticeville.db.replay import Replay
from latticeville.db.verify import Difference, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville verify runs/monday"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    last = 0
    try:
        for item in verify(args.run_folder):
            if isinstance(item, Difference):
                sys.stdout.write(f"{item.where}: tick {item.tick} comes out differently: {item.what}\n")
                return 1
            last = item
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    torn = Replay(args.run_folder).torn
    sys.stdout.write(f"{args.run_folder}: all {last} ticks come out the same, byte for byte\n")
    if torn:
        sys.stderr.write(f"after them stands a line of {torn} bytes that was not written whole; resume cuts it off\n")
    return 0
