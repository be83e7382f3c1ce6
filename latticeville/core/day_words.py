"""Days in words, such as “tomorrow”, “next Tuesday”, “a week from today” or “yesterday”."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.spoken_time import DAY_NAMES

DAYS_OF_WEEK = 7
WEEKDAYS = "|".join(name.lower() for name in DAY_NAMES)
_SHORT = "mon|tues?|wed|thu(?:rs?)?|fri|sat|sun"
AMOUNT = rf"(?:\d{{1,3}}|{'|'.join(ONE_TO_TWELVE)}|a couple of|a few|an|a)"
_DAY = re.compile(
    rf"\b(?:(?P<two>(?:the )?day after tomorrow)"
    rf"|(?P<weeks>a|one|two|three|\d) (?P<week>weeks?|fortnight) (?:from|after|on) "
    rf"(?P<base>today|now|tomorrow|{WEEKDAYS})"
    rf"|in (?P<days>{AMOUNT}) (?P<unit>days?|weeks?|fortnight)(?:'s? time)?"
    rf"|(?P<hence>{AMOUNT}) (?P<unit2>days?|weeks?) (?:from (?:now|today)|hence)"
    rf"|(?P<past>(?:the )?day before yesterday|yesterday"
    rf"|last (?:night|evening|week|month|year|{WEEKDAYS})"
    rf"|(?:{AMOUNT}) (?:minutes?|hours?|days?|weeks?|months?|years?) ago)"
    rf"|(?P<near>today|tomorrow|tonight"
    rf"|this (?=(?:very |early |late )?(?:morning|afternoon|evening|night)))"
    rf"|(?:(?P<which>next|this|(?:the )?(?:coming|following)) )?(?P<weekday>{WEEKDAYS})\b(?!s)"
    rf"(?P<later>(?: (?:morning|evening|night))? next week| (?:week(?! ?end)|after next|next))?"
    rf"|(?:(?P<short_which>next|this)|on) (?P<short>{_SHORT})"
    rf"|(?P<short2>{_SHORT})\.?(?= \d))\b"
)


class DayWords(NamedTuple):
    """A day that is told, counted from 0, by the words from `start` to `stop` of a text.

    `is_doubtful` says that it may also mean another, `is_weekday` that it is told by its name alone.
    """

    day: int
    start: int
    stop: int
    is_doubtful: bool = False
    is_weekday: bool = False
    is_past: bool = False


def days_in_words(text: str, today: int) -> Iterator[DayWords]:
    """Yield the days that a text in small letters tells, in their order.

    >>> [one.day for one in days_in_words("not tomorrow, but on friday", 0)]
    [1, 4]
    """
    for found in _DAY.finditer(text):
        yield _day_of(found, today)._replace(start=found.start(), stop=found.end())


def amount(word: str) -> int:
    """Return how many a word of an amount stands for.

    >>> amount("an"), amount("a couple of"), amount("seven"), amount("20")
    (1, 2, 7, 20)
    """
    if word.isdigit():
        return int(word)
    some = {"a": 1, "an": 1, "a couple of": 2, "a few": 3}
    return some[word] if word in some else ONE_TO_TWELVE.index(word) + 1


def _day_of(found: re.Match[str], today: int) -> DayWords:
    if found["past"]:
        return DayWords(today - 1, 0, 0, is_past=True)
    if found["two"] or found["near"]:
        ahead = 2 if found["two"] else int(found["near"] == "tomorrow")
        return DayWords(today + ahead, 0, 0)
    if found["weeks"]:
        weeks = amount(found["weeks"]) * (2 if found["week"] == "fortnight" else 1)
        return DayWords(_base_day(found["base"], today) + weeks * DAYS_OF_WEEK, 0, 0)
    count = found["days"] or found["hence"]
    if count:
        ahead = amount(count) * _DAYS[(found["unit"] or found["unit2"]).removesuffix("s")]
        return DayWords(today + ahead, 0, 0, is_doubtful=count in ("a few", "a couple of"))
    return _weekday(found, today)


_DAYS = {"day": 1, "week": DAYS_OF_WEEK, "fortnight": 2 * DAYS_OF_WEEK}


def _weekday(found: re.Match[str], today: int) -> DayWords:
    """Return the day of a weekday: the nearest from today on, unless words say that it is another.

    “Next” is doubtful for a day that comes in this week, too.
    """
    name = found["weekday"] or found["short"] or found["short2"]
    which, later = found["which"] or found["short_which"], (found["later"] or "").strip()
    day = _base_day(name, today)
    if later.endswith("next week"):
        return DayWords(_monday_after(today) + _number_of(name), 0, 0)
    is_next = "next" in (which, later)
    if later in ("week", "after next") or (is_next and day == today):
        return DayWords(day + DAYS_OF_WEEK, 0, 0)
    is_doubtful = is_next and day < _monday_after(today)
    return DayWords(day, 0, 0, is_doubtful, is_weekday=which is None)


def _monday_after(today: int) -> int:
    return today - today % DAYS_OF_WEEK + DAYS_OF_WEEK


def _base_day(name: str, today: int) -> int:
    if name in ("today", "now", "tomorrow"):
        return today + (name == "tomorrow")
    return today + (_number_of(name) - today) % DAYS_OF_WEEK


def _number_of(name: str) -> int:
    """Return the number of a weekday by the letters with which its name begins."""
    return next(place for place, one in enumerate(DAY_NAMES) if one.lower().startswith(name[:3]))
