"""When a phrase is meant, from the days, the points of time and the parts of the day that it names,
and what is doubtful about it."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.clock_words import COUNT, HOUR, NOON
from latticeville.core.day_words import AMOUNT, DAYS_OF_WEEK, WEEKDAYS, DayWords
from latticeville.core.likely_half import is_evening_likely, likely_half
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.spoken_time import QUARTER
from latticeville.core.time_points import (
    AFTERNOON,
    ENDING,
    ENDS,
    EVENING,
    EXACT,
    MORNING,
    ON_CLOCK,
    OPEN,
    DayPart,
    TimePoint,
    has_open_number,
    in_part,
    lasting,
    lengths_in_words,
)

AFTERNOON_BEFORE, EVENING_BEFORE = 8 * HOUR, 10 * HOUR
"""Minutes of the day before the first are meant in the afternoon, “at five”; those before
the second in the evening once the morning's are over."""
EITHER_BEFORE = 9 * HOUR
"""A full hour before it may be of the morning or of the evening of another day: “Friday at eight”."""
_HOURS_OF = {AFTERNOON: (NOON, 19 * HOUR), EVENING: (16 * HOUR, 2 * DAY)}
"""From when to when an hour can be: one “this evening at three” is doubtful."""
_BY = re.compile(
    r"(?<!come )(?<!drop )(?<!stop )(?<!call )(?<!swing )(?<!pop )(?<!pass )"
    rf"\bby (?:(?:today|tomorrow|this|{WEEKDAYS}) )?$"
)
"""Words before a part of the day that is a deadline."""
_UNTIL = re.compile(
    rf"\b(?:until|till|before|since)(?: (?:today|tomorrow|this|the|late|{WEEKDAYS}))* $"
)
_LEADING = ("before ", "first ", "last ")
"""How a part of the day begins that needs no word before it: “before lunch”."""
_AS_NAME = re.compile(
    rf"\b(?:after|before|until|till) (?:the|my|our|his|her) (?:{COUNT}) o.?clock (?!in\b|on\b"
    rf"|at\b)[a-z]"
)
"""An hour that is the name of something, which may be early or late: “after the six o'clock train”."""
_OR = re.compile(rf"\b(?:{COUNT})(?: o.clock)? or(?: at)? $")
_EITHER_HOUR = re.compile(
    rf"\b(?:hours?|minutes?) or {AMOUNT}\b|\ba (?:few|couple of) (?:hours|minutes)\b"
    r"|\bor (?:a (?:bit|little) |even |maybe |perhaps )?(?:earlier|later|sooner|when|whenever"
    r"|as soon)\b"
    rf"|(?:^|[,.:] |(?:{WEEKDAYS}|morning|afternoon|evening) )(?:five"
    rf"|ten) to (?:{'|'.join(ONE_TO_TWELVE)})\b"
    rf"|\b(?:{COUNT}),? (?:or )?(?:{COUNT}) at the (?:latest|earliest)\b"
    r"|\b(?:any ?time|whenever)\b(?! (?:between|after|from|before))"
)
"""Words that leave an hour open: “five or” before six, “an hour or two”, “Sunday, ten to twelve”."""
_UNREAD = re.compile(
    r"\b(?:fortnight|(?<!this )(?<!next )weeks?|week-?end(?<!this weekend)|months?|o.clock"
    r"|half past"
    rf"|quarter (?:past|to)|{AMOUNT} (?:hours?|minutes?|mins?)(?!'| (?:earlier|later|long|of))"
    rf"|{AMOUNT} (?:days|nights|evenings|mornings|afternoons|seconds|seasons|terms)"
    r"|(?:day|night|evening|morning|afternoon)s? (?:before|after|later|earlier))\b"
)
"""Words of time that leave a doubt where nothing was read from them."""
_BETWEEN = frozenset(("or", "or at", "or on", "or perhaps", "or maybe", "or rather"))


