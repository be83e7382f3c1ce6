"""What words without an appointment of their own propose: when, and at which of the known places."""

import re
from collections.abc import Mapping

from latticeville.core.phrase_time import SpokenTime
from latticeville.core.spoken_time import spoken_on_day
from latticeville.core.time_words import read_time
from latticeville.mind.mind import Conversation
from latticeville.mind.situation import Situation

_ASKED_BACK = re.compile(r"(?P<when>.+), you mean\?")
"""How somebody asks whether a time is meant."""
_YES = re.compile(
    r"(?:oh |well |but )?(?:yes|aye|right|exactly|indeed|quite|just so|of course|sure)\b",
    re.IGNORECASE,
)


def proposes_time(words: str, minute: int) -> bool:
    """Tell whether words name a time, said at an absolute minute, at which something could be agreed.

    >>> proposes_time("Come to the inn at five.", 540), proposes_time("I have five hens.", 540)
    (True, False)
    """
    return read_time(words, minute).is_proposal


def proposed_place(words: str, places: Mapping[str, str]) -> str:
    """Return the name of the place that words name, by its whole name or the noun at its end; "" for
    none.

    >>> proposed_place("Come to the inn at five.", {"The Old Inn": "inn", "The Mill": "mill"})
    'The Old Inn'
    """
    low = words.lower()
    whole = [name for name in places if name.lower() in low]
    return max(whole or [name for name in places if _names_noun(name, low)], key=len, default="")


def _names_noun(name: str, words: str) -> bool:
    noun = re.escape(name.rsplit(maxsplit=1)[-1].lower())
    return re.search(rf"\b{noun}\b", words) is not None


def spoken_doubt(time: SpokenTime) -> str:
    """Return the time that somebody asks back for, such as “Tuesday at seven”; "" for no doubt.

    >>> spoken_doubt(read_time("Come next Tuesday at seven.", 540))
    'Tuesday at seven'
    """
    if not time.doubt or not time.is_proposal or time.start is None:
        return ""
    return spoken_on_day(time.start)


def asked_back(words: str) -> str:
    """Return the time for which words ask back; "" where they do not.

    >>> asked_back("Tuesday at seven, you mean?")
    'Tuesday at seven'
    """
    found = _ASKED_BACK.fullmatch(words.strip())
    return found["when"] if found else ""


def heard_proposal(now: Situation, words: str, other: str) -> tuple[str, SpokenTime]:
    """Return the words that propose something and its time.

    Where words of another answer what was asked back, they are those before it, at the time that is
    meant. A voice, which nobody can ask back, means the next day where an hour is over.
    """
    if other:
        return _after_question(words, now.mind.social.talk, now.minute)
    time = read_time(words, now.minute)
    is_next = time.doubt == "day" and time.day < 0
    return words, time.settled() if is_next else time


def _after_question(words: str, talk: Conversation | None, minute: int) -> tuple[str, SpokenTime]:
    said = [line.partition(": ")[2] for line in talk.lines[-3:]] if talk is not None else []
    if len(said) < 3 or said[2] != words or not asked_back(said[1]):
        return words, read_time(words, minute)
    answered = read_time(words, minute)
    if answered.is_certain:
        return f"{said[0]} {words}", answered
    meant = read_time(said[0], minute)
    is_meant = _YES.match(words) is not None and meant.start is not None
    return (said[0], meant.settled()) if is_meant else (words, answered)
