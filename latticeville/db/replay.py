"""Reading a run: any tick as a payload with its full state."""

import re
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path

import msgspec

from latticeville.db.branch import BRANCH, branch_of, joined, lineage, reason
from latticeville.db.delta import patch
from latticeville.db.happenings import Happening, read_happened
from latticeville.db.lines import DamageError, Line, Piece, line_at, read
from latticeville.db.log import segment_name
from latticeville.db.records import SCHEMA_VERSION, Delta, Header, Record, Snapshot, decode, restore
from latticeville.db.shelf import Shelves
from latticeville.sim.inputs import Forward
from latticeville.sim.tick import TickPayload
from latticeville.world.load import assemble
from latticeville.world.pack import World

_SEGMENT = re.compile(r"segment-(\d{3,})\.jsonl")
KEPT = 32
"""Payloads kept near where they were last asked for."""
FORWARD = str(Forward.__struct_config__.tag)
"""How the log calls the input that sets the clock."""
STRIDE = 16
"""Ticks between two kept payloads on the way to a tick."""


class Segment(msgspec.Struct, frozen=True, dict=True):
    """A segment: its number, and the pieces of files that it is made of, the last of which grows."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def path(self) -> Path:
        """The file that is the run's own."""
        return self.pieces[-1].path

    @cached_property
    def header(self) -> Header:
        """The first line."""
        path = self.pieces[0].path
        first = next(read(self.pieces, None), None)
        header = None if first is None else _header(path, first)
        if header is None:
            raise DamageError(f"{path}:1: the segment ends before its snapshot, and yet another follows on it")
        return header


