"""`latticeville timeline`: what happened when in a run, in buckets."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.cli.counts import count
from latticeville.core.clock import stamp
from latticeville.db.lines import DamageError
from latticeville.db.replay import Replay
from latticeville.db.timeline import COLUMNS, Bucket, Timeline

BARS = " ▁▂▃▄▅▆▇█"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville timeline runs/monday --every 60"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--every", type=count, default=60, metavar="N", help="how many ticks a row stands for (60)")
    parser.add_argument("--talks", action="store_true", help="list the conversations instead")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the run cannot be read."""
    try:
        line = Timeline.open(Replay(args.run_folder))
        found = list(line.talks) if args.talks else line.buckets(args.every)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if args.json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    elif args.talks:
        for talk in line.talks:
            when = stamp(line.minute(talk.start))
            sys.stdout.write(f"{talk.start:>7} – {talk.end:<7} {when}  {talk.one}, {talk.other}\n")
    else:
        sys.stdout.writelines(f"{each}\n" for each in told(line.buckets(args.every)))
    return 0


def told(buckets: list[Bucket]) -> Iterator[str]:
    """Yield a row a bucket, with a bar for its events, and ☾ where it begins in the dark."""
    yield f"{'tick':>7}  {'':<11}" + "".join(f"{name:>12}" for name in COLUMNS)
    most = max((bucket.counts["events"] for bucket in buckets), default=0) or 1
    for bucket in buckets:
        bar = BARS[-(-bucket.counts["events"] * (len(BARS) - 1) // most)]
        sky = "☾" if bucket.night else " "
        numbers = "".join(f"{bucket.counts[name]:>12}" for name in COLUMNS)
        yield f"{bucket.start:>7}  {stamp(bucket.minute)} {sky}{bar}{numbers}"
