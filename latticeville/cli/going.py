"""Drive a recorded run for a number of ticks, with views on stdout and progress on stderr."""

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from types import FrameType

from latticeville.cli.views import VIEWS
from latticeville.core import memory
from latticeville.db.recording import RecordedRun

INTERRUPTED = 130
TIDY = 100
"""Ticks between two looks for memory that only the collector can free."""


def go(recorded: RecordedRun, ticks: int, views: Sequence[str]) -> int:
    """Make the ticks, or fewer when ctrl+c asks to end at the next boundary; return the exit code."""
    shown = [VIEWS[name]() for name in views]
    asked: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    kept = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    progress = Progress(ticks)
    try:
        with memory.taken_over():
            for view in shown:
                view.begin(recorded.payload)
            for done in range(1, ticks + 1):
                payload = recorded.step()
                for view in shown:
                    view.show(payload)
                progress.show(done)
                if done % TIDY == 0:
                    memory.tidy()
                if asked:
                    break
            for view in shown:
                view.end(recorded.payload)
    finally:
        recorded.close()
        progress.clear()
        for number, handler in kept.items():
            signal.signal(number, handler)
    sys.stdout.flush()
    if asked:
        sys.stderr.write(
            f"ended after tick {recorded.payload.tick}; go on with: latticeville resume {recorded.folder}\n"
        )
        return INTERRUPTED
    sys.stderr.write(f"{recorded.folder}: at tick {recorded.payload.tick}\n")
    return 0


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 0 on")
    return int(text)


class Progress:
    """A line with ticks per second and the time left, drawn twice a second where stderr is a terminal."""

    def __init__(self, total: int) -> None:
        self._total, self._start, self._drawn = total, time.monotonic(), 0.0
        self._on = sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Draw, when it is time to."""
        now = time.monotonic()
        if self._on and now - self._drawn > 0.5:
            self._drawn = now
            rate = done / max(now - self._start, 1e-9)
            left = round((self._total - done) / max(rate, 1e-9))
            text = f"tick {done} of {self._total} · {rate:,.0f} ticks/s · {left // 60}:{left % 60:02} left"
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Wipe the line."""
        if self._on and self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
