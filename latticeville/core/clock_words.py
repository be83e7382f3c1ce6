"""Times of day in English prose, such as “from half past eight until 5pm” or “early in the morning”."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE

HOUR, NOON = 60, 12 * 60
LAST_HOUR = 24
EARLIEST = 7
"""Hours before it are of the afternoon, where no word says more: “at five”, but “at eight”."""
_COUNT = rf"\d{{1,2}}|{'|'.join(ONE_TO_TWELVE)}"
_HALF = r"(?P<half>[ap])\.?m\b\.?"
_TIME = (
    rf"(?P<named>noon|midday|midnight)"
    rf"|(?P<quarter>half past|half|(?:a )?quarter past|(?:a )?quarter to) (?P<base>{_COUNT})\b(?: ?{_HALF})?"
    rf"|(?P<hour>\d{{1,2}})[:.h](?P<minute>[0-5]\d)(?: ?(?P<half2>[ap])\.?m\b\.?)?"
    rf"|(?P<full>{_COUNT}) ?(?:(?P<half3>[ap])\.?m\b\.?|(?P<clock>o.clock\b))"
    rf"|(?P<bare>{_COUNT})\b(?! ?(?:hour|minute|day|week|month|year|time|people|cup|of\b|%|\d))"
)
_LEAD = (
    r"(?P<lead>from|since|until|till|to|and|by|at|around|about|before|after|between|circa|past)"
    r"(?: (?:around|about|roughly|nearly|almost))?"
)
_CLOCK = re.compile(rf"(?:\b{_LEAD} ?)?(?<![\w:.])(?:{_TIME})", re.IGNORECASE)
_RANGE = re.compile(r"(?:\bfrom )?\b(\d{1,2}(?::\d\d)?) ?[-–] ?(\d{1,2}(?::\d\d)?)\b(?![-–:])")
_PARTS = {
    "early in the morning": (6 * HOUR, 9 * HOUR),
    "early morning": (6 * HOUR, 9 * HOUR),
    "late in the morning": (10 * HOUR, NOON),
    "late morning": (10 * HOUR, NOON),
    "morning": (8 * HOUR, NOON),
    "lunchtime": (NOON, 13 * HOUR),
    "lunch time": (NOON, 13 * HOUR),
    "early afternoon": (13 * HOUR, 15 * HOUR),
    "late afternoon": (16 * HOUR, 18 * HOUR),
    "afternoon": (14 * HOUR, 17 * HOUR),
    "early evening": (17 * HOUR, 19 * HOUR),
    "late evening": (21 * HOUR, 23 * HOUR),
    "evening": (19 * HOUR, 21 * HOUR),
    "late at night": (22 * HOUR, DAY),
    "at night": (21 * HOUR, 23 * HOUR),
    "nights": (21 * HOUR, 23 * HOUR),
}
"""Parts of the day, the longer words first: from which minute to which."""
_PART = re.compile(rf"\b({'|'.join(_PARTS)})s?\b", re.IGNORECASE)
_STARTS = {"from", "since", "between", "after"}
_ENDS = {"until", "till", "to", "and", "before"}
_SURE = {"at", "around", "about", "by", "circa", "past"}
_LEADS = _SURE | _STARTS | {"until", "till"}
"""Words after which a bare number is a time of day."""
_SHIFTS = {"half": 30, "quarter past": 15, "quarter to": -15}


class TimeSpan(NamedTuple):
    """When something is done, in minutes of the day.

    `start` is None where only its end is told, `end` where only its start is told; `part` says that
    it is told by a part of the day alone.
    """

    start: int | None
    end: int | None
    part: bool = False


def read_times(text: str, *, late: bool = False, early: bool = False) -> tuple[TimeSpan, ...]:
    """Return the times that a text names, in their order.

    An hour without “am” or “pm” is of the evening where `late`, of the morning where `early`.

    >>> read_times("opens the café at 8am and works there until half past five")
    (TimeSpan(start=480, end=1050, part=False),)
    >>> read_times("from nine to 12:30"), read_times("goes to bed around eleven", late=True)
    ((TimeSpan(start=540, end=750, part=False),), (TimeSpan(start=1380, end=None, part=False),))
    >>> read_times("reads two books in the evening")
    (TimeSpan(start=1140, end=1260, part=True),)
    """
    text = _RANGE.sub(r"from \1 to \2", text)
    early = early or "in the morning" in text.casefold()
    afternoon = late or re.search(r"\b(evening|afternoon|night|tonight)s?\b", text.casefold())
    points = [*_points(text, late=bool(afternoon), early=early)]
    if not points:
        part = _PART.search(text)
        return (TimeSpan(*_PARTS[part[1].casefold()], part=True),) if part else ()
    return tuple(_joined(points))


def _points(text: str, *, late: bool, early: bool) -> Iterator[tuple[str, int, bool]]:
    """Yield each point of time: the word before it, its minute, and whether the half of the day
    was told."""
    after_start = False
    for found in _CLOCK.finditer(text):
        lead = (found["lead"] or "").casefold()
        sure = lead in _LEADS or (after_start and lead in _ENDS)
        hour, past = _clock_time(found)
        if hour > LAST_HOUR or (found["bare"] and not sure):
            continue
        half = _half(found)
        minute = (_in_half(hour, found, late=late, early=early) * HOUR + past) % DAY
        yield lead, minute, bool(found["named"] or half)
        after_start = True


def _half(found: re.Match[str]) -> str:
    return (found["half"] or found["half2"] or found["half3"] or "").casefold()


def _clock_time(found: re.Match[str]) -> tuple[int, int]:
    """Return the hour as it is told, and the minutes past it."""
    if found["named"]:
        return (0 if found["named"].casefold() == "midnight" else 12), 0
    if found["quarter"]:
        words = found["quarter"].casefold()
        return _number(found["base"]), next(past for word, past in _SHIFTS.items() if word in words)
    if found["hour"]:
        return int(found["hour"]), int(found["minute"])
    return _number(found["full"] or found["bare"]), 0


def _in_half(hour: int, found: re.Match[str], *, late: bool, early: bool) -> int:
    """Return the hour of the day that is meant by an hour as it is told."""
    half, digits = _half(found), found["hour"] or ""
    if half:
        return hour % 12 + (12 if half == "p" else 0)
    is_sure = found["named"] or early or digits.startswith("0")
    first = 12 if late else 0 if digits else EARLIEST
    return hour if is_sure or not 1 <= hour < first else hour + 12


def _number(word: str) -> int:
    return int(word) if word.isdigit() else ONE_TO_TWELVE.index(word.casefold()) + 1


def _joined(points: list[tuple[str, int, bool]]) -> Iterator[TimeSpan]:
    """Yield spans: a start and the end that follows it are one."""
    open_start: int | None = None
    for lead, minute, told in points:
        if open_start is not None and lead in _ENDS:
            yield TimeSpan(open_start, _after(open_start, minute, told=told))
            open_start = None
            continue
        if open_start is not None:
            yield TimeSpan(open_start, None)
            open_start = None
        if lead in {"until", "till", "to", "before"}:
            yield TimeSpan(None, minute)
        else:
            open_start = minute
    if open_start is not None:
        yield TimeSpan(open_start, None)


def _after(start: int, end: int, *, told: bool) -> int:
    """Return an end that comes after its start: “from nine to one”, “from 8 to 11 in the evening”."""
    if not told and end <= start and end < NOON <= end + NOON and end + NOON > start:
        return end + NOON
    return end
