"""`latticeville compress`: compress the finished segments of a run."""

import argparse
from pathlib import Path

from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.reports.arg_types import count_from_one
from latticeville.runs.compress import compress_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville compress runs/monday"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument(
        "--keep",
        type=count_from_one,
        default=1,
        metavar="N",
        help="leave the newest N segments uncompressed (1)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    folder: Path = args.run_folder
    progress = Share("compressed")
    try:
        done = compress_run(folder, "latticeville compress", args.keep, progress.looked)
    finally:
        progress.clear()
    told = done.summary or (
        f"nothing to compress: of {done.segments:,} segments, the newest "
        f"{args.keep:,} stay uncompressed"
    )
    found = {
        "run": str(folder),
        "segments": done.segments,
        "compressed": done.compressed,
        "bytes_before": done.before,
        "bytes_after": done.after,
    }
    write(found, [f"{folder}: {told}"], json=args.json)
    return 0
