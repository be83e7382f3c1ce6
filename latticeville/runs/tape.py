"""`tape.jsonl.zst`: every request of a run with its reply, in zstd frames of chained lines.

A line holds a tick, and each tick ends a block, so a killed process loses at most the tick that it
was writing. A frame ends after some megabytes; its first line, the head, names its first tick and
the digest of the line before it. So a tick is read without the frames before its own, and
`zstd -dc` prints the whole file.
"""

import io
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, takewhile
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from latticeville.core.decoders import json_decoder
from latticeville.core.disk import describe_unreadable
from latticeville.models.model_call_tape import ModelCall, calls_of_each, read_model_call
from latticeville.runs.branch import BRANCH, list_lineage, read_branch
from latticeville.runs.lines import DamageError, TapePosition, chain_digest, parse_frame
from latticeville.runs.segment_io import load_zstd

T = TypeVar("T")
WINDOW_LOG = 20
"""The window of a frame is 2 to this power."""
FRAME_START = b"\x28\xb5\x2f\xfd\x00\x50"
"""How a frame begins that has this window, no checksum (lines have digests) and an unknown
length."""
_HEAD_BYTES = 512
"""More than the first block of a frame, which holds its head alone."""
_BLOCK_BYTES, _RLE, _RESERVED = 128 << 10, 1, 3
_CHUNK, _MOST = 64 << 10, 1 << 20


class TapeLine(NamedTuple):
    """What was asked in a tick, each exchange encoded, with the digest of the line and its
    bytes."""

    tick: int
    digest: str
    calls: Sequence[msgspec.Raw]
    text: bytes


class TapeFrame(NamedTuple):
    """A frame: its first tick, the digest of the line before it, and where its whole blocks start
    and end.

    Only the last frame of a file may not be `closed`, while it is written or after a kill.
    """

    tick: int
    chain: str
    start: int
    end: int
    closed: bool


class _Head(msgspec.Struct):
    first: int
    chain: str


class _Tick(msgspec.Struct):
    tick: int
    calls: list[msgspec.Raw]


_HEADS, _TICKS = json_decoder(_Head), json_decoder(_Tick)


@contextmanager
def damage_on_error(path: Path) -> Iterator[None]:
    """Tell what the system or the decompressor says of a tape as damage."""
    try:
        yield
    except OSError as error:
        raise DamageError(
            f"{path}: the tape {describe_unreadable(error)}\n    fix: restore it from a backup"
        ) from error
    except load_zstd().ZstdError as error:
        raise changed_error(path, "") from error


def changed_error(path: Path, where: str) -> DamageError:
    """Return the error of a tape whose bytes are others than were written."""
    return DamageError(
        f"{path}: the tape was changed after it was written{where}\n    fix: restore the file "
        "from a backup"
    )


def list_frames(path: Path) -> list[TapeFrame]:
    """Return the frames of a tape, in order; of a torn one at the end, the whole blocks."""
    frames: list[TapeFrame] = []
    with damage_on_error(path), path.open("rb") as file:
        size, start = os.fstat(file.fileno()).st_size, 0
        while start < size:
            end, closed = _find_frame_end(path, file, start, size)
            head = _read_head(path, file, start, end)
            if head is None:
                if closed:
                    raise changed_error(path, f", at byte {start}")
                break
            frames.append(TapeFrame(head.first, head.chain, start, end, closed))
            if not closed:
                break
            start = end
    return frames


def _find_frame_end(path: Path, file: io.BufferedReader, start: int, size: int) -> tuple[int, bool]:
    """Return where the last whole block of a frame ends, and whether it ends the frame."""
    file.seek(start)
    begin = file.read(len(FRAME_START))
    if not FRAME_START.startswith(begin):
        raise changed_error(path, f", at byte {start}")
    end, closed = min(start + len(FRAME_START), size), False
    for place, is_last in list_blocks(path, file, end, size):
        end, closed = place, is_last
        if closed:
            break
    return end, closed


def list_blocks(
    path: Path, file: io.BufferedReader, place: int, size: int
) -> Iterator[tuple[int, bool]]:
    """Yield where each whole block from a place on ends, and whether it is the last of its
    frame."""
    while len(head := read_at(file, place, 3)) == 3:
        number = int.from_bytes(head, "little")
        kind, length = number >> 1 & 3, number >> 3
        if kind == _RESERVED or length > _BLOCK_BYTES:
            raise changed_error(path, f", at byte {place}")
        place += 3 + (1 if kind == _RLE else length)
        if place > size:
            return
        yield place, bool(number & 1)


def read_at(file: io.BufferedReader, place: int, count: int) -> bytes:
    """Return so many bytes from a place on, fewer where the file ends."""
    file.seek(place)
    return file.read(count)


def _read_head(path: Path, file: io.BufferedReader, start: int, end: int) -> _Head | None:
    """Return the head of a frame, checked; None where the frame was torn before its head was
    whole."""
    line = next(_split_lines(_decompress(file, start, min(end, start + _HEAD_BYTES))), b"")
    return _parse_head(path, line, start) if line.endswith(b"\n") else None


