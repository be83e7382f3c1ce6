"""`latticeville check WORLD`: the problems of a world, each with its place, reason and fix."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import msgspec

from latticeville.cli.output import write_json
from latticeville.cli.progress import Share
from latticeville.core.problems import Problem, Severity, select_errors

PATIENCE = 0.5
"""Seconds from which on a check says how far it is."""
_EXAMPLES = "example: latticeville check worlds/ville"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("world", type=Path, metavar="WORLD", help="the world's folder (it holds world.toml)")
    parser.add_argument("--json", action="store_true", help="print the problems as a JSON list")
    parser.epilog = _EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Print every problem of a world; 0 without errors, 1 with errors, 2 where there is no such folder."""
    from latticeville.world.load import inspect_world

    folder: Path = args.world
    if not folder.is_dir():
        sys.stderr.write(f"latticeville check: there is no folder “{folder}”\n{_EXAMPLES}\n")
        return 2
    line = Share(f"checking {folder}")
    problems = inspect_world(folder, lambda done, of: line.looked(done, of) if line.gone > PATIENCE else None)[1]
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
    sys.stderr.write(f"{summary(str(folder), found)}\n")


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
