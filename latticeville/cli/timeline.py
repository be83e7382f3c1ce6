"""`latticeville timeline`: numbers of events over the time of a run."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from latticeville.cli.output import write
from latticeville.core.clock import format_time
from latticeville.db.replay import Replay
from latticeville.db.timeline import COLUMNS, Bucket, RunTimeline
from latticeville.reports.arg_types import count_from_one

BARS = " ▁▂▃▄▅▆▇█"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville timeline runs/monday --every 60"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--every", type=count_from_one, default=60, metavar="N", help="ticks per row (60)")
    parser.add_argument("--talks", action="store_true", help="list the conversations")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    line = RunTimeline.open(Replay(args.run_folder))
    if args.talks:
        write(list(line.talks), _talks(line), json=args.json)
    else:
        buckets = line.buckets(args.every)
        write(buckets, told(buckets), json=args.json)
    return 0


def _talks(line: RunTimeline) -> Iterator[str]:
    for talk in line.talks:
        when = format_time(line.minute(talk.start))
        yield f"{talk.start:>7} – {talk.end:<7} {when}  {', '.join(talk.people)}"


def told(buckets: list[Bucket]) -> Iterator[str]:
    """Yield a row a bucket, with a bar for its events, and ☾ where it begins in the dark."""
    yield f"{'tick':>7}  {'':<11}" + "".join(f"{name:>12}" for name in COLUMNS)
    most = max((bucket.counts["events"] for bucket in buckets), default=0) or 1
    for bucket in buckets:
        bar = BARS[-(-bucket.counts["events"] * (len(BARS) - 1) // most)]
        sky = "☾" if bucket.night else " "
        numbers = "".join(f"{bucket.counts[name]:>12}" for name in COLUMNS)
        yield f"{bucket.start:>7}  {format_time(bucket.minute)} {sky}{bar}{numbers}"
