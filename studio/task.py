"""A long task as its thread reports it: progress, time left, cancellation."""

import time
from collections.abc import Callable
from threading import Event

AT_ONCE = 0.3
"""Seconds up to which work is as good as done at once."""
MINUTES = 100
"""Seconds from which time is told in minutes."""


class TaskStoppedError(Exception):
    """Somebody wants work to end."""


class Task:
    """A piece of long work, as its thread tells of it: what is done now, and how much of it.

    `ended` is the sentence for whoever ends it, `left` what is to be done besides.
    """

    def __init__(self, what: str, ended: str, left: Callable[[], object] | None = None) -> None:
        self.what, self.ended, self.left = what, ended, left
        self.said = ""
        """What was told last of how far it is."""
        self._stop, self._since = Event(), time.monotonic()
        self._first, self._done, self._of = 0, 0, 0

    def begin(self, what: str) -> None:
        """Go over to another part, of which nobody knows how long it takes; StoppedError where it
        is to end."""
        self.what, self._since, self._of = what, time.monotonic(), 0
        self.check_stopped()

    def report_progress(self, done: int, of: int) -> None:
        """Take in how much of how much is done; StoppedError where it is to end."""
        if not self._of:
            self._first = done
        self._done, self._of = done, of
        self.check_stopped()

    def check_stopped(self) -> None:
        """Raise StoppedError where it is to end."""
        if self.stopped:
            raise TaskStoppedError

    def stop(self) -> None:
        """Let it end at its next look."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether it is to end."""
        return self._stop.is_set()

    @property
    def description(self) -> str:
        """How far it is."""
        gone, more = time.monotonic() - self._since, self._done - self._first
        if gone < AT_ONCE:
            return f"{self.what}…"
        if self._of and more > 0:
            left = gone / more * (self._of - self._done)
            return (
                f"{self.what}… {self._done / self._of:.0%} · {format_duration(left)} left · "
                "esc stops"
            )
        return f"{self.what}… {format_duration(gone)} · esc stops"


class Estimate:
    """Begins when it is made, at a tick."""

    def __init__(self, start: int) -> None:
        self._start = start
        self._begun = self._told = time.monotonic()

    def is_due(self, every: float) -> bool:
        """Tell whether so many seconds have passed since this was last so."""
        now = time.monotonic()
        if now - self._told < every:
            return False
        self._told = now
        return True

    def describe(self, tick: int, last: int) -> str:
        """Say how far a tick is on the way to the last, and how long the rest will take."""
        done, way = tick - self._start, max(1, last - self._start)
        left = (time.monotonic() - self._begun) / max(1, done) * (last - tick)
        return (
            f"tick {tick} of {last} · {max(0, done) / way:.0%} · {format_duration(left)} left "
            "· esc stops"
        )


def format_duration(seconds: float) -> str:
    """Say how long something takes.

    >>> format_duration(4.2), format_duration(99), format_duration(290)
    ('4 s', '99 s', '5 min')
    """
    return f"{seconds:.0f} s" if seconds < MINUTES else f"{seconds / 60:.0f} min"
