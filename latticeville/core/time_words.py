"""Times in words: when something is going to be that a sentence tells of, such as “Tuesday at
seven”, “in half an hour” or “tomorrow night”, and what is doubtful about it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.clock_words import HOUR, NOON, clock_times, spans_in_words
from latticeville.core.day_words import DAYS_OF_WEEK, WEEKDAYS, DayWords, days_in_words
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.sentence_mood import mood_of
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
    in_part,
    lasting,
    parts_in_words,
    points_in_words,
)

AFTERNOON_BEFORE, EVENING_BEFORE = 8 * HOUR, 10 * HOUR
"""Minutes of the day before the first are meant in the afternoon, “at five”; those before
the second in the evening once the morning's are over."""
_EVENING_NOUN = re.compile(r"\b(?:concert|dance|ball|dinner|supper|bonfire|fireworks|theatre)\b")
_MORNING_NOUN = re.compile(r"\bbreakfast\b")
_GREETINGS = re.compile(r"\bgood (?:morning|afternoon|evening|night|day)\b[,.!]?")
_BEFORE_NAME = re.compile(
    rf"\b(\d{{1,2}}|{'|'.join(ONE_TO_TWELVE)})(?= [A-Z](?!\w+ (?:Lane|Street|Road|Row|Hill|Square)\b))"
)
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "“": " ", "”": " ", '"': " ", "—": ";", "–": "-", "…": "."}
)
_STARTERS = (
    "it|it's|make it|we|i|i'm|you|they|there|there's|he|she|come|meet|let|let's|please|so|yet|don't|do|will"
    "|won't|would|wouldn't|can|can't|could|shall|are|aren't|everybody|everyone"
)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|;| - ")
_SEGMENTS = re.compile(
    rf",? but (?!for\b)|, (?:so|yet) |: |,? and (?=(?:{_STARTERS})\b)|, (?=(?:{_STARTERS})\b)"
)
_IS_CONDITION = re.compile(r"(?:if|when|unless|in case|as soon as|should (?:it|there|you|the))\b")
_CORRECTED = re.compile(
    r"(?:\bnot|n't|\binstead of|\brather than|\bno longer|, never)(?: be| held)?"
    r"(?: (?:on|at|in|until|any|by))? ?$"
)
_REWRITES = (
    (re.compile(r"\b(?:not|no|never) (?:until|till|before|earlier than|sooner than)\b"), "from"),
    (re.compile(r"\b(?:not|no) later than\b"), "by"),
    (
        re.compile(
            r"\b(?:do|does|will|shall|wo)(?: not|n't) (\w+)(?: here| there)? (?:until|till"
            r"|before)\b"
        ),
        r"\1 from",
    ),
    (
        re.compile(
            r"\b(?:moved|postponed|put off|shifted|changed|brought forward|put back)"
            r"(?: from .*?)? (?:to|until|till) (?!be\b|have\b)"
        ),
        "now at ",
    ),
    (re.compile(r"\bat (?=(?:on )?(?:next |this )?(?:" + WEEKDAYS + r")\b)"), "on "),
    (re.compile(r"\b(\w+)(?: |-)ish\b"), r"\1"),
)
_UNTIL = re.compile(
    rf"\b(?:until|till|before|since|by)(?: (?:today|tomorrow|this|the|late|{WEEKDAYS}))* $"
)
_FILLERS = frozenset(("on", "at", "in", "the", "well", "then", "and", "so", "this", "o'clock"))
_BETWEEN = frozenset(("or", "or at", "or on", "or perhaps", "or maybe", "or rather"))


