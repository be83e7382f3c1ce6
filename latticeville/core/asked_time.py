"""The time that a question is about: “What did you do yesterday at nine?”, “What will you do tomorrow?”.

Who asks looks back, where who proposes looks ahead: a weekday is the last one, and an hour that is not
over was yesterday."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.clock_words import EARLIEST, HOUR, NOON
from latticeville.core.day_words import DAYS_OF_WEEK, DayWords, days_in_words
from latticeville.core.time_points import (
    AFTERNOON,
    EVENING,
    MEALS,
    MORNING,
    NIGHT,
    OPEN,
    TimePoint,
    in_part,
    parts_in_words,
    points_in_words,
)

AROUND = 30
"""A time of day stands for so many minutes before it and after it."""
_SPANS = {
    MORNING: (4 * HOUR, NOON),
    AFTERNOON: (NOON, 18 * HOUR),
    EVENING: (18 * HOUR, 22 * HOUR),
    NIGHT: (22 * HOUR, DAY + 4 * HOUR),
}
"""Parts of the day as far as they reach: from which minute to which."""
_FUTURE = re.compile(
    r"\b(will|shall|tomorrow|later|intend|plans?|planned|expect|going to (?!work)|in an hour|from "
    r"now)\b"
)
_TALK = "(talk|talked|speak|spoke|spoken|meet|met)"
_LAST_TALK = re.compile(rf"\b{_TALK}\b.*\blast\b|\blast\b.*\b{_TALK}\b")
_PRESENT = re.compile(r"\b(now|currently|at the moment)\b")
_PAST = re.compile(r"\b(did|was|were|had|ago|yesterday|happened|heard|met|saw|said|told|last)\b")
_MEAL = "breakfast|lunch|tea|dinner|supper"
_AFTER_MEAL = re.compile(rf"\bafter ({_MEAL})\b")
_BETWEEN_MEALS = re.compile(
    rf"\bbetween (?P<first>{_MEAL}) and (?P<last>{_MEAL})\b|\bbefore (?P<before>{_MEAL})\b"
)
_SAME_TIME = re.compile(r"\b(?:at )?(?:this|the same) time\b")
AFTER_MEAL = 4 * HOUR
"""How long it is after a meal, in minutes."""
_OF_ALL = re.compile(r"\bthe (?:very )?(?:first|last) thing\b")
"""One of several things, not “first thing” in the morning."""
_THE_NIGHT = re.compile(r"\btonight\b|\blast night\b")
"""How people say a night that begins with its evening."""
_LAST_PART = re.compile(r"\blast (night|evening)\b")


class AskedTime(NamedTuple):
    """What time a question is about: the minutes from `start` up to `end`, around `point` where it
    names one.

    All are absolute; without a time, `start` is `end`. `future` says that the question asks for a
    plan, and `now` that it asks for the present.
    """

    start: int = 0
    end: int = 0
    point: int | None = None
    future: bool = False
    now: bool = False

    @property
    def is_given(self) -> bool:
        """Whether the question names a time."""
        return self.start < self.end


def asked_time(question: str, now: int) -> AskedTime:
    """Return the time that a question is about, which is asked at an absolute minute.

    >>> asked_time("What did you do yesterday at nine?", DAY + 600)
    AskedTime(start=510, end=570, point=540, future=False, now=False)
    >>> asked_time("What will you do tomorrow?", 600)
    AskedTime(start=1440, end=2880, point=None, future=True, now=False)
    """
    # A meal is no hour here: people eat when they eat, and who asks wants the meal.
    low = _OF_ALL.sub("the thing", question.casefold().replace("’", "'"))
    days = [*days_in_words(low, now // DAY)]
    is_future = _FUTURE.search(low) is not None and not any(one.is_past for one in days)
    points = [*points_in_words(low, meals=False)]
    away = next((one for one in points if one.is_ahead), None)
    if away is not None:
        return _around(now + away.minute, future=away.minute > 0)
    if _PRESENT.search(low) and not is_future:
        return AskedTime(now=True)
    day = _named_day(low, days, now // DAY, future=is_future)
    span = _by_meals(low, day, now, future=is_future) or _same_time(low, day, now)
    return span or _named_time(low, points, day, now, future=is_future)


def _by_meals(low: str, day: int | None, now: int, *, future: bool) -> AskedTime | None:
    """Return the hours of a day that meals limit, if a question names them."""
    span = _between_meals(low, day, now, future=future)
    return span or _after_meal(low, day, now, future=future)


def _same_time(low: str, day: int | None, now: int) -> AskedTime | None:
    """Return the time of day that it is now on a day, if a question names it so."""
    if day is None or _SAME_TIME.search(low) is None:
        return None
    return _around(day * DAY + now % DAY, future=day * DAY > now)


def _between_meals(low: str, day: int | None, now: int, *, future: bool) -> AskedTime | None:
    """Return the hours between two meals of a day, today without one, or before one, if a question
    names them."""
    found = _BETWEEN_MEALS.search(low)
    if found is None:
        return None
    midnight = (now // DAY if day is None else day) * DAY
    first, last = found["first"], found["last"] or found["before"]
    start = midnight + MEALS[first][1] * HOUR if first else midnight + _SPANS[MORNING][0]
    end = midnight + MEALS[last][0] * HOUR
    return AskedTime(start, end, future=future or start > now) if start < end else None


def _after_meal(low: str, day: int | None, now: int, *, future: bool) -> AskedTime | None:
    """Return the hours after a meal of a day, if a question names them."""
    meal = _AFTER_MEAL.search(low)
    if meal is None or day is None:
        return None
    first = day * DAY + MEALS[meal[1]][1] * HOUR
    return AskedTime(first, first + AFTER_MEAL, future=future or first > now)


def _named_day(low: str, days: Iterable[DayWords], today: int, *, future: bool) -> int | None:
    """Return the first day that a question names, no week and no date; a weekday is the last one
    where nobody asks for a plan."""
    for one in days:
        if (one.day >= 0 or one.is_past) and "week" not in low[one.start : one.stop]:
            return one.day - DAYS_OF_WEEK if one.day > today and not future else one.day
    return None


def _named_time(
    low: str, points: list[TimePoint], day: int | None, now: int, *, future: bool
) -> AskedTime:
    """Return the time of a question by the day, the part of the day and the time of day that it
    names."""
    half = _half(low)
    if points:
        point = _absolute(_minute(points[0], half), day, now, future=future)
        return _around(point, future=future or (point > now and not _PAST.search(low)))
    if half:
        first, last = _SPANS[half]
        if _THE_NIGHT.search(low):
            first, last = _SPANS[EVENING][0], max(last, DAY)
        shift = _absolute(first, day, now, future=future) - first
        return AskedTime(first + shift, last + shift, future=future or first + shift > now)
    if day is not None:
        return AskedTime(day * DAY, (day + 1) * DAY, future=future or day * DAY > now)
    if _LAST_TALK.search(low):
        return AskedTime(now - DAY, now + 1, now)
    return AskedTime(future=future)


def _around(point: int, *, future: bool) -> AskedTime:
    return AskedTime(point - AROUND, point + AROUND, point, future)


def _absolute(minute: int, day: int | None, now: int, *, future: bool) -> int:
    """Return a time of a day; without a day, the last one before now or the next one after it."""
    if day is not None:
        return day * DAY + minute
    found = now // DAY * DAY + minute
    if found > now and not future:
        return found - DAY
    return found + DAY if future and found + HOUR <= now else found


def _half(low: str) -> str:
    """Return the part of the day that a question names; "" for none."""
    last = _LAST_PART.search(low)
    if last is not None:
        return NIGHT if last[1] == "night" else EVENING
    return next((one.half for one in parts_in_words(low, ())), "")


def _minute(point: TimePoint, half: str) -> int:
    """Return the minute of the day of a point: hours before seven are of the afternoon."""
    if point.half != OPEN:
        return point.minute
    if half:
        return in_part(point.minute, half)
    return point.minute + NOON if point.minute < EARLIEST * HOUR else point.minute