def _parse_head(path: Path, line: bytes, start: int) -> _Head:
    """Return the head of the frame that begins at a byte, held against its own digest."""
    parsed = parse_frame(line)
    try:
        head = _HEADS.decode(parsed[1]) if parsed else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        head = None
    if parsed is None or head is None or chain_digest(head.chain, parsed[1]) != parsed[0]:
        raise changed_error(path, f", at byte {start}")
    return head


def _decompress(file: io.BufferedReader, start: int, end: int) -> Iterator[bytes]:
    """Yield what the bytes from one place to another hold, in pieces of a bounded size."""
    decompressor = load_zstd().ZstdDecompressor()
    while start < end:
        data = read_at(file, start, min(_CHUNK, end - start))
        if not data:
            return
        start += len(data)
        while data or not (decompressor.needs_input or decompressor.eof):
            yield decompressor.decompress(data, _MOST)
            data = b""


def _split_lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield lines; the last one may lack its end."""
    parts: list[bytes] = []
    for piece in pieces:
        *whole, rest = piece.split(b"\n")
        for text in whole:
            yield b"".join((*parts, text, b"\n"))
            parts.clear()
        parts.append(rest)
    if any(parts):
        yield b"".join(parts)


def read_frame(path: Path, frame: TapeFrame) -> Iterator[TapeLine]:
    """Yield the lines of a frame, each held against the digest of the one before it."""
    chain, tick = frame.chain, frame.tick
    with damage_on_error(path), path.open("rb") as file:
        lines = _split_lines(_decompress(file, frame.start, frame.end))
        next(lines, None)
        for text in lines:
            if not text.endswith(b"\n"):
                if frame.closed:
                    raise changed_error(path, f", after tick {tick}")
                return
            line = _parse_line(path, text, chain, tick)
            chain, tick = line.digest, line.tick
            yield line


def _parse_line(path: Path, text: bytes, chain: str, tick: int) -> TapeLine:
    parsed = parse_frame(text)
    if parsed is None or chain_digest(chain, parsed[1]) != parsed[0]:
        raise changed_error(path, f", after tick {tick}")
    try:
        found = _TICKS.decode(parsed[1])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(
            f"{path}: after tick {tick}: this is not what was asked in a tick: {error}\n"
            "    fix: restore the file from a backup"
        ) from error
    return TapeLine(found.tick, parsed[0], found.calls, text)


TAPE = "tape.jsonl.zst"
"""The file with what the model answered."""
GONE_MESSAGE = (
    "{}: the tape is missing, and with it the replies of the model\n    fix: restore "
    "it from a backup"
)
"""What is said of a run without it."""


class TapePiece(NamedTuple):
    """A file of a tape, of which the ticks behind `after` up to `end` count; `end` is None in the
    run's own file."""

    path: Path
    after: TapePosition
    end: TapePosition | None

    def clip(self, end: TapePosition) -> "TapePiece":
        """Return the piece up to a place, if it goes that far."""
        return (
            self if self.end is not None and self.end.tick <= end.tick else self._replace(end=end)
        )


def tape_pieces(folder: Path) -> list[TapePiece]:
    """Return the files of a tape; a branch that was just made has none of its own yet."""
    branch = read_branch(folder)
    if branch is None:
        pieces = [TapePiece(folder / TAPE, TapePosition(), None)]
    else:
        shared = tape_pieces(list_lineage(folder)[1])
        kept = [piece.clip(branch.tape) for piece in shared if piece.after.tick < branch.tape.tick]
        pieces = [*kept, TapePiece(folder / TAPE, branch.tape, None)]
    for piece in pieces if branch is None else pieces[:-1]:
        if not piece.path.exists():
            raise DamageError(GONE_MESSAGE.format(piece.path))
    return pieces


def model_calls(folder: Path) -> Iterator[ModelCall]:
    """Yield all that was ever asked in a run and what it came to; only one tick is in memory at a
    time."""
    for piece in tape_pieces(folder):
        for line in _read_piece(folder, piece):
            for call in decode_calls(piece.path, line, read_model_call):
                yield from calls_of_each(call)


def model_calls_at(folder: Path, tick: int) -> list[ModelCall]:
    """Return the exchanges of a tick, without reading the frames before its own."""
    for piece in tape_pieces(folder):
        if piece.after.tick < tick and (piece.end is None or tick <= piece.end.tick):
            line = _find_line(piece, tick)
            if line is not None and line.tick == tick:
                calls = decode_calls(piece.path, line, read_model_call)
                return [one for call in calls for one in calls_of_each(call)]
    return []


def tape_end(folder: Path, tick: int | None = None) -> TapePosition:
    """Return the place in the tape at which the ticks up to one end, by default all."""
    for piece in reversed(tape_pieces(folder)):
        line = _find_line(piece, tick)
        if line is not None:
            return TapePosition(line.tick, line.digest)
    return TapePosition()