class Replay:
    """A run folder; it may still be growing, and only whole lines of it count."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.segments = _segments(folder)
        if not self.segments:
            raise DamageError(f"{folder}: there is no run log here: name a folder with segment-000.jsonl in it")
        _follow(self.segments)
        self._worlds: dict[str, World] = {}
        self.shelves = Shelves(folder)
        self._kept: OrderedDict[int, TickPayload] = OrderedDict()

    @property
    def header(self) -> Header:
        """The oldest header that is left."""
        return self.segments[0].header

    def header_of(self, tick: int) -> Header:
        """Return the header under which a tick is written first."""
        before = [segment for segment in self.segments if segment.header.tick < tick]
        return (before or self.segments)[-1 if before else 0].header

    @property
    def first(self) -> int:
        """The oldest tick that is left."""
        return self.header.tick

    @cached_property
    def last(self) -> int:
        """The newest tick at the time of asking first."""
        tick = self.segments[-1].header.tick
        for record in self._records(self.segments[-1]):
            tick = record.tick
        return tick

    @property
    def torn(self) -> int:
        """Bytes of a line at the end that was not written whole, as a crash leaves it."""
        segment = self.segments[-1]
        end = 0
        for line in self.lines(segment):
            end = line.end
        own = segment.pieces[-1]
        return own.start + own.path.stat().st_size - end if own.path.exists() else 0

    def world(self, digest: str) -> World:
        """Return the edition of the world that the run holds under a digest."""
        if digest not in self._worlds:
            places = (folder / world_name(digest) for folder in lineage(self.folder))
            path = next((path for path in places if path.exists()), self.folder / world_name(digest))
            try:
                files = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
            except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
                raise DamageError(
                    f"{path}: the run's own copy of its world cannot be read: {reason(error)}\n"
                    "    fix: put the file back from a copy"
                ) from error
            world, _problems = assemble(files)
            if world is None or world.digest != digest:
                raise DamageError(
                    f"{path}: the run's own copy of its world is not the one that was run\n"
                    "    fix: put the file back from a copy"
                )
            self._worlds[digest] = world
        return self._worlds[digest]

    def at(self, tick: int) -> TickPayload:
        """Return the payload of a tick; one near the last asked for costs only the ticks between."""
        if tick in self._kept:
            self._kept.move_to_end(tick)
            return self._kept[tick]
        segment = self._segment_of(tick)
        start = max((kept for kept in self._kept if segment.header.tick <= kept < tick), default=None)
        for payload in self._walk(segment, start):
            if payload.tick in (tick, segment.header.tick) or payload.tick % STRIDE == 0:
                self._keep(payload)
            if payload.tick == tick:
                return payload
        raise DamageError(f"{self.folder}: tick {tick} is not in this run: it holds {self.first} to {self.last}")

    def payloads(self, start: int | None = None) -> Iterator[TickPayload]:
        """Yield every payload from a tick on, the oldest without it, in order."""
        tick = self.first if start is None else start
        newest = tick - 1
        begin = self._segment_of(tick)
        for segment in self.segments:
            if segment.number < begin.number:
                continue
            for payload in self._walk(segment, None):
                if payload.tick > newest:
                    newest = payload.tick
                    if newest >= tick:
                        yield payload

    def head(self, segment: Segment) -> tuple[Snapshot, TickPayload]:
        """Return the snapshot with which a segment begins, and its payload."""
        record = next(record for record in self._records(segment) if isinstance(record, Snapshot))
        return record, restore(record, self.world(record.world), self.shelves)

    def events(self, start: int) -> Iterator[Happening]:
        """Yield what happened in every tick from one on; states are not made but for the first."""
        begin = self._segment_of(max(start - 1, self.first))
        newest, state = start - 1, self.at(begin.header.tick).state
        shifted = state.minute - (state.world.settings.start + state.tick * state.world.settings.tick_minutes)
        past = state.tick
        for segment in self.segments:
            if segment.number < begin.number:
                continue
            for line in self.lines(segment):
                record = read_happened(line.record)
                if record.what == "header":
                    continue
                if record.tick > past:
                    past = record.tick
                    shifted += sum(max(0, item.minutes) for item in record.inputs if item.type == FORWARD)
                if record.tick > newest:
                    newest, world = record.tick, self.world(segment.header.world)
                    minute = world.settings.start + newest * world.settings.tick_minutes + shifted
                    yield record.told(minute, world)

    def _keep(self, payload: TickPayload) -> None:
        self._kept[payload.tick] = payload
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _segment_of(self, tick: int) -> Segment:
        index = bisect_right(self.segments, tick, key=lambda segment: segment.header.tick) - 1
        if index < 0:
            raise DamageError(f"{self.folder}: tick {tick} is not in this run: its oldest tick is {self.first}")
        return self.segments[index]

    def _walk(self, segment: Segment, start: int | None) -> Iterator[TickPayload]:
        payload = self._kept[start] if start is not None else None
        for record in self._records(segment, start):
            if isinstance(record, Snapshot):
                payload = restore(record, self.world(record.world), self.shelves)
                yield payload
            elif payload is not None:
                payload = patch(payload, record)
                yield payload

    def lines(self, segment: Segment) -> Iterator[Line]:
        """Yield the whole lines of a segment, checked against its chain, the last against the segment after it."""
        chain, count = segment.header.chain, 0
        for line in read(segment.pieces, chain):
            chain, count = line.digest, count + 1
            yield line
        after = next((other for other in self.segments if other.number == segment.number + 1), None)
        if after is None:
            return
        if count < 2:
            raise DamageError(
                f"{segment.path}:1: the segment ends before its snapshot, and yet {after.path.name} follows"
            )
        if after.header.chain != chain:
            raise DamageError(f"{segment.path}: its end is missing: {after.path.name} does not follow on its last line")

    def line_at(self, segment: Segment, end: int) -> Line | None:
        """Return the line of a segment that ends at a place; None where none does."""
        piece = next((piece for piece in reversed(segment.pieces) if piece.start < end), None)
        try:
            return None if piece is None else line_at(piece, end)
        except OSError:
            return None

    def lines_after(self, segment: Segment, end: int) -> Iterator[Line]:
        """Yield the whole lines of a segment behind a place, checked against the line that ends there."""
        before = self.line_at(segment, end) if end else None
        yield from read(segment.pieces, before.digest if before else segment.header.chain, end)

    def _records(self, segment: Segment, after: int | None = None) -> Iterator[Snapshot | Delta]:
        """Yield the snapshot and what each tick changed, or only what the ticks after one changed."""
        skipped = 1 if after is None else after - segment.header.tick + 2
        for count, line in enumerate(self.lines(segment), start=1):
            record = parse(line) if count > skipped else None
            if record is not None and not isinstance(record, Header):
                yield record


def parse(line: Line) -> Record:
    """Return the record of a line."""
    try:
        return decode(line.record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(f"{line.place}: this is no line of a run log: {error}") from error


def world_name(digest: str) -> str:
    """Return the name of the file that holds an edition of the world."""
    return f"world-{digest[:12]}.json"


def numbered(folder: Path) -> list[Segment]:
    """Return the segments that there are files of, in order, those that a branch shares included."""
    names = ((_SEGMENT.fullmatch(path.name), path) for path in folder.glob("segment-*.jsonl"))
    own = {int(match[1]): path for match, path in names if match}
    branch = branch_of(folder)
    if branch is None:
        return [Segment(number, (Piece(own[number]),)) for number in sorted(own)]
    shared = {segment.number: segment for segment in numbered(lineage(folder)[1])}
    if branch.segment not in shared:
        raise DamageError(
            f"{folder / BRANCH}:1:1: the run that this branch goes on from lacks segment {branch.segment}\n"
            "    fix: put the parent's files back from a copy"
        )
    path = folder / segment_name(branch.segment)
    joint = joined([*shared[branch.segment].pieces], path, branch.log, folder)
    return [
        *(shared[number] for number in sorted(shared) if number < branch.segment),
        Segment(branch.segment, tuple(joint)),
        *(Segment(number, (Piece(own[number]),)) for number in sorted(own) if number > branch.segment),
    ]


def _segments(folder: Path) -> list[Segment]:
    """Return the segments in order; a last one that was torn before its snapshot was whole does not count."""
    found = numbered(folder)
    if found and len([*islice(read(found[-1].pieces, None), 2)]) < 2:
        found.pop()
    for one in (*found[:1], *found[-1:]):
        one.header  # noqa: B018 - another edition's log is refused at once
    return found


def _follow(segments: list[Segment]) -> None:
    """Raise DamageError where one is missing between two others; the oldest may be gone."""
    for before, after in pairwise(segments):
        if after.number != before.number + 1:
            gone = segment_name(before.number + 1)
            raise DamageError(
                f"{before.path.parent}: {gone} is missing, and with it ticks before tick {after.header.tick}\n"
                f"    fix: put it back from a copy; without it, what is older than {after.path.name} cannot be kept"
            )


def _header(path: Path, first: Line) -> Header:
    version = _version(path, first)
    if version != SCHEMA_VERSION:
        raise DamageError(
            f"{path}: the log was written in version {version}, and this edition reads only version {SCHEMA_VERSION}"
        )
    header = parse(first)
    if not isinstance(header, Header):
        raise DamageError(f"{path}:1: a segment begins with its header, and this one does not")
    return header


def _version(path: Path, line: Line) -> int:
    try:
        return msgspec.json.decode(line.record, type=_Version).schema_version
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(f"{path}:{line.number}: this is no header of a run log: {error}") from error


class _Version(msgspec.Struct):
    schema_version: int = 0
