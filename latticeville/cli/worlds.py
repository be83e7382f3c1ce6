"""Load the world that an argument names, or print its problems."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.check import tell
from latticeville.cli.world_args import world_folder
from latticeville.core.problems import WorldError
from latticeville.world.model.world import World


def world_of(args: argparse.Namespace) -> World | int:
    """Return the world that was named, or the exit code where there is none: 1 where it has errors,
    else 2."""
    folder = world_folder(args)
    return 2 if folder is None else read(folder) or 1


def read(folder: Path) -> World | None:
    """Return the world of a folder; None, with its problems told, where it has errors."""
    from latticeville.world.load import load_world

    try:
        return load_world(folder)
    except WorldError as error:
        tell(folder, error.problems, sys.stderr)
        return None
