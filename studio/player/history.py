"""The past of a run: its payloads, transcript lines, events per tick, ticks per person."""

from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.core.text_fold import fold
from latticeville.draw.transcript import TranscriptLine, tell_events
from latticeville.mind.memory import MemoryRecord
from latticeville.reports.metrics.anomalies import Anomaly
from latticeville.rules.survival.events import Attacked, Died
from latticeville.runs.replay import TickSummary
from latticeville.sim.departures import find_departures
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from latticeville.runs.replay import Replay

KEPT = 20_000
"""Lines kept in memory; older ones are read from the log when somebody looks."""

RECENT = 128
"""Most payloads kept in memory, the newest."""
RECENT_BYTES = 4_000_000
"""Most bytes of the log that the kept payloads stand for; in memory they take 4 to 20 times as
much."""

REFUSED = "refused"
"""The mark of a line that tells of a refused action."""


class TickIndex:
    """Ticks at which something was, in order, and those of each who it was about."""

    def __init__(self) -> None:
        self._by_name: dict[str, array[int]] = {}

    def add(self, tick: int, names: Iterable[str]) -> None:
        """Note a tick, and whom it was about; without any name it does not count."""
        about = set(names)
        for name in about | {""} if about else about:
            self._by_name.setdefault(name, array("L")).append(tick)

    def before(self, tick: int, name: str = "") -> int | None:
        """Return the last one before a tick."""
        ticks = self._by_name.get(name, ())
        place = bisect_left(ticks, tick)
        return ticks[place - 1] if place else None

    def after(self, tick: int, name: str = "") -> int | None:
        """Return the first one after a tick."""
        ticks = self._by_name.get(name, ())
        place = bisect_right(ticks, tick)
        return ticks[place] if place < len(ticks) else None

    def counts(self, edges: Sequence[int], name: str = "") -> list[int]:
        """Return how many there are from each edge up to, but not at, the next one."""
        ticks = self._by_name.get(name, ())
        places = [bisect_left(ticks, edge) for edge in edges]
        return [end - start for start, end in pairwise(places)]

    def within(self, start: int, end: int) -> bool:
        """Tell whether there is one from a tick up to, but not at, another."""
        found = self.after(start - 1)
        return found is not None and found < end


class EventDensity:
    """Events a tick, summed into bins of 1, 2, 4, … ticks, so that any stretch of a run is told in
    a few sums."""

    def __init__(self) -> None:
        self._levels: list[array[int]] = [array("L")]
        self.ticks = 0

    def add(self, count: int) -> None:
        """Count the events of the next tick."""
        for level, bins in enumerate(self._levels):
            place = self.ticks >> level
            if place < len(bins):
                bins[place] += count
            else:
                bins.append(count)
        self.ticks += 1
        if self.ticks > 1 << (len(self._levels) - 1):
            self._levels.append(array("L", [sum(self._levels[-1])]))

    def level(self, columns: int) -> int:
        """Return the finest level that tells the whole run in so many columns; a bin of it holds
        2**level ticks."""
        return next(
            (level for level in range(len(self._levels)) if len(self._levels[level]) <= columns),
            len(self._levels) - 1,
        )

    def bins(self, level: int) -> Sequence[int]:
        """Return the sums of a level."""
        return self._levels[level]


def summarize_tick(payload: TickPayload, before: State | None = None) -> TickSummary:
    """Return what a history takes in of a payload; who sets out where the state before is known."""
    state, tick = payload.state, payload.tick
    recalled = frozenset(who for who, thought in payload.thoughts.items() if thought.recalls)
    reflected = frozenset(
        who for who, mind in state.minds.items() if _reflects(mind.memory.last(8), tick)
    )
    walks = tuple(find_departures(before, payload)) if before is not None else ()
    return TickSummary(tick, state.minute, state.world, payload.events, walks, recalled, reflected)


def _reflects(newest: Sequence[MemoryRecord], tick: int) -> bool:
    return any(memory.kind == "reflection" and memory.tick == tick for memory in newest)


