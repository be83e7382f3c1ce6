"""The shelf of a run, `shelf.jsonl`: what only ever grows, apart from the snapshots, which would grow with it.

At each new segment, what a mind has come to remember since the last is put on the shelf as one line, a chunk, which
names the place and digest of the one before. A snapshot holds the place of the newest. So a tick is read without any
old memory, and each of them is still covered by the digests of the log.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from latticeville.db.branch import pieces
from latticeville.db.lines import START, DamageError, Joint, Line, Piece, framed, line_at, link
from latticeville.db.records import NOBODY, Shelf, Snapshot
from latticeville.mind.memory import Grown, Memory, Stream, Touch, Touches
from latticeville.sim.state import State

SHELF = "shelf.jsonl"
"""The file with what has grown."""
KEPT = 4096
"""Chunks kept in memory."""
Rating = tuple[str, int]
T = TypeVar("T")


class Chunk(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has grown since the chunk `before`; where there is none before, all of it."""

    who: str
    before: Joint = Joint()
    memory: tuple[Memory, ...] = ()
    touched: tuple[Touch, ...] = ()
    ratings: tuple[Rating, ...] = ()


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(Chunk)


class Held(msgspec.Struct, frozen=True):
    """What of a mind, or of the ratings, was shelved last, and where."""

    at: Joint
    memory: Stream = Stream()
    touched: Touches = Touches()
    ratings: Grown[Rating] = Grown()

    @property
    def shelf(self) -> Shelf:
        """What a snapshot says of it."""
        return Shelf(self.at, len(self.memory) or len(self.ratings), len(self.touched))


class Shelver:
    """Knows what is on a shelf, and what has to be put there so that all of a state is."""

    def __init__(self, end: int = 0) -> None:
        self.end = end
        self._held: dict[str, Held] = {}

    def resume(self, record: Snapshot, state: State, end: int) -> None:
        """Go on behind a snapshot, whose state this is, with a shelf of so many bytes."""
        self.end = end
        self._held = {who: Held(shelf.at) for who, shelf in record.shelves.items()}
        for who, mind in state.minds.items():
            self._held[who] = Held(record.shelves[who].at, mind.memory, mind.touched)
        self._held[NOBODY] = Held(record.shelves[NOBODY].at, ratings=state.ratings.order)

    def put(self, state: State) -> tuple[bytes, dict[str, Shelf]]:
        """Return the lines that have to be added, and where everything stands then."""
        lines = [self._mind(who, state) for who in sorted(state.minds)]
        lines.append(self._ratings(state.ratings.order))
        held = {who: self._held[who] for who in (*sorted(state.minds), NOBODY)}
        shelves = {
            who: Shelf(one.at, len(one.memory) or len(one.ratings), len(one.touched)) for who, one in held.items()
        }
        return b"".join(lines), shelves

    def _mind(self, who: str, state: State) -> bytes:
        memory, touched = state.minds[who].memory, state.minds[who].touched
        was = self._held.get(who, Held(Joint()))
        if not (memory.begins_with(was.memory) and touched.begins_with(was.touched)):
            was = Held(Joint())
        fresh, felt = memory.since(len(was.memory)), touched.since(len(was.touched))
        chunk = Chunk(who, was.at, tuple(fresh), tuple(felt))
        line, at = self._line(chunk, needed=bool(fresh or felt))
        self._held[who] = Held(at, memory, touched)
        return line

    def _ratings(self, ratings: Grown[Rating]) -> bytes:
        was = self._held.get(NOBODY, Held(Joint()))
        fresh = ratings.since(len(was.ratings))
        line, at = self._line(Chunk(NOBODY, was.at, ratings=tuple(fresh)), needed=bool(fresh))
        self._held[NOBODY] = Held(at, ratings=ratings)
        return line

    def _line(self, chunk: Chunk, *, needed: bool) -> tuple[bytes, Joint]:
        if not needed:
            return b"", chunk.before
        record = _ENCODER.encode(chunk)
        digest = link(chunk.before.digest, record)
        line = framed(digest, record)
        self.end += len(line)
        return line, Joint(self.end, digest)


