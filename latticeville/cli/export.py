"""`latticeville export FOLDER FILE`: a world or a run as a file or a folder for others."""

import argparse
import errno
import os
import sys
from pathlib import Path

from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.cli.world_args import complete_worlds
from latticeville.cli.worlds import read
from latticeville.draw.export import ExportError
from latticeville.formats.export_format import OF_RUNS, TICK, TICKS, ExportFormat, ExportSource
from latticeville.formats.registry import export_faults, export_formats, export_options
from latticeville.reports.arg_types import ticks_in
from latticeville.world.shipped import NAMES, find_world, missing_world, world_label

_EXAMPLE = "example: latticeville export runs/monday monday.html"
_INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    text = (
        f"a world (a folder with world.toml, or a shipped world: {', '.join(NAMES)}), or the "
        "folder of a run"
    )
    complete_worlds(parser.add_argument("source", type=Path, metavar="FOLDER", help=text))
    formats = export_formats()
    suffixes = ", ".join(filter(None, (one.suffix for one in formats)))
    folders = [one for one in formats if not one.suffix]
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help=f"output file; its extension chooses the format: {suffixes}; with "
        f"{' or '.join(one.choice for one in folders)}, a new folder",
    )
    part = parser.add_mutually_exclusive_group()
    for option in export_options():
        (part if option.is_part else parser).add_argument(
            f"--{option.name}", type=option.type, metavar=option.metavar, help=option.help
        )
    for one in (*folders, *(one for one in formats if one.named)):
        parser.add_argument(f"--{one.name}", action="store_true", help=f"write {one.help}")
    parser.add_argument(
        "--json", action="store_true", help="write the names of the files as a JSON list"
    )
    parser.epilog = _EXAMPLE


def run(args: argparse.Namespace) -> int:
    """Write the file or the folder; 0, or 1 where the world has errors, 2 where it cannot be
    written."""
    progress, args.source = Share("exported"), find_world(args.source)
    try:
        chosen = _format(args)
        _check_options(args, chosen)
        source = _source(args, chosen, progress)
        if source is None:
            return 1
        made = chosen.write(source, args.file, vars(args))
    except ExportError as error:
        progress.clear()
        sys.stderr.write(f"latticeville export: {error}\n{_EXAMPLE}\n")
        return 2
    except KeyboardInterrupt:
        progress.clear()
        sys.stderr.write(f"interrupted; {args.file} was not written\n")
        return _INTERRUPTED
    finally:
        progress.clear()
    names = [str(name) for name in made.files]
    write(names, [made.told] if made.told else names, json=args.json)
    sys.stderr.writelines(f"{loss}\n" for loss in made.losses)
    return 0


def _format(args: argparse.Namespace) -> ExportFormat:
    """Return the format that an option or the file's suffix chooses."""
    formats = export_formats()
    for one in formats:
        if (one.named or not one.suffix) and getattr(args, one.name.replace("-", "_")):
            return one
    if not args.source.is_dir():
        raise ExportError(missing_world(args.source))
    suffixes = {one.suffix: one for one in formats if one.suffix}
    if chosen := suffixes.get(args.file.suffix.lower()):
        return chosen
    faults = "".join(f"\n{fault}" for fault in export_faults())
    raise ExportError(
        f"“{args.file.name}” has none of the extensions {', '.join(suffixes)}{faults}"
    )


def _check_options(args: argparse.Namespace, chosen: ExportFormat) -> None:
    """Raise ExportError where options do not go with a format, or its file with the disk."""
    for option in export_options():
        if option not in chosen.options and getattr(args, option.name) is not None:
            fitting = ", ".join(one.choice for one in export_formats() if option in one.options)
            raise ExportError(
                f"--{option.name} does not work with {chosen.choice}; it is for {fitting}"
            )
    if not args.source.is_dir():
        raise ExportError(missing_world(args.source))
    if chosen.suffix:
        _check_folder(args.file)


def _check_folder(file: Path) -> None:
    """Raise ExportError where there is no folder for a file, or none that may be written."""
    reason = 0
    if not file.parent.is_dir():
        reason = errno.ENOENT
    elif not os.access(file.parent, os.W_OK):
        reason = errno.EACCES
    if reason:
        raise ExportError(f"{file} cannot be written: {os.strerror(reason)}")


def _source(args: argparse.Namespace, chosen: ExportFormat, progress: Share) -> ExportSource | None:
    """Return what is to be written; None where the world has errors, which are told."""
    from latticeville.runs.segments import holds_run

    folder = args.source
    if not chosen.worlds and not holds_run(folder):
        raise ExportError(
            f"{world_label(folder)} is not a run (there is no segment-000.jsonl), and "
            f"{chosen.choice} writes runs"
        )
    is_world = (folder / "world.toml").exists() or (folder / "world.json").exists()
    if is_world and chosen.worlds:
        return _world_source(args)
    if not holds_run(folder):
        raise ExportError(
            f"{folder} is neither a world (there is no world.toml) nor a run (there is no "
            "segment-000.jsonl)"
        )
    return _run_source(args, chosen, progress)


def _world_source(args: argparse.Namespace) -> ExportSource | None:
    """Return a world at its start; None where it has errors, which are told."""
    if any(getattr(args, option.name) is not None for option in OF_RUNS):
        raise ExportError(
            f"{world_label(args.source)} is a world and has no ticks; name the folder of a run"
        )
    world = read(args.source)
    return None if world is None else ExportSource.of_world(world, args.source)


def _run_source(args: argparse.Namespace, chosen: ExportFormat, progress: Share) -> ExportSource:
    from latticeville.runs.replay import Replay

    if not chosen.runs:
        other = f": {chosen.instead.format(run=args.source)}" if chosen.instead else ""
        raise ExportError(
            f"only a world can be written as {chosen.choice}, and {args.source} is a run{other}"
        )
    run = Replay(args.source)
    if TICK in chosen.options:
        _, last = run.span(args.tick, args.tick)
        first = last
    else:
        first, last = run.span(*args.ticks or ())
    settings = run.world(run.segments[-1].header.world).settings
    # Without ticks to choose, a format counts epochs of needs.
    unit = settings.tick_minutes * (1 if TICKS in chosen.options else settings.step_ticks)
    args.every = args.every and ticks_in(args.every, unit)
    return ExportSource.of_run(run, first, last, args.every or 1, progress.looked)
