"""`latticeville export WORLD FILE`: write a world as a Tiled map, text or a picture."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.worlds import add_world, read
from latticeville.render.export import ENDINGS, files

_EXAMPLE = "example: latticeville export worlds/ville ville.svg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_world(parser)
    parser.add_argument(
        "file", type=Path, metavar="FILE", help=f"output file; its extension chooses the format: {', '.join(ENDINGS)}"
    )
    parser.epilog = _EXAMPLE


def run(args: argparse.Namespace) -> int:
    """Write the file; 0 if all is well, 1 if the world has errors, 2 if the file cannot be written."""
    from latticeville.core.disk import write_atomic

    file: Path = args.file
    if not args.world.is_dir():
        return _usage(f"there is no folder “{args.world}”")
    if file.suffix.lower() not in ENDINGS:
        return _usage(f"“{file.name}” has none of the extensions {', '.join(ENDINGS)}")
    world = read(args.world)
    if world is None:
        return 1
    for name, data in files(world, file).items():
        try:
            write_atomic(name, data)
        except OSError as error:
            return _usage(f"{name} cannot be written: {error.strerror}")
        sys.stdout.write(f"{name}\n")
    return 0


def _usage(what: str) -> int:
    sys.stderr.write(f"latticeville export: {what}\n{_EXAMPLE}\n")
    return 2
