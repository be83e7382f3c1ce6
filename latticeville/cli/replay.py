"""`latticeville replay`: show a run again from its log alone."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.counts import count
from latticeville.cli.views import Events, add_view, make_views
from latticeville.db.lines import DamageError
from latticeville.db.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville replay runs/monday --tick 160 --view map"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--tick", type=count, metavar="N", help="show only this tick")
    add_view(parser, "events")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    views = make_views(args.view)
    try:
        replay = Replay(args.run_folder)
        payloads = replay.payloads() if args.tick is None else iter([replay.at(args.tick)])
        for view in views:
            if isinstance(view, Events) and args.tick is not None and args.tick > replay.first:
                view.begin(replay.at(args.tick - 1))
        payload = None
        for payload in payloads:
            for view in views:
                view.show(payload)
        if payload is not None:
            for view in views:
                view.end(payload)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0
