"""Files of chained lines: each line carries a digest of itself and all lines before it."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import Appender, describe_unreadable
from latticeville.runs.segment_io import (
    open_random_access,
    open_segment,
    stored_file,
    uncompressed_size,
)

START = "0" * 16
"""The chain before the first line."""
_HEAD, _MIDDLE, _TAIL = b'{"digest":"', b'","record":', b"}\n"
_DIGEST_SLICE = slice(len(_HEAD), len(_HEAD) + 16)
_MIDDLE_SLICE = slice(_DIGEST_SLICE.stop, _DIGEST_SLICE.stop + len(_MIDDLE))
_RECORD_SLICE = slice(len(_HEAD) + 16 + len(_MIDDLE), -len(_TAIL))


class DamageError(Exception):
    """A log cannot be trusted; the sentence names file, line and tick."""


class ChainedLine(msgspec.Struct, frozen=True):
    """One whole line: its file and number from 1 there, its digest, its record, and where in the
    whole it ends."""

    path: Path
    number: int
    digest: str
    record: bytes
    end: int

    @property
    def place(self) -> str:
        """File and number, as an editor takes them."""
        return f"{self.path}:{self.number}"


class FileSlice(msgspec.Struct, frozen=True):
    """A stretch of something longer, from `start` to `end` bytes of it, which is all of a file or
    its beginning.

    Without an end it goes as far as its file.
    """

    path: Path
    start: int = 0
    end: int | None = None

    def clip(self, end: int) -> "FileSlice":
        """Return the piece, no longer than up to a place."""
        return FileSlice(self.path, self.start, end if self.end is None else min(end, self.end))


def chain_digest(chain: str, record: bytes) -> str:
    """Return the chain after one more record."""
    return blake2b(record, key=chain.encode(), digest_size=8).hexdigest()


def frame_line(digest: str, record: bytes) -> bytes:
    """Return a record as a line."""
    return b"".join((_HEAD, digest.encode(), _MIDDLE, record, _TAIL))


class LogPosition(msgspec.Struct, frozen=True):
    """A place in a file: so many bytes lie before it, and the last line there has this digest."""

    end: int = 0
    digest: str = START


class TapePosition(msgspec.Struct, frozen=True):
    """A place in a tape: the last tick before it in which anything was asked, and the digest of
    that line."""

    tick: int = 0
    digest: str = START


class LineChain:
    """Appends records to a file and keeps its chain."""

    def __init__(self, path: Path, chain: str = START, start: int = 0) -> None:
        """Go on in a file, which may itself go on after `start` bytes of others."""
        self.chain = chain
        self._start, self._file = start, Appender(path)
        self.move = self._file.move

    @property
    def size(self) -> int:
        """Bytes up to here, those of the files before included."""
        return self._start + self._file.size

    def append(self, *records: bytes) -> None:
        """Write the records in one go."""
        parts: list[bytes] = []
        for record in records:
            self.chain = chain_digest(self.chain, record)
            parts.append(frame_line(self.chain, record))
        if parts:
            self._file.append(b"".join(parts))

    def sync(self) -> None:
        """Wait until what was appended would survive a loss of power."""
        self._file.sync()

    def close(self) -> None:
        """Sync and close."""
        self._file.close()


def read_lines(
    pieces: Path | Sequence[FileSlice], chain: str | None = START, after: int = 0
) -> Iterator[ChainedLine]:
    """Yield the whole lines of a file, or of pieces one after the other; any damage but a torn end
    raises.

    With `after` only those behind a place at which a line ends are read, numbered from there.

    With `chain` None the first line is taken at its word, as where the file before it is gone.
    """
    tick, rest = (
        "before its first tick",
        "; the ticks before this line can still be replayed" if after else "",
    )
    for piece in [FileSlice(pieces)] if isinstance(pieces, Path) else pieces:
        if piece.start and not stored_file(piece.path).exists():
            continue
        for line in _read_frames(piece, after):
            digest, record = line.digest, line.record[_RECORD_SLICE]
            if not _is_framed(line.record) or (
                chain is not None and chain_digest(chain, record) != digest
            ):
                raise DamageError(
                    f"{line.place}: the digest does not match, {tick}: the line was changed after "
                    "it was written\n"
                    f"    fix: restore the file from a backup{rest}"
                )
            chain = digest
            tick, rest = (
                f"after {_describe_tick(record)}",
                "; the ticks before this line can still be replayed",
            )
            yield ChainedLine(line.path, line.number, digest, record, line.end)


def _read_frames(piece: FileSlice, after: int) -> Iterator[ChainedLine]:
    """Yield lines with their frames; what is torn at the end of a file is passed over."""
    if piece.end is not None and piece.end <= after:
        return
    end, path = max(piece.start, after), stored_file(piece.path)
    try:
        with open_segment(piece.path) as file:
            file.seek(end - piece.start)
            for number, text in enumerate(file, start=1):
                end += len(text)
                if not text.endswith(b"\n") or (piece.end is not None and end > piece.end):
                    return
                yield ChainedLine(path, number, text[_DIGEST_SLICE].decode("latin-1"), text, end)
    except OSError as error:
        raise DamageError(
            f"{path}: this file {describe_unreadable(error)}\n    fix: restore it from a backup"
        ) from error


def parse_frame(text: bytes) -> tuple[str, bytes] | None:
    """Return digest and record of a line, unchecked; None where it is none."""
    return (
        (text[_DIGEST_SLICE].decode("latin-1"), text[_RECORD_SLICE]) if _is_framed(text) else None
    )


def _is_framed(text: bytes) -> bool:
    return text.startswith(_HEAD) and text[_MIDDLE_SLICE] == _MIDDLE and text.endswith(_TAIL)


def line_at(piece: FileSlice, end: int) -> ChainedLine | None:
    """Return the line of a piece that ends at a place, unchecked; None where none does. Its number
    is not known."""
    stop = end - piece.start
    with open_random_access(piece.path) as file:
        back = 4096
        while True:
            begin = max(0, stop - back)
            file.seek(begin)
            text = file.read(stop - begin)
            if len(text) < stop - begin:
                return None
            cut = text.rfind(b"\n", 0, len(text) - 1) + 1
            if cut or not begin:
                break
            back *= 8
    text = text[cut:]
    if not _is_framed(text):
        return None
    return ChainedLine(
        stored_file(piece.path), 0, text[_DIGEST_SLICE].decode("latin-1"), text[_RECORD_SLICE], end
    )


def total_size(pieces: Sequence[FileSlice]) -> int:
    """Return how many bytes pieces hold; OSError where the last cannot be read."""
    for piece in reversed(pieces):
        if stored_file(piece.path).exists():
            end = piece.start + uncompressed_size(piece.path)
            return end if piece.end is None else min(end, piece.end)
    return 0


def last_line(pieces: Sequence[FileSlice]) -> ChainedLine | None:
    """Return the line with which pieces end, unchecked; None where they hold none or end within
    one."""
    try:
        end = total_size(pieces)
        piece = next((one for one in reversed(pieces) if one.start < end), None)
        return None if piece is None else line_at(piece, end)
    except OSError:
        return None


def _describe_tick(record: bytes) -> str:
    """Name the tick that a record speaks of."""
    try:
        tick = decode_json(record, _TickRecord).tick
    except msgspec.DecodeError:
        return "a line without a tick"
    return f"tick {tick}"


class _TickRecord(msgspec.Struct):
    tick: int
