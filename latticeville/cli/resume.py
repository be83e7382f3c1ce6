"""`latticeville resume`: continue a run where it ended."""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from latticeville.cli import model_args as how
from latticeville.cli.run_loop import go
from latticeville.cli.run_views import add_view
from latticeville.cli.script import add_script, script_of
from latticeville.cli.store_view import add_store_view, check_store, followed
from latticeville.core.disk import suggest_fix
from latticeville.core.file_lock import FileLock
from latticeville.reports.arg_types import tick_count
from latticeville.runs.lines import DamageError
from latticeville.runs.origin import edited_world
from latticeville.runs.recorded_run import RecordedRun, lock_log
from latticeville.runs.replay import Replay
from latticeville.sim.input_script import Script


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville resume runs/monday --ticks 480"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument(
        "--ticks",
        type=tick_count,
        default=60,
        metavar="N",
        help="number of ticks to simulate, or their time, such as 2d, 6h or 90m (60)",
    )
    how.add_arguments(parser, choose=False)
    add_script(parser)
    add_view(parser, "summary")
    add_store_view(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    check_store(args)
    try:
        lock = lock_log(args.run_folder, "latticeville resume")
    except OSError as error:
        fix = (
            "    fix: make its folder writable, or fork it into another folder: latticeville "
            "fork RUN --out DIR\n"
        )
        sys.stderr.write(
            f"{args.run_folder}: the run cannot be written: "
            f"{error.strerror}\n{suggest_fix(error) or fix}"
        )
        return 1
    with ExitStack() as undo:
        undo.callback(lock.release)
        resumed = _resume(args, lock)
        if resumed is None:
            return 1
        undo.pop_all()
    recorded, script, spent = resumed
    sys.stderr.write(f"{args.run_folder}: resumed after tick {recorded.payload.tick}\n")
    _tell_edited(args.run_folder)
    stop = args.on_failure == "stop"
    with followed(args, recorded) as store:
        return go(
            recorded,
            args.ticks,
            args.view,
            stop_on_failure=stop,
            script=script,
            spent=spent,
            store=store,
        )


def _tell_edited(folder: Path) -> None:
    """Say where the world's files are not those that the run began with."""
    try:
        world = edited_world(folder)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return
    if world is not None:
        sys.stderr.write(
            f"{world} was edited since this run began, and the run goes on with the world that it "
            f"recorded; start a run of the edited one with: latticeville run {world}\n"
        )


def _resume(args: argparse.Namespace, lock: FileLock) -> tuple[RecordedRun, Script, object] | None:
    """Take the run up that is locked; None, with its problems told, where the script has any."""
    replay = Replay(args.run_folder)
    payload = replay.at(replay.last)
    script = script_of(args, payload.state.world, payload.state)
    if script is None:
        return None
    torn, header = replay.torn_bytes, replay.segments[-1].header
    minds = how.thinking(args, header.model, header.embedder)
    recorded = RecordedRun.resume(
        args.run_folder, lambda _: minds.model, lambda _: minds.embedder[1], lock=lock
    )
    if torn:
        sys.stderr.write(f"{args.run_folder}: removed {torn} bytes of an incomplete tick\n")
    return recorded, script, minds.meter
