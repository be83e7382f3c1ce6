"""`latticeville capsule`: pack a run or a world into one file, which every command opens."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.output import write
from latticeville.core.problems import select_errors
from latticeville.runs.capsule import Content, Manifest, pack_run, pack_world
from latticeville.runs.replay import Replay
from latticeville.world.io.files import read_project
from latticeville.world.io.pictures import named_pictures
from latticeville.world.load import inspect_world
from latticeville.world.shipped import find_world


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville capsule runs/monday monday.zip"
    parser.add_argument(
        "source", metavar="SOURCE", type=Path, help="folder of a run, or a world: folder or name"
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="file to write; ends in .zip")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Write the capsule; 1 where the run or the world cannot be packed, 2 for a wrong name."""
    if args.file.suffix.casefold() != ".zip":
        sys.stderr.write(f"latticeville capsule: “{args.file}” must end in .zip\n")
        return 2
    world = find_world(args.source)
    if not (world / "world.toml").is_file():
        manifest = pack_run(args.source, args.file)
        last = Replay(args.source).last
        return _tell(args, manifest, f"the run {manifest.run}, ticks up to {last}")
    built, problems = inspect_world(world)
    errors = select_errors(problems)
    if built is None or errors:
        sys.stderr.writelines(f"{problem}\n" for problem in errors)
        sys.stderr.write(f"{world} has errors; nothing was written\n")
        return 1
    texts, _, _ = read_project(world)
    files: dict[str, Content] = {name: text.encode() for name, text in texts.items()}
    files |= {one.name: world / one.name for one in named_pictures(built)}
    return _tell(args, pack_world(files, args.file), f"the world {built.name}")


def _tell(args: argparse.Namespace, manifest: Manifest, what: str) -> int:
    size, files = args.file.stat().st_size, len(manifest.files)
    told = f"{args.file}: {what}, {files} files"
    found = {"file": str(args.file), "run": manifest.run, "files": files, "bytes": size}
    write(found, [told, f"open it: latticeville studio {args.file}"], json=args.json)
    return 0
