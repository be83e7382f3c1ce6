"""What an interview question asks about: its time, its words, and the memories that fit it."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import msgspec

from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.persona_topics import INTIMATE
from latticeville.mind.topic import SECRET
from latticeville.models.fake import STOP_WORDS
from latticeville.world.model.world import World

HOUR, NOON, AROUND = 60, 12 * 60, 30
"""Minutes; a time of day stands for the minutes around it."""
EARLIEST = 7
"""Hours before it are of the afternoon, where a question does not say more."""
_COUNT = rf"\d{{1,2}}|{'|'.join(ONE_TO_TWELVE)}"
_CLOCK = re.compile(
    rf"\b(?:(?P<quarter>half past|quarter past|quarter to) (?P<hour>{_COUNT})\b"
    rf"|(?:at|around|about|by) (?P<at>{_COUNT})(?:[:.](?P<past>\d\d))?\b(?! "
    rf"of\b)|(?P<of>\d{{1,2}})[:.](?P<minute>\d\d)"
    rf"|(?P<full>{_COUNT}) ?(?:[ap]\.?m\b|o.clock))"
)
_AWAY = re.compile(
    rf"\b(?:in )?(?P<count>an?|half an|{_COUNT}) (?P<unit>hour|minute)s? ?(?P<way>ago|from "
    r"now)?\b(?P<of> ago)?"
)
_PARTS = {
    "morning": (4 * HOUR, NOON),
    "noon": (NOON - AROUND, NOON + AROUND),
    "midday": (NOON - AROUND, NOON + AROUND),
    "afternoon": (NOON, 18 * HOUR),
    "evening": (18 * HOUR, 22 * HOUR),
    "tonight": (18 * HOUR, DAY),
    "midnight": (DAY - AROUND, DAY + AROUND),
    "night": (22 * HOUR, DAY + 4 * HOUR),
}
"""Parts of the day: from which minute to which."""
_QUARTERS = {"half past": 30, "quarter past": 15, "quarter to": -15}
_DAYS = {
    "day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "tomorrow": 1,
    "today": 0,
    "tonight": 0,
}
_FUTURE = re.compile(
    r"\b(will|shall|tomorrow|later|intend|plans?|planned|expect|going to (?!work)|in an hour|from "
    r"now)\b"
)
_TALK = "(talk|talked|speak|spoke|spoken|meet|met)"
_LAST_TALK = re.compile(rf"\b{_TALK}\b.*\blast\b|\blast\b.*\b{_TALK}\b")
_PRESENT = re.compile(r"\b(now|currently|at the moment)\b")
_PAST = re.compile(r"\b(did|was|were|had|ago|yesterday|happened|heard|met|saw|said|told|last)\b")


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


def read_time(question: str, now: int) -> AskedTime:
    """Return the time that a question is about, which is asked at an absolute minute.

    >>> read_time("What did you do yesterday at nine?", DAY + 600)
    AskedTime(start=510, end=570, point=540, future=False, now=False)
    >>> read_time("What will you do tomorrow?", 600)
    AskedTime(start=1440, end=2880, point=None, future=True, now=False)
    """
    low = question.casefold().replace("’", "'")
    is_future = bool(_FUTURE.search(low)) and not re.search(r"\b(yesterday|last night)\b", low)
    away = _away(low, now)
    if away is not None:
        return _around(away, future=away > now)
    if _PRESENT.search(low) and not is_future:
        return AskedTime(now=True)
    return _named_time(low, now, future=is_future)


def _named_time(low: str, now: int, *, future: bool) -> AskedTime:
    """Return the time of a question by the day, the part of the day and the time of day that it
    names."""
    day, part, minute = _day(low, now, future=future), _part(low), _clock(low)
    if minute is not None:
        point = _absolute(minute, day, now, future=future)
        return _around(point, future=future or (point > now and not _PAST.search(low)))
    if part is not None:
        shift = _absolute(part[0], day, now, future=future) - part[0]
        return AskedTime(part[0] + shift, part[1] + shift, future=future or part[0] + shift > now)
    if day is not None:
        start = (now // DAY + day) * DAY
        return AskedTime(start, start + DAY, future=future or start > now)
    return (
        AskedTime(now - DAY, now + 1, now) if _LAST_TALK.search(low) else AskedTime(future=future)
    )


def _around(point: int, *, future: bool) -> AskedTime:
    return AskedTime(point - AROUND, point + AROUND, point, future)


def _absolute(minute: int, day: int | None, now: int, *, future: bool) -> int:
    """Return a time of a day; without a day, the last one before now or the next one after it."""
    found = (now // DAY + (day or 0)) * DAY + minute
    if day is None and found > now and not future:
        return found - DAY
    return found + DAY if day is None and future and found + HOUR <= now else found


def _away(low: str, now: int) -> int | None:
    """Return the minute that is so many hours or minutes away."""
    found = _AWAY.search(low)
    if found is None or not (found["way"] or found["of"] or found[0].startswith("in ")):
        return None
    count = found["count"]
    number = 0.5 if count == "half an" else 1 if count in ("a", "an") else _number(count)
    minutes = int(number * (HOUR if found["unit"] == "hour" else 1))
    return now - minutes if "ago" in found[0] else now + minutes


def _day(low: str, now: int, *, future: bool) -> int | None:
    """Return how many days away the day of a question is; None where it names none."""
    named = next((days for words, days in _DAYS.items() if words in low), None)
    if named is not None or re.search(r"\bthis (morning|noon|afternoon|evening)\b", low):
        return named or 0
    for number, name in enumerate(DAY_NAMES):
        if re.search(rf"\b{name.lower()}\b", low):
            ahead = (number - now // DAY) % 7
            return ahead if future or not ahead else ahead - 7
    return None


def _part(low: str) -> tuple[int, int] | None:
    return next((span for name, span in _PARTS.items() if re.search(rf"\b{name}\b", low)), None)


def _clock(low: str) -> int | None:
    """Return the minute of the day that a question names, of the part of the day that it names."""
    found = _CLOCK.search(low)
    if found is None:
        return NOON if re.search(r"\bat (noon|midday)\b", low) else None
    hour = _number(next(filter(None, found.group("hour", "at", "of", "full"))))
    exact = next(filter(None, found.group("past", "minute")), "")
    minute = _QUARTERS.get(found["quarter"] or "", int(exact or 0))
    if hour > 23 or minute > 59:
        return None
    return (hour + _afternoon(low, hour, is_exact=bool(exact))) % 24 * HOUR + minute


def _afternoon(low: str, hour: int, *, is_exact: bool) -> int:
    """Return the hours to add to an hour of the clock: 12 after noon."""
    if hour >= 12:
        return 12 if hour == 12 and re.search(r"\bnight\b", low) else 0
    if re.search(r"\d ?p\.?m\b|\b(afternoon|evening|tonight|night)\b", low):
        return 12
    is_early = hour < EARLIEST and not is_exact
    return 12 if is_early and not re.search(r"\d ?a\.?m\b|\bmorning\b", low) else 0


def _number(text: str) -> int:
    return int(text) if text.isdigit() else ONE_TO_TWELVE.index(text) + 1


_ASKING = """
any anybody anyone anything been being believe called come could describe ever feel gave get give going had happen
happened happens hear heard here important introduction just kind lately last like made make many mean mention
more most much need never new news people person please really recall recently said saw say says see seem seen
should some somebody someone something somewhere still such take talk talked tell think thing things thought time
today told want way went would wrong yesterday yet your yourself
"""
EMPTY_WORDS = STOP_WORDS | frozenset(_ASKING.split())
"""Words that say nothing of what a question is about."""
_ENDINGS = ("ing", "ies", "ed", "er", "es", "s", "e", "y")
_SHORTEST_STEM = 3


def words_of(text: str) -> list[str]:
    """Return the words of at least three letters in lower case."""
    return re.findall(r"\w{3,}", text.casefold())


def content_words(text: str) -> list[str]:
    """Return the words that say something, in order.

    >>> content_words("What do you know about the burning bells?")
    ['burning', 'bells']
    """
    return [word for word in words_of(text) if word not in EMPTY_WORDS]


def stems_of(text: str) -> set[str]:
    """Return the stems of the words that say something.

    >>> sorted(stems_of("What do you know about the burning bells?"))
    ['bel', 'burn']
    """
    return {_stem(word) for word in content_words(text)}


def _stem(word: str) -> str:
    """Return a word without its ending, and without a consonant that the ending doubled."""
    bare = next(
        (
            word[: -len(end)]
            for end in _ENDINGS
            if word.endswith(end) and len(word) - len(end) >= _SHORTEST_STEM
        ),
        word,
    )
    doubled = len(bare) > _SHORTEST_STEM and any(a == b for a, b in pairwise(bare[-2:]))
    return bare[:-1] if doubled else bare


SHORTEST_NOUN = 3
"""Letters of the last word of a name from which on it stands for the whole name."""
SHARED_STEMS, SHARED_INTIMATE = 3, 2
"""Stems that a memory shares with a secret where it tells it: any memory, and one that people keep
to themselves."""


class QuestionScope(msgspec.Struct, frozen=True, gc=False):
    """The time that a question is about, and the ids of people, places and objects that it
    names."""

    time: AskedTime
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """The stems of the names."""

    @property
    def is_limited(self) -> bool:
        """Whether the question names anything."""
        return self.time.is_given or bool(self.people or self.places or self.objects)


def read_scope(question: str, minute: int, who: str, world: World) -> QuestionScope:
    """Return what a question to somebody at an absolute minute is about."""
    low = question.casefold()
    people = {one: each.persona.first_name for one, each in world.people.items() if one != who}
    found = [
        _named(low, people),
        _named(low, {one: area.name for one, area in world.areas.by_id.items()}),
    ]
    found.append(_named(low, {one: each.name for one, each in world.objects.items()}))
    names = (name for each in found for name in each.values())
    words = {stem for name in names for stem in stems_of(name)}
    named, places, objects = (tuple(each) for each in found)
    return QuestionScope(read_time(question, minute), named, places, objects, tuple(sorted(words)))


def _named(low: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names that a question has, by id: whole names before the nouns at their ends."""
    whole = {one: name for one, name in names.items() if _has(low, name)}
    return whole or {one: name for one, name in names.items() if _has(low, _noun(name))}


