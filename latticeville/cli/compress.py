"""`latticeville compress`: compress the finished segments of a run."""

import argparse
from pathlib import Path

from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.reports.arg_types import count_from_one
from latticeville.runs.compress import compress, finished_segments
from latticeville.runs.recorded_run import lock_log
from latticeville.runs.replay import Replay


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
    before = after = done = 0
    try:
        with lock_log(folder, "latticeville compress"):
            replay = Replay(folder)
            total = len(finished_segments(replay, args.keep))
            for one in compress(replay, args.keep):
                before, after, done = before + one.before, after + one.after, done + 1
                progress.looked(done, total)
    finally:
        progress.clear()
    if done and before:
        told = (
            f"{done:,} of {len(replay.segments):,} segments compressed, to "
            f"{after / before:.0%} of their size"
        )
    else:
        told = (
            f"nothing to compress: of {len(replay.segments):,} segments, the newest "
            f"{args.keep:,} stay uncompressed"
        )
    found = {
        "run": str(folder),
        "segments": len(replay.segments),
        "compressed": done,
        "bytes_before": before,
        "bytes_after": after,
    }
    write(found, [f"{folder}: {told}"], json=args.json)
    return 0