class RunHistory:
    """Grows by a tick at a time and is asked by tick."""

    def __init__(self) -> None:
        self.density = EventDensity()
        self._lines: list[TranscriptLine] = []
        self._trimmed = False
        self.happened, self.refused, self.recalled, self.reflected = (
            TickIndex(),
            TickIndex(),
            TickIndex(),
            TickIndex(),
        )
        self.talked, self.died, self.fought, self.anomalous = (
            TickIndex(),
            TickIndex(),
            TickIndex(),
            TickIndex(),
        )
        self.anomalies: list[Anomaly] = []

    def add(self, one: TickSummary) -> None:
        """Take in the next tick; those before the first one count as silent, and setting out is no
        event."""
        told = tell_events(one.tick, one.minute, one.world, one.events, one.departures)
        self._lines.extend(told)
        told = told[: len(told) - len(one.departures)]
        for _tick in range(self.density.ticks, one.tick):
            self.density.add(0)
        self.density.add(len(told))
        self.happened.add(one.tick, (line.about for line in told))
        self.refused.add(one.tick, (line.about for line in told if line.mark == REFUSED))
        self.talked.add(one.tick, (event.who for event in one.events if event.is_speech))
        self._add_losses(one)
        self.recalled.add(one.tick, one.who_retrieved)
        self.reflected.add(one.tick, one.who_reflected)
        if len(self._lines) > 2 * KEPT:
            del self._lines[:KEPT]
            self._trimmed = True

    def _add_losses(self, one: TickSummary) -> None:
        """Take in who died or fought in a tick."""
        self.died.add(one.tick, (event.who for event in one.events if isinstance(event, Died)))
        fights = (event for event in one.events if isinstance(event, Attacked))
        self.fought.add(one.tick, (who for event in fights for who in (event.who, event.to)))

    def add_anomaly(self, one: Anomaly) -> None:
        """Take in an anomaly; they come in order."""
        self.anomalies.append(one)
        self.anomalous.add(one.tick, one.people or ("",))

    def has_lines(self, tick: int, count: int) -> bool:
        """Tell whether the last lines up to a tick are in memory: so many, or all where there are
        fewer."""
        if tick >= self.density.ticks:
            return False
        return not self._trimmed or bisect_right(self._lines, tick, key=attrgetter("tick")) >= count

    def lines_until(self, tick: int, count: int) -> tuple[TranscriptLine, ...]:
        """Return the last lines up to a tick."""
        end = bisect_right(self._lines, tick, key=attrgetter("tick"))
        return tuple(self._lines[max(0, end - count) : end])

    def find_text(self, text: str) -> list[int]:
        """Return the ticks of which a line in memory has a text, whatever its marks and
        capitals."""
        wanted = fold(text)
        return list(dict.fromkeys(line.tick for line in self._lines if wanted in fold(line.text)))


class TickStore:
    """Takes in each tick that is made, and gives back any tick that exists."""

    def __init__(self, folder: Path, log: "Replay | None" = None) -> None:
        self._folder, self._log = folder, log
        self._recent: deque[TickPayload] = deque()
        self._sizes: deque[int] = deque()
        self._bytes = 0

    def add(self, payload: TickPayload, size: int) -> None:
        """Keep a tick that was just made, which has so many bytes in the log; old ones make room
        for it."""
        self._recent.append(payload)
        self._sizes.append(size)
        self._bytes += size
        while len(self._recent) > RECENT or (self._bytes > RECENT_BYTES and len(self._recent) > 1):
            self._recent.popleft()
            self._bytes -= self._sizes.popleft()

    def get(self, tick: int) -> TickPayload:
        """Return the payload of a tick."""
        if self._recent and tick >= self._recent[0].tick:
            return self._recent[tick - self._recent[0].tick]
        return self.read_log(tick).at(tick)

    def state_before(self, tick: int) -> State | None:
        """Return the state before a tick that was just made, if there is one."""
        if self._recent:
            return self._recent[-1].state
        return (
            self._log.at(tick - 1).state
            if self._log is not None and self._log.first < tick
            else None
        )

    def read_log(self, tick: int) -> "Replay":
        """Return what reads the log, which holds a tick."""
        from latticeville.runs.replay import Replay

        if self._log is None or tick > self._log.last:
            self._log = Replay(self._folder)
        return self._log
