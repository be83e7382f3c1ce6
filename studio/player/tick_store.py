"""The ticks of a run: the newest in memory, older ones read from the log."""

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from latticeville.db.replay import Replay

RECENT = 128
"""Newest payloads kept in memory."""


class TickStore:
    """Takes in each tick that is made, and gives back any tick that exists."""

    def __init__(self, folder: Path, log: "Replay | None" = None) -> None:
        self._folder, self._log = folder, log
        self._recent: deque[TickPayload] = deque(maxlen=RECENT)

    def add(self, payload: TickPayload) -> None:
        """Keep a tick that was just made."""
        self._recent.append(payload)

    def get(self, tick: int) -> TickPayload:
        """Return the payload of a tick."""
        if self._recent and tick >= self._recent[0].tick:
            return self._recent[tick - self._recent[0].tick]
        return self.read_log(tick).at(tick)

    def state_before(self, tick: int) -> State | None:
        """Return the state before a tick that was just made, if there is one."""
        if self._recent:
            return self._recent[-1].state
        return self._log.at(tick - 1).state if self._log is not None and self._log.first < tick else None

    def read_log(self, tick: int) -> "Replay":
        """Return what reads the log, which holds a tick."""
        from latticeville.db.replay import Replay

        if self._log is None or tick > self._log.last:
            self._log = Replay(self._folder)
        return self._log
