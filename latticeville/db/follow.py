"""Following a run that another process writes: what is new in its log, read and never written."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.db.delta import patch
from latticeville.db.lines import DamageError
from latticeville.db.records import Header, Snapshot, restore
from latticeville.db.replay import Replay, Segment, numbered, parse
from latticeville.db.run_lock import find_writer
from latticeville.sim.tick import TickPayload


class Follower:
    """A place in a growing log; each poll goes on from there."""

    def __init__(self, folder: Path, start: int | None = None) -> None:
        self.replay = Replay(folder)
        self._tick = (self.replay.last if start is None else start) - 1
        self._payload: TickPayload | None = None
        self._segment = self._first(max(self._tick, self.replay.first))
        self._end = 0

    def poll(self) -> Iterator[TickPayload]:
        """Yield the ticks that have been written since, whole ones only."""
        while True:
            for line in self.replay.lines_after(self._segment, self._end):
                record = parse(line)
                if isinstance(record, Snapshot):
                    world = self.replay.world(record.world)
                    self._payload = restore(record, world, self.replay.shelves)
                elif not isinstance(record, Header) and self._payload is not None:
                    self._payload = patch(self._payload, record)
                self._end = line.end
                if self._payload is not None and self._payload.tick > self._tick:
                    self._tick = self._payload.tick
                    yield self._payload
            following = self._next()
            if following is None:
                return
            self._segment, self._end = following, 0

    def over(self) -> bool:
        """Tell whether nobody writes this run any more."""
        return find_writer(self.replay.folder) is None

    def _first(self, tick: int) -> Segment:
        held = [segment for segment in self.replay.segments if segment.header.tick <= tick]
        return held[-1] if held else self.replay.segments[0]

    def _next(self) -> Segment | None:
        """Return the segment after this one, once its header and its snapshot are whole."""
        number = self._segment.number + 1
        found = next((one for one in numbered(self.replay.folder) if one.number == number), None)
        if found is None:
            return None
        try:
            lines = [line.number for line in self.replay.lines_after(found, 0)]
        except (DamageError, msgspec.DecodeError):
            return None
        return found if len(lines) > 1 else None