def _noun(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1] if name.split() else ""


def _has(low: str, name: str) -> bool:
    word = re.escape(name.casefold())
    return len(name) >= SHORTEST_NOUN and re.search(rf"\b{word}s?\b", low) is not None


def fits(record: MemoryRecord, minute: int, scope: QuestionScope, world: World) -> bool:
    """Tell whether a memory of a minute is of the time, the people, the place and the objects of a
    question."""
    time = scope.time
    if time.is_given and (record.tick == BEFORE_START or not time.start <= minute < time.end):
        return False
    low = record.text.casefold()
    return all(
        one in record.about or _has(low, world.people[one].persona.first_name)
        for one in scope.people
    ) and (_is_of_place(record, low, scope, world) and _is_of_object(record, low, scope, world))


def _is_of_place(record: MemoryRecord, low: str, scope: QuestionScope, world: World) -> bool:
    if not scope.places or scope.objects:
        return True
    above = world.areas.path(record.place) if record.place in world.areas.by_id else ()
    return any(one in above or _has(low, world.name_of(one)) for one in scope.places)


def _is_of_object(record: MemoryRecord, low: str, scope: QuestionScope, world: World) -> bool:
    if not scope.objects:
        return True
    return any(one in record.about or _has(low, _noun(world.name_of(one))) for one in scope.objects)


def tells_secret(record: MemoryRecord, who: str, world: World) -> bool:
    """Tell whether a memory tells a secret: one that was told, or one of one's own, by the words
    that they share."""
    if record.topic is not None and record.topic.kind == SECRET:
        return True
    is_intimate = record.tick == BEFORE_START and record.importance >= INTIMATE
    least = SHARED_INTIMATE if is_intimate else SHARED_STEMS
    return any(len(shared) >= least for shared in _shared(record, who, world))


def _shared(record: MemoryRecord, who: str, world: World) -> Iterator[set[str]]:
    secrets = world.people[who].persona.secrets
    if secrets:
        known = stems_of(record.text)
        yield from (known & stems_of(one.text) for one in secrets)
