"""Reading a run: any tick as a payload with its full state."""

import re
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import msgspec

from latticeville.db.delta import patch
from latticeville.db.lines import DamageError, Line, read
from latticeville.db.records import SCHEMA_VERSION, Delta, Header, Record, Snapshot, decode, restore
from latticeville.sim.tick import TickPayload
from latticeville.world.load import assemble
from latticeville.world.pack import World

_SEGMENT = re.compile(r"segment-(\d{3,})\.jsonl")
KEPT = 32
"""Payloads kept near where they were last asked for."""
STRIDE = 16
"""Ticks between two kept payloads on the way to a tick."""


class Segment(msgspec.Struct, frozen=True):
    """A segment file and its header."""

    path: Path
    header: Header


class Replay:
    """A run folder; it may still be growing, and only whole lines of it count."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.segments = _segments(folder)
        if not self.segments:
            raise DamageError(f"{folder}: there is no run log here: name a folder with segment-000.jsonl in it")
        self._worlds: dict[str, World] = {}
        self._kept: OrderedDict[int, TickPayload] = OrderedDict()

    @property
    def header(self) -> Header:
        """The oldest header that is left."""
        return self.segments[0].header

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
        return segment.path.stat().st_size - end

    def world(self, digest: str) -> World:
        """Return the edition of the world that the run holds under a digest."""
        if digest not in self._worlds:
            path = self.folder / world_name(digest)
            try:
                files = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
            except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
                raise DamageError(f"{path}: the run's own copy of its world cannot be read: {error}") from error
            world, _problems = assemble(files)
            if world is None or world.digest != digest:
                raise DamageError(f"{path}: the run's own copy of its world is not the one that was run")
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
            if payload.tick == tick or payload.tick % STRIDE == 0:
                self._keep(payload)
            if payload.tick == tick:
                return payload
        raise DamageError(f"{self.folder}: tick {tick} is not in this run: it holds {self.first} to {self.last}")

    def payloads(self, start: int | None = None) -> Iterator[TickPayload]:
        """Yield every payload from a tick on, the oldest without it, in order."""
        tick = self.first if start is None else start
        newest = tick - 1
        for segment in self.segments[self.segments.index(self._segment_of(tick)) :]:
            for payload in self._walk(segment, None):
                if payload.tick > newest:
                    newest = payload.tick
                    yield payload

    def _keep(self, payload: TickPayload) -> None:
        self._kept[payload.tick] = payload
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _segment_of(self, tick: int) -> Segment:
        index = bisect_right([segment.header.tick for segment in self.segments], tick) - 1
        if index < 0:
            raise DamageError(f"{self.folder}: tick {tick} is not in this run: its oldest tick is {self.first}")
        return self.segments[index]

    def _walk(self, segment: Segment, start: int | None) -> Iterator[TickPayload]:
        payload = self._kept[start] if start is not None else None
        for record in self._records(segment, start):
            if isinstance(record, Snapshot):
                payload = restore(record, self.world(record.world))
                yield payload
            elif payload is not None:
                payload = patch(payload, record)
                yield payload

    def lines(self, segment: Segment) -> Iterator[Line]:
        """Yield the whole lines of a segment, checked against its chain, the last against the segment after it."""
        chain = segment.header.chain
        for line in read(segment.path, chain):
            chain = line.digest
            yield line
        after = next((other for other in self.segments if other.header.segment == segment.header.segment + 1), None)
        if after is not None and after.header.chain != chain:
            raise DamageError(f"{segment.path}: its end is missing: {after.path.name} does not follow on its last line")

    def _records(self, segment: Segment, after: int | None = None) -> Iterator[Snapshot | Delta]:
        """Yield the snapshot and what each tick changed, or only what the ticks after one changed."""
        skipped = 1 if after is None else after - segment.header.tick + 2
        for line in self.lines(segment):
            record = parse(segment.path, line) if line.number > skipped else None
            if record is not None and not isinstance(record, Header):
                yield record


def parse(path: Path, line: Line) -> Record:
    """Return the record of a line."""
    try:
        return decode(line.record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(f"{path}:{line.number}: this is no line of a run log: {error}") from error


def world_name(digest: str) -> str:
    """Return the name of the file that holds an edition of the world."""
    return f"world-{digest[:12]}.json"


def numbered(folder: Path) -> list[tuple[int, Path]]:
    """Return the segment files of a run with their numbers, in order."""
    names = ((_SEGMENT.fullmatch(path.name), path) for path in folder.glob("segment-*.jsonl"))
    return sorted((int(match[1]), path) for match, path in names if match)


def _segments(folder: Path) -> list[Segment]:
    """Return the segments in order; a last one that was torn before its snapshot was whole does not count."""
    found, torn = [], None
    for _number, path in numbered(folder):
        if torn is not None:
            raise DamageError(f"{torn}:1: the segment ends before its snapshot, and yet {path.name} follows on it")
        header = _header(path)
        if header is None:
            torn = path
        else:
            found.append(Segment(path, header))
    return found


def _header(path: Path) -> Header | None:
    lines = read(path, None)
    first = next(lines, None)
    if first is None:
        return None
    version = _version(path, first)
    if version != SCHEMA_VERSION:
        raise DamageError(
            f"{path}: the log was written in version {version}, and this edition reads only version {SCHEMA_VERSION}"
        )
    header = parse(path, first)
    if not isinstance(header, Header):
        raise DamageError(f"{path}:1: a segment begins with its header, and this one does not")
    whole = next(lines, None)
    return None if whole is None else header


def _version(path: Path, line: Line) -> int:
    try:
        return msgspec.json.decode(line.record, type=_Version).schema_version
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(f"{path}:{line.number}: this is no header of a run log: {error}") from error


class _Version(msgspec.Struct):
    schema_version: int = 0
