"""Write the tape of a run, and go on with one that was written before."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from latticeville.core.disk import Appender, truncate
from latticeville.runs.lines import START, chain_digest, frame_line
from latticeville.runs.segment_io import load_zstd
from latticeville.runs.tape import (
    FRAME_START,
    WINDOW_LOG,
    changed_error,
    list_blocks,
    list_frames,
    read_at,
    read_frame,
)

FRAME_BYTES = 4 << 20
"""Uncompressed bytes after which a frame ends."""
LEVEL = 6
END_BLOCK = b"\x01\x00\x00"
"""How a frame ends."""


class TapePlace(NamedTuple):
    """Where a tape goes on: the frame that begins at `start`, of which `lines` are kept, and the
    last digest."""

    path: Path
    start: int
    lines: list[bytes]
    chain: str


def find_place(path: Path, tick: int, chain: str) -> TapePlace:
    """Return where a tape ends after a tick; all before is checked, behind the digest of the line
    before the file."""
    start, kept = 0, list[bytes]()
    frames = list_frames(path) if path.exists() else []
    for frame in frames:
        if frame.tick > tick:
            break
        if frame.chain != chain:
            raise changed_error(path, f", at byte {frame.start}")
        start, kept = frame.start, [_head_line(frame.tick, frame.chain)]
        for line in read_frame(path, frame):
            if line.tick > tick:
                break
            kept.append(line.text)
            chain = line.digest
        if len(kept) == 1:
            kept.clear()
    return TapePlace(path, start, kept, chain)


def _head_line(tick: int, chain: str) -> bytes:
    record = b'{"first":%d,"chain":"%s"}' % (tick, chain.encode())
    return frame_line(chain_digest(chain, record), record)


class TapeWriter:
    """Appends ticks to a tape."""

    def __init__(self, path: Path, chain: str = START) -> None:
        """Begin a tape behind a line with a digest, which may be in another file."""
        self._chain = chain
        self._compressor: Any = None
        self._length = 0
        self._file = Appender(path)
        self.move = self._file.move

    @classmethod
    def resume(cls, place: TapePlace) -> "TapeWriter":
        """Go on at a place; what lies behind it is cut off.

        The frame there goes on with the bytes that it would have had without a break. Where another
        version of zstd began it, it ends and the next one begins.
        """
        compressor, packed = _new_compressor(), b""
        packed = b"".join(compressor.compress(line, compressor.FLUSH_BLOCK) for line in place.lines)
        is_same = bool(place.lines) and _read_file(place.path, place.start, len(packed)) == packed
        end = place.start + len(packed) if is_same or not place.lines else _find_block_end(place)
        truncate(place.path, end)
        writer = cls(place.path, place.chain)
        if is_same:
            writer._compressor, writer._length = compressor, sum(map(len, place.lines))
        elif place.lines:
            writer._file.append(END_BLOCK)
        return writer

    def append(self, tick: int, calls: Sequence[bytes]) -> None:
        """Write the encoded exchanges of a tick in one go; a tick without any takes no room."""
        if not calls:
            return
        record = b'{"tick":%d,"calls":[%s]}' % (tick, b",".join(calls))
        digest = chain_digest(self._chain, record)
        begin = (
            self._begin_frame(tick)
            if self._length >= FRAME_BYTES or self._compressor is None
            else b""
        )
        self._file.append(begin + self._pack(frame_line(digest, record)))
        self._chain = digest

    def close(self) -> None:
        """End the frame, sync and close."""
        try:
            if self._compressor is not None:
                self._file.append(self._compressor.flush(self._compressor.FLUSH_FRAME))
                self._compressor = None
        finally:
            self._file.close()

    def _begin_frame(self, tick: int) -> bytes:
        end = (
            b""
            if self._compressor is None
            else self._compressor.flush(self._compressor.FLUSH_FRAME)
        )
        self._compressor, self._length = _new_compressor(), 0
        return end + self._pack(_head_line(tick, self._chain))

    def _pack(self, line: bytes) -> bytes:
        self._length += len(line)
        return bytes(self._compressor.compress(line, self._compressor.FLUSH_BLOCK))


def _new_compressor() -> Any:  # noqa: ANN401 - a class of a module by either of two names
    zstd = load_zstd()
    names = zstd.CompressionParameter
    return zstd.ZstdCompressor(
        options={names.compression_level: LEVEL, names.window_log: WINDOW_LOG}
    )


def _read_file(path: Path, start: int, count: int) -> bytes:
    with path.open("rb") as file:
        return read_at(file, start, count)


def _find_block_end(place: TapePlace) -> int:
    """Return where in the file the block ends that ends the last line that is kept."""
    wanted, decompressor = sum(map(len, place.lines)), load_zstd().ZstdDecompressor()
    with place.path.open("rb") as file:
        size, start = os.fstat(file.fileno()).st_size, place.start
        for end, _ in list_blocks(place.path, file, place.start + len(FRAME_START), size):
            wanted -= len(decompressor.decompress(read_at(file, start, end - start)))
            start = end
            if wanted <= 0:
                break
    return start
