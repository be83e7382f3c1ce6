"""Spans of years in claims: for how long, since when and how old, against what is written of a life."""

import re
from collections.abc import Iterator

from latticeville.core.number_words import number_of

DAYS = {"day": 1, "night": 1, "week": 7, "month": 30, "season": 91, "summer": 91, "winter": 91}
DAYS |= {"spring": 365, "autumn": 365, "year": 365, "decade": 3650}
"""How many days a span has; a season of the year before was within a year."""
MUCH = 3
"""How many times as long another span is that contradicts one."""
OLDER = 2
"""By how many years an age may be wrong."""
_NUMBER = r"(?P<number>\d+|[a-z]+(?:-[a-z]+)?)"
_UNITS = "|".join(DAYS)
_SPAN = re.compile(
    rf"\b(?P<half>half (?:of )?)?{_NUMBER}(?: and a half)? (?P<unit>{_UNITS})s?\b", re.IGNORECASE
)
_RECENT = re.compile(
    rf"\b(?:last|this) (?P<unit>{_UNITS}|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|\b(?P<day>yesterday|today|the day before yesterday)\b",
    re.IGNORECASE,
)
_TENURE = re.compile(
    r"\b(?:came|come|arrived?|moved|joined|started|began|begun|settled|been|new|newcomer|took over|taken over"
    r"|become|became|opened|hired|lived?|lives|kept|run|worked)\b"
)
"""What somebody has been or done since a time that a persona tells, too."""
_AGE = re.compile(
    rf"\b(?:is|was|turns|turned|be|aged|(?:man|woman|girl|boy|lady|person|child|child,) of) (?:about |nearly"
    rf" |almost |over |only |just )?{_NUMBER}(?: years? old| years? of age|(?=[.,;!]|$| with\b| and\b))"
)


def is_other_age(age: int | None, text: str) -> bool:
    """Tell whether a text says of somebody of an age that they are older or younger.

    >>> is_other_age(66, "Hugo is twenty-two years old."), is_other_age(66, "Hugo is nearly sixty-eight.")
    (True, False)
    """
    found = _AGE.search(text.lower())
    said = _count(found["number"]) if found else None
    return age is not None and said is not None and abs(said - age) > OLDER


def is_other_span(about: str, text: str) -> bool:
    """Tell whether a text says that somebody came or began at another time than a persona tells.

    >>> is_other_span("She came four years ago.", "Yusra came here only three days ago.")
    True
    >>> is_other_span("She came four years ago.", "Yusra has been here for half a decade.")
    False
    """
    if _TENURE.search(text.lower()) is None:
        return False
    said, own = [*_spans(text), *_recent(text)], [*_spans(about)]
    return bool(said and own) and all(
        one > MUCH * other or other > MUCH * one for one in said for other in own
    )


def _spans(text: str) -> Iterator[float]:
    """Yield the spans of a text, in days."""
    for found in _SPAN.finditer(text):
        number = _count(found["number"].lower())
        if number is not None:
            share = 0.5 if found["half"] else 1.0
            yield share * number * DAYS[found["unit"].lower()]


def _recent(text: str) -> Iterator[float]:
    """Yield how many days ago something was that a text says to be of late."""
    for found in _RECENT.finditer(text):
        yield 1 if found["day"] else DAYS.get(found["unit"].lower(), 7)


def _count(word: str) -> int | None:
    """Return the number of a word, None for another word."""
    if word.isdigit():
        return int(word)
    return 1 if word in ("a", "an", "one") else number_of(word)
