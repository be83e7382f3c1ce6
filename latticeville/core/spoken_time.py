"""The time of day as people say it."""

from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE

QUARTER, HOUR = 15, 60
DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
"""The days of the week."""


def spoken_time(minute: int) -> str:
    """Return a minute, counted from any midnight, to the nearest quarter of an hour.

    >>> spoken_time(17 * 60), spoken_time(14 * 60 + 12), spoken_time(16 * 60 + 45), spoken_time(12 * 60)
    ('at five', 'at about a quarter past two', 'at a quarter to five', 'at noon')
    """
    quarters, off = divmod(minute % DAY + QUARTER // 2, QUARTER)
    hour, part = divmod(quarters % (DAY // QUARTER), HOUR // QUARTER)
    about = "at" if off == QUARTER // 2 else "at about"
    if part == 0 and hour % 12 == 0:
        return f"{about} {'midnight' if hour == 0 else 'noon'}"
    named = ONE_TO_TWELVE[(hour + (part == HOUR // QUARTER - 1) - 1) % 12]
    return f"{about} {('', 'a quarter past ', 'half past ', 'a quarter to ')[part]}{named}"


def part_of_day(minute: int) -> str:
    """Return the part of its day in which a minute lies.

    >>> part_of_day(9 * 60), part_of_day(12 * 60 + 20), part_of_day(15 * 60), part_of_day(20 * 60), part_of_day(60)
    ('morning', 'noon', 'afternoon', 'evening', 'night')
    """
    hours = minute % DAY / HOUR
    starts = ((22, "night"), (18, "evening"), (13, "afternoon"), (11.5, "noon"), (4, "morning"))
    return next((name for start, name in starts if hours >= start), "night")
