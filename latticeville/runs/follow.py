"""Follow the log of a run that another process writes."""

from collections.abc import Iterator
from pathlib import Path

from latticeville.core.clock import DAY, DAYS
from latticeville.runs.delta import patch
from latticeville.runs.log_records import Header, Snapshot, parse
from latticeville.runs.replay import Replay, UnknownTickError
from latticeville.runs.run_end import read_end
from latticeville.runs.run_folder import find_writer
from latticeville.runs.segments import Segment, check_follows, has_snapshot, list_segments
from latticeville.runs.snapshot import restore
from latticeville.sim.tick import TickPayload
from latticeville.sim.time_expression import TickOrTime


class LogFollower:
    """A place in a growing log; each poll goes on from there."""

    def __init__(self, folder: Path, start: TickOrTime | None = None) -> None:
        self.replay = Replay(folder)
        self._tick = (self.replay.last if start is None else _tick_of(self.replay, start)) - 1
        self._payload: TickPayload | None = None
        self._segment = self._find_start(max(self._tick, self.replay.first))
        self._end = 0
        self.digest = ""
        """The digest of the log's line with the tick that `poll` has just yielded."""

    @property
    def header(self) -> Header:
        """The header under which the tick is written that `poll` has just yielded."""
        return self._segment.header

    def poll(self) -> Iterator[TickPayload]:
        """Yield the ticks that have been written since, whole ones only."""
        while True:
            following = self._find_next()
            yield from self._read_ticks()
            if following is None:
                return
            check_follows(self._segment, following)
            self._segment, self._end = following, 0

    def _read_ticks(self) -> Iterator[TickPayload]:
        """Yield what was written to the segment since; where another follows, that is the rest of
        it."""
        for line in self.replay.lines(self._segment, self._end):
            record = parse(line, self._segment.header.rules)
            if isinstance(record, Snapshot):
                self._payload = restore(
                    record, self.replay.world(record.world), self.replay.archive
                )
            elif not isinstance(record, Header) and self._payload is not None:
                self._payload = patch(self._payload, record)
            self._end, self.digest = line.end, line.digest
            if self._payload is not None and self._payload.tick > self._tick:
                self._tick = self._payload.tick
                yield self._payload

    def is_over(self) -> bool:
        """Tell whether nobody writes this run any more."""
        return find_writer(self.replay.folder) is None

    def is_interrupted(self) -> bool:
        """Tell whether the run is over and its writer could not say how it ended, as one that was
        killed."""
        return read_end(self.replay.folder) is None and self.is_over()

    def _find_start(self, tick: int) -> Segment:
        held = [segment for segment in self.replay.segments if segment.header.tick <= tick]
        return held[-1] if held else self.replay.segments[0]

    def _find_next(self) -> Segment | None:
        """Return the segment after this one, once its header and its snapshot are whole."""
        number = self._segment.number + 1
        known = next((one for one in self.replay.segments if one.number == number), None)
        if known is not None:
            return known
        found = next(
            (one for one in list_segments(self.replay.folder) if one.number == number), None
        )
        return found if found is not None and has_snapshot(found) else None


def _tick_of(replay: Replay, tick: TickOrTime) -> int:
    """Return a tick that may be still to come; UnknownTickError where a time is neither in the run
    nor in the week after it."""
    try:
        return replay.tick_of(tick)
    except UnknownTickError:
        clock, next_tick = replay.at(replay.last).state.clock, replay.last + 1
        week = range(next_tick, next_tick + len(DAYS) * DAY // clock.tick_minutes + 1)
        found = [] if isinstance(tick, int) else tick.ticks(clock, week)
        if not found:
            raise
        return found[0]
