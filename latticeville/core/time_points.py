"""Points of time in a text: of the clock, of meals and parts of the day, and counted from now."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.clock_words import (
    COUNT,
    HOUR,
    LAST_HOUR,
    MINUTE_WORDS,
    NOON,
    ClockTime,
    clock_times,
)
from latticeville.core.day_words import AMOUNT, WEEKDAYS, DayWords, amount
from latticeville.core.spoken_time import QUARTER

MORNING, AFTERNOON, EVENING, NIGHT, EXACT, ON_CLOCK, OPEN = "a", "p", "e", "n", "=", ":", "?"
"""What is known of the half of the day of an hour: its part of the day, all, all but where a part of
the day is told, or nothing."""
PARTS = {
    "early in the morning": (7 * HOUR, 9 * HOUR, MORNING),
    "early morning": (7 * HOUR, 9 * HOUR, MORNING),
    "first thing in the morning": (7 * HOUR, 9 * HOUR, MORNING),
    "first thing": (7 * HOUR, 9 * HOUR, MORNING),
    "mid-morning": (10 * HOUR, NOON, MORNING),
    "mid morning": (10 * HOUR, NOON, MORNING),
    "before lunch": (11 * HOUR, NOON, MORNING),
    "before breakfast": (7 * HOUR, 8 * HOUR, MORNING),
    "late morning": (10 * HOUR, NOON, MORNING),
    "morning": (8 * HOUR, NOON, MORNING),
    "forenoon": (8 * HOUR, NOON, MORNING),
    "early afternoon": (13 * HOUR, 15 * HOUR, AFTERNOON),
    "mid-afternoon": (14 * HOUR, 16 * HOUR, AFTERNOON),
    "before tea": (15 * HOUR, 16 * HOUR, AFTERNOON),
    "late afternoon": (16 * HOUR, 18 * HOUR, AFTERNOON),
    "afternoon": (14 * HOUR, 17 * HOUR, AFTERNOON),
    "early evening": (17 * HOUR, 19 * HOUR, EVENING),
    "late evening": (21 * HOUR, 23 * HOUR, EVENING),
    "last thing at night": (21 * HOUR, 23 * HOUR, NIGHT),
    "last thing": (21 * HOUR, 23 * HOUR, NIGHT),
    "before supper": (17 * HOUR, 19 * HOUR, EVENING),
    "before dinner": (17 * HOUR, 19 * HOUR, EVENING),
    "evening": (19 * HOUR, 22 * HOUR, EVENING),
    "tonight": (20 * HOUR, 23 * HOUR, NIGHT),
    "night": (20 * HOUR, 23 * HOUR, NIGHT),
}
"""Parts of the day, the longer words first: from which minute to which."""
MEALS = {
    "breakfast": (8, 9),
    "lunch": (12, 13),
    "tea": (16, 17),
    "supper": (19, 20),
    "dinner": (19, 20),
    "dawn": (6, 7),
    "daybreak": (6, 7),
    "sunrise": (6, 7),
    "dusk": (19, 20),
    "nightfall": (20, 21),
    "sunset": (19, 20),
    "first light": (6, 7),
    "dark": (20, 21),
}
"""What a time is told by: the hour of “at” and that of “after” it."""
ENDED = {"school": 15, "work": 18}
"""The hour “after” what else is a place: people are at school and at work at any time."""
_PART = re.compile(rf"\b(?P<part>{'|'.join(PARTS)})\b")
_MEAL = re.compile(
    rf"\b(?P<lead>at|after|around|by|(?:come|join (?:me|us)|over|round|expect \w+|guests?) for)"
    rf"(?: the)? (?P<meal>{'|'.join(MEALS)})(?:[ -]?time)?\b"
    rf"|\b(?P<time>lunch|tea|dinner|supper|breakfast)[ -]?time\b"
    rf"|\bafter (?P<ended>{'|'.join(ENDED)})\b"
)
_SHARES = {"a quarter": 1, "a half": 2, "three quarters": 3}
_MINUTES = "|".join(word for word in MINUTE_WORDS if word not in ("half", "quarter", "a quarter"))
_UNITS = r"hours?|hrs?|minutes?|mins?"
_LENGTH = (
    rf"(?:(?P<half{{n}}>half an hour)|(?P<part{{n}}>(?P<quarters{{n}}>a quarter"
    rf"|three quarters) of an hour)"
    rf"|(?P<count{{n}}>{AMOUNT}"
    rf"|{'|'.join(MINUTE_WORDS)}) (?:more )?(?P<unit{{n}}>{_UNITS})(?: and (?P<more{{n}}>a half"
    rf"|a quarter|three quarters|\d\d?|{_MINUTES})(?: minutes)?)?)"
)
LENGTH = _LENGTH.replace("{n}", "1")
_AHEAD = re.compile(
    rf"(?<!is over )(?<!was over )(?<!be over )(?<!are over )(?<!all over )(?<!^back )\bin (?:about |around |roughly "
    rf"|just over )?{LENGTH}\b"
    rf"|\b{_LENGTH.replace('{n}', '2')} (?:from now|(?P<ago>ago))\b"
)
_LASTING = re.compile(rf"\b(?:for|lasts?|takes?) (?:about )?{LENGTH}")
_SPARED = re.compile(rf"\b(?:have|has|got|spare|give (?:me|us))(?: you)? (?:just |only )?{LENGTH}")
_GIVEN = re.compile(rf"\b(?:spare|give) you (?:just |only )?{LENGTH}")
STARTS = frozenset(("at", "around", "by", "circa", "from", "between", "after"))
ENDS = frozenset(("until", "till", "to", "and", "before"))
_ENDS_ALONE = frozenset(("until", "till", "before"))
_BE = re.compile(r"\b(?:how|what|at|is|say|starts?|begins?|be|meet|come|here|there) $")
_DAY_BEFORE = re.compile(
    rf"\b(?:{WEEKDAYS}|today|tomorrow|tonight|morning|afternoon|evening|night|make (?:it|that)"
    rf"|says?|it(?:'s|'ll be| is| will be| has to be|'ll have to be| must be)"
    r"|how about|what about|how's"
    rf"|sorry|actually|or rather|i mean),? $"
)
"""What a number that is a time may follow: “about five” a verb, “five” a day."""
_BEGINS = re.compile(
    rf",? (?:(?:on|this|next) )?(?:today|tomorrow|tonight|{WEEKDAYS})\b"
    r"|, (?:at|by|behind|under|outside|in front of) (?:the|my|your|our|\w+'s) \w+[.!]?$"
)
"""What follows a number that is a time though nothing stands before it: “ten on Sunday”."""
_UP_TO = re.compile(rf" (?:to|and) (?:{COUNT})\b")
ENDING = re.compile(r"\b(?:ends?|ending|(?:is|are|be) over|finish(?:es)?|done|lasts) (?:\w+ )?$")
_AFTER_BARE = re.compile(
    rf" ?(?:$|[,.!?;:)]|-? ?(?:in|on|at|tonight|tomorrow|today|this|next|sharp|prompt|or|and|to|for"
    rf"|with"
    rf"|by|until"
    rf"|till|when|if|please|that|then|there|where|every|each|most|as|because|from|near|outside|inside|behind"
    rf"|under"
    rf"|before|after|precisely|exactly|is|are|we|i|you|the|my|our|his|her|their|it|they|he|she"
    rf"|there|all|both|everybody|everyone|a|an"
    rf"|who|will|shall|beside|by|instead|about|whether|yesterday|been|was|were|has|had|can|could"
    rf"|must"
    rf"|should|may"
    rf"|does|do|be|any more|any good|all right|possible|won't|isn't|hasn't|can't|now|onwards?|suits?|work|suit"
    rf"|sounds?|(?:moves|starts|begins|ends|takes|goes|runs"
    rf"|lasts|falls|needs|stays|happens|depends|works)|would|ish|prompt|latest|over|but|so|not"
    rf"|{WEEKDAYS})\b)"
)
_ON_THE_DOT = re.compile(
    r" (?:sharp|prompt|precisely|on the dot|in the (?:morning|afternoon|evening)|at night)\b"
)
_COUNTED = re.compile(
    r"(?:\b(?:(?:chapter|verse|psalm|page|room|number|question|exercise|scene|act|line|step|lesson"
    r"|level)s?|table|score|odds(?: .*)?|won|lost|ratio"
    r"|scale|nr|house|aged?|win|beat|leads?|volume|gate|lot|platform|costs?) (?:by |of )?|[$€£])$"
)
_PRICED = re.compile(
    rf"\b(?:costs?|price|half(?! (?:{COUNT})\b)|sold|sells?|bought|worth|buys?|valued|lives?"
    rf"|living|(?:score|odds|set (?:the|your) (?:oven|dial|heating)|limit|rate"
    r"|record|total|capped|put it)(?: (?:is|are|was))?)(?: \w+)? $"
    r"|\b(?:i'm|i am|we're|we are|he's|she's|they're|they are|you're) $"
)
"""Words before a number that is no time: without a word such as “at” before it, and with one."""


class TimePoint(NamedTuple):
    """A point of time in a text, from `at` to `stop`: the word before it, its minute of the day, and
    what is known of the half of the day; `is_ahead` counts the minute from now on, below 0 back."""

    lead: str
    minute: int
    half: str
    at: int
    stop: int
    is_ahead: bool = False


def points_in_words(text: str, *, meals: bool = True) -> Iterator[TimePoint]:
    """Yield the points of time of a text: of the clock, of meals if wanted, and counted from now."""
    clock = [*_points_of_clock(text)]
    yield from clock
    if meals:
        yield from _points_of_meals(text, has_hour=bool(clock))
    for found in _AHEAD.finditer(text):
        number = "1" if found["unit1"] or found["half1"] or found["part1"] else "2"
        minutes = length_of(found, number) * (-1 if found["ago"] else 1)
        yield TimePoint("at", minutes, EXACT, found.start(), found.end(), is_ahead=True)


def _points_of_meals(text: str, *, has_hour: bool) -> Iterator[TimePoint]:
    """Yield the hours of meals; what somebody is asked to come for tells none beside one of the clock."""
    for found in _MEAL.finditer(text):
        is_occasion = (found["lead"] or "").endswith("for")
        if not (is_occasion and has_hour):
            yield TimePoint("at", _meal_hour(found) * HOUR, EXACT, found.start(), found.end())


def _meal_hour(found: re.Match[str]) -> int:
    if found["ended"]:
        return ENDED[found["ended"]]
    at, after = MEALS[found["meal"] or found["time"]]
    return after if found["lead"] == "after" else at


def _points_of_clock(text: str) -> Iterator[TimePoint]:
    times, after_start = [*clock_times(text)], False
    for place, one in enumerate(times):
        is_time = _is_time(one, text, after_start=after_start)
        if is_time and not _counts_up(one, times[place + 1 : place + 2], text):
            after_start = True
            yield _point_of(one)


def has_open_number(text: str) -> bool:
    """Tell whether a text holds a number that may be an hour, though no word says so."""
    return any(
        (one.lead in ("at", "around", "from") or _AFTER_BARE.match(text[one.stop :]))
        and not _is_count(one, text[: one.start])
        for one in clock_times(text)
        if one.is_bare and 0 < one.hour <= NOON // HOUR
    )


def length_of(found: re.Match[str], number: str = "1") -> int:
    """Return how many minutes words such as “an hour and a half” tell."""
    if found[f"half{number}"]:
        return HOUR // 2
    if found[f"part{number}"]:
        return QUARTER * (3 if found[f"quarters{number}"].startswith("three") else 1)
    word, unit = found[f"count{number}"], found[f"unit{number}"]
    count = MINUTE_WORDS[word] if word in MINUTE_WORDS else amount(word)
    length = HOUR if unit.startswith("h") else 1
    more = found[f"more{number}"] or "0"
    if more in _SHARES:
        return count * length + length * _SHARES[more] // 4
    return count * length + (int(more) if more.isdigit() else MINUTE_WORDS[more])


def _counts_up(one: ClockTime, following: Sequence[ClockTime], text: str) -> bool:
    """Tell whether a number begins a span of numbers that are no times: “from two to five
    people”."""
    if not one.is_bare or _UP_TO.match(text[one.stop :]) is None:
        return False
    spans = (other for other in following if other.lead in ENDS and other.start - one.stop <= 1)
    return not any(_is_time(other, text, after_start=True) for other in spans)


def _is_time(one: ClockTime, text: str, *, after_start: bool) -> bool:
    """Tell whether what may be a time of day is one, and no number of something."""
    before, after = text[: one.start], text[one.stop :]
    if one.hour > LAST_HOUR or _is_count(one, before):
        return False
    is_led = _is_led(one, before, after, after_start=after_start)
    if one.is_bare:
        return (is_led or _ON_THE_DOT.match(after) is not None) and _AFTER_BARE.match(
            after
        ) is not None
    is_decimal = one.digits != "" and "." in text[one.start : one.stop]
    return is_led or not is_decimal or one.half != "" or one.hour > NOON // HOUR


def _is_count(one: ClockTime, before: str) -> bool:
    return (_PRICED if one.lead else _COUNTED).search(before) is not None


def _is_led(one: ClockTime, before: str, after: str, *, after_start: bool) -> bool:
    """Tell whether words around a number say that it is a time."""
    if one.lead in STARTS or one.lead in _ENDS_ALONE:
        return True
    if after_start and (one.lead in ENDS or before.endswith("or ")):
        return True
    is_cut_off = before.rstrip()[-1:] in ("", ",", ":", ";")
    if is_cut_off and (one.lead == "about" or _BEGINS.match(after)):
        return True
    return (_BE if one.lead == "about" else _DAY_BEFORE).search(before) is not None


def _point_of(one: ClockTime) -> TimePoint:
    hour = one.hour
    if one.is_named:
        hour, half = (24 if hour == 0 else hour), EXACT
    elif one.half:
        hour, half = hour % 12 + (12 if one.half == "p" else 0), EXACT
    else:
        half = EXACT if hour > 12 or hour == 0 or one.digits.startswith("0") else OPEN
        half = ON_CLOCK if half == OPEN and len(one.digits) == 2 else half
    return TimePoint(one.lead, hour * HOUR + one.minute, half, one.start, one.stop)


class DayPart(NamedTuple):
    """A part of the day in a text, from `at` to `stop`: from which minute to which it is, and which
    half of the day is meant."""

    start: int
    end: int
    half: str
    at: int
    stop: int


def parts_in_words(text: str, days: tuple[DayWords, ...]) -> Iterator[DayPart]:
    """Yield the parts of the day that a text in small letters tells, but for “last night”."""
    for found in _PART.finditer(text):
        if not any(one.is_past and one.start <= found.start() < one.stop for one in days):
            yield DayPart(*PARTS[found["part"]], found.start(), found.end())


def in_part(minute: int, half: str) -> int:
    """Return the minute of the day that an hour means in a part of the day; past midnight at night.

    >>> in_part(7 * HOUR, MORNING), in_part(7 * HOUR, EVENING), in_part(HOUR, NIGHT)
    (420, 1140, 1500)
    """
    if half == NIGHT and minute < 5 * HOUR:
        return minute + DAY
    if half == MORNING:
        return minute % NOON
    is_later = half in (EVENING, NIGHT) or (half == AFTERNOON and minute < NOON)
    return minute + NOON if is_later else minute


def lasting(text: str) -> int:
    """Return how many minutes a text says that something takes; 0 where it does not.

    >>> lasting("we sing for an hour and a half")
    90
    """
    found = _LASTING.search(text) or _GIVEN.search(text)
    return length_of(found) if found else 0


def lengths_in_words(text: str) -> list[tuple[int, int]]:
    """Return from where to where a text says that something takes some time, or somebody has it."""
    found = (*_LASTING.finditer(text), *_SPARED.finditer(text))
    return [(one.start(), one.end()) for one in found]
