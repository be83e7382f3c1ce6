"""Whether the built-in mind agrees to come: to a typed appointment by nature and draw, to words by
place and time."""

import json
import re

from latticeville.core.clock import format_hours
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.rng import rng
from latticeville.mind.requests.talk import CommitmentData
from latticeville.mind.topic import AT, Appointment
from latticeville.models.model import Request

WILLING, CLOSE, TRUSTED, OUTGOING, FOR_ALL = 0.4, 0.4, 0.4, 0.4, 0.2
"""The chance that somebody agrees, and how much more with closeness, with trust and extraversion
above 0.5, and for what all may come to."""
MINUTES = 60
"""How long takes what is agreed without an end."""
NOON, EARLIEST = 12 * 60, 8
"""Hours before the earliest are meant in the afternoon."""
_NOUN = re.compile(
    r"\b(a|an|the) ((?:[\w'-]+ ){0,2}?[\w'-]+)(?= "
    r"(?:at|in|on|for|with|by|of|to|today|tomorrow|tonight)\b|[.,!?:]|$)",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b(\d{1,2})[:.](\d\d)\b")
_HOUR = re.compile(
    rf"\bat (\d{{1,2}}|{'|'.join(ONE_TO_TWELVE)})\b|\b({'|'.join(ONE_TO_TWELVE)}) o.clock\b"
)
_NAMED = {"noon": NOON, "midnight": 0, "tonight": 20 * 60}


def decide(request: Request) -> str:
    """Agree to come, or not."""
    data: CommitmentData = request.data
    if data.at is not None and data.at.verb:
        return _reply(data, data.at)
    if data.at is not None:
        return _reply(data, data.at) if data.is_free and _is_willing(request) else _refusal(data)
    at = _understood(data)
    return _reply(data, at) if at is not None else _refusal(data)


def _is_willing(request: Request) -> bool:
    data: CommitmentData = request.data
    nature = dict(data.nature).get("extraversion", 0.5)
    bond = CLOSE * data.closeness + TRUSTED * (data.trust - 0.5)
    is_for_all = data.at is not None and data.at.what.startswith(AT)
    chance = WILLING + bond + OUTGOING * (nature - 0.5) + FOR_ALL * is_for_all
    return rng(data.seed, request.tick, request.who, f"agree:{data.other}").uniform() < chance


def _understood(data: CommitmentData) -> Appointment | None:
    """Return the place and time that words name; None where either is missing."""
    low = data.words.lower()
    whole = [name for name in data.places if name.lower() in low]
    named = whole or [name for name in data.places if _names_place(name, low)]
    minute = _time_of_day(low)
    if not named or minute is None:
        return None
    place = max(named, key=len)
    start = (data.day + ("tomorrow" in low)) * 24 * 60 + minute
    if start <= data.day * 24 * 60 + data.minute:
        return None
    return Appointment(_subject(data.words, place), data.places[place], start, start + MINUTES)


def _names_place(name: str, words: str) -> bool:
    """Tell whether words name a place, by its whole name or the noun at its end."""
    noun = re.escape(name.rsplit(maxsplit=1)[-1].lower())
    return name.lower() in words or re.search(rf"\b{noun}\b", words) is not None


def _time_of_day(words: str) -> int | None:
    clock = _CLOCK.search(words)
    if clock and int(clock[1]) < 24 and int(clock[2]) < 60:
        return int(clock[1]) * 60 + int(clock[2])
    named = next((minute for word, minute in _NAMED.items() if word in words), None)
    return _full_hour(words) if named is None else named


def _full_hour(words: str) -> int | None:
    """Return the minute of the first full hour that words name, such as "at five"."""
    texts = (found[1] or found[2] for found in _HOUR.finditer(words))
    hours = (
        int(text) if text.isdigit() else (ONE_TO_TWELVE.index(text) + 1) % 12 for text in texts
    )
    return next(((hour + 12 * (hour < EARLIEST)) * 60 for hour in hours if hour < 24), None)


def _subject(words: str, place: str) -> str:
    """Return what words propose: the first noun with an article that is no place, or else that it
    was proposed.

    >>> _subject("You want to give a birthday party at the inn at five.", "The Inn")
    'at a birthday party'
    """
    for article, noun in _NOUN.findall(words):
        if noun.split()[-1].lower() != place.rsplit(maxsplit=1)[-1].lower():
            return f"at {article.lower()} {noun.lower()}"
    return "where they said"


def _reply(data: CommitmentData, at: Appointment) -> str:
    name = next(name for name, place in data.places.items() if place == at.place)
    day = "today" if at.start // (24 * 60) == data.day else "tomorrow"
    told = {
        "commit": True,
        "what": at.what,
        "place": name,
        "day": day,
        "from": format_hours(at.start),
    }
    return json.dumps({**told, "minutes": at.end - at.start}, ensure_ascii=False)


def _refusal(data: CommitmentData) -> str:
    told = {
        "commit": False,
        "what": "nothing",
        "place": next(iter(data.places)),
        "day": "today",
        "from": "00:00",
    }
    return json.dumps({**told, "minutes": MINUTES}, ensure_ascii=False)
