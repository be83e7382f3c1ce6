"""`latticeville test [WORLD] [SCENARIO…]`: try the scenarios of a world, and the tests of its
kinds."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.cli.check import tell
from latticeville.cli.output import write_file, write_json
from latticeville.cli.progress import Share
from latticeville.cli.world_args import complete_worlds, world_folder
from latticeville.core.problems import select_errors
from latticeville.reports.arg_types import count, count_from_one
from latticeville.world.shipped import world_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from latticeville.scenarios.collection import Collection
    from latticeville.scenarios.mutation_score import MutantOutcome
    from latticeville.scenarios.outcome_text import Kept
    from latticeville.scenarios.suite import ScenarioOutcome
    from latticeville.world.model.world import World

KEPT = Path("runs") / "failed"
"""Where the runs are made in which something failed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = (
        "examples: latticeville test ville · latticeville test worlds/mine party --junit tests.xml · "
        "latticeville test worlds/mine --mutate"
    )
    text = "a folder with world.toml, or the name of a shipped world; default: the current folder"
    complete_worlds(
        parser.add_argument(
            "world", type=Path, nargs="?", default=Path(), metavar="WORLD", help=text
        )
    )
    parser.add_argument(
        "scenarios",
        nargs="*",
        default=None,
        metavar="SCENARIO",
        help="scenarios to try, by file or name; default: all, and the tests of kinds",
    )
    parser.add_argument("--list", action="store_true", help="list the scenarios, and try none")
    parser.add_argument(
        "--workers", type=count_from_one, metavar="N", help="processes; default: one for each core"
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML, too")
    parser.add_argument(
        "--keep",
        type=Path,
        default=KEPT,
        metavar="DIR",
        help=f"folder for the runs in which something fails ({KEPT})",
    )
    parser.add_argument("--no-keep", action="store_true", help="keep no run")
    parser.add_argument(
        "--mutate", action="store_true", help="tell how many faults of the world are noticed"
    )
    parser.add_argument(
        "--mutants", type=count_from_one, default=40, metavar="N", help="faults to try (40)"
    )
    parser.add_argument(
        "--seed", type=count, default=1, metavar="N", help="random seed that draws them (1)"
    )
    parser.add_argument("--json", action="store_true", help="print the outcomes as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 where all passed, 1 where something fails or is wrong, 2 where there is no
    such world or scenario."""
    from latticeville.scenarios.collection import collect

    folder = world_folder(args)
    if folder is None:
        return 2
    tests = collect(folder, args.scenarios)
    if tests.problems:
        tell(folder, tests.problems, sys.stderr)
    if tests.world is None or select_errors(tests.problems):
        return 1
    if tests.unknown:
        sys.stderr.write(_unknown(tests))
        return 2
    if args.list:
        return _list(tests, json=args.json)
    outcomes = _try(args, tests, tests.world)
    if args.mutate:
        return _mutate(args, tests, tests.world, outcomes)
    kept = _keep(args, tests, outcomes)
    return _tell(args, tests, outcomes, kept)


def _unknown(tests: "Collection") -> str:
    """Say that a word names no scenario, which one is like it, and which there are."""
    from latticeville.core.closest_match import closest_match
    from latticeville.scenarios.collection import stem

    known = sorted(map(stem, tests.texts))
    near = closest_match(tests.unknown, known)
    hint = f"did you mean {near}?" if near else f"scenarios: {', '.join(known) or 'none'}"
    return f"there is no scenario “{tests.unknown[:80]}”; {hint}\n"


def _list(tests: "Collection", *, json: bool) -> int:
    """Print the scenarios with what they guard."""
    rows = [
        {"file": one.file, "name": one.name, "guards": one.written.guards, "seeds": one.seeds}
        for one in tests.scenarios
    ]
    if json:
        write_json(rows, indent=2)
        return 0
    for one in tests.scenarios:
        sys.stdout.write(f"{one.name}: {one.written.guards or one.file}\n")
    return 0


def _try(args: argparse.Namespace, tests: "Collection", world: "World") -> "list[ScenarioOutcome]":
    from latticeville.core.process_pool import cores
    from latticeville.scenarios.suite import run_scenarios

    line = Share(f"testing {world_label(tests.folder)}")
    found = run_scenarios(
        tests.folder,
        world,
        tests.scenarios,
        tests.texts,
        args.workers or cores(),
        lambda done, of: line.looked(min(done, of), of),
    )
    line.clear()
    return found


def _mutate(
    args: argparse.Namespace,
    tests: "Collection",
    world: "World",
    outcomes: "Sequence[ScenarioOutcome]",
) -> int:
    """Print which mutants are noticed; 1 where a scenario fails in the world itself already."""
    from latticeville.scenarios.mutation_score import MutationScore
    from latticeville.scenarios.outcome_text import outcome_lines, score_lines

    failed = [one for one in outcomes if not one.passed]
    if failed:
        sys.stderr.writelines(f"{line}\n" for line in outcome_lines(failed, {}))
        sys.stderr.write("these fail without a fault: mend them first\n")
        return 1
    score = MutationScore(tuple(_told_mutants(args, tests, world)))
    if args.json:
        write_json(score, indent=2)
    else:
        sys.stdout.writelines(f"{line}\n" for line in score_lines(score))
    return 0


def _told_mutants(
    args: argparse.Namespace, tests: "Collection", world: "World"
) -> "Iterator[MutantOutcome]":
    """Yield what becomes of mutants, each printed at once unless JSON is wanted in the end."""
    from latticeville.core.process_pool import cores
    from latticeville.scenarios.mutation_score import try_mutants
    from latticeville.scenarios.outcome_text import mutant_lines

    line = Share(f"mutating {world_label(tests.folder)}")
    texts = {one.file: tests.texts[one.file] for one in tests.scenarios}
    workers = args.workers or cores()
    for one in try_mutants(
        tests.folder, world, texts, args.mutants, args.seed, workers, line.looked
    ):
        if not args.json:
            line.clear()
            sys.stdout.writelines(f"{text}\n" for text in mutant_lines(one))
            sys.stdout.flush()
        yield one
    line.clear()


def _keep(
    args: argparse.Namespace, tests: "Collection", outcomes: "Sequence[ScenarioOutcome]"
) -> "Kept":
    """Make the runs again in which something failed, and return their folders."""
    from latticeville.core.process_pool import cores, run_jobs
    from latticeville.scenarios.kept_run import keep_run, kept_run_jobs

    if args.no_keep or tests.world is None:
        return {}
    jobs = kept_run_jobs(tests.folder, tests.world.files, tests.texts, outcomes, args.keep)
    folders = run_jobs(keep_run, [*jobs.values()], args.workers or cores())
    return dict(zip(jobs, folders, strict=True))


def _tell(
    args: argparse.Namespace,
    tests: "Collection",
    outcomes: "Sequence[ScenarioOutcome]",
    kept: "Kept",
) -> int:
    """Print what came of all, and return the exit code."""
    from latticeville.scenarios.junit import junit_xml
    from latticeville.scenarios.outcome_text import (
        count_failed,
        kind_test_lines,
        outcome_lines,
        summary,
    )

    label = world_label(tests.folder)
    if args.json:
        write_json({"world": label, "scenarios": outcomes, "kinds": tests.kinds}, indent=2)
    else:
        for line in (*outcome_lines(outcomes, kept), *kind_test_lines(tests.kinds)):
            sys.stdout.write(f"{line}\n")
    sys.stderr.write(f"{label}: {summary(outcomes, tests.kinds)}\n")
    if args.junit is not None:
        xml = junit_xml(label, outcomes, tests.kinds, kept)
        if code := write_file(args.junit, xml.encode()):
            return code
    return int(count_failed(outcomes, tests.kinds) > 0)
