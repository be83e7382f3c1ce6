"""`shelf.jsonl`: memories, accesses and ratings, kept out of the snapshots because they only grow.

At each new segment, the new memories of a mind are appended as one line, a chunk, which names the
position and digest of the chunk before. A snapshot holds the position of the newest chunk. So a
tick is read without old memories, and the digests of the log still cover all of them.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from latticeville.core.decoders import json_decoder
from latticeville.mind.memory import Access, AccessLog, AppendOnlyList, MemoryRecord, MemoryStream
from latticeville.runs.branch import file_slices
from latticeville.runs.lines import (
    START,
    ChainedLine,
    DamageError,
    FileSlice,
    LogPosition,
    chain_digest,
    frame_line,
    line_at,
)
from latticeville.runs.log_records import RATINGS_KEY, ArchivedMind, Snapshot
from latticeville.sim.event import Event
from latticeville.sim.state import State

SHELF = "shelf.jsonl"
"""The file with what has grown."""
CACHE_SIZE = 4096
"""Chunks kept in memory."""
Rating = tuple[str, int]
T = TypeVar("T")


class ArchiveChunk(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has grown since the chunk `before`; where there is none before, all of it."""

    who: str
    before: LogPosition = LogPosition()
    memory: tuple[MemoryRecord, ...] = ()
    touched: tuple[Access, ...] = ()
    ratings: tuple[Rating, ...] = ()


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = json_decoder(ArchiveChunk)


class ArchivePosition(msgspec.Struct, frozen=True):
    """What of a mind, or of the ratings, was shelved last, and where."""

    at: LogPosition
    memory: MemoryStream = MemoryStream()
    touched: AccessLog = AccessLog()
    ratings: AppendOnlyList[Rating] = AppendOnlyList()


class ArchiveWriter:
    """Knows what is on a shelf, and what has to be put there so that all of a state is."""

    def __init__(self, end: int = 0) -> None:
        self.end = end
        self._positions: dict[str, ArchivePosition] = {}

    def resume(self, record: Snapshot[Event], state: State, end: int) -> None:
        """Go on behind a snapshot, whose state this is, with a shelf of so many bytes."""
        self.end = end
        self._positions = {who: ArchivePosition(shelf.at) for who, shelf in record.shelves.items()}
        for who, mind in state.minds.items():
            self._positions[who] = ArchivePosition(
                record.shelves[who].at, mind.memory, mind.touched
            )
        self._positions[RATINGS_KEY] = ArchivePosition(
            record.shelves[RATINGS_KEY].at, ratings=state.ratings.order
        )

    def put(self, state: State) -> tuple[bytes, dict[str, ArchivedMind]]:
        """Return the lines that have to be added, and where everything stands then."""
        lines = [self._archive_mind(who, state) for who in sorted(state.minds)]
        lines.append(self._archive_ratings(state.ratings.order))
        held = {who: self._positions[who] for who in (*sorted(state.minds), RATINGS_KEY)}
        shelves = {
            who: ArchivedMind(one.at, len(one.memory) or len(one.ratings), len(one.touched))
            for who, one in held.items()
        }
        return b"".join(lines), shelves

    def _archive_mind(self, who: str, state: State) -> bytes:
        memory, touched = state.minds[who].memory, state.minds[who].touched
        was = self._positions.get(who, ArchivePosition(LogPosition()))
        if not (memory.starts_with(was.memory) and touched.starts_with(was.touched)):
            was = ArchivePosition(LogPosition())
        fresh, felt = memory.since(len(was.memory)), touched.since(len(was.touched))
        chunk = ArchiveChunk(who, was.at, tuple(fresh), tuple(felt))
        line, at = self._make_line(chunk, needed=bool(fresh or felt))
        self._positions[who] = ArchivePosition(at, memory, touched)
        return line

    def _archive_ratings(self, ratings: AppendOnlyList[Rating]) -> bytes:
        was = self._positions.get(RATINGS_KEY, ArchivePosition(LogPosition()))
        fresh = ratings.since(len(was.ratings))
        line, at = self._make_line(
            ArchiveChunk(RATINGS_KEY, was.at, ratings=tuple(fresh)), needed=bool(fresh)
        )
        self._positions[RATINGS_KEY] = ArchivePosition(at, ratings=ratings)
        return line

    def _make_line(self, chunk: ArchiveChunk, *, needed: bool) -> tuple[bytes, LogPosition]:
        if not needed:
            return b"", chunk.before
        record = _ENCODER.encode(chunk)
        digest = chain_digest(chunk.before.digest, record)
        line = frame_line(digest, record)
        self.end += len(line)
        return line, LogPosition(self.end, digest)


