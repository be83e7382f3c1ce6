"""The argument that names a world: a folder, or the name of a shipped world."""

import argparse
import sys
from pathlib import Path

from latticeville.world.shipped import NAMES, find_world, missing_world


def add_world(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the world."""
    text = f"a folder with world.toml, or the name of a shipped world: {', '.join(NAMES)}"
    complete_worlds(parser.add_argument("world", type=Path, metavar="WORLD", help=text))


def complete_worlds(argument: argparse.Action) -> None:
    """Let shells complete an argument by folders and by the names of shipped worlds."""
    vars(argument)["completer"] = _completions


def _completions(prefix: str, **_asked: object) -> list[str]:
    from argcomplete.completers import DirectoriesCompleter

    return [*(name for name in NAMES if name.startswith(prefix)), *DirectoriesCompleter()(prefix)]


def world_folder(args: argparse.Namespace) -> Path | None:
    """Return the folder of the world that was named; None where there is none, which is told."""
    folder = find_world(args.world)
    if folder.is_dir():
        return folder
    sys.stderr.write(f"latticeville {args.command}: {missing_world(args.world)}\n")
    return None
