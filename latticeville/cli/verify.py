"""`latticeville verify`: simulate a run again and compare every digest."""

import argparse
import sys
from pathlib import Path

import msgspec

from latticeville import __version__
from latticeville.cli.output import write
from latticeville.runs.log_records import Header
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END, read_end
from latticeville.runs.run_folder import find_writer
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.rule_set import load_rule_set


class VerifyResult(msgspec.Struct, frozen=True):
    """What a verification found: the ticks after `first` up to `last` are identical, byte for
    byte."""

    run: str
    first: int
    last: int
    difference: ReplayDifference | None
    """The first tick that differs, after which none is verified; None where all are identical."""
    torn_bytes: int = 0
    """Bytes of an incomplete line at the end of the log."""
    closed: bool = False
    """Whether the run was ended; otherwise later ticks may be missing."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville verify runs/monday"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    folder: Path = args.run_folder
    last = 0
    for item in verify(folder):
        if isinstance(item, ReplayDifference):
            replay = Replay(folder)
            found = VerifyResult(str(folder), replay.first, last, item)
            told = f"{item.where}: tick {item.tick} differs: {item.what}"
            write(
                found,
                [told, f"    {_tell_versions(replay.header_of(last))}"],
                json=args.json,
            )
            return 1
        last = item
    replay = Replay(folder)
    torn, closed = replay.torn_bytes, read_end(folder) is not None
    result = VerifyResult(str(folder), replay.first, last, None, torn, closed)
    write(result, [f"{folder}: {_tell_same(replay.first, last)}"], json=args.json)
    if torn:
        sys.stderr.write(
            f"{folder}: the log ends with {torn} bytes of an incomplete line;"
            f" remove them with: latticeville resume {folder}\n"
        )
    if not closed:
        why = (
            "it is still being written"
            if find_writer(folder)
            else "it was interrupted, or an older version wrote it"
        )
        sys.stderr.write(f"{folder}: there is no {END}, so later ticks may be missing: {why}\n")
    return 0


def _tell_versions(header: Header) -> str:
    """Say which version recorded a run that differs, and what to do."""
    engine = header.engine
    for name, version in header.rules.items():
        if version != (now := load_rule_set(name).version):
            return (
                f"fix: verify it with the rules “{name}” of version {version}, which recorded it; "
                f"these are {now}"
            )
    if engine != __version__:
        return (
            f"fix: verify it with Latticeville {engine}, which recorded it; this is {__version__}"
        )
    return (
        f"fix: record it again; {engine} recorded it too, so the program or a file of the run "
        "changed since"
    )


def _tell_same(first: int, last: int) -> str:
    if not first:
        return f"all {last:,} ticks are identical, byte for byte"
    return (
        f"{last - first:,} of {last:,} ticks are identical, byte for byte; ticks before "
        f"{first:,} were deleted"
    )
