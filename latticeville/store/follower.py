"""Keeps a store at the log of a run while that is written: a thread that reads the log."""

import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from latticeville.store.errors import StoreLostError
from latticeville.store.writer import StoreWriter

PAUSE = 0.05
"""Seconds between two looks at the log where nobody says that it has grown."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 2.0
"""Seconds between attempts to connect again, and what they grow to."""
PATIENCE = 5.0
"""Seconds for which a lost store is waited for at the end of a run."""


class StoreFollower:
    """Follows the log of a run; `news` has a line for whoever runs it where a connection is lost or
    back, unless `told` is given it at once, and `error` is why it has ended too early, if it
    has."""

    def __init__(
        self,
        folder: Path,
        connect: Callable[[], Any],
        told: Callable[[str], object] | None = None,
    ) -> None:
        """Connect; StoreError where the store cannot take this run."""
        self._writer = StoreWriter(folder, connect)
        self.news = SimpleQueue[str]()
        self._told = told or self.news.put
        self.error: Exception | None = None
        self.is_lost = False
        self._over, self._woken = Event(), Event()
        self._thread = Thread(target=self._run, name="store", daemon=True)
        try:
            self._writer.connect()
        except BaseException:
            self._writer.close()
            raise
        self._thread.start()

    @property
    def stored(self) -> int:
        """The newest tick that is in the store."""
        return self._writer.stored

    def wake(self) -> None:
        """Say that the log has grown."""
        self._woken.set()

    def finish(self) -> None:
        """Store what is in the log by now, and end; a store that is lost is waited for only a
        while."""
        self._over.set()
        self._woken.set()
        self._thread.join()
        self._writer.close()

    def _run(self) -> None:
        try:
            self._follow()
        except Exception as error:  # noqa: BLE001 - told by whoever runs the simulation
            self.error = error

    def _follow(self) -> None:
        wait, lost_at = FIRST_WAIT, 0.0
        while True:
            is_last = self._over.is_set()
            try:
                if self.is_lost:
                    self._writer.connect()
                    self._tell(lost=False)
                    wait = FIRST_WAIT
                self._store()
            except StoreLostError:
                if not self.is_lost:
                    self._tell(lost=True)
                    lost_at = time.monotonic()
                if is_last and time.monotonic() - lost_at > PATIENCE:
                    raise
                time.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                continue
            if is_last:
                return
            self._woken.wait(PAUSE)
            self._woken.clear()

    def _store(self) -> None:
        """Store what is in the log: a tick in a transaction, many where the store is behind."""
        while self._writer.read():
            self._writer.commit()
        self._writer.commit()

    def _tell(self, *, lost: bool) -> None:
        self.is_lost = lost
        self._told(
            f"store: connection lost after tick {self.stored}"
            if lost
            else f"store: connected again, at tick {self.stored}"
        )
