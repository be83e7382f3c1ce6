"""Ticks as people type them: “30”, “tick 30”, “09:30”, “Tue 09:30”, “day 2 09:30”."""

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from latticeville.core.clock import DAY, DAYS

FORMS = "30 · tick 30 · 09:30 · Tue 09:30 · day 2 09:30"
"""What can be written."""
LONGEST = 100
"""Most digits of a number."""

_TICK = re.compile(r"(?:tick\s*)?(\d+)", re.IGNORECASE)
_TIME = re.compile(
    r"(?:day\s*(?P<day>\d{1,6})\s+|(?P<weekday>[a-z]{3})[a-z]*\s+)?"
    r"(?P<hours>[01]?\d|2[0-3]):(?P<minutes>[0-5]\d)",
    re.IGNORECASE,
)


class RunClock(NamedTuple):
    """The clock of a run: the minute at which a tick ends, and the minutes of one tick."""

    minute_of: Callable[[int], int]
    tick_minutes: int


class TimeExpression(NamedTuple):
    """A time of day, on any day, on a day of the week (the first is 0), or on a day of the run (the
    first is 1)."""

    text: str
    minute: int
    weekday: int | None = None
    day: int | None = None

    def ticks(self, clock: RunClock, ticks: range) -> list[int]:
        """Return those of some ticks in which it comes, in order.

        >>> clock = RunClock(lambda tick: 480 + tick, 1)
        >>> parse_tick("09:30").ticks(clock, range(2000)), parse_tick("day 2 09:30").ticks(clock, range(2000))
        ([90, 1530], [1530])
        """
        if not ticks:
            return []
        first, last = clock.minute_of(ticks[0]), clock.minute_of(ticks[-1]) + clock.tick_minutes
        begin = clock.minute_of(0) // DAY
        found = []
        for day in range(first // DAY, last // DAY + 1):
            wanted = day * DAY + self.minute
            place = bisect_right(ticks, wanted, key=clock.minute_of) - 1
            if place < 0 or not self._is_on(day, begin):
                continue
            if wanted < clock.minute_of(ticks[place]) + clock.tick_minutes:
                found.append(ticks[place])
        return found

    def _is_on(self, day: int, begin: int) -> bool:
        return self.weekday in (None, day % len(DAYS)) and self.day in (None, day - begin + 1)


TickOrTime = int | TimeExpression
"""A tick by its number, or by a time."""


def parse_tick(text: str) -> TickOrTime:
    """Return the tick or the time that a text names; ValueError where it names neither."""
    written = text.strip()
    if match := _TICK.fullmatch(written):
        if len(match[1]) > LONGEST:
            raise ValueError(
                f"a number of {len(match[1])} digits is too long: write at most {LONGEST}"
            )
        return int(match[1])
    match = _TIME.fullmatch(written)
    weekday = match["weekday"] and match["weekday"].capitalize() if match else None
    if match is None or (weekday and weekday not in DAYS):
        raise ValueError(
            f"“{text[:LONGEST]}” is no tick and no time: write 30, 09:30, 'Tue 09:30' or 'day 2 09:30'"
        )
    minute = int(match["hours"]) * 60 + int(match["minutes"])
    return TimeExpression(
        written,
        minute,
        DAYS.index(weekday) if weekday else None,
        int(match["day"]) if match["day"] else None,
    )