class TapeFollower:
    """A place in a tape that may grow; each look goes on from there."""

    def __init__(self, folder: Path) -> None:
        """Begin with the oldest line; DamageError where the replies are gone."""
        *shared, own = tape_pieces(folder)
        self.path, self._at, self._chain = own.path, 0, own.after
        self._decompressor: Any = None
        self._text = b""
        self._lines: Iterator[TapeLine] = chain.from_iterable(
            (*(_read_piece(folder, one) for one in shared), self._read())
        )

    def next(self) -> TapeLine | None:
        """Return the next line; None where there is none yet."""
        line = next(self._lines, None)
        if line is None:
            self._lines = self._read()
        return line

    def _read(self) -> Iterator[TapeLine]:
        """Yield what the whole blocks hold that were written to the run's own file since."""
        size = self.path.stat().st_size if self.path.exists() else 0
        if size <= self._at:
            return
        with damage_on_error(self.path), self.path.open("rb") as file:
            while size > self._at:
                if self._decompressor is None and not self._begin_frame(file):
                    return
                start = self._at
                for end, is_last in list_blocks(self.path, file, start, size):
                    self._text += self._decompressor.decompress(
                        read_at(file, self._at, end - self._at)
                    )
                    self._at = end
                    yield from self._take_lines()
                    if is_last:
                        self._decompressor = None
                        break
                if self._at == start:
                    return

    def _begin_frame(self, file: io.BufferedReader) -> bool:
        """Read how a frame begins; False where that is not whole yet."""
        begin = read_at(file, self._at, len(FRAME_START))
        if not FRAME_START.startswith(begin):
            raise changed_error(self.path, f", at byte {self._at}")
        if begin != FRAME_START:
            return False
        self._decompressor = load_zstd().ZstdDecompressor()
        self._text, self._is_head = self._decompressor.decompress(begin), True
        self._at += len(begin)
        return True

    def _take_lines(self) -> Iterator[TapeLine]:
        *whole, self._text = self._text.split(b"\n")
        for text in whole:
            if self._is_head:
                self._is_head = False
                head = _parse_head(self.path, text + b"\n", self._at)
                if head.chain != self._chain.digest:
                    raise changed_error(self.path, f", after tick {self._chain.tick}")
                continue
            line = _parse_line(self.path, text + b"\n", self._chain.digest, self._chain.tick)
            self._chain = TapePosition(line.tick, line.digest)
            yield line


def is_tape_whole(path: Path) -> bool:
    """Tell whether a file ends as its writer left it when it closed it."""
    frames = list_frames(path)
    return path.stat().st_size == (frames[-1].end if frames else 0) and all(
        frame.closed for frame in frames
    )


def _read_piece(folder: Path, piece: TapePiece) -> Iterator[TapeLine]:
    """Yield the lines of a piece, each held against the digest of the one before it."""
    at = piece.after
    for frame in _frames(piece, _last_tick(piece)):
        if frame.chain != at.digest:
            raise changed_error(piece.path, f", after tick {at.tick}")
        for line in _lines(piece, frame, _last_tick(piece)):
            at = TapePosition(line.tick, line.digest)
            yield line
    if piece.end is not None and at != piece.end:
        raise DamageError(
            f"{folder / BRANCH}:1:1: the parent run of this branch was changed: {piece.path} has "
            "no line of tick"
            f" {piece.end.tick} with digest {piece.end.digest}\n"
            "    why: a branch stores only its own ticks, and reads earlier ones from its parent\n"
            "    fix: restore the parent run from a backup"
        )


def _find_line(piece: TapePiece, tick: int | None) -> TapeLine | None:
    """Return the last line up to a tick in a piece; None where it begins later."""
    end = _last_tick(piece) if tick is None else min(tick, _last_tick(piece))
    for frame in reversed(_frames(piece, end)):
        found = deque(_lines(piece, frame, end), maxlen=1)
        if found:
            return found[0]
    return None


def _last_tick(piece: TapePiece) -> int:
    return sys.maxsize if piece.end is None else piece.end.tick


def _frames(piece: TapePiece, end: int) -> list[TapeFrame]:
    """Return the frames of a piece that begin with a tick up to one."""
    frames = list_frames(piece.path) if piece.path.exists() else []
    return [frame for frame in frames if frame.tick <= end]


def _lines(piece: TapePiece, frame: TapeFrame, end: int) -> Iterator[TapeLine]:
    """Return the lines of a frame up to a tick."""
    return takewhile(lambda line: line.tick <= end, read_frame(piece.path, frame))


def decode_calls(path: Path, line: TapeLine, read: Callable[[bytes], T]) -> list[T]:
    """Return the exchanges of a line as `read` decodes them; DamageError where it cannot."""
    try:
        return [read(bytes(call)) for call in line.calls]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(
            f"{path}: tick {line.tick}: this is not a request with its reply: {error}\n"
            "    fix: restore the file from a backup"
        ) from error
