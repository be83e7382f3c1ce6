"""`latticeville branches`: the runs of a folder as a tree."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from latticeville.cli.output import write
from latticeville.db.lines import DamageError
from latticeville.db.unfinished_run import is_unfinished
from latticeville.lab.fork import Twig, family
from latticeville.lab.runs import cause_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville branches runs"
    parser.add_argument(
        "runs", nargs="?", type=Path, default=Path("runs"), metavar="DIR", help="a folder of runs (runs)"
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where a run cannot be read or there is none."""
    logs = {path.parent for path in args.runs.glob("*/segment-*.jsonl*")} | _branches(args.runs)
    folders = sorted(folder for folder in logs if not is_unfinished(folder))
    if not folders:
        sys.stderr.write(f"{args.runs}: there are no runs here: name the folder that holds their folders\n")
        return 1
    try:
        twigs = [replace(twig, cause=cause_of(Path(twig.folder))) for twig in family(folders)]
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    write(twigs, drawn(twigs), json=args.json)
    return 0


def _branches(runs: Path) -> set[Path]:
    return {path.parent for path in runs.glob("*/branch.json")}


def drawn(twigs: Sequence[Twig]) -> Iterator[str]:
    """Yield a line a run, set in below what it goes on from."""
    depths: dict[Path, int] = {}
    for twig in twigs:
        parent = Path(twig.parent).resolve() if twig.parent else None
        depth = depths[parent] + 1 if parent in depths else 0
        depths[Path(twig.folder).resolve()] = depth
        since = f"from tick {twig.at}" if depth else f"from tick {twig.at} of {twig.parent}" if twig.parent else ""
        since += f": {twig.cause}" if twig.cause else ""
        mark = f"{'   ' * (depth - 1)}└─ " if depth else ""
        yield f"{mark}{Path(twig.folder).name} · ticks {twig.first} to {twig.last}{' · ' * bool(since)}{since}"
