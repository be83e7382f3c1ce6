"""Read a run: any tick as a payload with its full state."""

from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.decoders import decode_json
from latticeville.core.disk import describe_unreadable
from latticeville.core.plugins import PluginError
from latticeville.runs.branch import list_lineage
from latticeville.runs.delta import patch
from latticeville.runs.lines import ChainedLine, DamageError, line_at, read_lines, total_size
from latticeville.runs.log_line import HEADER, SNAPSHOT, LogLine, read_line
from latticeville.runs.log_records import Delta, Header, Snapshot, parse
from latticeville.runs.memory_archive import ArchiveReader
from latticeville.runs.run_end import check_log_end, check_side_files, read_end
from latticeville.runs.segments import (
    Segment,
    broken_chain_error,
    check_follows,
    list_whole_segments,
    no_run_error,
)
from latticeville.runs.snapshot import restore
from latticeville.sim.departures import Departure
from latticeville.sim.event import Event
from latticeville.sim.rule_set import OWN_RULES, load_rule_set
from latticeville.sim.tick import TickPayload
from latticeville.sim.time_expression import TickOrTime
from latticeville.world.model.world import World

CACHE_SIZE = 32
"""Payloads kept near where they were last asked for."""
CACHE_STRIDE = 16
"""Ticks between two kept payloads on the way to a tick."""


class UnknownTickError(DamageError):
    """A run does not hold a tick; the sentence says which it holds."""


class LoggedLine(NamedTuple):
    """A line of a log, the world that it is in, and the minute at which its tick ended."""

    line: LogLine
    world: World
    minute: int


class TickSummary(NamedTuple):
    """A tick: its events, who sets out and where to, and the people who recalled and who reflected.

    Of the oldest tick of a log only the events are known, since the tick before it is gone.
    """

    tick: int
    minute: int
    world: World
    events: tuple[Event, ...]
    departures: tuple[Departure, ...] = ()
    who_retrieved: frozenset[str] = frozenset()
    who_reflected: frozenset[str] = frozenset()


