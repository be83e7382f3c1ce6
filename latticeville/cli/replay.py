"""`latticeville replay`: show a run from its log, without simulating it."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from latticeville.cli.run_views import Events, TickPrinter, add_view, make_views
from latticeville.reports.arg_types import tick
from latticeville.runs.replay import Replay
from latticeville.sim.time_expression import TickOrTime


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville replay runs/monday --tick 160 --view map"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument(
        "--tick", type=tick, metavar="TICK", help="show only this tick, or the one of this time"
    )
    add_view(parser, "events")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    _show(Replay(args.run_folder), make_views(args.view), args.tick)
    return 0


def _show(replay: Replay, views: Sequence[TickPrinter], at: TickOrTime | None) -> None:
    payloads = replay.payloads() if at is None else iter([replay.at(at)])
    for view in views:
        if (
            isinstance(view, Events)
            and at is not None
            and (shown := replay.tick_of(at)) > replay.first
        ):
            view.begin(replay.at(shown - 1))
    payload = None
    for payload in payloads:
        for view in views:
            view.show(payload)
    if payload is not None:
        for view in views:
            view.end(payload)