class Shelves:
    """Reads a shelf, chunk by chunk, as somebody asks for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pieces: list[Piece] | None = None
        self._chunks: OrderedDict[str, Chunk] = OrderedDict()

    @property
    def path(self) -> Path:
        """The file that is the run's own."""
        return self._folder / SHELF

    def mind(self, who: str, shelf: Shelf) -> tuple[Stream, Touches]:
        """Return somebody's memories and touches, none of them read yet."""
        memory = _Past(self, shelf.at, shelf.memory, _memory, who)
        touched = _Past(self, shelf.at, shelf.touched, _touched, who)
        return Stream(past=memory), Touches(past=touched)

    def ratings(self, shelf: Shelf) -> Grown[Rating]:
        """Return the ratings, none of them read yet."""
        return Grown(past=_Past(self, shelf.at, shelf.memory, _ratings, NOBODY))

    def chunk(self, at: Joint) -> Chunk:
        """Return the chunk that ends at a place."""
        if at.digest in self._chunks:
            self._chunks.move_to_end(at.digest)
            return self._chunks[at.digest]
        line = self._line(at)
        chunk = None if line is None else _decode(line.record)
        if line is None or chunk is None or link(chunk.before.digest, line.record) != at.digest:
            raise _damage(self.path, at.end, f" with digest {at.digest}")
        self._chunks[at.digest] = chunk
        while len(self._chunks) > KEPT:
            self._chunks.popitem(last=False)
        return chunk

    def _line(self, at: Joint) -> Line | None:
        if self._pieces is None:
            self._pieces = pieces(self._folder, SHELF)
        piece = next((one for one in reversed(self._pieces) if one.start < at.end), None)
        try:
            line = line_at(piece, at.end) if piece is not None else None
        except OSError:
            return None
        return line if line is not None and line.digest == at.digest else None


def _decode(record: bytes) -> Chunk | None:
    """Return the chunk that a line holds; None where it holds none."""
    try:
        return _DECODER.decode(record)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _damage(path: Path, end: int, which: str = "") -> DamageError:
    return DamageError(
        f"{path}: the line{which} that ends at byte {end} is not there\n"
        "    why: the file was changed or shortened after it was written, and holds what people remember\n"
        "    fix: put the file back from a copy"
    )


def _memory(chunk: Chunk) -> Sequence[Memory]:
    return chunk.memory


def _touched(chunk: Chunk) -> Sequence[Touch]:
    return chunk.touched


def _ratings(chunk: Chunk) -> Sequence[Rating]:
    return chunk.ratings


class _Past(Generic[T]):
    """A sequence on the shelf."""

    __slots__ = ("_at", "_held", "_length", "_part", "_shelves", "key")

    def __init__(
        self, shelves: Shelves, at: Joint, length: int, part: Callable[[Chunk], Sequence[T]], who: str
    ) -> None:
        self._shelves, self._at, self._length, self._part = shelves, at, length, part
        self._held: list[T] | None = None
        self.key = f"{who} {at.digest} {length}"

    def __len__(self) -> int:
        return self._length

    def records(self) -> Sequence[T]:
        if self._held is None:
            self._held = self._newest(self._length)
        return self._held

    def last(self, count: int) -> Sequence[T]:
        found = self._held if self._held is not None else self._newest(min(count, self._length))
        return found[max(0, len(found) - count) :]

    def _newest(self, count: int) -> list[T]:
        """Walk from the newest chunk back until there is enough."""
        parts: list[Sequence[T]] = []
        at, left = self._at, count
        while left > 0 and at.digest != START:
            chunk = self._shelves.chunk(at)
            part = self._part(chunk)
            parts.append(part)
            at, left = chunk.before, left - len(part)
        if left > 0:
            raise DamageError(
                f"{self._shelves.path}: {left} of {count} records before byte {self._at.end} are not there\n"
                "    why: the file was changed after it was written\n    fix: put the file back from a copy"
            )
        return [one for part in reversed(parts) for one in part]


def end_of(folder: Path, end: int) -> Joint:
    """Return the place in a run's shelf after so many bytes."""
    if not end:
        return Joint()
    piece = next((one for one in reversed(pieces(folder, SHELF)) if one.start < end), Piece(folder / SHELF))
    try:
        line = line_at(piece, end)
    except OSError as error:
        raise _damage(piece.path, end - piece.start) from error
    if line is None:
        raise _damage(piece.path, end - piece.start)
    return Joint(end, line.digest)


def check_shelf(folder: Path, record: Snapshot, end: int) -> None:
    """Raise DamageError unless the shelf of a run holds what a snapshot names, up to a place in it."""
    end_of(folder, end)
    shelves = Shelves(folder)
    for shelf in record.shelves.values():
        if shelf.at.end:
            shelves.chunk(shelf.at)


def written(folder: Path, start: int, end: int) -> bytes:
    """Return a stretch of a run's shelf."""
    found = b""
    for piece in pieces(folder, SHELF):
        stop = end if piece.end is None else min(end, piece.end)
        if piece.path.exists() and piece.start < stop and stop > start:
            with piece.path.open("rb") as file:
                file.seek(max(start, piece.start) - piece.start)
                found += file.read(stop - max(start, piece.start))
    return found
