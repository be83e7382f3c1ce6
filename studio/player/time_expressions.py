"""Ticks as people type them: “30”, “tick 30”, “09:30”, “Tue 09:30”."""

import re

from latticeville.core.clock import DAY, DAYS, format_time
from latticeville.world.model.settings import Settings

FORMS = "30 · tick 30 · 09:30 · Tue 09:30"
"""What can be written."""
OFFERED = 3
"""Most ticks offered for one time of day."""

_TICK = re.compile(r"(?:tick\s*)?(\d{1,9})", re.IGNORECASE)
_TIME = re.compile(r"(?:([a-z]{3})[a-z]*\s+)?([01]?\d|2[0-3]):([0-5]\d)", re.IGNORECASE)


def read_ticks(text: str, settings: Settings, shown: int, ticks: range) -> list[int]:
    """Return the ticks that a text may mean, the likeliest first.

    A time of day comes back every day: those that exist are offered, the nearest to the shown tick
    first, and the next one to come where none exists.

    >>> day = Settings(start=480, tick_minutes=1)
    >>> read_ticks("tick 30", day, 0, range(10)), read_ticks("09:30", day, 0, range(2000))
    ([30], [90, 1530])
    """
    written = text.strip()
    if match := _TICK.fullmatch(written):
        return [int(match[1])]
    match = _TIME.fullmatch(written)
    if not match:
        return []
    minute, period = int(match[2]) * 60 + int(match[3]), DAY
    if match[1]:
        day = match[1].capitalize()
        if day not in DAYS:
            return []
        minute, period = DAYS.index(day) * DAY + minute, len(DAYS) * DAY
    return _times(minute, period, settings, shown, ticks)


def format_tick(tick: int, settings: Settings) -> str:
    """Write the day and time of a tick.

    >>> format_tick(90, Settings(start=480, tick_minutes=1))
    'Mon 09:30'
    """
    return format_time(settings.start + tick * settings.tick_minutes)


def _times(minute: int, period: int, settings: Settings, shown: int, ticks: range) -> list[int]:
    """Return the ticks at which a time comes back, one each period."""
    first = (minute - settings.start) % period
    last = max(ticks.stop - 1, 0) * settings.tick_minutes
    found = [after // settings.tick_minutes for after in range(first, max(last, first) + 1, period)]
    there = [tick for tick in found if tick in ticks]
    return sorted(there, key=lambda tick: abs(tick - shown))[:OFFERED] or found[-1:]
