"""The segment files of a run, and the checks that they belong together."""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import msgspec

from latticeville import __version__
from latticeville.core.decoders import decode_json
from latticeville.runs.branch import BRANCH, Branch, join_slices, list_lineage, read_branch
from latticeville.runs.lines import (
    START,
    ChainedLine,
    DamageError,
    FileSlice,
    chain_digest,
    last_line,
    read_lines,
)
from latticeville.runs.log_line import peek_tick
from latticeville.runs.log_records import FIRST_RELEASES, SCHEMA_VERSION, Header, parse
from latticeville.runs.segment_io import stored_file

_SEGMENT = re.compile(r"(segment-(\d{3,})\.jsonl)(?:\.zst|\.gz)?")
_COPY = "    fix: restore the file from a backup"


class NoRunError(DamageError):
    """A path holds no run; the sentence says what is there instead."""


class Segment(msgspec.Struct, frozen=True, dict=True):
    """A segment: its number, and the pieces of files that it is made of, the last of which
    grows."""

    number: int
    pieces: tuple[FileSlice, ...]

    @property
    def path(self) -> Path:
        """The file that is the run's own, by its uncompressed name."""
        return self.pieces[-1].path

    @cached_property
    def header(self) -> Header:
        """The first line, held against its digest and the number in the file's name."""
        path = stored_file(self.pieces[0].path)
        first = next(read_lines(self.pieces, None), None)
        if first is None:
            raise DamageError(
                f"{path}:1: the segment ends before its snapshot, but another segment follows"
            )
        header = _parse_header(path, first)
        if chain_digest(header.chain, first.record) != first.digest:
            raise DamageError(
                f"{path}:1: the digest does not match: the header was changed after it was "
                f"written\n{_COPY}"
            )
        if header.segment != self.number:
            raise DamageError(
                f"{path}:1: this file holds segment {header.segment}, not {self.number}: files "
                "were swapped or copied\n"
                f"{_COPY}"
            )
        if self.number == 0 and (header.chain, header.tick) != (START, 0):
            raise DamageError(
                f"{path}:1: the first segment begins at tick {header.tick} and not at tick "
                f"0\n{_COPY}"
            )
        return header


def list_segments(folder: Path) -> list[Segment]:
    """Return the segments that there are files of, in order, those that a branch shares
    included."""
    own = _list_own(folder)
    branch = read_branch(folder)
    if branch is None:
        return own
    shared = {one.number: one for one in list_segments(list_lineage(folder)[1])}
    before = [one for number, one in shared.items() if number < branch.segment]
    later = [one for one in own if one.number > branch.segment]
    if branch.segment not in shared:
        if later and not before:
            return later
        raise DamageError(
            f"{folder / BRANCH}:1:1: the parent run of this branch lacks segment {branch.segment}\n"
            "    fix: restore the parent's files from a backup"
        )
    path = folder / segment_name(branch.segment)
    pieces = join_slices([*shared[branch.segment].pieces], path, branch.log, folder)
    _check_tick(folder, branch, pieces)
    return [*before, Segment(branch.segment, tuple(pieces)), *later]


def list_whole_segments(folder: Path) -> list[Segment]:
    """Return the segments of a run; a last one that was torn before its snapshot was whole does not
    count."""
    found = list_segments(folder)
    if found and not has_snapshot(found[-1]):
        found.pop()
    for one in (*found[:1], *found[-1:]):
        one.header  # noqa: B018 - another edition's log is refused at once
    for before, after in pairwise(found):
        if after.number != before.number + 1:
            gone = segment_name(before.number + 1)
            raise DamageError(
                f"{before.path.parent}: {gone} is missing, and with it ticks before tick "
                f"{after.header.tick}\n"
                "    fix: restore it from a backup, or delete the older segments too;"
                f" the run then begins at tick {after.header.tick}"
            )
    return found


def check_follows(before: Segment, after: Segment) -> None:
    """Raise DamageError unless a segment goes on after the last line of the one before it."""
    last = last_line(before.pieces)
    if last is None or last.digest != after.header.chain:
        raise broken_chain_error(before, after)


