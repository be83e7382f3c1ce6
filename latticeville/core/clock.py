"""Simulated time as minutes since Monday 00:00 of the first week."""

import re

DAY = 24 * 60
"""Minutes in a day."""
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
"""Names of the days, the first of them minute 0."""
DAWN, DUSK = 5 * 60 + 30, 19 * 60 + 30
"""Minutes of the day at which night begins to end, and at which it begins to fall."""

_HOURS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)|24:00")


def parse_hours(text: str) -> int:
    """Return the minute of the day for "HH:MM"; "24:00" is the end of the day.

    >>> parse_hours("08:30")
    510
    """
    match = _HOURS.fullmatch(text)
    if not match:
        raise ValueError(f"“{text}” is not a time of day: write HH:MM, from 00:00 to 24:00")
    return DAY if match[1] is None else int(match[1]) * 60 + int(match[2])


def parse_start(text: str) -> int:
    """Return the minute for "Mon 08:00", or for "08:00" on the first Monday."""
    day, _, hours = text.rpartition(" ")
    if day and day not in DAYS:
        raise ValueError(f"“{day}” is not a day: write one of {', '.join(DAYS)}")
    return DAYS.index(day or "Mon") * DAY + parse_hours(hours)


def format_hours(minute: int) -> str:
    """Write the time of day of a minute.

    >>> format_hours(DAY + 605)
    '10:05'
    """
    return f"{minute % DAY // 60:02}:{minute % 60:02}"


def format_time(minute: int) -> str:
    """Write weekday and time of day of a minute.

    >>> format_time(DAY + 605)
    'Tue 10:05'
    """
    return f"{DAYS[minute // DAY % 7]} {format_hours(minute)}"


def is_within(minute: int, start: int, end: int) -> bool:
    """Tell whether a minute's time of day lies in [start, end), where a span may run over
    midnight."""
    now = minute % DAY
    return start <= now < end if start <= end else now >= start or now < end
