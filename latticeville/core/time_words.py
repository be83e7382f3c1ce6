"""Times in words: when something is going to be that a sentence tells of, such as “Tuesday at
seven”, “in half an hour” or “tomorrow night”, and what is doubtful about it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.clock_words import COUNT, clock_times
from latticeville.core.day_words import WEEKDAYS, days_in_words
from latticeville.core.elided_time import filled_in
from latticeville.core.later_words import is_doubted, is_refused, is_undone
from latticeville.core.phrase_time import Carried, Phrase, SpokenTime, last_minute, time_of
from latticeville.core.sentence_mood import Mood, TimePlace, is_request, mood_of
from latticeville.core.sentence_parts import SentencePart, sentence_parts
from latticeville.core.time_points import OPEN, parts_in_words, points_in_words

_CORRECTED = re.compile(
    r"(?:\bnot|n't|\b(?:scrap|forget|cancel)|\binstead of|\brather than|\bthan|\bno longer|, never)(?: be| held)?"
    r"(?: (?:on|at|in|until|any|by))? ?$"
)
_CORRECTS = re.compile(
    r"(?:no|sorry|wait|hang on|hold on|or|rather|i mean|make (?:it|that)|actually|correction|oops"
    r"|well|um|er"
    r"|on second thoughts?|that is|let's say|say)\b"
)
"""How a part of a sentence begins that corrects what was told before."""
_TAKES_UP = re.compile(
    r"^(?:so |please |do |you can |and |let's )*(?:come|drop|pop|call|visit|meet|join|catch|see|find)"
    r"\b[^,]* (?:then|at that time)\W*$"
)
"""Words that agree to a time told before them: “I see nobody from three to five, so come then”."""
_SAME_THING = re.compile(r"(?:but |now )?it(?:'s|'ll be| is| will be| starts| begins)\b")
"""Words that tell another hour of what was told: “it won't be at seven, it'll be at eight”."""
_THAT_DAY = re.compile(r"\bthat (?:same |very )?(?:day|morning|afternoon|evening|night)\b")
_MOVED = re.compile(r"\bnow (?:at|on) ")
_REWRITES = (
    (
        re.compile(
            rf"\b(?:give|allow) (?:me|us|it|him|her|them) ((?:{COUNT}|fifteen|twenty|thirty|forty"
            r"|a few) (?:minutes|hours?)|(?:half )?an hour|a quarter of an hour)"
            r"(?:,? (?:and|then|before)(?: then)?\b|,? (?=come|join|meet|drop|i'll|we'll|let's|we|i)\b|$)"
        ),
        r"in \1 ",
    ),
    (re.compile(rf"\bnot (?:this )?({WEEKDAYS}),? (?:but )?next \1\b"), r"\1 week"),
    (
        re.compile(r"\bnot tomorrow,? (?:but )?the (day|evening|night) after\b"),
        r"the \1 after tomorrow",
    ),
    (
        re.compile(
            rf"\b(be|meet|come|arrive|called|asked|invited|there|here|ready|alarm)\b([\w ]*?) for"
            rf" (?=(?:{COUNT}|noon)(?: o'clock)?"
            rf"(?:$|[,.!]| (?:on|tomorrow|tonight|sharp)\b))"
        ),
        r"\1\2 at ",
    ),
    (re.compile(r"(?<=hour) or so\b"), ""),
    (re.compile(r"^(?:not|no) (?:before|earlier than|sooner than)\b"), "perhaps from"),
    (
        re.compile(r"\b(?:give or take|plus or minus|more or less)(?: \w+ (?:minutes|mins))?,? ?"),
        "",
    ),
    (re.compile(r"\bround about (?=\w)"), "around "),
    (re.compile(r"\b(?:not|no|never) (?:until|till|before|earlier than|sooner than)\b"), "from"),
    (re.compile(r"\b(?:not|no) later than\b"), "by"),
    (
        re.compile(
            r"\b(?:do|does|will|shall|wo)(?: not|n't) (\w+)(?: here| there| back)? (?:until|till)\b"
            r"|(?<!^)(?<!please )\b(?:do|does|will|shall|wo)(?: not|n't) (come|start|begin|open|arrive|leave|be|get)"
            r"(?: here| there)? before\b"
        ),
        r"\1\2 from",
    ),
    (
        re.compile(
            r"\b(?:(?:was|were) )?(?:(?:move|shift|slip|slide|switch|change|go)s"
            r"|moved|pushed|rescheduled|adjourned|deferred|delayed"
            r"|postponed|put off|shifted|changed"
            r"|brought forward|put back)"
            r"(?: (?:from|by) .*?)? (?:to|until|till) (?!be\b|have\b|further\b)"
        ),
        "now at ",
    ),
    (
        re.compile(
            r"\b(?:put|pushed|moved|shifted|postponed|brought|leave)(?: off| back| forward)? (?:it|(?!paid)[\w' ]+?)"
            r"(?: off| back| forward)?(?: (?:from|by) .*?)? (?:to|until|till) (?=(?:next |this "
            r"|the )?"
            rf"(?:{WEEKDAYS}|today|tomorrow|tonight|day after|noon|midnight|half|a quarter|quarter"
            rf"|{COUNT})\b)"
        ),
        "now at ",
    ),
    (re.compile(r"\bat (?=(?:on )?(?:next |this )?(?:" + WEEKDAYS + r")\b)"), "on "),
    (re.compile(r", (?:which|who) (?:was|were|had) [^,]*,"), ""),
    (re.compile(rf"\b(?:(?:at|around|about) )?({COUNT}|\w+(?=[ -]))[ -]?ish\b"), r"at \1"),
    (re.compile(rf"\bon for (?=(?:half|a quarter|quarter|noon|{COUNT})\b)"), "on at "),
    (re.compile(rf"\bopen (?=(?:{COUNT}) (?:to|till|until) )"), "open from "),
    (
        re.compile(r"\b([01]\d|2[0-3])([0-5]\d) ?(?:hours|hrs|h)\b|\b(?<=at )(0\d)([0-5]\d)\b"),
        r"\1\3:\2\4",
    ),
)


class _Reading(NamedTuple):
    """What a part of a sentence tells: a time, the part of the day, whether it calls something
    off."""

    time: SpokenTime
    last: int | None
    half: str
    cancels: bool
    is_vague: bool
    sounds_out: bool
    is_request: bool


@lru_cache(maxsize=256)
def read_time(words: str, now: int) -> SpokenTime:
    """Return the time that words tell, said at an absolute minute.

    >>> read_time("Come to the inn on Tuesday at seven.", 540).start == 1440 + 1140
    True
    >>> read_time("There is no party at five.", 540).is_certain
    False
    """
    readings = _readings(words, now)
    best, is_off = _best_of(readings), _is_off(readings)
    told = _denied(best, [one.time for one in readings], is_off=is_off)
    is_meant = told.is_called_off and told.start is not None and told.start > now
    return replace(told, is_past=False) if is_meant else told


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
    carried, was_asked = Carried(), False
    for part in sentence_parts(words):
        found = [_after(one, part.text, is_answer=was_asked) for one in found]
        text = filled_in(part.text, _last_of(found))
        carried = _carried_into(part, carried, found)
        read = _read(text, words.casefold(), now, carried, asks=part.is_asked)
        read = _taken_up(read, text, found)
        if _CORRECTS.match(text) and read.time.is_open:
            found = [*_rivalled(found, read.time.day)]
        found.append(read)
        if read.time.missing != "time" or read.is_vague:
            carried = _carried_from(read, now // DAY)
        was_asked = part.is_asked
    return found


def _last_of(found: Sequence[_Reading]) -> int | None:
    """Return the last minute that was told, even an end; None for none to come."""
    return found[-1].last if found and not found[-1].time.is_past else None


def _after(before: _Reading, text: str, *, is_answer: bool) -> _Reading:
    """Return what was told before a part of a sentence, which may say that it is over or doubtful, or
    answer what was asked."""
    if is_answer and before.time.start is not None and is_refused(text):
        refused = replace(before.time.settled(), is_negated=True, is_question=False)
        return before._replace(time=refused)
    if is_undone(text):
        return before._replace(time=replace(before.time, is_past=True))
    doubt = before.time.doubt or ("whether" * is_doubted(text))
    return before._replace(time=replace(before.time, doubt=doubt))


def _taken_up(read: _Reading, text: str, before: Sequence[_Reading]) -> _Reading:
    """Return what a part of a sentence tells: the time told before it, where it agrees to that “then”."""
    if not before or read.time.missing != "time" or _TAKES_UP.search(text) is None:
        return read
    time = replace(before[-1].time, is_negated=False, is_usual=False, is_question=False)
    return before[-1]._replace(time=time, cancels=False)


def _rivalled(before: Sequence[_Reading], day: int) -> Iterator[_Reading]:
    """Yield what was told before a day that corrects it: an hour of another day is doubtful, and what
    was sounded out is only asked."""
    for one in before:
        if one.sounds_out:
            yield one._replace(time=replace(one.time, is_question=True))
            continue
        is_other = one.time.start is not None and day not in (-1, one.time.day)
        doubt = one.time.doubt or ("day" if is_other else "")
        yield one._replace(time=replace(one.time, doubt=doubt))


def _carried_into(part: SentencePart, carried: Carried, before: Sequence[_Reading]) -> Carried:
    """Return what a part of a sentence can leave out: also the day of an hour told before it, if it says
    so, or asks somebody to come in the same sentence."""
    if carried.day >= 0 and _SAME_THING.match(part.text):
        return carried._replace(is_doubtful=False)
    told = before[-1] if before else None
    is_meant = _THAT_DAY.search(part.text) or (not part.is_first and is_request(part.text))
    if told is None or told.time.day < 0 or not told.time.is_proposal or not is_meant:
        return carried
    return Carried(told.time.day, told.half)


def _carried_from(reading: _Reading, today: int) -> Carried:
    """Return what the next part of a sentence can leave out."""
    time = reading.time
    if time.is_negated and (time.day > today or time.missing == "hour"):
        return Carried(time.day, reading.half, is_doubtful=True)
    if reading.is_vague:
        return Carried(is_doubtful=True)
    is_needed = time.is_open and (time.is_rough or time.missing == "hour")
    return Carried(time.day, reading.half) if is_needed else Carried()


def _best_of(readings: Sequence[_Reading]) -> SpokenTime:
    """Return the time that is meant: one to come before others, an hour before a part of the day or
    a day alone; a doubtful one where several hours are to come, and none is that at which somebody
    is asked to come."""
    best = min((one.time for one in readings), key=_rank, default=SpokenTime())
    if _rank(best) > _DATED:
        return SpokenTime()
    exact = [one for one in readings if _rank(one.time) == 0]
    if len({one.time.start for one in exact}) < 2:
        return best
    return exact[-1].time if _is_asked_for(exact) else replace(best, doubt=best.doubt or "hour")


def _is_asked_for(told: Sequence[_Reading]) -> bool:
    """Tell whether somebody is asked to come at the last of several times, and only then; it says its
    day, or all are of one day."""
    days = {one.time.start // DAY for one in told if one.time.start is not None}
    is_only = told[-1].is_request and not any(one.is_request for one in told[:-1])
    return is_only and (told[-1].time.day >= 0 or len(days) == 1)


_DATED = 4
"""Rank of a day that is not to come; all that follow tell no time."""


def _rank(time: SpokenTime) -> int:
    """Return how likely a time is the one that is meant, the likeliest first."""
    if time.start is not None:
        return time.is_rough if time.is_open else _DATED - 1
    if time.day < 0:
        return _DATED + 1
    return 2 if time.is_open else _DATED


def _is_off(readings: Sequence[_Reading]) -> bool:
    """Tell whether something is called off, and nothing told after that."""
    is_off = False
    for one in readings:
        is_off = one.cancels or (is_off and (one.time.start is None or one.time.is_rough))
    return is_off


def _read(text: str, whole: str, now: int, carried: Carried, *, asks: bool) -> _Reading:
    """Return what a part of the words that are said tells."""
    for pattern, instead in _REWRITES:
        text = pattern.sub(instead, text)
    text = _without_corrected(text, now)
    days = tuple(days_in_words(text, now // DAY))
    points, parts = tuple(points_in_words(text)), tuple(parts_in_words(text, days))
    told = Phrase(text, now, days, points, parts, whole)
    mood = mood_of(text, asks=asks, at=_place_of(told))
    time = time_of(told, carried)
    is_vague = time.start is None and any(one.is_doubtful for one in days)
    half = told.parts[0].half if told.parts else OPEN
    return _Reading(
        _in_mood(time, mood),
        last_minute(told, carried),
        half,
        mood.cancels,
        is_vague,
        mood.sounds_out,
        mood.is_request,
    )


def _place_of(told: Phrase) -> TimePlace:
    """Return where a phrase tells its time."""
    spans = [(one.start, one.stop) for one in told.days]
    spans += [(one.at, one.stop) for one in told.points]
    start = min((one for one, _ in spans), default=len(told.text))
    stop = max((one for _, one in spans), default=0)
    is_dated = any(one.day > told.now // DAY and not one.is_doubtful for one in told.days)
    return TimePlace(start, stop, is_dated, bool(told.points or told.parts))


def _in_mood(time: SpokenTime, mood: Mood) -> SpokenTime:
    """Return a time with what the words around it make of it; a question that sounds somebody out
    for an hour tells a doubtful one."""
    sounds_out = mood.sounds_out and time.start is not None
    is_asked = mood.is_question and not sounds_out
    is_open = time.start is not None and not (is_asked or mood.is_past)
    is_doubtful = is_open and (mood.is_unsure or sounds_out)
    return replace(
        time,
        doubt=time.doubt or ("whether" * is_doubtful),
        is_past=mood.is_past or time.is_past,
        is_negated=mood.is_negated,
        is_question=is_asked,
        is_usual=mood.is_usual,
    )


def _without_corrected(text: str, now: int) -> str:
    """Return a text without the days and hours that it says not to be meant: “at six, not at
    five”."""
    days = [(one.start, one.stop) for one in days_in_words(text, now // DAY)]
    hours = [(one.start, one.stop) for one in clock_times(text)]
    for tokens in (days, hours):
        wrong = [*_wrong_tokens(text, tokens)]
        if wrong and len(wrong) < len(tokens):
            for start, stop in reversed(wrong):
                text = f"{text[:start].rstrip()} {text[stop:].lstrip()}".strip()
    return text


def _wrong_tokens(text: str, tokens: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the days or hours that are not meant: “not at five”, and all before “moved to six”."""
    moved = _MOVED.search(text)
    for start, stop in tokens:
        found = _CORRECTED.search(text[:start])
        if found is not None or (moved is not None and start < moved.start()):
            yield (start if found is None else found.start()), stop
