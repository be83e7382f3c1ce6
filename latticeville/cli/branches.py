"""`latticeville branches`: the runs of a folder as a tree."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from latticeville.cli.output import write
from latticeville.runs.run_folder import is_unfinished
from latticeville.runs.run_summaries import UNREADABLE, RunNode, cause_of, family


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville branches runs"
    parser.add_argument(
        "runs",
        nargs="?",
        type=Path,
        default=Path("runs"),
        metavar="DIR",
        help="folder that holds the runs (runs)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where a run cannot be read, which its line tells, 2 where there is none."""
    logs = {path.parent for path in args.runs.glob("*/segment-*.jsonl*")} | _branches(args.runs)
    folders = sorted(folder for folder in logs if not is_unfinished(folder))
    if not folders:
        sys.stderr.write(
            f"{args.runs}: no runs here: name the folder that holds the folders of runs\n"
        )
        return 2
    twigs = [_with_cause(twig) for twig in family(folders)]
    write(twigs, drawn(twigs), json=args.json)
    troubles = [twig.trouble for twig in twigs if twig.trouble]
    if troubles:
        sys.stdout.flush()
        sys.stderr.write(f"{args.runs}: {len(troubles)} of {len(twigs)} runs cannot be read:\n")
        sys.stderr.writelines(f"{trouble}\n" for trouble in troubles)
    return int(bool(troubles))


def _with_cause(twig: RunNode) -> RunNode:
    """Return a run with what is otherwise in it, or with its trouble where that cannot be read."""
    if twig.trouble:
        return twig
    try:
        return replace(twig, cause=cause_of(Path(twig.folder)))
    except UNREADABLE as error:
        return replace(twig, trouble=str(error))


def _branches(runs: Path) -> set[Path]:
    return {path.parent for path in runs.glob("*/branch.json")}


def drawn(twigs: Sequence[RunNode]) -> Iterator[str]:
    """Yield a line a run, set in below what it goes on from."""
    parents = [Path(twig.parent).resolve() if twig.parent else None for twig in twigs]
    youngest = dict(zip(parents, twigs, strict=True))
    rails: dict[Path, str] = {}
    for parent, twig in zip(parents, twigs, strict=True):
        mark = rail = ""
        below = parent is not None and parent in rails
        if parent is not None and below:
            mark, rail = ("└─ ", "   ") if youngest[parent] is twig else ("├─ ", "│  ")
            mark, rail = rails[parent] + mark, rails[parent] + rail
        rails[Path(twig.folder).resolve()] = rail
        yield f"{mark}{_tell(twig, below=below)}"


def _tell(twig: RunNode, *, below: bool) -> str:
    """Tell a run in a line; one drawn below its parent does not name it."""
    since = f"from tick {twig.at}{'' if below else f' of {twig.parent}'}" if twig.parent else ""
    since += f": {twig.cause}" if twig.cause else ""
    ticks = "" if twig.trouble else f"ticks {twig.first} to {twig.last}"
    damage = "damaged: " + twig.trouble.partition("\n")[0] if twig.trouble else ""
    return " · ".join(filter(None, (Path(twig.folder).name, ticks, since, damage)))
