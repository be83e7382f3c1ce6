"""The progress of a long way through a run, and the time left."""

import time

from studio.task import format_duration


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
