"""`latticeville run`: make a run and write its log."""

import argparse
import sys
from itertools import count
from pathlib import Path

from latticeville.cli.going import go
from latticeville.cli.views import add_view
from latticeville.core.problems import WorldError
from latticeville.db.recording import RecordedRun
from latticeville.llm.spec import make_model
from latticeville.world.load import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville run worlds/ville --ticks 480 --seed 7 --out runs/monday --view events"
    parser.add_argument("world", type=Path, help="folder of the world")
    parser.add_argument("--ticks", type=_count, default=60, help="how many ticks to make (60)")
    parser.add_argument("--seed", type=int, help="seed of all chance; the world's own where it is left out")
    parser.add_argument("--out", type=Path, help="a new folder for the run; runs/run-NUMBER where it is left out")
    parser.add_argument("--llm", default="fake", help="which model the minds ask (fake)")
    add_view(parser, "summary")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    try:
        world = load(args.world)
    except WorldError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    folder = args.out or _fresh(Path("runs"))
    try:
        recorded = RecordedRun.start(folder, world, make_model(args.llm), args.llm, args.seed)
    except FileExistsError as error:
        sys.stderr.write(f"{error}; name another with --out, or go on with: latticeville resume {folder}\n")
        return 2
    return go(recorded, args.ticks, args.view)


def _fresh(parent: Path) -> Path:
    return next(path for number in count(1) if not (path := parent / f"run-{number:03}").exists())


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a number of ticks is not negative")
    return number
