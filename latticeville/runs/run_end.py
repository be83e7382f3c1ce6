"""`end.json`: the ends of a run's files with their digests, present while nobody writes the run.

A run without this file was interrupted, is being written, or is of an older version.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import content_hash, write_atomic
from latticeville.runs.branch import file_slices, list_lineage
from latticeville.runs.lines import (
    START,
    DamageError,
    FileSlice,
    LogPosition,
    TapePosition,
    chain_digest,
    frame_line,
    last_line,
    total_size,
)
from latticeville.runs.log_line import peek_tick
from latticeville.runs.pending_inputs import WAITING, load_pending
from latticeville.runs.segment_io import stored_file
from latticeville.runs.segments import Segment, list_segments, segment_name
from latticeville.runs.tape import TAPE, is_tape_whole, tape_end

END = "end.json"
"""The file with the end of a run."""
LINE_FILES = ("shelf", "vectors")
"""The files of lines beside the log that grow over all of a run, without their endings."""


class RunEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last tick and segment of a run, the last line of each of its files, and the digest of the
    waiting inputs.

    `tape_bytes` is the size of the run's own tape on disk.
    """

    tick: int
    segment: int
    log: LogPosition
    tape: TapePosition
    tape_bytes: int
    shelf: LogPosition
    vectors: LogPosition
    waiting: str = ""


class _Line(msgspec.Struct):
    record: msgspec.Raw


def write_end(folder: Path) -> None:
    """Write down how a run ended; a run whose files do not end at a whole tick is left without."""
    with suppress(OSError, DamageError):
        end = _find_end(folder)
        if end is not None:
            record = msgspec.json.encode(end)
            write_atomic(folder / END, frame_line(chain_digest(START, record), record))


def remove_end(folder: Path) -> None:
    """Remove the end of a run before more is written."""
    path = folder / END
    if path.exists():
        path.unlink()
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_end(folder: Path) -> RunEnd | None:
    """Return how a run ended; None where nothing says so."""
    path = folder / END
    if not path.exists():
        return None
    try:
        text = path.read_bytes()
        record = bytes(decode_json(text, _Line).record)
        end = (
            decode_json(record, RunEnd)
            if text == frame_line(chain_digest(START, record), record)
            else None
        )
    except (OSError, ValueError):
        end = None
    if end is None and path.exists():
        raise DamageError(
            f"{path}:1:1: the end of the run cannot be read: the file was changed after it was "
            "written\n"
            "    fix: restore the file from a backup; if you delete it, the run counts as "
            "interrupted"
        )
    return end


def check_log_end(folder: Path, end: RunEnd | None, segment: Segment) -> None:
    """Raise DamageError unless a run's newest segment ends as the run did."""
    if end is None:
        return
    if segment.number == end.segment:
        _check_end(folder, end, segment.pieces, end.log)
    elif read_end(folder) == end:
        named = folder / segment_name(end.segment) if segment.number < end.segment else segment.path
        what = (
            "is missing" if segment.number < end.segment else "continues after the end of the run"
        )
        raise DamageError(
            f"{named}: this segment {what}{_WHY.format(end.tick)}{_GO_ON.format(folder)}"
        )


def check_side_files(folder: Path, end: RunEnd | None) -> None:
    """Raise DamageError unless the files beside the log end as they did when the run ended; none is
    read whole.

    Of a branch's parents, the vectors are checked too: unlike the other files, they have no joint.
    """
    if end is not None:
        path = folder / TAPE
        size = path.stat().st_size if path.is_file() else 0
        if size != end.tape_bytes and read_end(folder) == end:
            raise _size_error(path, size, end.tape_bytes, end)
        for name in LINE_FILES:
            _check_end(folder, end, _side_file_slices(folder, name), getattr(end, name))
    for parent in list_lineage(folder)[1:]:
        closed = read_end(parent)
        if closed is not None:
            _check_end(parent, closed, _side_file_slices(parent, "vectors"), closed.vectors)


def check_pending(folder: Path) -> None:
    """Raise DamageError unless the same inputs wait for the next tick as when the run ended."""
    end = read_end(folder)
    if end is None or _pending_digest(folder, end.tick) == end.waiting or read_end(folder) != end:
        return
    what = "was changed" if (folder / WAITING).exists() else "is missing"
    raise DamageError(f"{folder / WAITING}: this file {what}{_WHY.format(end.tick)}")


_WHY = """
    why: the run was closed after tick {}, and end.json records where its files ended
    fix: restore the file from a backup"""
_GO_ON = ", or delete end.json and continue from the rest: latticeville resume {}"


def _check_end(folder: Path, end: RunEnd, found: Sequence[FileSlice], wanted: LogPosition) -> None:
    line = last_line(found)
    if wanted == (LogPosition() if line is None else LogPosition(line.end, line.digest)) and (
        line or not _size(found)
    ):
        return
    if read_end(folder) != end:
        return
    path, size, whole = (
        stored_file(found[-1].path),
        _size(found) - found[-1].start,
        wanted.end - found[-1].start,
    )
    go_on = _GO_ON.format(folder) if wanted is end.log else ""
    raise _size_error(path, size, whole, end, go_on)


def _size_error(path: Path, size: int, whole: int, end: RunEnd, go_on: str = "") -> DamageError:
    """Return the error of a file that has not the bytes that it had when the run was closed."""
    what = "the last line is not the one that it was when the run was closed"
    if not path.exists():
        what = "this file is missing"
    elif size != whole:
        what = (
            "the end is missing"
            if size < whole
            else f"the file has {size - whole} bytes after its end"
        )
        what += f": it has {max(0, size)} bytes, and had {whole} when the run was closed"
    return DamageError(f"{path}: {what}{_WHY.format(end.tick)}{go_on}")


def _size(found: Sequence[FileSlice]) -> int:
    try:
        return total_size(found)
    except OSError:
        return 0


def _side_file_slices(folder: Path, name: str) -> list[FileSlice]:
    file = f"{name}.jsonl"
    return [FileSlice(folder / file)] if name == "vectors" else file_slices(folder, file)


def _find_end(folder: Path) -> RunEnd | None:
    """Return how a run ends on disk; None where a file ends within a line or behind the last
    tick."""
    segment = list_segments(folder)[-1]
    last = last_line(segment.pieces)
    tick = None if last is None else peek_tick(last)
    if last is None or tick is None:
        return None
    ends = {}
    tape = folder / TAPE
    if not is_tape_whole(tape):
        return None
    for name in LINE_FILES:
        found = _side_file_slices(folder, name)
        line = last_line(found)
        if line is None and total_size(found):
            return None
        ends[name] = LogPosition() if line is None else LogPosition(line.end, line.digest)
    if ends["shelf"].end != segment.header.shelf:
        return None
    return RunEnd(
        tick,
        segment.number,
        LogPosition(last.end, last.digest),
        tape_end(folder),
        tape.stat().st_size,
        **ends,
        waiting=_pending_digest(folder, tick),
    )


def _pending_digest(folder: Path, tick: int) -> str:
    """Return the digest of the inputs that wait behind a tick; "" where none do."""
    inputs = load_pending(folder, tick)
    return content_hash(msgspec.json.encode(inputs, order="deterministic")) if inputs else ""
