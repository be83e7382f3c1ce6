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
MINUTE_WORDS = {
    "five": 5,
    "ten": 10,
    "a quarter": 15,
    "quarter": 15,
    "fifteen": 15,
    "twenty": 20,
    "twenty-five": 25,
    "twenty five": 25,
    "half": 30,
    "thirty": 30,
    "thirty-five": 35,
    "forty": 40,
    "forty-five": 45,
    "fifty": 50,
    "fifty-five": 55,
}
"""How many minutes words before “past” and “to”, or after an hour, stand for."""
_SHIFTS = {
    "half an hour": 30,
    "a quarter of an hour": 15,
    "three quarters of an hour": 45,
    "an hour": 60,
}
"""How many minutes lengths before “before” and “after” an hour stand for."""
COUNT = rf"\d{{1,2}}|{'|'.join(ONE_TO_TWELVE)}"
_WORDED = "|".join(sorted(MINUTE_WORDS, key=len, reverse=True))
_AFTER_HOURS = "|".join(
    word for word in _WORDED.split("|") if word not in ("five", "half", "quarter", "a quarter")
)
_HALF = r"(?P<half>[ap])\.?m\b\.?"
_TIME = (
    rf"(?P<named>(?<!\bthe )(?<!\ba )(?:noon|midday|midnight))"
    rf"|(?P<shift>(?:{'|'.join(_SHIFTS)})(?= (?:before|after))|a quarter|quarter|half"
    rf"|(?<!from )(?<!between )(?:{_WORDED})"
    rf"|(?:{COUNT})(?= minutes? )) ?(?:minutes? )?(?P<side>past|after|to|till|before)"
    rf" (?P<base>{COUNT}|noon|midday|midnight)\b(?: ?o.clock\b)?(?: ?{_HALF})?"
    rf"|half (?P<half_base>{COUNT})\b(?: ?(?P<half4>[ap])\.?m\b\.?)?"
    rf"|(?P<hour>\d{{1,2}})[:.h](?P<minute>[0-5]\d)(?: ?(?P<half2>[ap])\.?m\b\.?)?"
    rf"|(?P<word_hour>{'|'.join(ONE_TO_TWELVE)})[ -](?P<word_minute>{_AFTER_HOURS})\b(?! (?:past"
    rf"|to)\b)"
    rf"(?: ?(?P<half5>[ap])\.?m\b\.?)?"
    rf"|(?P<full>{COUNT}) ?(?:(?P<half3>[ap])\.?m\b\.?|(?P<clock>o.?clock\b))"
    rf"|(?P<bare>{COUNT})\b(?! ?(?:hour|minute|day|week|month|year|time|people|cup|of\b|%|\d|[:.]\d"
    rf"|(?:to|past)\b(?=[,.;!?]|$)))"
)
_LEAD = (
    r"(?P<lead>from|since|until|till|to|and|by|at|around|about|before|after|between|circa|past)"
    r"(?: (?:exactly|around|about|roughly|nearly|almost))?"
)
_CLOCK = re.compile(rf"(?:\b{_LEAD} ?)?(?<![\w:.])(?:{_TIME})", re.IGNORECASE)
_DIGITS = r"\d{1,2}(?:[:.][0-5]\d)?(?: ?[ap]m)?"
_RANGE = re.compile(
    rf"(?:\bfrom )?(?<![£$€])\b({_DIGITS}) ?[-–] ?({_DIGITS})\b(?![-–:])", re.IGNORECASE
)
PARTS = {
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
_PART = re.compile(rf"\b({'|'.join(PARTS)})s?\b", re.IGNORECASE)
_STARTS = {"from", "since", "between", "after"}
_ENDS = {"until", "till", "to", "and", "before"}
_SURE = {"at", "around", "about", "by", "circa", "past"}
_LEADS = _SURE | _STARTS | {"until", "till"}
"""Words after which a bare number is a time of day."""


class ClockTime(NamedTuple):
    """A time of day as it is told: `hour` and `minute` past it (below 0: before it), after which
    `lead`, from where to where in its text.

    `half` is "a" or "p" where the half of the day is told; `is_named` says that it is noon or
    midnight, `is_bare` that it is a number which may count something else, and `digits` are those
    of an hour on a clock.
    """

    lead: str
    hour: int
    minute: int
    half: str
    digits: str
    start: int
    stop: int
    is_named: bool = False
    is_bare: bool = False


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
    text = spans_in_words(text)
    early = early or "in the morning" in text.casefold()
    afternoon = late or re.search(r"\b(evening|afternoon|night|tonight)s?\b", text.casefold())
    points = [*_points(text, late=bool(afternoon), early=early)]
    if not points:
        part = _PART.search(text)
        return (TimeSpan(*PARTS[part[1].casefold()], part=True),) if part else ()
    return tuple(_joined(points))


def spans_in_words(text: str) -> str:
    """Return a text with “from 9 to 5” for “9-5”."""
    return _RANGE.sub(r"from \1 to \2", text)


def clock_times(text: str) -> Iterator[ClockTime]:
    """Yield the times of day that a text may name, in their order."""
    for found in _CLOCK.finditer(text):
        hour, minute = _clock_time(found)
        halves = (found[name] for name in ("half", "half2", "half3", "half4", "half5"))
        named = found["named"] or (found["base"] or "").casefold() in _NAMED
        yield ClockTime(
            (found["lead"] or "").casefold(),
            hour,
            minute,
            next(filter(None, halves), "").casefold(),
            found["hour"] or "",
            found.start(),
            found.end(),
            bool(named),
            (found["bare"] or found["word_hour"]) is not None,
        )


def _points(text: str, *, late: bool, early: bool) -> Iterator[tuple[str, int, bool]]:
    """Yield each point of time: the word before it, its minute, and whether the half of the day
    was told."""
    after_start = False
    for found in clock_times(text):
        sure = found.lead in _LEADS or (after_start and found.lead in _ENDS)
        if found.hour > LAST_HOUR or (found.is_bare and not sure):
            continue
        hour = _in_half(found, late=late, early=early)
        minute = (hour * HOUR + found.minute) % DAY
        yield found.lead, minute, bool(found.is_named or found.half)
        after_start = True


_NAMED = {"noon": 12, "midday": 12, "midnight": 0}


def _clock_time(found: re.Match[str]) -> tuple[int, int]:
    """Return the hour as it is told, and the minutes past it."""
    if found["named"]:
        return _NAMED[found["named"].casefold()], 0
    if found["shift"]:
        minutes = _minutes(found["shift"])
        is_past = found["side"].casefold() in ("past", "after")
        return _number(found["base"]), minutes if is_past else -minutes
    if found["half_base"]:
        return _number(found["half_base"]), MINUTE_WORDS["half"]
    if found["hour"]:
        return int(found["hour"]), int(found["minute"])
    if found["word_hour"]:
        return _number(found["word_hour"]), _minutes(found["word_minute"])
    return _number(found["full"] or found["bare"]), 0


def _in_half(found: ClockTime, *, late: bool, early: bool) -> int:
    """Return the hour of the day that is meant by an hour as it is told."""
    hour = found.hour
    if found.half:
        return hour % 12 + (12 if found.half == "p" else 0)
    is_sure = found.is_named or early or found.digits.startswith("0")
    first = 12 if late else 0 if found.digits else EARLIEST
    return hour if is_sure or not 1 <= hour < first else hour + 12


def _minutes(word: str) -> int:
    low = word.casefold()
    known = MINUTE_WORDS | _SHIFTS
    return known[low] if low in known else _number(low)


def _number(word: str) -> int:
    low = word.casefold()
    if low in _NAMED:
        return _NAMED[low]
    return int(word) if word.isdigit() else ONE_TO_TWELVE.index(low) + 1


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
    """Return an end that comes after its start: “from nine to one”, “from 8 to 11 in the
    evening”."""
    if not told and end <= start and end < NOON <= end + NOON and end + NOON > start:
        return end + NOON
    return end