class SpokenTime(msgspec.Struct, frozen=True, gc=False):
    """When something is that words tell of, from `start` until `end` in absolute minutes.

    Both are None where words do not say it. `day` is the day that is told, counted from 0, -1
    without one. `doubt` says what is doubtful: "day", "hour", "whether", or "date" for a day that cannot
    be counted; "" for nothing.
    `is_rough` says that only a part of the day is told. The words may be of the past, deny it, ask
    for it or tell what is usual; `is_called_off` says that they cancel it.
    """

    start: int | None = None
    end: int | None = None
    day: int = -1
    doubt: str = ""
    is_rough: bool = False
    is_past: bool = False
    is_negated: bool = False
    is_question: bool = False
    is_usual: bool = False
    is_called_off: bool = False

    @property
    def missing(self) -> str:
        """What is missing: "hour" where only a day is told, "time" without either, else ""."""
        if self.start is not None:
            return ""
        return "time" if self.day < 0 else "hour"

    @property
    def is_open(self) -> bool:
        """Whether the words tell of something to come: neither past, denied, asked nor usual."""
        return not (self.is_past or self.is_negated or self.is_question or self.is_usual)

    @property
    def is_certain(self) -> bool:
        """Whether a time can be agreed to as it is told."""
        return self.is_proposal and not self.doubt

    @property
    def is_proposal(self) -> bool:
        """Whether words tell a time to come, even if it is doubtful."""
        return self.start is not None and self.is_open

    @property
    def denies(self) -> bool:
        """Whether words deny, for certain, something that was to come."""
        is_open = not (self.is_past or self.is_question)
        return self.is_negated and is_open and self.doubt != "whether"

    def settled(self) -> "SpokenTime":
        """Return this time without its doubt."""
        return replace(self, doubt="")


_NO_TIME = SpokenTime()


class Carried(NamedTuple):
    """The day and the part of the day that a sentence told before, -1 and "?" for none.

    `is_doubtful` says that it told a day that is not the one, or that cannot be counted.
    """

    day: int = -1
    half: str = OPEN
    is_doubtful: bool = False


class Phrase(NamedTuple):
    """What a part of a sentence, said at a minute, holds of days, points of time and parts of the
    day; `whole` is all that is said."""

    text: str
    now: int
    days: tuple[DayWords, ...]
    points: tuple[TimePoint, ...]
    parts: tuple[DayPart, ...]
    whole: str = ""


def time_of(told: Phrase, carried: Carried) -> SpokenTime:
    """Return the time that a part of a sentence tells."""
    point = next((one for one in told.points if not _is_end(one, told)), None)
    day = _nearest_day(told, point)
    if point is None:
        return _rough_time(told, day, carried.day if day is None else day.day)
    if day is not None:
        return _time_on(told, point, day)
    start, doubt = _start_of(told, point, carried.day, carried.half)
    doubt = "day" if carried.is_doubtful and not point.is_ahead else doubt
    end = _end_of(told, point, start)
    doubt = _doubt_of(told, day) or doubt or _doubt_of_night(told, start, end)
    return SpokenTime(start, end, carried.day, doubt)


def last_minute(told: Phrase, carried: Carried) -> int | None:
    """Return the last point of time that a part of a sentence tells for certain, be it an end."""
    if not told.points:
        return None
    point = told.points[-1]
    day = _nearest_day(told, point)
    start, doubt = _start_of(told, point, carried.day if day is None else day.day, carried.half)
    return None if doubt else start


def _time_on(told: Phrase, point: TimePoint, day: DayWords) -> SpokenTime:
    """Return the time of a point on a day that is told."""
    start, doubt = _start_of(told, point, day.day, OPEN)
    is_past = day.is_past or start <= told.now
    if day.is_weekday and start <= told.now:
        start, doubt, is_past = start + DAYS_OF_WEEK * DAY, "day", False
    end = _end_of(told, point, start)
    doubt = _doubt_of(told, day) or doubt or _doubt_of_night(told, start, end)
    return SpokenTime(start, end, day.day, doubt, is_past=is_past)


def _doubt_of_night(told: Phrase, start: int, end: int | None) -> str:
    """Return what is doubtful of a span that goes on after midnight, though no word says so: “from six
    till two” may begin in the morning."""
    if end is None or end <= start - start % DAY + DAY or told.parts:
        return ""
    is_said = (
        any(one.half != OPEN for one in told.points)
        or likely_half(told.text, NOON - 1, is_dated=bool(told.days)) == EVENING
    )
    return "" if is_said else "hour"


