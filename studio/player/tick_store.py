"""The ticks of a run: the newest in memory, older ones read from the log."""

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from latticeville.runs.replay import Replay

RECENT = 128
"""Most payloads kept in memory, the newest."""
RECENT_BYTES = 4_000_000
"""Most bytes of the log that the kept payloads stand for; in memory they take 4 to 20 times as
much."""


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
