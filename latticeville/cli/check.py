"""`latticeville check WORLD`: the problems of a world and its scenarios, each with its place, reason and fix."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import msgspec

from latticeville.cli.output import write_json
from latticeville.cli.progress import Share
from latticeville.cli.world_args import add_world, world_folder
from latticeville.core.problems import Problem, Severity, select_errors
from latticeville.scenarios import FOLDER
from latticeville.world.shipped import world_label

PATIENCE = 0.5
"""Seconds from which on a check says how far it is."""
_EXAMPLES = "examples: latticeville check ville · latticeville check worlds/mine"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_world(parser)
    parser.add_argument("--json", action="store_true", help="print the problems as a JSON list")
    parser.epilog = _EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Print every problem of a world; 0 without errors, 1 with errors, 2 where there is no such
    world."""
    from latticeville.world.load import inspect_world

    folder = world_folder(args)
    if folder is None:
        return 2
    line = Share(f"checking {world_label(folder)}")
    world, problems = inspect_world(
        folder, lambda done, of: line.looked(done, of) if line.gone > PATIENCE else None
    )
    if world is not None and world.measures:
        from latticeville.measures.lookup import check_measures

        problems = sorted([*problems, *check_measures(world)])
    if world is not None and (folder / FOLDER).is_dir():
        from latticeville.scenarios.scenario_file import check_scenarios

        problems = sorted([*problems, *check_scenarios(folder, world)])
    line.clear()
    if args.json:
        found = sorted(_from_here(folder, problem) for problem in problems)
        write_json(found, indent=2)
    else:
        tell(folder, problems, sys.stdout)
    return 1 if select_errors(problems) else 0


def tell(folder: Path, problems: Iterable[Problem], out: TextIO) -> None:
    """Write every problem where an editor started here finds it, and their count to stderr."""
    found = sorted(_from_here(folder, problem) for problem in problems)
    out.writelines(f"{problem}\n" for problem in found)
    out.flush()
    sys.stderr.write(f"{summary(world_label(folder), found)}\n")


def summary(world: str, problems: Iterable[Problem]) -> str:
    """Count the problems in one sentence.

    >>> summary("worlds/ville", [])
    '✓ worlds/ville: no problems'
    """
    severities = [problem.severity for problem in problems]
    counts = ((severities.count(severity), severity.value) for severity in Severity)
    words = ", ".join(f"{count} {word}{'s' * (count > 1)}" for count, word in counts if count)
    mark = "" if Severity.ERROR in severities else "✓ "
    return f"{mark}{world}: {words or 'no problems'}"


def _from_here(folder: Path, problem: Problem) -> Problem:
    """Name the file as an editor started here would find it."""
    return msgspec.structs.replace(problem, file=os.path.normpath(folder / problem.file))