def _is_end(point: TimePoint, told: Phrase) -> bool:
    """Tell whether a point is the end of what is told."""
    if point.lead in ("from", "between"):
        return False
    if point.lead == "and" and "between" not in told.text[: point.at]:
        return False
    return point.lead in ENDS or ENDING.search(told.text[: point.at]) is not None


def _nearest_day(told: Phrase, point: TimePoint | None) -> DayWords | None:
    """Return the day whose words stand nearest to a point; the first day without one. A day before the
    first that there is counts as that one, and stays past."""
    at = point.at if point is not None else 0
    day = min(told.days, key=lambda one: max(one.start - at, at - one.stop), default=None)
    return day._replace(day=max(day.day, 0)) if day is not None and day.is_past else day


def _part_for(told: Phrase, point: TimePoint, before: str) -> str:
    """Return which half of the day is meant by the words nearest to a point, or told before
    them."""
    if told.parts:
        return min(told.parts, key=lambda one: max(one.at - point.stop, point.at - one.stop)).half
    if before != OPEN:
        return before
    if point.minute >= NOON:
        return OPEN
    half = likely_half(told.text, point.minute, is_dated=bool(told.days))
    return half if half != OPEN else likely_half(told.whole, point.minute, is_dated=False)


def _start_of(told: Phrase, point: TimePoint, day: int, before: str) -> tuple[int, str]:
    """Return the absolute minute of a point on a day, -1 where none is told, and what is
    doubtful."""
    if point.is_ahead:
        return told.now + point.minute, ""
    minute, half = point.minute, _half_of(told, point, before)
    if half == OPEN and minute < AFTERNOON_BEFORE:
        minute, half = minute + NOON, AFTERNOON
    elif half == OPEN and minute < NOON:
        return _morning_or_evening(minute, day, told)
    elif half not in (OPEN, EXACT):
        minute = in_part(minute, half)
    start, doubt = _next_start(minute, day, told.now, doubt="" if half == MORNING else "day")
    first, last = _HOURS_OF.get(half, (0, 2 * DAY))
    is_odd = bool(told.parts) and not first <= minute < last
    return start, "hour" if is_odd else doubt