class SpokenTime(msgspec.Struct, frozen=True, gc=False):
    """When something is that words tell of, from `start` until `end` in absolute minutes.

    Both are None where words do not say it. `day` is the day that is told, counted from 0, -1
    without one. `doubt` says what is doubtful: "day", "hour" or "whether"; "" for nothing.
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


class _Carried(NamedTuple):
    """The day and the part of the day that a sentence told before, -1 and "?" for none.

    `is_denied` says that it told a day on which something is not.
    """

    day: int = -1
    half: str = OPEN
    is_denied: bool = False


class _Reading(NamedTuple):
    """What a part of a sentence tells: a time, the part of the day, whether it calls something
    off."""

    time: SpokenTime
    half: str
    cancels: bool


class _Told(NamedTuple):
    """What a part of a sentence, said at a minute, holds of days, points of time and parts of the
    day."""

    text: str
    now: int
    days: tuple[DayWords, ...]
    points: tuple[TimePoint, ...]
    parts: tuple[DayPart, ...]


@lru_cache(maxsize=256)
def read_time(words: str, now: int) -> SpokenTime:
    """Return the time that words tell, said at an absolute minute.

    >>> read_time("Come to the inn on Tuesday at seven.", 9 * HOUR).start == DAY + 19 * HOUR
    True
    >>> read_time("There is no party at five.", 9 * HOUR).is_certain
    False
    """
    readings = _readings(words, now)
    best, is_off = _best_of([one.time for one in readings]), _is_off(readings)
    return _denied(best, [one.time for one in readings], is_off=is_off)


def _denied(best: SpokenTime, told: Sequence[SpokenTime], *, is_off: bool) -> SpokenTime:
    """Return a time with what all that is told denies; where none is told, that is all."""
    whole = told if best.missing == "time" else [best]
    is_negated = is_off or any(one.is_negated for one in whole)
    is_asked = any(one.is_question for one in whole)
    is_called_off = is_off and not is_asked and best.doubt != "whether"
    return replace(best, is_negated=is_negated, is_question=is_asked, is_called_off=is_called_off)


def _readings(words: str, now: int) -> list[_Reading]:
    """Return what each part of the sentences tells."""
    found: list[_Reading] = []
    carried = _Carried()
    for text, asks in _segments(words):
        found.append(_read(text, now, carried, asks=asks))
        carried = _carried_from(found[-1])
    return found


def _carried_from(reading: _Reading) -> _Carried:
    """Return what the next part of a sentence can leave out."""
    time = reading.time
    if time.missing == "hour" and time.is_negated:
        return _Carried(is_denied=True)
    is_needed = time.is_open and (time.is_rough or time.missing == "hour")
    return _Carried(time.day, reading.half) if is_needed else _Carried()


def _best_of(told: Sequence[SpokenTime]) -> SpokenTime:
    """Return the time that is meant: one to come before others, an hour before a part of the day or
    a day alone."""
    timed = [one for one in told if one.start is not None]
    to_come = [one for one in timed if one.is_open]
    exact = [one for one in to_come if not one.is_rough]
    dated = [one for one in told if one.day >= 0]
    return next(iter((*exact, *to_come, *timed, *dated)), SpokenTime())


def _is_off(readings: Sequence[_Reading]) -> bool:
    """Tell whether something is called off, and nothing told after that."""
    is_off = False
    for one in readings:
        is_off = one.cancels or (is_off and one.time.start is None)
    return is_off


def _segments(words: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of sentences that have a mood of their own, and whether each is asked."""
    text = _BEFORE_NAME.sub(r"\1,", words.translate(_QUOTES))
    text = " ".join(text.casefold().split())
    text = re.sub(
        r"\b([ap])\. ?m\b\.?(?= ?[a-z,?!;]|$)", r"\1m", re.sub(r"(?<=\d)([ap])\.m\.", r" \1m", text)
    )
    text = spans_in_words(_GREETINGS.sub("", text))
    for sentence in filter(None, _SENTENCES.split(text)):
        whole = _IS_CONDITION.match(sentence) is not None
        pieces = [sentence] if whole else _pieces(sentence)
        for place, piece in enumerate(pieces):
            yield piece.strip(" ,"), piece.rstrip().endswith("?") and place == len(pieces) - 1


def _pieces(sentence: str) -> list[str]:
    """Return the parts of a sentence; one that is a day or an hour alone goes with the next."""
    found: list[str] = []
    for part in filter(None, _SEGMENTS.split(sentence)):
        if found and _is_fragment(found[-1]):
            found[-1] = f"{found[-1]}, {part}"
        else:
            found.append(part)
    return found


def _is_fragment(text: str) -> bool:
    """Tell whether a text holds nothing but a day or an hour."""
    bare, days = text, tuple(days_in_words(text, 0))
    tokens = [(one.start, one.stop) for one in days]
    tokens += [(one.at, one.stop) for one in parts_in_words(text, days)]
    tokens += [(one.start, one.stop) for one in clock_times(bare)]
    for start, stop in tokens:
        bare = f"{bare[:start]}{' ' * (stop - start)}{bare[stop:]}"
    return {*re.findall(r"[\w']+", bare)} <= _FILLERS


