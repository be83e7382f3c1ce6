"""`latticeville export FOLDER FILE`: a world or a run as a file for others."""

import argparse
import errno
import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.cli.export_terrarium import export_terrarium
from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.cli.world_args import complete_worlds
from latticeville.cli.worlds import read
from latticeville.draw.export import (
    ANIMATIONS,
    ENDINGS,
    STILLS,
    ExportError,
    ExportOptions,
    ExportTicks,
    export_ticks,
    files,
)
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.reports.arg_types import count, count_from_one, id_or_name, tick_span
from latticeville.reports.people import nobody, person
from latticeville.sim.state import State, initial_state
from latticeville.sim.tick import TickPayload
from latticeville.world.shipped import NAMES, find_world, missing_world, world_label

if TYPE_CHECKING:
    from latticeville.runs.replay import Replay

_EXAMPLE = "example: latticeville export runs/monday monday.html"
_INTERRUPTED = 130
_STYLES = ", ".join(MapStyle)
_PICTURES = (*STILLS, *ANIMATIONS)
_FITTING = dict.fromkeys(("style", "area", "follow"), _PICTURES) | {
    "tick": STILLS,
    "ticks": ANIMATIONS,
    "every": ANIMATIONS,
}
"""The endings of files that an argument is for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    text = (
        f"a world (a folder with world.toml, or a shipped world: {', '.join(NAMES)}), or the "
        "folder of a run"
    )
    complete_worlds(parser.add_argument("source", type=Path, metavar="FOLDER", help=text))
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help=f"output file; its extension chooses the format: {', '.join(ENDINGS)}; with "
        "--terrarium, a new folder",
    )
    parser.add_argument("--style", type=_style, metavar="STYLE", help=f"{_STYLES} (tiles)")
    parser.add_argument("--tick", type=count, metavar="N", help="the tick of a picture (the last)")
    parser.add_argument(
        "--ticks", type=tick_span, metavar="A:B", help="the ticks of an animation or a page (all)"
    )
    parser.add_argument(
        "--every",
        type=count_from_one,
        metavar="N",
        help="show only every Nth of the ticks (1); with --terrarium, the epochs between two "
        "states (10)",
    )
    parser.add_argument(
        "--terrarium",
        action="store_true",
        help="write a run in the layout of Terrarium, as a folder",
    )
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--area", type=id_or_name, metavar="ID", help="show only this area")
    part.add_argument(
        "--follow",
        type=id_or_name,
        metavar="PERSON",
        help="show the map around a person, by id or name",
    )
    parser.add_argument(
        "--json", action="store_true", help="write the names of the files as a JSON list"
    )
    parser.epilog = _EXAMPLE


def _style(text: str) -> MapStyle:
    """Read a style."""
    if text not in [*MapStyle]:
        raise argparse.ArgumentTypeError(
            f"there is no style “{text[:80]}”: choose one of {_STYLES}"
        )
    return MapStyle(text)


def run(args: argparse.Namespace) -> int:
    """Write the file or the folder; 0, or 1 where the world has errors, 2 where the file cannot be
    written."""
    progress, args.source = Share("exported"), find_world(args.source)
    try:
        if args.terrarium:
            return export_terrarium(args, progress.looked)
        _check_args(args)
        made = _export(args, progress)
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
    return 1 if made is None else _write(made, json=args.json)


def _write(made: Mapping[Path, bytes], *, json: bool) -> int:
    from latticeville.core.disk import error_reason
    from latticeville.core.file_set import write_files

    try:
        write_files(made)
    except OSError as error:
        told = f"{error.filename} cannot be written: {error_reason(error)}"
        sys.stderr.write(f"latticeville export: {told}\n{_EXAMPLE}\n")
        return 2
    names = [str(name) for name in made]
    write(names, names, json=json)
    return 0


def _check_args(args: argparse.Namespace) -> None:
    """Raise ExportError where the arguments do not go with each other."""
    file: Path = args.file
    if not args.source.is_dir():
        raise ExportError(missing_world(args.source))
    if file.suffix.lower() not in ENDINGS:
        raise ExportError(f"“{file.name}” has none of the extensions {', '.join(ENDINGS)}")
    for name, endings in _FITTING.items():
        if getattr(args, name) is not None and file.suffix.lower() not in endings:
            raise ExportError(
                f"--{name} does not work with {file.suffix}; it is for {', '.join(endings)}"
            )
    if not file.parent.is_dir():
        raise ExportError(f"{file} cannot be written: {os.strerror(errno.ENOENT)}")
    if not os.access(file.parent, os.W_OK):
        raise ExportError(f"{file} cannot be written: {os.strerror(errno.EACCES)}")


def _export(args: argparse.Namespace, progress: Share) -> Mapping[Path, bytes] | None:
    """Return what is to be written where; None where the world has errors, which are told."""
    source, file = args.source, args.file
    if (source / "world.toml").exists() or (source / "world.json").exists():
        if any(getattr(args, name) is not None for name in ("tick", "ticks", "every")):
            raise ExportError(
                f"{world_label(source)} is a world and has no ticks; name the folder of a run"
            )
        world = read(source)
        if world is None:
            return None
        if file.suffix.lower() not in _PICTURES:
            return files(world, file, source)
        payload = TickPayload(0, initial_state(world))
        options = _options(args, payload.state)._replace(pictures=source)
        return {file: export_ticks(ExportTicks([payload]), file, options)}
    from latticeville.runs.segments import holds_run

    if holds_run(source):
        return {file: _export_run(args, progress)}
    raise ExportError(
        f"{source} is neither a world (there is no world.toml) nor a run (there is no "
        "segment-000.jsonl)"
    )


def _export_run(args: argparse.Namespace, progress: Share) -> bytes:
    """Return the picture, the animation or the page of a run."""
    from latticeville.runs.replay import Replay

    file: Path = args.file
    ending = file.suffix.lower()
    if ending not in _PICTURES:
        other = (
            f": latticeville replay {args.source} --tick N --view map" if ending == ".txt" else ""
        )
        raise ExportError(
            f"only a world can be written as {ending}, and {args.source} is a run{other}"
        )
    replay = Replay(args.source)
    first, last = _ticks(args, replay)
    total = last - first + 1
    ticks = ExportTicks(islice(replay.payloads(first), total), total, args.every or 1)
    return export_ticks(ticks, file, _options(args, replay.at(first).state), progress.looked)


def _ticks(args: argparse.Namespace, replay: "Replay") -> tuple[int, int]:
    """Return the first and the last tick of the picture, the animation or the page."""
    if args.file.suffix.lower() in STILLS:
        _, tick = replay.span(args.tick, args.tick)
        return tick, tick
    return replay.span(*args.ticks or ())


def _options(args: argparse.Namespace, state: State) -> ExportOptions:
    """Return how the map is shown; ExportError where there is no such area or person."""
    areas = state.world.areas.by_id
    if args.area is not None and args.area not in areas:
        near = get_close_matches(args.area, areas) or sorted(area for area in areas if area)
        raise ExportError(f"there is no area “{args.area}”: choose one of {', '.join(near)}")
    follow = "" if args.follow is None else person(state, args.follow)
    if follow is None:
        raise ExportError(nobody(state.minds, args.follow).rstrip())
    return ExportOptions(args.style or MapStyle.TILES, args.area or "", follow)
