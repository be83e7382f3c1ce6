"""Days in words, such as “tomorrow”, “next Tuesday”, “a week from today”, “yesterday” or “this weekend”."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.spoken_time import DAY_NAMES

DAYS_OF_WEEK = 7
WEEKDAYS = "|".join(name.lower() for name in DAY_NAMES)
_SHORT = "mon|tues?|wed|thu(?:rs?)?|fri|sat|sun"
AMOUNT = rf"(?:\d{{1,3}}|{'|'.join(ONE_TO_TWELVE)}|a couple of|a few|an|a)"
_DAY = re.compile(
    rf"\b(?:(?P<two>(?:the )?(?:(?:day|night|evening|morning) after tomorrow|night after next))"
    rf"|(?P<weeks>a|one|two|three|\d) (?P<week>weeks?|fortnight) (?:(?:from|after|on) )?"
    rf"(?P<base>today|now|tomorrow|{WEEKDAYS})"
    rf"|in (?P<days>{AMOUNT}) (?P<unit>days?|weeks?|fortnight)(?:'s? time)?(?! or\b)"
    rf"|(?P<hence>{AMOUNT}) (?P<unit2>days?|weeks?) (?:from (?:now|today)|hence)"
    rf"|(?P<past>(?:the )?day before yesterday|yesterday"
    rf"|last (?:night|evening|week|month|year|(?P<last>{WEEKDAYS}))"
    rf"|(?P<last_of>{WEEKDAYS}) (?:last|just gone)(?=[,.;!?]|$)"
    rf"|(?P<ago>{AMOUNT}) (?P<unit3>minutes?|hours?|days?|weeks?|months?|years?) ago(?: (?:today|tonight))?)"
    rf"|(?P<near_week>today|tomorrow) week"
    rf"|(?P<near>today|tomorrow|tonight"
    rf"|this (?=(?:very |early |late )?(?:morning|noon|afternoon|evening|night)))"
    rf"|(?:(?P<which>next|this|(?:the )?(?:coming|following)) )?(?P<weekday>{WEEKDAYS})\b(?!s)"
    rf"(?P<later>(?: (?:morning|evening|night))? next week| (?:week(?! ?end)|fortnight|after next|next))?"
    rf"|(?:(?P<short_which>next|this)|on) (?P<short>{_SHORT})"
    rf"|(?P<short2>{_SHORT})\.?(?= \d))\b"
)
MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_MONTHS = rf"{MONTHS}|jan|feb|apr|aug|sept?|oct|nov|dec"
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
    "|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
    "|thirtieth|(?:twenty|thirty)-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
)
_NTH = r"\d{1,2}(?:st|nd|rd|th)"
_NO_NOUN = (
    r"(?=$|[,.;:!?]| (?:at|in|from|we|i|i'll|you|there|there's|it|it's|he|she|they|is|and|or|until"
    r"|till|to|for|starting|around|about|please|by|before|after|when|next|evening|morning|afternoon"
    r"|night)\b)"
)
_SPAN = re.compile(
    r"\b(?:(?P<next_week>next) week|(?:later |some ?time |early |late )?(?P<this_week>this) week\b"
    r"|(?P<end>(?:(?:this|the|over the|at the|all) )?week-?end)(?! after))\b(?!s)"
)
_VAGUE = re.compile(
    rf"\b(?:(?:the )?(?:{_NTH}|(?:{_ORDINALS})|\d{{1,2}})(?: of)? (?:{_MONTHS})"
    rf"|(?:{_MONTHS})(?: the)? (?:{_NTH}|\d{{1,2}}(?![:.]?\d| ?[ap]m))"
    rf"|(?:the )?{_NTH}{_NO_NOUN}"
    rf"|(?:on|by|until|till|from|before|after) the (?:{_ORDINALS}){_NO_NOUN}"
    rf"|(?:{WEEKDAYS}),? the (?:{_ORDINALS}|{_NTH})|day (?:{'|'.join(ONE_TO_TWELVE)}|\\d+)"
    rf"|(?:the|every) (?:{_ORDINALS}|last|other) (?:{WEEKDAYS})(?: (?:of|in) (?:the|every|each) month)?"
    rf"|the (?:{WEEKDAYS}) (?:before|after)(?! next)"
    rf"|the (?:day|night|evening|morning|week) (?:before|after)(?! tomorrow\b| yesterday\b| next\b)"
    r"|the (?:following|next) (?:day|night|evening|morning|afternoon)"
    r"|(?:the )?(?:end|start|beginning|middle) of (?:the|this|next) (?:week|month|year)"
    r"|(?:in|over) the (?:coming|next) (?:few )?(?:days|weeks)|the coming (?:week|month|year)"
    rf"|on (?:(?!{WEEKDAYS}|for\b)\w+ ){{0,3}}(?:day|birthday|eve|anniversary|morrow|holiday)\b(?! after tomorrow)"
    rf"|(?:{WEEKDAYS}|christmas|midsummer|new year's) eve|the eve of"
    r"|the day (?:of|that|when|i|you|he|she|it|we|they)|(?:another|(?:some|any) other) time"
    rf"|(?:a|some|any|one|another) (?:{WEEKDAYS})|(?:{WEEKDAYS}) or so"
    r"|the one after|mid-?week|all (?:week|month|year)"
    r"|(?<!ring )(?<!see )in the new year"
    rf"|{AMOUNT} (?:months?|years?) (?:from (?:now|today)|hence)"
    r"|on \d{1,2}/\d{1,2}|on \d{1,2}\.\d{1,2}\."
    rf"|(?:in|this|next|early|late|mid) (?:{_MONTHS})"
    r"|next (?:weekend|month|year|spring|summer|autumn|winter|season|time)"
    r"|(?:this|in|in the) (?:month|year|spring|summer|autumn|winter)"
    r"|(?:at|on|over|by|before|after) (?:christmas|easter|midsummer|halloween|new year)"
    r"|(?:some|any|one|another|either) (?:other )?(?:day|evening|morning|afternoon|night)"
    r"|one of these (?:days|evenings|nights|mornings)"
    rf"|in {AMOUNT} (?:(?:days?|weeks?) or {AMOUNT}(?: (?:days?|weeks?))?|or {AMOUNT} (?:days|weeks)"
    r"|months?|years?)"
    r"|or (?:on )?the (?:day after(?! tomorrow)|next(?: day)?|following day))\b"
)
"""Days that nobody can count: dates, which a world does not have, and “some day”."""

_BESIDE_DAY = re.compile(rf"\b(?:{WEEKDAYS}|today|tomorrow), $")
"""What stands before words that tell a named day once more: “Wednesday, the eve of the fair”."""
_IS_END = re.compile(r"\b(?:until|till|before|since|up to)(?: the| next| this)? $")
"""Words before a day on which something ends."""


class DayWords(NamedTuple):
    """A day that is told, counted from 0, by the words from `start` to `stop` of a text; -1 where they
    tell one that cannot be counted.

    `is_doubtful` says that it may also mean another, `is_weekday` that it is told by its name alone.
    """

    day: int
    start: int
    stop: int
    is_doubtful: bool = False
    is_weekday: bool = False
    is_past: bool = False


class _Span(NamedTuple):
    """Days of which one is meant, from the first to the last."""

    first: int
    last: int
    start: int
    stop: int


def days_in_words(text: str, today: int) -> Iterator[DayWords]:
    """Yield the days that a text in small letters tells, in their order.

    >>> [one.day for one in days_in_words("not tomorrow, but on friday", 0)]
    [1, 4]
    >>> [(one.day, one.is_doubtful) for one in days_in_words("on sunday next week, or on the 5th", 0)]
    [(13, False), (-1, True)]
    """
    vague = [*_vague_days(text)]
    days = [
        _day_of(found, today)._replace(start=found.start(), stop=found.end())
        for found in _DAY.finditer(text)
        if not any(one.start <= found.start() < one.stop for one in vague)
    ]
    spans = [_span_of(found, today) for found in _SPAN.finditer(text)]
    spans = [one for one in spans if not any(_overlap(one, day) for day in (*days, *vague))]
    told = [*_of_spans(days, spans, today), *vague]
    yield from (_doubted_end(one, text) for one in sorted(told, key=lambda one: one.start))


def _vague_days(text: str) -> Iterator[DayWords]:
    """Yield the days that cannot be counted, but for words that only say which day a named one is."""
    for one in _VAGUE.finditer(text):
        if _BESIDE_DAY.search(text[: one.start()]) is None:
            yield DayWords(-1, one.start(), one.end(), is_doubtful=True)


def _doubted_end(day: DayWords, text: str) -> DayWords:
    """Return a day, doubtful where it is the end of something: “until Friday, we meet at five”."""
    return day._replace(is_doubtful=True) if _IS_END.search(text[: day.start]) else day


def _overlap(one: _Span, day: DayWords) -> bool:
    return one.start < day.stop and day.start < one.stop


def _of_spans(days: Sequence[DayWords], spans: Sequence[_Span], today: int) -> Iterator[DayWords]:
    """Yield days, and the days of spans: “next week, on Thursday” is the Thursday of next week."""
    open_spans = list(spans)
    for day in days:
        moved = day
        for span in spans:
            inside = (
                day.day + (span.first - day.day + DAYS_OF_WEEK - 1) // DAYS_OF_WEEK * DAYS_OF_WEEK
            )
            if day.is_weekday and span.first <= inside <= span.last:
                moved = day._replace(day=inside)
            if span.first <= moved.day <= span.last and span in open_spans:
                open_spans.remove(span)
        yield moved
    for span in open_spans:
        first = max(span.first, today)
        yield DayWords(first, span.start, span.stop, is_doubtful=first < span.last)


def _span_of(found: re.Match[str], today: int) -> _Span:
    """Return the days of this week, next week or the weekend."""
    monday = _monday_after(today)
    first, last = monday, monday + DAYS_OF_WEEK - 1
    if found["this_week"] is not None:
        first, last = today, monday - 1
    elif found["end"] is not None:
        first, last = monday - 2, monday - 1
    return _Span(first, last, found.start(), found.end())


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
        return DayWords(_past_day(found, today), 0, 0, is_past=True)
    if found["weekday"] or found["short"] or found["short2"]:
        return _weekday(found, today)
    if found["near_week"]:
        return DayWords(_base_day(found["near_week"], today) + DAYS_OF_WEEK, 0, 0)
    if found["two"] or found["near"]:
        return DayWords(today + (2 if found["two"] else int(found["near"] == "tomorrow")), 0, 0)
    return _counted_day(found, today)


def _counted_day(found: re.Match[str], today: int) -> DayWords:
    """Return a day that is so many days or weeks after another."""
    if found["weeks"]:
        weeks = amount(found["weeks"]) * (2 if found["week"] == "fortnight" else 1)
        return DayWords(_base_day(found["base"], today) + weeks * DAYS_OF_WEEK, 0, 0)
    count, unit = found["days"] or found["hence"], found["unit"] or found["unit2"]
    ahead = amount(count) * _DAYS[unit.removesuffix("s")]
    return DayWords(today + ahead, 0, 0, is_doubtful=count in ("a few", "a couple of"))


_DAYS = {"minute": 0, "hour": 0, "day": 1, "week": DAYS_OF_WEEK, "fortnight": 2 * DAYS_OF_WEEK}
_DAYS |= {"month": 30, "year": 365}


def _past_day(found: re.Match[str], today: int) -> int:
    """Return the day of words of the past: “last Tuesday” is the one before today."""
    if found["ago"]:
        return today - amount(found["ago"]) * _DAYS[found["unit3"].removesuffix("s")]
    last = found["last"] or found["last_of"]
    if last:
        return today - ((today - _number_of(last) - 1) % DAYS_OF_WEEK + 1)
    words = found["past"]
    back = {"week": DAYS_OF_WEEK, "month": 30, "year": 365}.get(words.removeprefix("last "), 1)
    return today - (2 if words.endswith("before yesterday") else back)


def _weekday(found: re.Match[str], today: int) -> DayWords:
    """Return the day of a weekday: the nearest from today on, unless words say that it is another.

    “Next” is doubtful for a day that comes in this week, too.
    """
    name = found["weekday"] or found["short"] or found["short2"]
    which, later = found["which"] or found["short_which"], (found["later"] or "").strip()
    day, is_next = _base_day(name, today), "next" in (which, later)
    if later.endswith("next week"):
        return DayWords(_monday_after(today) + _number_of(name), 0, 0)
    weeks = _WEEKS_LATER.get(later, int(is_next and day == today))
    if weeks:
        return DayWords(day + weeks * DAYS_OF_WEEK, 0, 0)
    is_doubtful = is_next and day < _monday_after(today)
    return DayWords(day, 0, 0, is_doubtful, is_weekday=which is None)


_WEEKS_LATER = {"week": 1, "after next": 1, "fortnight": 2}


def _monday_after(today: int) -> int:
    return today - today % DAYS_OF_WEEK + DAYS_OF_WEEK


def _base_day(name: str, today: int) -> int:
    if name in ("today", "now", "tomorrow"):
        return today + (name == "tomorrow")
    return today + (_number_of(name) - today) % DAYS_OF_WEEK


def _number_of(name: str) -> int:
    """Return the number of a weekday by the letters with which its name begins."""
    return next(place for place, one in enumerate(DAY_NAMES) if one.lower().startswith(name[:3]))
