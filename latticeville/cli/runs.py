"""`latticeville runs`: the runs of a folder, with notes; deletion can be undone."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from latticeville.cli.output import write
from latticeville.core.clock import format_time
from latticeville.runs.lines import last_line
from latticeville.runs.replay import Replay
from latticeville.runs.run_collection import (
    delete_run,
    find_run,
    restore_run,
    run_folders,
    write_note,
)
from latticeville.runs.run_summaries import UNREADABLE, summarize_run

DIGEST = 12
"""Letters of a digest that text shows."""
AGES = ((86400, "d"), (3600, "h"), (60, "min"))
"""Seconds and names of the units of an age."""


class RunLine(msgspec.Struct, frozen=True):
    """A run: its name, world, last tick with its time, bytes of its own, seconds since it was
    changed, note, the digest of its last line, and the run that it continues; `trouble` says why it
    cannot be read."""

    name: str
    world: str = ""
    tick: int = 0
    time: str = ""
    bytes: int = 0
    age: float = 0.0
    note: str = ""
    digest: str = ""
    parent: str = ""
    trouble: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville runs --note monday 'the oak is felled'"
    parser.add_argument(
        "runs",
        nargs="?",
        type=Path,
        default=Path("runs"),
        metavar="DIR",
        help="folder that holds the runs (runs)",
    )
    change = parser.add_mutually_exclusive_group()
    change.add_argument(
        "--note", nargs=2, metavar=("NAME", "TEXT"), help="write a note; an empty text removes it"
    )
    change.add_argument("--delete", metavar="NAME", help="move a run into DIR/.deleted")
    change.add_argument("--restore", metavar="NAME", help="bring a deleted run back")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where a name is wrong, or a run cannot be deleted or restored."""
    folder: Path = args.runs
    if not folder.is_dir():
        sys.stderr.write(
            f"{folder}: no runs here: name the folder that holds the folders of runs\n"
        )
        return 2
    try:
        if args.note:
            write_note(find_run(folder, args.note[0]), args.note[1])
        elif args.delete:
            delete_run(folder, args.delete)
        elif args.restore:
            restore_run(folder, args.restore)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    found = [_line(one) for one in run_folders(folder)]
    write(found, _told(folder, found), json=args.json)
    return 0


def _line(folder: Path) -> RunLine:
    summary = summarize_run(folder)
    age = round(max(0.0, time.time() - summary.changed), 1)
    line = RunLine(folder.name, bytes=summary.size, age=age, note=summary.note)
    if summary.trouble:
        return msgspec.structs.replace(line, trouble=summary.trouble)
    try:
        replay = Replay(folder)
        last = last_line(replay.segments[-1].pieces)
        return msgspec.structs.replace(
            line,
            world=replay.world(replay.segments[-1].header.world).name,
            tick=summary.last,
            time=format_time(summary.minute),
            digest=last.digest if last is not None else "",
            parent=f"{Path(summary.parent).name} at {summary.at}" if summary.parent else "",
        )
    except UNREADABLE as error:
        return msgspec.structs.replace(line, trouble=str(error).partition("\n")[0])


def _told(folder: Path, found: Sequence[RunLine]) -> Iterator[str]:
    if not found:
        yield f"{folder}: no runs here"
        return
    wide = max(len(one.name) for one in found)
    for one in found:
        if one.trouble:
            yield f"{one.name:<{wide}}  cannot be read: {one.trouble}"
            continue
        parts = (
            f"{one.name:<{wide}}  {one.world}, tick {one.tick:,} ({one.time})",
            f"{one.bytes / 1e6:.1f} MB",
            _age(one.age),
            one.digest[:DIGEST],
            f"from {one.parent}" if one.parent else "",
            one.note,
        )
        yield " · ".join(filter(None, parts))


def _age(seconds: float) -> str:
    """Say how long ago something was.

    >>> _age(7200), _age(12)
    ('2 h ago', 'now')
    """
    unit = next(((size, name) for size, name in AGES if seconds >= size), None)
    return f"{seconds // unit[0]:.0f} {unit[1]} ago" if unit else "now"