def _next_start(minute: int, day: int, now: int, doubt: str) -> tuple[int, str]:
    """Return when a minute of a day is, -1 for the next, and what is doubtful if that is
    tomorrow."""
    start = (now // DAY if day < 0 else day) * DAY + minute
    return (start, "") if day >= 0 or start > now else (start + DAY, doubt)


def _half_of(told: Phrase, point: TimePoint, before: str) -> str:
    """Return what is known of the half of the day of a point, also from the end that is told."""
    if point.half == EXACT or (point.half == ON_CLOCK and not told.parts):
        return EXACT
    half, end = _part_for(told, point, before), _end_point(told, point)
    if half == OPEN and end is not None and end.half == EXACT:
        return AFTERNOON if point.minute + NOON < end.minute else EXACT
    return half


def _morning_or_evening(minute: int, day: int, told: Phrase) -> tuple[int, str]:
    """Return when an hour is that is meant in the morning, or in the evening where that is over; at
    eight on another day, it may be either."""
    now = told.now
    today = now // DAY
    start = (today if day < 0 else day) * DAY + minute
    if start > now:
        last = EVENING_BEFORE if is_evening_likely(told.text) else EITHER_BEFORE
        is_either = day > today and minute < last and len(told.points) == 1
        return start, "hour" if is_either else ""
    if start + NOON > now:
        return start + NOON, "" if minute < EVENING_BEFORE else "hour"
    return (start + DAY, "day") if day < 0 else (start, "")


def _rough_time(told: Phrase, day: DayWords | None, number: int) -> SpokenTime:
    """Return the time that a day and a part of it tell without an hour."""
    parts = [one for one in told.parts if _stands_alone(one, told)]
    if not parts:
        return _NO_TIME if day is None else SpokenTime(day=number, is_past=day.is_past)
    is_next = number < 0 and _is_next_morning(told, parts[0])
    start, end = _part_on(parts[0], told.now // DAY + 1 if is_next else number, told.now)
    is_past = start <= told.now or (day is not None and day.is_past)
    doubt = _doubt_of(told, day) or _doubt_of_parts(told, parts)
    return SpokenTime(start, end, number, doubt, is_rough=True, is_past=is_past)


def _is_next_morning(told: Phrase, part: DayPart) -> bool:
    """Tell whether “in the morning” is said when the morning has begun, and so means the next."""
    is_led = told.text[: part.at].endswith("in the ")
    return is_led and part.half == MORNING and part.start < told.now % DAY


def _doubt_of_parts(told: Phrase, parts: Sequence[DayPart]) -> str:
    """Return what is doubtful of parts of a day: one of several, one with an hour that was not read, or
    one by which something is due."""
    if _BY.search(told.text[: parts[0].at]):
        return "whether"
    is_ended = any(_is_end(one, told) for one in told.points)
    is_open = len({one.half for one in parts}) > 1 or has_open_number(told.text) or is_ended
    return "hour" if is_open else ""


def _part_on(part: DayPart, day: int, now: int) -> tuple[int, int]:
    """Return from when to when a part of a day is, of the next one where no day is told; what has
    begun is from now on."""
    midnight = (now // DAY if day < 0 else day) * DAY
    start, end = midnight + part.start, midnight + part.end
    if day < 0 and end <= now:
        return start + DAY, end + DAY
    return (now - now % QUARTER + QUARTER if start <= now < end else start), end


def _stands_alone(part: DayPart, told: Phrase) -> bool:
    """Tell whether a part of the day says when something is, as in “on Tuesday evening”."""
    before = told.text[: part.at]
    if _UNTIL.search(before):
        return False
    is_led = re.search(r"\b(?:in the|at|one|this)(?: very)? $", before) is not None
    is_led = is_led or told.text.startswith(_LEADING, part.at)
    is_dated = any(
        part.at - one.stop in (0, 1) or one.start == part.at or one.start - part.stop == 1
        for one in told.days
    )
    return is_led or is_dated


def _doubt_of(told: Phrase, day: DayWords | None) -> str:
    """Return what is doubtful where several days or hours are told, or a day may be another."""
    if day is not None and day.is_doubtful:
        return "date" if day.day < 0 else "day"
    if len({one.day for one in told.days if not one.is_past}) > 1:
        return "day"
    return "hour" if _is_hour_open(told) else ""


def _is_hour_open(told: Phrase) -> bool:
    """Tell whether a phrase tells several hours of which one is meant, or words that were not read."""
    if (
        _UNREAD.search(_unread(told))
        or _EITHER_HOUR.search(told.text)
        or _AS_NAME.search(told.text)
    ):
        return True
    if any(_OR.search(told.text[: one.at]) for one in told.points):
        return True
    pairs = pairwise(told.points)
    if any(_is_either(told.text[one.stop : other.at]) for one, other in pairs):
        return True
    return len({one.minute % NOON for one in told.points if not _is_end(one, told)}) > 1


def _unread(told: Phrase) -> str:
    """Return the text without the words that told a day, a part of one, an hour or a length."""
    text, read = told.text, [(one.start, one.stop) for one in told.days]
    read += [(one.at, one.stop) for one in told.points]
    read += [(one.at, one.stop) for one in told.parts]
    read += lengths_in_words(text)
    for start, stop in read:
        text = f"{text[:start]}{' ' * (stop - start)}{text[stop:]}"
    return text


def _is_either(between: str) -> bool:
    return between.strip(" ,") in _BETWEEN


def _end_point(told: Phrase, point: TimePoint) -> TimePoint | None:
    return next((one for one in told.points if one.at > point.at and _is_end(one, told)), None)


def _end_of(told: Phrase, point: TimePoint, start: int) -> int | None:
    """Return until when something is that begins at a minute; None where words do not say it."""
    end = _end_point(told, point)
    if end is None:
        length = lasting(told.text)
        return start + length if length else None
    midnight = start - start % DAY
    halves = (0,) if end.half == EXACT else (0, NOON)
    found = (midnight + end.minute + day + half for day in (0, DAY) for half in halves)
    return next(minute for minute in found if minute > start)
