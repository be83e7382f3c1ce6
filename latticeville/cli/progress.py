"""Progress of long commands: a line on stderr, redrawn twice a second on a terminal."""

import sys
import time

from latticeville.cli.terminal import CleanStream


class _Line:
    def __init__(self) -> None:
        self._start, self._drawn = time.monotonic(), 0.0
        self._stream = (
            sys.stderr if isinstance(sys.stderr, CleanStream) and sys.stderr.has_status else None
        )

    @property
    def due(self) -> bool:
        """Whether it is time to draw."""
        return self._stream is not None and time.monotonic() - self._drawn > 0.5

    @property
    def gone(self) -> float:
        """Seconds since the beginning, never 0."""
        return max(time.monotonic() - self._start, 1e-9)

    def draw(self, text: str) -> None:
        """Draw the line."""
        self._drawn = time.monotonic()
        if self._stream is not None:
            self._stream.status(text)

    def clear(self) -> None:
        """Wipe the line."""
        if self._stream is not None:
            self._stream.wipe()


class Progress(_Line):
    """Ticks per second and the time left of so many ticks."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self._total, self._done = total, 0

    def show(self) -> None:
        """Count a tick, and draw when it is time to."""
        self._done += 1
        if self.due:
            rate = self._done / self.gone
            left = (self._total - self._done) / rate
            self.draw(
                f"tick {self._done} of {self._total} · {rate:,.0f} ticks/s · {_clock(left)} left"
            )


class Share(_Line):
    """What is done, its share, and the time left."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def looked(self, done: int, of: int) -> None:
        """Take in how much of how much is done, and draw when it is time to."""
        if self.due:
            left = f" · {_clock(self.gone / done * (of - done))} left" if done else ""
            self.draw(f"{self._what}: {done / max(of, 1):.0%}{left}")


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"