def broken_chain_error(before: Segment, after: Segment) -> DamageError:
    """Return the error of a segment that does not go on after the last line of the one before
    it."""
    path = stored_file(before.path)
    return DamageError(
        f"{path}: its end is missing: {stored_file(after.path).name} does not continue its last "
        "line\n"
        "    why: the end was cut off, or one of the two files is of another run\n"
        "    fix: restore both files from a backup"
    )


def no_run_error(folder: Path) -> DamageError:
    """Return the error of a path at which no run is."""
    if folder.is_file():
        run = f": name {folder.parent}" if holds_run(folder.parent) else ""
        return NoRunError(
            f"{folder}: there is no run log here: this is a file, and a run is a folder{run}"
        )
    if not folder.exists():
        return NoRunError(f"{folder}: there is no run log here: there is no such folder")
    if torn := list_segments(folder):
        return DamageError(
            f"{torn[0].path}:1:1: the run log ends before its first tick: "
            "nothing was recorded, or the file was cut off\n"
            "    fix: restore the file from a backup, or delete the folder and run again"
        )
    return NoRunError(
        f"{folder}: there is no run log here: name a folder that holds a run's segments "
        "(segment-NNN.jsonl)"
    )


def holds_run(folder: Path) -> bool:
    """Tell whether a folder holds the files of a run, whole or damaged."""
    return bool(_list_own(folder)) or (folder / BRANCH).exists()


def _list_own(folder: Path) -> list[Segment]:
    """Return the segments that a folder holds, in order, by their uncompressed names."""
    matches = (_SEGMENT.fullmatch(path.name) for path in folder.glob("segment-*.jsonl*"))
    names = {match[1]: int(match[2]) for match in matches if match}
    numbers = sorted({number for name, number in names.items() if name == segment_name(number)})
    return [Segment(number, (FileSlice(folder / segment_name(number)),)) for number in numbers]


def has_snapshot(segment: Segment) -> bool:
    """Tell whether a header and a snapshot are there; a lone first line must be a header, as a
    crash leaves it."""
    lines = read_lines(segment.pieces, None)
    first = next(lines, None)
    if first is None:
        return False
    if next(lines, None) is None:
        segment.header  # noqa: B018 - raises where the line is none
        return False
    return True


def _check_tick(folder: Path, branch: Branch, pieces: Sequence[FileSlice]) -> None:
    """Raise DamageError unless the last shared line of a branch is of the tick that it names."""
    shared = last_line(pieces[:-1])
    if shared is None or peek_tick(shared) != branch.tick:
        raise DamageError(
            f"{folder / BRANCH}:1:1: the branch begins after tick {branch.tick}, but the last "
            "shared line is"
            f" of another tick\n{_COPY}"
        )


def _parse_header(path: Path, first: ChainedLine) -> Header:
    found = _read_version(path, first)
    if found.schema_version != SCHEMA_VERSION:
        raise DamageError(
            f"{path}: the run has format {found.schema_version}, and Latticeville {__version__} "
            "reads only format"
            f" {SCHEMA_VERSION}\n    fix: read the run with {_name_reader(found)}, or run the "
            "world again"
        )
    header = parse(first)
    if not isinstance(header, Header):
        raise DamageError(f"{path}:1: the segment does not begin with a header")
    return header


def _name_reader(found: "_VersionRecord") -> str:
    """Name the version that can read a run of another format."""
    if found.schema_version > SCHEMA_VERSION:
        return f"Latticeville {found.engine}" if found.engine else "a newer version"
    release = FIRST_RELEASES.get(found.schema_version)
    return f"Latticeville {release}" if release else "an unreleased version"


def _read_version(path: Path, line: ChainedLine) -> "_VersionRecord":
    try:
        return decode_json(line.record, _VersionRecord)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(
            f"{path}:{line.number}: this is not a header of a run log: {error}"
        ) from error


class _VersionRecord(msgspec.Struct):
    schema_version: int = 0
    engine: str = ""


def segment_name(number: int) -> str:
    """Return the file name of a segment."""
    return f"segment-{number:03}.jsonl"
