"""`latticeville watch`: follow a run while another process makes it."""

import argparse
import sys
import time
from pathlib import Path

from latticeville.cli.run_views import add_view, make_views
from latticeville.reports.arg_types import tick
from latticeville.runs.follow import LogFollower

PAUSE = 0.1
"""Seconds between two looks at the log."""
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville watch runs/monday --view events"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument(
        "--from",
        dest="start",
        type=tick,
        metavar="TICK",
        help="first tick or time to show; default: the newest",
    )
    add_view(parser, "events")


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 when the run has ended, 1 where it was interrupted, 130 after ctrl+c."""
    views = make_views(args.view)
    payload = None
    code, why = 0, "the run has ended"
    try:
        follower = LogFollower(args.run_folder, args.start)
        while True:
            over = follower.is_over()
            for payload in follower.poll():
                for view in views:
                    view.show(payload)
                sys.stdout.flush()
            if over:
                break
            time.sleep(PAUSE)
        if follower.is_interrupted():
            code, why = (
                1,
                f"the run was interrupted; continue with: latticeville resume {args.run_folder}",
            )
    except KeyboardInterrupt:
        code, why = INTERRUPTED, "stopped watching; the run continues"
    if payload is not None:
        for view in views:
            view.end(payload)
        sys.stdout.flush()
        sys.stderr.write(f"{args.run_folder}: at tick {payload.tick}; {why}\n")
    return code
