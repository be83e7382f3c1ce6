"""`latticeville recipe RUN`: a run as one line, which `latticeville run` makes again and checks."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.output import write
from latticeville.runs.recipe import RecipeError, make_recipe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville recipe runs/monday"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Print the line; 1 where no line can hold the run."""
    try:
        line = make_recipe(args.run_folder)
    except RecipeError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    write({"recipe": line}, [line], json=args.json)
    return 0
