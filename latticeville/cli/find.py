"""`latticeville find`: the ticks of a run that match an expression."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.output import write_json
from latticeville.reports.arg_types import count
from latticeville.reports.find import ExpressionError, find, parse
from latticeville.runs.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = (
        "example: latticeville find runs/monday 'event:said and agent:ada and phrase:\"the oak\"'"
    )
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument(
        "expression", metavar="EXPRESSION", help="expression to search for, in quotes"
    )
    parser.add_argument(
        "--from",
        dest="start",
        type=count,
        metavar="N",
        help="first tick to search; default: the first",
    )
    parser.add_argument("--first", action="store_true", help="stop at the first match")
    parser.add_argument("--json", action="store_true", help="write JSON, one object per line")


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 where something is found, 1 where nothing is, 2 where the expression
    cannot be read."""
    found = False
    try:
        replay = Replay(args.run_folder)
        expression = parse(args.expression, next(replay.worlds()), replay.worlds)
        for hit in find(replay, expression, replay.span(args.start)[0]):
            found = True
            if args.json:
                write_json(hit)
            else:
                first, *more = hit.told or ("becomes true",)
                sys.stdout.write(f"{hit.tick:>7}  {hit.when}  {first}\n")
                sys.stdout.writelines(f"{'':<20}{text}\n" for text in more)
            if args.first:
                break
    except ExpressionError as error:
        line, mark = error.excerpt(args.expression)
        sys.stderr.write(f"{error}\n  {line}\n  {mark}\n")
        return 2
    return 0 if found else 1
