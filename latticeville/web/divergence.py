"""Where two runs that are looked at side by side diverge."""

from pathlib import Path
from threading import Lock

from latticeville.draw.tick_frame import agents_of, looks_of
from latticeville.runs.replay import Replay


class VisibleDivergence:
    """The first tick in which people of two runs are not seen to do the same; what was compared is
    not compared again."""

    def __init__(self, one: Path, other: Path) -> None:
        self._folders = one, other
        self._lock = Lock()
        self._next = 0
        self._found: int | None = None

    def tick(self) -> int | None:
        """Return the tick; None while they are the same."""
        with self._lock:
            if self._found is None:
                self._found = self._compare()
            return self._found

    def _compare(self) -> int | None:
        runs = [Replay(folder) for folder in self._folders]
        self._next = max(self._next, *(run.first for run in runs))
        if self._next > min(run.last for run in runs):
            return None
        one, other = (run.payloads(self._next) for run in runs)
        for mine, theirs in zip(one, other, strict=False):
            if looks_of(agents_of(mine)) != looks_of(agents_of(theirs)):
                return mine.tick
            self._next = mine.tick + 1
        return None
