"""`latticeville fork`: start a branch at any tick of a run, unchanged or with changes."""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from itertools import count as count_up
from pathlib import Path

from latticeville.cli import model_args as how
from latticeville.cli.progress import Share
from latticeville.cli.run_loop import go
from latticeville.cli.run_views import add_view
from latticeville.cli.script import add_script, script_of
from latticeville.cli.store_view import add_store_view, check_store, followed
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.reports.arg_types import Duration, count, tick, tick_count
from latticeville.reports.people import nobody, person
from latticeville.runs.foreign_run import refuse_foreign
from latticeville.runs.fork import ABLATIONS, ForkChanges, ForkError, fork, unacted_inputs
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import RunFolderExistsError, begin_in_first_free
from latticeville.sim.inputs import SimulatorInput, Whisper, WorldReloaded
from latticeville.sim.state import State

Inputs = Mapping[int, Sequence[SimulatorInput]]
"""What goes in at the beginning of each tick."""
_EXAMPLE = (
    "example: latticeville fork runs/monday --tick 160 --without reflection --out runs/what-if"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EXAMPLE
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run to fork")
    parser.add_argument(
        "--tick",
        "--at",
        type=tick,
        metavar="TICK",
        help="last shared tick or time, such as 160 or 'Tue 09:30'; default: the run's last",
    )
    parser.add_argument(
        "--ticks",
        type=tick_count,
        metavar="N",
        help="number of ticks to simulate, or their time, such as 2d, 6h or 90m (60, or those of "
        "the run without acting)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="new folder; default: RUN-NAME beside the run"
    )
    parser.add_argument(
        "--name", metavar="NAME", help="name of the branch; default: fork-001, fork-002, …"
    )
    parser.add_argument(
        "--without-acting",
        action="store_true",
        help="fork before the first tick in which you acted as a person, and repeat the run to its "
        "end without it: what did you change?",
    )
    parser.add_argument("--seed", type=count, metavar="N", help="different random seed")
    parser.add_argument("--llm", metavar="SPEC", help="different model")
    parser.add_argument("--profile", choices=sorted(PROFILES), help="different retrieval profile")
    parser.add_argument(
        "--without",
        action="append",
        choices=sorted(ABLATIONS),
        help="turn off a part of every mind; repeatable",
    )
    parser.add_argument(
        "--whisper",
        action="append",
        nargs=2,
        metavar=("WHO", "TEXT"),
        help="let a person, by id or name, hear an inner voice as the branch begins; repeatable",
    )
    add_script(parser)
    how.add_arguments(parser, choose=False)
    add_view(parser, "summary")
    add_store_view(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    replay = Replay(args.run_folder)
    plan = _plan(args, replay)
    if isinstance(plan, int):
        return plan
    check_store(args)
    tick, ticks, script = plan
    named = _named(args)
    if not _is_unicode(os.path.relpath(args.run_folder, named or args.run_folder.parent / "fork")):
        sys.stderr.write(
            f"{args.run_folder}: this name is not UTF-8, and a branch cannot record it: rename "
            "the folder\n"
        )
        return 2
    try:
        first = () if args.without_acting else script.get(tick + 1, ())
        recorded = _forked(args, replay, tick, named, first)
    except (RunFolderExistsError, ForkError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stderr.write(f"{recorded.folder}: forked from tick {tick} of {args.run_folder}\n")
    stop = args.on_failure == "stop"
    _add_worlds(recorded, replay, script)
    with followed(args, recorded) as store:
        code = go(recorded, ticks, args.view, stop_on_failure=stop, script=script, store=store)
    if args.without_acting and not code:
        sys.stderr.write(
            f"what you changed: latticeville diff {recorded.folder} {args.run_folder}\n"
        )
    return code


def _add_worlds(recorded: RecordedRun, replay: Replay, script: Inputs) -> None:
    """Let a branch know the editions of the world that inputs of its parent name."""
    for item in chain.from_iterable(script.values()):
        if isinstance(item, WorldReloaded):
            recorded.add_world(replay.world(item.digest))


def _plan(args: argparse.Namespace, replay: Replay) -> tuple[int, int | Duration, Inputs] | int:
    """Return the last shared tick, the number of ticks and the inputs; an exit code, with the
    reason told, where there are none."""
    if args.without_acting:
        return _plan_without_acting(args, replay)
    state = replay.at(args.tick).state
    script = script_of(args, state.world, state)
    whispers = _whispers(args, state)
    if script is None or whispers is None:
        return 1 if script is None else 2
    first = state.tick + 1
    inputs = {**script, first: [*script.get(first, ()), *whispers]} if whispers else script
    return state.tick, 60 if args.ticks is None else args.ticks, inputs


def _whispers(args: argparse.Namespace, state: State) -> list[Whisper] | None:
    """Return what people are whispered; None where somebody is not there, which is told."""
    whispers = []
    for word, text in args.whisper or ():
        who = person(state, word)
        if who is None:
            sys.stderr.write(nobody(state.minds, word))
            return None
        if not text.strip():
            sys.stderr.write(f"the whisper to {word} is empty: write --whisper WHO TEXT\n")
            return None
        whispers.append(Whisper(who, text))
    return whispers


def _plan_without_acting(
    args: argparse.Namespace, replay: Replay
) -> tuple[int, int | Duration, Inputs] | int:
    if args.tick is not None or args.script is not None or args.whisper:
        sys.stderr.write(
            "--without-acting takes tick and inputs from the run: leave out --tick, --inputs and --whisper\n"
        )
        return 2
    unacted = unacted_inputs(replay)
    if unacted is None:
        sys.stderr.write(f"{args.run_folder}: nobody acted as a person in this run\n")
        return 2
    ticks = replay.last - unacted.before if args.ticks is None else args.ticks
    return unacted.before, ticks, unacted.inputs


def _forked(
    args: argparse.Namespace,
    replay: Replay,
    tick: int,
    named: Path | None,
    inputs: Sequence[SimulatorInput],
) -> RecordedRun:
    """Make the branch, in the folder that is named or the first beside the run that is free."""
    refuse_foreign(replay)
    model, share = args.llm or replay.header_of(tick).model, Share("forking")
    try:
        minds = how.thinking(args, model, replay.segments[-1].header.embedder)
        spec = minds.spec if args.llm else model
        otherwise = ForkChanges(args.seed, spec, args.profile, tuple(args.without or ()))

        def begin(folder: Path) -> RecordedRun:
            model, embedder = lambda _: minds.model, lambda _: minds.embedder[1]
            return fork(replay, tick, folder, otherwise, model, embedder, share.looked, inputs)

        return begin(named) if named else begin_in_first_free(_beside(args.run_folder), begin)
    finally:
        share.clear()


def _named(args: argparse.Namespace) -> Path | None:
    """Return the folder that a branch is given; None where it is given none."""
    beside = args.run_folder.parent / f"{args.run_folder.name}-{args.name}" if args.name else None
    return args.out or beside


def _beside(folder: Path) -> Iterator[Path]:
    """Yield the folders for branches that are given no name."""
    return (folder.parent / f"{folder.name}-fork-{number:03}" for number in count_up(1))


def _is_unicode(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
