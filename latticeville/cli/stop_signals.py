"""ctrl+c and SIGTERM in a run: first after the tick, then at once, then without cleaning up."""

import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)
POKE = signal.SIGURG
"""Wakes the main thread, which the system may spare a signal that another thread can take; ignored
by default."""
PATIENCE, POKES = 2.0, 4
"""Seconds after the second signal in which the process has ended, and how often it is interrupted
until then."""
AT_ONCE = 0.2
"""Seconds in which most ticks end; only for a longer one is said what the first signal waits
for."""


class StopSignals:
    """Counts SIGINT and SIGTERM while a run goes on; a context for the main thread.

    `announce` is called from another thread where the first signal has to wait. The second raises
    KeyboardInterrupt inside `with stop.raising:`, but not while `held` says that something is being
    written. `parting` is written where the process has to be ended by force.
    """

    def __init__(
        self, announce: Callable[[], None], held: Callable[[], bool], parting: str
    ) -> None:
        self._announce, self._held, self._parting = announce, held, parting
        self.raising = _Raising()
        self.count = 0

    def __enter__(self) -> Self:
        self._inside, self._main = True, threading.get_ident()
        self._before = {number: signal.signal(number, _go_on) for number in SIGNALS}
        self._before[POKE] = signal.signal(POKE, self._interrupt)
        self._ear, self._mouth = socket.socketpair()
        self._mouth.settimeout(0)
        self._wakeup = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        _start(self._watch)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._inside = False
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._mouth.close()

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self.count > 1 and self.raising.allowed and not self._held():
            raise KeyboardInterrupt

    def _watch(self) -> None:
        """Count the signals beside the main thread, which hears of none while a native call does
        not return."""
        with self._ear:
            while numbers := self._ear.recv(64):
                for _ in filter(SIGNALS.__contains__, numbers):
                    self.count += 1
                    if self.count > 2:
                        self._end()
                    _start(self._announce_later if self.count == 1 else self._press)

    def _announce_later(self) -> None:
        time.sleep(AT_ONCE)
        with suppress(OSError, ValueError):
            if self._inside and self.count == 1:
                self._announce()

    def _press(self) -> None:
        """Interrupt the main thread, again where something swallowed that, and end the process if
        nothing helps."""
        for _ in range(POKES):
            if self._inside:
                signal.pthread_kill(self._main, POKE)
            time.sleep(PATIENCE / POKES)
        self._end()

    def _end(self) -> None:
        """End the process now; what was appended to the log is safe."""
        with suppress(OSError, ValueError):
            if self._inside and select.select([], [2], [], 0)[1]:
                os.write(2, self._parting.encode(sys.getfilesystemencoding(), "replace"))
        os._exit(INTERRUPTED)


class _Raising:
    """A context inside which the second signal raises."""

    def __init__(self) -> None:
        self.allowed = False

    def __enter__(self) -> None:
        self.allowed = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.allowed = False


def _go_on(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: the thread that watches counts."""


def _start(call: Callable[[], None]) -> None:
    threading.Thread(target=call, name="stop-signals", daemon=True).start()