class Replay:
    """A run folder; it may still be growing, and only whole lines of it count."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise no_run_error(folder)
        self.folder = folder
        end = read_end(folder)
        self.segments = list_whole_segments(folder)
        if not self.segments:
            raise no_run_error(folder)
        _check_rules(folder, self.segments[-1].header)
        check_log_end(folder, end, self.segments[-1])
        check_side_files(folder, end)
        self._checked_segments: set[int] = set()
        self._worlds: dict[str, World] = {}
        self.archive = ArchiveReader(folder)
        self._cache: OrderedDict[int, TickPayload] = OrderedDict()

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
        return read_line(deque(self.lines(self.segments[-1]), maxlen=1).pop()).tick

    @property
    def torn_bytes(self) -> int:
        """Bytes of a line at the end that was not written whole, as a crash leaves it."""
        segment = self.segments[-1]
        end = 0
        for line in self.lines(segment):
            end = line.end
        return max(0, total_size(segment.pieces) - end)

    def world(self, digest: str) -> World:
        """Return the edition of the world that the run holds under a digest."""
        if digest not in self._worlds:
            places = (folder / world_file_name(digest) for folder in list_lineage(self.folder))
            path = next(
                (path for path in places if path.exists()), self.folder / world_file_name(digest)
            )
            try:
                files = decode_json(path.read_bytes(), dict[str, str])
            except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
                raise DamageError(
                    f"{path}: the run's copy of its world {describe_unreadable(error)}\n"
                    "    fix: restore the file from a backup"
                ) from error
            from latticeville.world.load import rebuild_world

            world = rebuild_world(files)
            if world is None or world.digest != digest:
                raise DamageError(
                    f"{path}: the run's copy of its world was changed after the run began\n"
                    "    fix: restore the file from a backup"
                )
            self._worlds[digest] = world
        return self._worlds[digest]

    def world_of(self, tick: int) -> World:
        """Return the edition of the world that the run was in at the end of a tick."""
        return self.world(self._segment_of(tick).header.world)

    def worlds(self) -> Iterator[World]:
        """Yield the editions of the world that the run was in, the newest first."""
        yield from map(
            self.world, dict.fromkeys(segment.header.world for segment in reversed(self.segments))
        )

    def at(self, tick: TickOrTime | None = None) -> TickPayload:
        """Return the payload of a tick, of the last where none is named; UnknownTickError where the
        run lacks it.

        A tick near the last asked for costs only the ticks between.
        """
        tick = self.last if tick is None else self.tick_of(tick)
        if tick in self._cache:
            self._cache.move_to_end(tick)
            return self._cache[tick]
        segment = self._segment_of(tick)
        start = max(
            (kept for kept in self._cache if segment.header.tick <= kept < tick), default=None
        )
        for payload in self._walk(segment, start):
            if payload.tick in (tick, segment.header.tick) or payload.tick % CACHE_STRIDE == 0:
                self._cache_payload(payload)
            if payload.tick == tick:
                return payload
        raise self._unknown(f"tick {tick}")

    def span(
        self, start: TickOrTime | None = None, end: TickOrTime | None = None
    ) -> tuple[int, int]:
        """Return the first and the last of a span of ticks, by default all; UnknownTickError where
        one is lacking, or the span is empty."""
        last = self.last if end is None else self.tick_of(end)
        first = self.first if start is None else self.tick_of(start, last)
        for tick in (first, last):
            if not self.first <= tick <= self.last:
                raise self._unknown(f"tick {tick}")
        if first > last:
            raise UnknownTickError(f"{self.folder}: there is no tick from {first} until {last}")
        return first, last

    def tick_of(self, tick: TickOrTime, until: int | None = None) -> int:
        """Return a tick by its number, or the last up to one in which a time comes;
        UnknownTickError where the time is not in the run."""
        if isinstance(tick, int):
            return tick
        found = tick.ticks(self.at(self.last).state.clock, range(self.first, self.last + 1))
        if not found:
            raise self._unknown(tick.text)
        before = found if until is None else [each for each in found if each <= until]
        if not before:
            raise UnknownTickError(f"{self.folder}: {tick.text} comes after tick {until}")
        return before[-1]

    def _unknown(self, what: str) -> UnknownTickError:
        begin, end = (
            f"{format_time(self.at(self.last).state.minute_of(tick))} (tick {tick})"
            for tick in (self.first, self.last)
        )
        return UnknownTickError(
            f"{self.folder}: {what} is not in this run: it goes from {begin} to {end}"
        )

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

    def head(self, segment: Segment) -> tuple[Snapshot[Event], TickPayload]:
        """Return the snapshot with which a segment begins, and its payload."""
        record = next(
            record for record in self._read_records(segment) if isinstance(record, Snapshot)
        )
        return record, restore(record, self.world(record.world), self.archive)

    def read_log(self, start: int, end: int | None = None) -> Iterator[LoggedLine]:
        """Yield the lines from the snapshot before a tick on, headers apart, up to a tick.

        The snapshot with which a later segment begins is the state of a tick that was there
        already, unless the world was exchanged in it.
        """
        begin = self._segment_of(max(start - 1, self.first))
        self._check_oldest(begin)
        shifted = 0
        for segment in self.segments[begin.number - self.segments[0].number :]:
            world = self.world(segment.header.world)
            for line in (read_line(one, segment.header.rules) for one in self.lines(segment)):
                if end is not None and line.tick > end:
                    return
                if line.kind == HEADER:
                    continue
                if line.kind == SNAPSHOT:
                    shifted = sum(minutes for _since, minutes in line.shifts)
                else:
                    shifted += line.clock_shift
                minute = world.settings.start + line.tick * world.settings.tick_minutes + shifted
                yield LoggedLine(line, world, minute)

    def summaries(self, start: int) -> Iterator[TickSummary]:
        """Yield what happened in every tick from one on, without making states."""
        newest = start - 1
        for line, world, minute in self.read_log(start):
            if line.tick <= newest:
                continue
            newest, told = line.tick, TickSummary(line.tick, minute, world, line.events)
            yield (
                told
                if line.kind == SNAPSHOT
                else told._replace(
                    departures=line.departures,
                    who_retrieved=line.who_retrieved,
                    who_reflected=frozenset(line.reflections),
                )
            )

    def _cache_payload(self, payload: TickPayload) -> None:
        self._cache[payload.tick] = payload
        while len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)

    def _segment_of(self, tick: int) -> Segment:
        index = bisect_right(self.segments, tick, key=lambda segment: segment.header.tick) - 1
        if index < 0:
            raise DamageError(
                f"{self.folder}: tick {tick} is not in this run: its oldest tick is {self.first}"
            )
        return self.segments[index]

    def _walk(self, segment: Segment, start: int | None) -> Iterator[TickPayload]:
        payload = self._cache[start] if start is not None else None
        for record in self._read_records(segment, start):
            if isinstance(record, Snapshot):
                payload = restore(record, self.world(record.world), self.archive)
                yield payload
            elif payload is not None:
                payload = patch(payload, record)
                yield payload

    def lines(self, segment: Segment, after: int = 0) -> Iterator[ChainedLine]:
        """Yield the whole lines of a segment behind a place, checked against the line that ends
        there.

        The first is also checked against the segment before, the last against the segment after.
        """
        before, following = self._neighbour(segment, -1), self._neighbour(segment, 1)
        if before is not None:
            self._check_once(before, segment)
        last = self.line_at(segment, after) if after else None
        chain, count = (segment.header.chain, 0) if last is None else (last.digest, 2)
        for line in read_lines(segment.pieces, chain, after):
            chain, count = line.digest, count + 1
            yield line
        if following is None:
            return
        if count < 2:
            raise DamageError(
                f"{segment.path}:1: the segment ends before its snapshot, but "
                f"{following.path.name} follows"
            )
        if following.header.chain != chain:
            raise broken_chain_error(segment, following)

    def line_at(self, segment: Segment, end: int) -> ChainedLine | None:
        """Return the line of a segment that ends at a place; None where none does."""
        piece = next((piece for piece in reversed(segment.pieces) if piece.start < end), None)
        try:
            return None if piece is None else line_at(piece, end)
        except OSError:
            return None

    def _neighbour(self, segment: Segment, step: int) -> Segment | None:
        """Return the segment so many places after one."""
        place = segment.number - self.segments[0].number + step
        return self.segments[place] if 0 <= place < len(self.segments) else None

    def _check_once(self, before: Segment, after: Segment) -> None:
        """Raise DamageError unless one segment follows on another."""
        if after.number not in self._checked_segments:
            check_follows(before, after)
            self._checked_segments.add(after.number)

    def _check_oldest(self, segment: Segment) -> None:
        """Raise DamageError where a segment is the oldest, and the next does not follow on it."""
        after = self._neighbour(segment, 1)
        if segment.number == self.segments[0].number and after is not None:
            self._check_once(segment, after)

    def _read_records(
        self, segment: Segment, after: int | None = None
    ) -> Iterator[Snapshot[Event] | Delta[Event]]:
        """Yield the snapshot and what each tick changed, or only what the ticks after one
        changed."""
        self._check_oldest(segment)
        skipped = 1 if after is None else after - segment.header.tick + 2
        for count, line in enumerate(self.lines(segment), start=1):
            record = parse(line, segment.header.rules) if count > skipped else None
            if record is not None and not isinstance(record, Header):
                yield record


def world_file_name(digest: str) -> str:
    """Return the name of the file that holds an edition of the world."""
    return f"world-{digest[:12]}.json"


def _check_rules(folder: Path, header: Header) -> None:
    """DamageError where a set of rules of a run is missing, or cannot be loaded."""
    for name, version in header.rules.items():
        try:
            if name not in OWN_RULES:
                load_rule_set(name)
        except PluginError as error:
            raise DamageError(
                f"{folder}: this run needs the rules “{name}”, version {version}: {error}"
            ) from error
