"""The time of day as people say it."""

from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE

QUARTER, HOUR = 15, 60
FIRST_MORNING, FIRST_NIGHT = 8, 22
"""The first hour of the morning that is told as it is, and the first of those told as at night."""
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


def spoken_ahead(minute: int, now: int) -> str:
    """Return how people say when something is going to be, to the nearest quarter of an hour.

    It tells a part of the day where the hour alone would mean another half of it.

    >>> spoken_ahead(18 * 60, 9 * 60), spoken_ahead(DAY + 17 * 60, 9 * 60), spoken_ahead(3 * DAY, 0)
    ('at six', 'at five tomorrow', 'at midnight on Wednesday')
    >>> spoken_ahead(20 * 60, 7 * 60), spoken_ahead(DAY + 20 * 60, 0)
    ('at eight tonight', 'at eight tomorrow evening')
    """
    rounded = (minute + QUARTER // 2) // QUARTER * QUARTER
    is_midnight = rounded % DAY == 0
    days = (rounded - is_midnight) // DAY - now // DAY
    part = "" if is_midnight else _part_to_tell(rounded, now)
    if days == 0:
        told = {"": "", "morning": " this morning"}.get(part, " tonight")
    else:
        day = "tomorrow" if days == 1 else f"on {DAY_NAMES[(rounded - is_midnight) // DAY % 7]}"
        told = f" {day} {part}".rstrip() + (" next week" if days >= len(DAY_NAMES) else "")
    return f"{spoken_time(minute)}{told}"


def spoken_on_day(minute: int) -> str:
    """Return an absolute minute by its weekday, to the nearest quarter of an hour.

    >>> spoken_on_day(DAY + 19 * 60), spoken_on_day(20 * 60)
    ('Tuesday at seven', 'Monday evening at eight')
    """
    rounded = (minute + QUARTER // 2) // QUARTER * QUARTER
    is_midnight = rounded % DAY == 0
    day = DAY_NAMES[(rounded - is_midnight) // DAY % len(DAY_NAMES)]
    part = "" if is_midnight else _part_to_tell(rounded, -DAY)
    return f"{' '.join(filter(None, (day, part)))} {spoken_time(minute)}"


def _part_to_tell(minute: int, now: int) -> str:
    """Return the part of the day that has to be told with an hour: before eight in the morning and
    from eight in the evening on, unless that hour of this morning is over."""
    hour = minute % DAY // HOUR
    if hour < FIRST_MORNING:
        return "morning"
    is_over = minute // DAY == now // DAY and minute - DAY // 2 <= now
    if hour >= FIRST_NIGHT:
        return "night"
    return "evening" if hour >= FIRST_MORNING + 12 and not is_over else ""


def part_of_day(minute: int) -> str:
    """Return the part of its day in which a minute lies.

    >>> part_of_day(9 * 60), part_of_day(12 * 60 + 20), part_of_day(15 * 60), part_of_day(20 * 60), part_of_day(60)
    ('morning', 'noon', 'afternoon', 'evening', 'night')
    """
    hours = minute % DAY / HOUR
    starts = ((22, "night"), (18, "evening"), (13, "afternoon"), (11.5, "noon"), (4, "morning"))
    return next((name for start, name in starts if hours >= start), "night")