def _read(text: str, now: int, carried: _Carried, *, asks: bool) -> _Reading:
    """Return what a part of a sentence tells."""
    for pattern, instead in _REWRITES:
        text = pattern.sub(instead, text)
    text = _without_corrected(text, now)
    mood = mood_of(text, asks=asks)
    days = tuple(days_in_words(text, now // DAY))
    told = _Told(text, now, days, tuple(points_in_words(text)), tuple(parts_in_words(text, days)))
    time = _time_of(told, carried)
    if mood.is_unsure and not mood.is_question and time.start is not None:
        time = replace(time, doubt=time.doubt or "whether")
    time = replace(
        time,
        is_past=mood.is_past or time.is_past,
        is_negated=mood.is_negated,
        is_question=mood.is_question,
        is_usual=mood.is_usual,
    )
    return _Reading(time, told.parts[0].half if told.parts else OPEN, mood.cancels)


def _without_corrected(text: str, now: int) -> str:
    """Return a text without the days and hours that it says not to be meant: “at six, not at
    five”."""
    days = [(one.start, one.stop) for one in days_in_words(text, now // DAY)]
    hours = [(one.start, one.stop) for one in clock_times(text)]
    for tokens in (days, hours):
        wrong = [
            (found.start(), stop)
            for start, stop in tokens
            for found in [_CORRECTED.search(text[:start])]
            if found
        ]
        if wrong and len(wrong) < len(tokens):
            for start, stop in reversed(wrong):
                text = f"{text[:start].rstrip()} {text[stop:].lstrip()}".strip()
    return text


def _time_of(told: _Told, carried: _Carried) -> SpokenTime:
    """Return the time that a part of a sentence tells."""
    point = next((one for one in told.points if not _is_end(one, told)), None)
    day = _nearest_day(told, point)
    if point is None:
        return _rough_time(told, day, carried.day if day is None else day.day)
    if day is not None:
        return _time_on(told, point, day)
    start, doubt = _start_of(told, point, carried.day, carried.half)
    doubt = "day" if carried.is_denied and not point.is_ahead else doubt
    doubt = _doubt_of(told, day) or doubt
    return SpokenTime(start, _end_of(told, point, start), carried.day, doubt)


def _time_on(told: _Told, point: TimePoint, day: DayWords) -> SpokenTime:
    """Return the time of a point on a day that is told."""
    start, doubt = _start_of(told, point, day.day, OPEN)
    is_past = day.is_past or start <= told.now
    if day.is_weekday and start <= told.now:
        start, doubt, is_past = start + DAYS_OF_WEEK * DAY, "day", False
    doubt, end = _doubt_of(told, day) or doubt, _end_of(told, point, start)
    return SpokenTime(start, end, day.day, doubt, is_past=is_past)


def _is_end(point: TimePoint, told: _Told) -> bool:
    """Tell whether a point is the end of what is told."""
    return point.lead in ENDS or ENDING.search(told.text[: point.at]) is not None


def _nearest_day(told: _Told, point: TimePoint | None) -> DayWords | None:
    """Return the day whose words stand nearest to a point; the first day without one."""
    at = point.at if point is not None else 0
    return min(told.days, key=lambda one: max(one.start - at, at - one.stop), default=None)


def _part_for(told: _Told, point: TimePoint, before: str) -> str:
    """Return which half of the day is meant by the words nearest to a point, or told before
    them."""
    if told.parts:
        return min(told.parts, key=lambda one: max(one.at - point.stop, point.at - one.stop)).half
    if before != OPEN:
        return before
    if _MORNING_NOUN.search(told.text) and point.minute < NOON:
        return MORNING
    return EVENING if _EVENING_NOUN.search(told.text) and point.minute < NOON else OPEN


def _start_of(told: _Told, point: TimePoint, day: int, before: str) -> tuple[int, str]:
    """Return the absolute minute of a point on a day, -1 where none is told, and what is
    doubtful."""
    if point.is_ahead:
        return told.now + point.minute, ""
    minute, half = point.minute, _half_of(told, point, before)
    if half == OPEN and minute < AFTERNOON_BEFORE:
        minute, half = minute + NOON, AFTERNOON
    elif half == OPEN and minute < NOON:
        return _morning_or_evening(minute, day, told.now)
    elif half not in (OPEN, EXACT):
        minute = in_part(minute, half)
    return _next_start(minute, day, told.now, doubt="" if half == MORNING else "day")


def _next_start(minute: int, day: int, now: int, doubt: str) -> tuple[int, str]:
    """Return when a minute of a day is, -1 for the next, and what is doubtful if that is
    tomorrow."""
    start = (now // DAY if day < 0 else day) * DAY + minute
    return (start, "") if day >= 0 or start > now else (start + DAY, doubt)


def _half_of(told: _Told, point: TimePoint, before: str) -> str:
    """Return what is known of the half of the day of a point, also from the end that is told."""
    if point.half == EXACT or (point.half == ON_CLOCK and not told.parts):
        return EXACT
    half, end = _part_for(told, point, before), _end_point(told, point)
    if half == OPEN and end is not None and end.half == EXACT:
        return AFTERNOON if point.minute + NOON < end.minute else EXACT
    return half


def _morning_or_evening(minute: int, day: int, now: int) -> tuple[int, str]:
    """Return when an hour is that is meant in the morning, or in the evening where that is over."""
    today = now // DAY
    start = (today if day < 0 else day) * DAY + minute
    if start > now:
        return start, ""
    if start + NOON > now:
        return start + NOON, "" if minute < EVENING_BEFORE else "hour"
    return (start + DAY, "day") if day < 0 else (start, "")


def _rough_time(told: _Told, day: DayWords | None, number: int) -> SpokenTime:
    """Return the time that a day and a part of it tell without an hour."""
    part = next((one for one in told.parts if _stands_alone(one, told)), None)
    past = day is not None and day.is_past
    if part is None:
        return SpokenTime(day=number, is_past=past)
    today, doubt = told.now // DAY, _doubt_of(told, day)
    shown = today if number < 0 else number
    start, end = shown * DAY + part.start, shown * DAY + part.end
    if number < 0 and end <= told.now:
        start, end = start + DAY, end + DAY
    if start <= told.now < end:
        start = told.now - told.now % QUARTER + QUARTER
    is_past = past or start <= told.now
    return SpokenTime(start, end, number, doubt, is_rough=True, is_past=is_past)


def _stands_alone(part: DayPart, told: _Told) -> bool:
    """Tell whether a part of the day says when something is, as in “on Tuesday evening”."""
    before = told.text[: part.at]
    if _UNTIL.search(before):
        return False
    is_led = re.search(r"\b(?:in the|at|one|this)(?: very)? $", before) is not None
    is_dated = any(part.at - one.stop in (0, 1) or one.start == part.at for one in told.days)
    return is_led or is_dated


def _doubt_of(told: _Told, day: DayWords | None) -> str:
    """Return what is doubtful where several days or hours are told, or a day may be another."""
    if day is not None and day.is_doubtful:
        return "day"
    if any(_is_either(told.text[one.stop : other.start]) for one, other in pairwise(told.days)):
        return "day"
    pairs = pairwise(told.points)
    if any(_is_either(told.text[one.stop : other.at]) for one, other in pairs):
        return "hour"
    starts = {one.minute % NOON for one in told.points if not _is_end(one, told)}
    return "hour" if len(starts) > 1 else ""


def _is_either(between: str) -> bool:
    return between.strip(" ,") in _BETWEEN


def _end_point(told: _Told, point: TimePoint) -> TimePoint | None:
    return next((one for one in told.points if one.at > point.at and _is_end(one, told)), None)


def _end_of(told: _Told, point: TimePoint, start: int) -> int | None:
    """Return until when something is that begins at a minute; None where words do not say it."""
    end = _end_point(told, point)
    if end is None:
        length = lasting(told.text)
        return start + length if length else None
    midnight = start - start % DAY
    halves = (0,) if end.half == EXACT else (0, NOON)
    found = (midnight + end.minute + day + half for day in (0, DAY) for half in halves)
    return next(minute for minute in found if minute > start)