class ArchiveReader:
    """Reads a shelf, chunk by chunk, as somebody asks for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pieces: list[FileSlice] | None = None
        self._chunks: OrderedDict[str, ArchiveChunk] = OrderedDict()

    @property
    def path(self) -> Path:
        """The file that is the run's own."""
        return self._folder / SHELF

    def load_mind(self, who: str, shelf: ArchivedMind) -> tuple[MemoryStream, AccessLog]:
        """Return somebody's memories and touches, none of them read yet."""
        memory = _ArchivedSequence(self, shelf.at, shelf.memory, _chunk_memory, who)
        touched = _ArchivedSequence(self, shelf.at, shelf.touched, _chunk_accesses, who)
        return MemoryStream(archived=memory), AccessLog(archived=touched)

    def load_ratings(self, shelf: ArchivedMind) -> AppendOnlyList[Rating]:
        """Return the ratings, none of them read yet."""
        return AppendOnlyList(
            archived=_ArchivedSequence(self, shelf.at, shelf.memory, _chunk_ratings, RATINGS_KEY)
        )

    def read_chunk(self, at: LogPosition) -> ArchiveChunk:
        """Return the chunk that ends at a place."""
        if at.digest in self._chunks:
            self._chunks.move_to_end(at.digest)
            return self._chunks[at.digest]
        line = self._read_line(at)
        chunk = None if line is None else _decode_chunk(line.record)
        if (
            line is None
            or chunk is None
            or chain_digest(chunk.before.digest, line.record) != at.digest
        ):
            raise _damage_error(self.path, at.end, f" with digest {at.digest}")
        self._chunks[at.digest] = chunk
        while len(self._chunks) > CACHE_SIZE:
            self._chunks.popitem(last=False)
        return chunk

    def _read_line(self, at: LogPosition) -> ChainedLine | None:
        if self._pieces is None:
            self._pieces = file_slices(self._folder, SHELF)
        piece = next((one for one in reversed(self._pieces) if one.start < at.end), None)
        try:
            line = line_at(piece, at.end) if piece is not None else None
        except OSError:
            return None
        return line if line is not None and line.digest == at.digest else None


def _decode_chunk(record: bytes) -> ArchiveChunk | None:
    """Return the chunk that a line holds; None where it holds none."""
    try:
        return _DECODER.decode(record)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _damage_error(path: Path, end: int, which: str = "") -> DamageError:
    return DamageError(
        f"{path}: the line{which} that ends at byte {end} is missing\n"
        "    why: the file, which stores the memories, was changed or shortened after it was "
        "written\n"
        "    fix: restore the file from a backup"
    )


def _chunk_memory(chunk: ArchiveChunk) -> Sequence[MemoryRecord]:
    return chunk.memory


def _chunk_accesses(chunk: ArchiveChunk) -> Sequence[Access]:
    return chunk.touched


def _chunk_ratings(chunk: ArchiveChunk) -> Sequence[Rating]:
    return chunk.ratings


class _ArchivedSequence(Generic[T]):
    """A sequence on the shelf."""

    __slots__ = ("_archive", "_at", "_length", "_part", "_records", "key")

    def __init__(
        self,
        shelves: ArchiveReader,
        at: LogPosition,
        length: int,
        part: Callable[[ArchiveChunk], Sequence[T]],
        who: str,
    ) -> None:
        self._archive, self._at, self._length, self._part = shelves, at, length, part
        self._records: list[T] | None = None
        self.key = f"{who} {at.digest} {length}"

    def __len__(self) -> int:
        return self._length

    def records(self) -> Sequence[T]:
        if self._records is None:
            self._records = self._read_newest(self._length)
        return self._records

    def last(self, count: int) -> Sequence[T]:
        found = (
            self._records
            if self._records is not None
            else self._read_newest(min(count, self._length))
        )
        return found[max(0, len(found) - count) :]

    def _read_newest(self, count: int) -> list[T]:
        """Walk from the newest chunk back until there is enough."""
        parts: list[Sequence[T]] = []
        at, left = self._at, count
        while left > 0 and at.digest != START:
            chunk = self._archive.read_chunk(at)
            part = self._part(chunk)
            parts.append(part)
            at, left = chunk.before, left - len(part)
        if left > 0:
            raise DamageError(
                f"{self._archive.path}: {left} of {count} records before byte {self._at.end} are "
                "missing\n"
                "    why: the file was changed after it was written\n    fix: restore the file "
                "from a backup"
            )
        return [one for part in reversed(parts) for one in part]


def archive_position_at(folder: Path, end: int) -> LogPosition:
    """Return the place in a run's shelf after so many bytes."""
    if not end:
        return LogPosition()
    piece = next(
        (one for one in reversed(file_slices(folder, SHELF)) if one.start < end),
        FileSlice(folder / SHELF),
    )
    try:
        line = line_at(piece, end)
    except OSError as error:
        raise _damage_error(piece.path, end - piece.start) from error
    if line is None:
        raise _damage_error(piece.path, end - piece.start)
    return LogPosition(end, line.digest)


def check_archive(folder: Path, record: Snapshot[Event], end: int) -> None:
    """Raise DamageError unless the shelf of a run holds what a snapshot names, up to a place in
    it."""
    archive_position_at(folder, end)
    shelves = ArchiveReader(folder)
    for shelf in record.shelves.values():
        if shelf.at.end:
            shelves.read_chunk(shelf.at)


def read_archive(folder: Path, start: int, end: int) -> bytes:
    """Return a stretch of a run's shelf."""
    found = b""
    for piece in file_slices(folder, SHELF):
        stop = end if piece.end is None else min(end, piece.end)
        if piece.path.exists() and piece.start < stop and stop > start:
            with piece.path.open("rb") as file:
                file.seek(max(start, piece.start) - piece.start)
                found += file.read(stop - max(start, piece.start))
    return found
