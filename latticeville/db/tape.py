"""The tape of a run on disk, `tape.jsonl`: a line an exchange, in the order of ticks, and found by tick."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from latticeville.core.disk import error_reason
from latticeville.db.branch import branch_of, pieces
from latticeville.db.lines import START, DamageError, Line, Piece, last_line, line_at, link, read
from latticeville.db.run_end import check_side_files
from latticeville.llm.tape import Exchange, read_exchange

TAPE = "tape.jsonl"
"""The file with what the model answered."""
GONE = "{}: the tape is gone, and with it what the model answered\n    fix: put it back from a copy"
"""What is said of a run without it."""
T = TypeVar("T")


class _Ticked(msgspec.Struct):
    tick: int


class _Asked(msgspec.Struct):
    request: _Ticked


_ASKED = msgspec.json.Decoder(_Asked)


def tick_of(line: Line) -> int:
    """Return the tick in which the exchange of a line took place."""
    return _decode(line, _ASKED.decode).request.tick


def exchanges(folder: Path) -> Iterator[Exchange]:
    """Yield all that was ever asked in a run and what it came to."""
    return (_decode(line, read_exchange) for line in read(parts(folder)))


def _decode(line: Line, decode: Callable[[bytes], T]) -> T:
    try:
        return decode(line.record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        place = line.place if line.number else f"{line.path}: the line that ends at byte {line.end}"
        raise DamageError(
            f"{place}: this is no request with its reply: {error}\n    fix: put the file back from a copy"
        ) from error


def parts(folder: Path) -> list[Piece]:
    """Return the pieces of a tape; a branch that was just made has none of its own yet."""
    found = pieces(folder, TAPE)
    needed = found[:-1] if branch_of(folder) is not None else found
    for piece in needed:
        if not piece.path.exists():
            raise DamageError(GONE.format(piece.path))
    return found


def asked_at(folder: Path, tick: int) -> list[Exchange]:
    """Return the exchanges of a tick, without reading what lies before; a tape that is gone has none."""
    found: list[Exchange] = []
    if (folder / TAPE).exists():
        check_side_files(folder, ("tape",))
    for piece, chain in _pieces(folder):
        with _reading(piece):
            found.extend(_of(piece, tick, chain))
    return found


def end_of(folder: Path, tick: int) -> tuple[int, str]:
    """Return where in the tape the ticks up to this one end, in bytes, and the digest of the last line before."""
    end, digest = 0, START
    for piece, chain in _pieces(folder):
        with _reading(piece):
            stop = _first_after(piece, tick, chain)
            line = line_at(piece, stop) if stop > piece.start else None
        if line is not None:
            end, digest = stop, line.digest
    return end, digest


def _pieces(folder: Path) -> Iterator[tuple[Piece, str]]:
    """Yield the pieces of a tape that are there, each with the digest of the line before it."""
    chain = START
    for piece in pieces(folder, TAPE):
        if piece.path.exists():
            yield piece, chain
        last = last_line([piece])
        chain = chain if last is None else last.digest


@contextmanager
def _reading(piece: Piece) -> Iterator[None]:
    """Tell what the system says of a file that cannot be read as damage."""
    try:
        yield
    except OSError as error:
        raise DamageError(
            f"{piece.path}: the tape cannot be read: {error_reason(error)}\n    fix: put it back from a copy"
        ) from error


def _changed(piece: Piece, end: int) -> DamageError:
    return DamageError(
        f"{piece.path}: the line that ends at byte {end - piece.start} was changed after it was written\n"
        "    fix: put the file back from a copy"
    )


def _of(piece: Piece, tick: int, chain: str) -> Iterator[Exchange]:
    """Yield the exchanges of a tick in a piece behind a chain, each held against its digest."""
    start = _first_after(piece, tick - 1, chain)
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
            if line is None or link(chain, line.record) != line.digest:
                raise _changed(piece, end)
            chain = line.digest
            if tick_of(line) != tick:
                return
            yield _decode(line, read_exchange)


def _first_after(piece: Piece, tick: int, chain: str) -> int:
    """Return where the first line of a later tick begins, or where the whole lines of the piece end, by bisection."""
    low, high = piece.start, _whole_end(piece)
    with piece.path.open("rb") as file:
        while low < high:
            middle = (low + high) // 2
            file.seek(middle - piece.start)
            end = middle + len(file.readline())
            line = line_at(piece, min(end, high))
            if line is None or not _is_whole(piece, line, chain):
                raise _changed(piece, end)
            if tick_of(line) > tick:
                high = _begin(line)
            else:
                low = line.end
    return low


def _is_whole(piece: Piece, line: Line, chain: str) -> bool:
    """Tell whether a line has the digest that it must have behind the one before it."""
    before = line_at(piece, _begin(line)) if _begin(line) > piece.start else None
    return link(chain if before is None else before.digest, line.record) == line.digest


def _begin(line: Line) -> int:
    return line.end - len(line.record) - FRAME


FRAME = len(b'{"digest":"","record":}\n') + 16
"""Bytes of a line around its record."""


def _whole_end(piece: Piece) -> int:
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
