"""`latticeville run`: simulate a world and write the log of the run."""

import argparse
import sys
from itertools import count as count_up
from pathlib import Path

from latticeville.cli import model_args as how
from latticeville.cli.run_loop import go
from latticeville.cli.run_views import add_view
from latticeville.cli.script import add_script, script_of
from latticeville.cli.store_view import add_store_view, check_store, followed
from latticeville.cli.world_args import add_world
from latticeville.cli.worlds import world_of
from latticeville.core.disk import is_full
from latticeville.reports.arg_types import count, tick_count
from latticeville.runs.fork import ABLATIONS, ForkChanges, ForkError, change_minds
from latticeville.runs.origin import origin_of
from latticeville.runs.recipe import (
    PREFIX,
    Recipe,
    RecipeError,
    check_recipe,
    find_ablated,
    read_recipe,
    version_notice,
)
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.run_folder import RunFolderExistsError, RunInUseError, begin_in_first_free
from latticeville.runs.segments import holds_run
from latticeville.sim.input_script import Script
from latticeville.world.model.world import World
from latticeville.world.shipped import find_world

RUNS = Path("runs")
"""Where runs are made that are given no folder."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = (
        "example: latticeville run ville --ticks 480 --seed 7 --out runs/monday --view events · "
        "instead of WORLD, the line that latticeville recipe prints makes its run again"
    )
    add_world(parser)
    parser.add_argument(
        "--ticks",
        type=tick_count,
        default=60,
        metavar="N",
        help="number of ticks to simulate, or their time, such as 2d, 6h or 90m (60)",
    )
    parser.add_argument(
        "--seed", type=count, metavar="N", help="random seed; default: the world's own"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="new folder; default: runs/run-NUMBER"
    )
    parser.add_argument(
        "--without",
        action="append",
        choices=sorted(ABLATIONS),
        help="turn off a part of every mind; repeatable",
    )
    how.add_arguments(parser, choose=True)
    add_script(parser)
    add_view(parser, "summary")
    add_store_view(parser)
    parser.add_argument(
        "--usage", action="store_true", help="print at the end what the models were asked"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if str(args.world).startswith(PREFIX):
        return _follow(args)
    read = world_of(args)
    if isinstance(read, int):
        return read
    world = _without(args, read)
    script = None if world is None else script_of(args, world)
    if world is None or script is None:
        return 2 if world is None else 1
    return _live(args, world, read.digest, script)


def _follow(args: argparse.Namespace) -> int:
    """Make the run of a recipe; 1 if it comes out otherwise, 2 if the recipe cannot be followed."""
    try:
        recipe = read_recipe(str(args.world))
        args.world = find_world(Path(recipe.world))
        read = world_of(args)
        if isinstance(read, int):
            return read
        world = find_ablated(read, recipe)
    except (RecipeError, ForkError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    args.seed, args.ticks, args.llm = recipe.seed, recipe.ticks, recipe.model
    args.out = args.out or next(
        path for n in count_up(1) if not (path := RUNS / f"run-{n:03}").exists()
    )
    script = {tick: list(inputs) for tick, inputs in recipe.inputs.items()}
    if code := _live(args, world, read.digest, script):
        return code
    return _compare(recipe, args.out)


def _compare(recipe: Recipe, folder: Path) -> int:
    """Say whether a run is that of its recipe; 1 if it is not."""
    difference = check_recipe(recipe, folder)
    told = version_notice(recipe), difference or "same to the byte as the recipe"
    sys.stderr.writelines(f"{folder}: {one}\n" for one in told if one)
    return int(bool(difference))


def _live(args: argparse.Namespace, world: World, read: str, script: Script) -> int:
    """Make the run; `read` is the digest of the world as its files have it."""
    check_store(args)
    try:
        recorded, minds = _begin(args, world, read)
    except (RunFolderExistsError, RunInUseError, OSError) as error:
        return _tell_why_not(args, error)
    how.tell_of_rules(args, minds.spec)
    how.tell_of_embedder(args, minds.embedder[0])
    stop = args.on_failure == "stop"
    with followed(args, recorded) as store:
        code = go(
            recorded,
            args.ticks,
            args.view,
            stop_on_failure=stop,
            script=script,
            spent=minds.meter,
            store=store,
        )
    if args.usage:
        _tell_usage(recorded.folder, json=args.view == ["json"])
    return code


def _tell_why_not(args: argparse.Namespace, error: Exception) -> int:
    """Say why a run cannot begin in a folder, and return the exit code; a full disk is for all
    commands alike."""
    if isinstance(error, RunFolderExistsError):
        go_on = (
            f", or continue it with: latticeville resume {error.folder}"
            if holds_run(error.folder)
            else ""
        )
        sys.stderr.write(f"{error}; name another with --out{go_on}\n")
        return 2
    if not isinstance(error, OSError):
        sys.stderr.write(f"{error}\n")
        return 1
    if is_full(error):
        raise error
    sys.stderr.write(
        f"cannot create the folder {args.out or RUNS}: {error.strerror}; name another with --out\n"
    )
    return 2


def _without(args: argparse.Namespace, read: World) -> World | None:
    """Return a world without the parts of minds that are turned off; None, with the reason told,
    where that cannot be."""
    try:
        return change_minds(read, ForkChanges(without=tuple(args.without or ())))
    except ForkError as error:
        sys.stderr.write(f"{error}\n")
        return None


def _tell_usage(folder: Path, *, json: bool) -> None:
    """Print what a run asked its models, as lines or as one more JSON object."""
    from latticeville.cli.output import write
    from latticeville.reports.plain_text import plain_text
    from latticeville.reports.usage import REPORT, usage_of, usage_rows
    from latticeville.runs.replay import Replay

    usage = usage_of(Replay(folder))
    write(REPORT.json(usage), plain_text(usage_rows(usage)), json=json)


def _begin(args: argparse.Namespace, world: World, read: str) -> tuple[RecordedRun, how.Thinking]:
    """Begin the run in the folder that was named, or else in the next one that nobody has; `read`
    is the digest of the world as its files have it."""
    minds = how.thinking(args, *how.chosen(args, world))

    def begin(folder: Path) -> RecordedRun:
        origin = origin_of(find_world(args.world), read, folder)
        return RecordedRun.start(
            folder, world, minds.model, minds.spec, args.seed, minds.embedder, origin=origin
        )

    return begin(args.out) if args.out else begin_in_first_free(
        (RUNS / f"run-{n:03}" for n in count_up(1)), begin
    ), minds
