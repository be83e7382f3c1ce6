"""`latticeville replay`: show a run from its log, without simulating it."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from latticeville.cli.run_views import Events, TickPrinter, add_view, make_views
from latticeville.reports.arg_types import count
from latticeville.runs.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville replay runs/monday --tick 160 --view map"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--tick", type=count, metavar="N", help="show only this tick")
    add_view(parser, "events")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    _show(Replay(args.run_folder), make_views(args.view), args.tick)
    return 0


def _show(replay: Replay, views: Sequence[TickPrinter], tick: int | None) -> None:
    payloads = replay.payloads() if tick is None else iter([replay.at(tick)])
    for view in views:
        if isinstance(view, Events) and tick is not None and tick > replay.first:
            view.begin(replay.at(tick - 1))
    payload = None
    for payload in payloads:
        for view in views:
            view.show(payload)
    if payload is not None:
        for view in views:
            view.end(payload)
