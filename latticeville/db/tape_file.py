"""`tape.jsonl`: every request of a run with its reply, by tick."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from latticeville.core.disk import error_reason
from latticeville.db.branch import file_slices, read_branch
from latticeville.db.lines import (
    START,
    ChainedLine,
    DamageError,
    FileSlice,
    chain_digest,
    last_line,
    line_at,
    read_lines,
)
from latticeville.db.run_end import check_side_files
from latticeville.llm.model_call_tape import ModelCall, read_model_call

TAPE = "tape.jsonl"
"""The file with what the model answered."""
GONE_MESSAGE = "{}: the tape is missing, and with it the replies of the model\n    fix: restore it from a backup"
"""What is said of a run without it."""
T = TypeVar("T")


class _TickRecord(msgspec.Struct):
    tick: int


class _CallRecord(msgspec.Struct):
    request: _TickRecord


_CALL_DECODER = msgspec.json.Decoder(_CallRecord)


def tick_of_call(line: ChainedLine) -> int:
    """Return the tick in which the exchange of a line took place."""
    return _decode(line, _CALL_DECODER.decode).request.tick


def model_calls(folder: Path) -> Iterator[ModelCall]:
    """Yield all that was ever asked in a run and what it came to."""
    return (_decode(line, read_model_call) for line in read_lines(tape_slices(folder)))


def _decode(line: ChainedLine, decode: Callable[[bytes], T]) -> T:
    try:
        return decode(line.record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        place = line.place if line.number else f"{line.path}: the line that ends at byte {line.end}"
        raise DamageError(
            f"{place}: this is not a request with its reply: {error}\n    fix: restore the file from a backup"
        ) from error


def tape_slices(folder: Path) -> list[FileSlice]:
    """Return the pieces of a tape; a branch that was just made has none of its own yet."""
    found = file_slices(folder, TAPE)
    needed = found[:-1] if read_branch(folder) is not None else found
    for piece in needed:
        if not piece.path.exists():
            raise DamageError(GONE_MESSAGE.format(piece.path))
    return found


def model_calls_at(folder: Path, tick: int) -> list[ModelCall]:
    """Return the exchanges of a tick, without reading what lies before; a tape that is gone has none."""
    found: list[ModelCall] = []
    if (folder / TAPE).exists():
        check_side_files(folder, ("tape",))
    for piece, chain in _chained_slices(folder):
        with _damage_on_error(piece):
            found.extend(_read_calls(piece, tick, chain))
    return found


def tape_end(folder: Path, tick: int) -> tuple[int, str]:
    """Return where in the tape the ticks up to this one end, in bytes, and the digest of the last line before."""
    end, digest = 0, START
    for piece, chain in _chained_slices(folder):
        with _damage_on_error(piece):
            stop = _find_first_after(piece, tick, chain)
            line = line_at(piece, stop) if stop > piece.start else None
        if line is not None:
            end, digest = stop, line.digest
    return end, digest


def _chained_slices(folder: Path) -> Iterator[tuple[FileSlice, str]]:
    """Yield the pieces of a tape that are there, each with the digest of the line before it."""
    chain = START
    for piece in file_slices(folder, TAPE):
        if piece.path.exists():
            yield piece, chain
        last = last_line([piece])
        chain = chain if last is None else last.digest


@contextmanager
def _damage_on_error(piece: FileSlice) -> Iterator[None]:
    """Tell what the system says of a file that cannot be read as damage."""
    try:
        yield
    except OSError as error:
        raise DamageError(
            f"{piece.path}: the tape cannot be read: {error_reason(error)}\n    fix: restore it from a backup"
        ) from error


def _changed_error(piece: FileSlice, end: int) -> DamageError:
    return DamageError(
        f"{piece.path}: the line that ends at byte {end - piece.start} was changed after it was written\n"
        "    fix: restore the file from a backup"
    )


def _read_calls(piece: FileSlice, tick: int, chain: str) -> Iterator[ModelCall]:
    """Yield the exchanges of a tick in a piece behind a chain, each held against its digest."""
    start = _find_first_after(piece, tick - 1, chain)
    before = line_at(piece, start) if start > piece.start else None
    chain = before.digest if before else chain
    with piece.path.open("rb") as file:
        file.seek(start - piece.start)
        end = start
        for text in file:
            end += len(text)
            if not text.endswith(b"\n") or (piece.end is not None and end > piece.end):
                return
            line = line_at(piece, end)
            if line is None or chain_digest(chain, line.record) != line.digest:
                raise _changed_error(piece, end)
            chain = line.digest
            if tick_of_call(line) != tick:
                return
            yield _decode(line, read_model_call)


def _find_first_after(piece: FileSlice, tick: int, chain: str) -> int:
    """Return where the first line of a later tick begins, or where the whole lines of the piece end, by bisection."""
    low, high = piece.start, _find_whole_end(piece)
    with piece.path.open("rb") as file:
        while low < high:
            middle = (low + high) // 2
            file.seek(middle - piece.start)
            end = middle + len(file.readline())
            line = line_at(piece, min(end, high))
            if line is None or not _is_whole(piece, line, chain):
                raise _changed_error(piece, end)
            if tick_of_call(line) > tick:
                high = _line_start(line)
            else:
                low = line.end
    return low


def _is_whole(piece: FileSlice, line: ChainedLine, chain: str) -> bool:
    """Tell whether a line has the digest that it must have behind the one before it."""
    before = line_at(piece, _line_start(line)) if _line_start(line) > piece.start else None
    return chain_digest(chain if before is None else before.digest, line.record) == line.digest


def _line_start(line: ChainedLine) -> int:
    return line.end - len(line.record) - FRAME_SIZE


FRAME_SIZE = len(b'{"digest":"","record":}\n') + 16
"""Bytes of a line around its record."""


def _find_whole_end(piece: FileSlice) -> int:
    size = piece.start + piece.path.stat().st_size
    size = size if piece.end is None else min(size, piece.end)
    with piece.path.open("rb") as file:
        back = 4096
        while True:
            begin = max(0, size - piece.start - back)
            file.seek(begin)
            place = file.read(size - piece.start - begin).rfind(b"\n")
            if place >= 0:
                return piece.start + begin + place + 1
            if not begin:
                return piece.start
            back *= 8
