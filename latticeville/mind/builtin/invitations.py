"""Whether the built-in mind agrees to come: to a typed appointment by nature and draw, to words by
place and time."""

import json
import re

from latticeville.core.clock import DAY, format_hours
from latticeville.core.day_names import weekday
from latticeville.core.rng import rng
from latticeville.mind.debates import subject_debated
from latticeville.mind.requests.talk import CommitmentData
from latticeville.mind.topic import AT, Appointment
from latticeville.models.model import Request

WILLING, CLOSE, TRUSTED, OUTGOING, FOR_ALL = 0.4, 0.4, 0.4, 0.4, 0.2
"""The chance that somebody agrees, and how much more with closeness, with trust and extraversion
above 0.5, and for what all may come to, or where two talk over what they vote on."""
MINUTES = 60
"""How long takes what is agreed without an end."""
MOST_MINUTES = 240
"""The longest that a reply can tell."""
_NOUN = re.compile(
    r"\b(a|an|the) ((?:[\w'-]+ ){0,2}?[\w'-]+)(?= "
    r"(?:at|in|on|for|with|by|of|to|today|tomorrow|tonight)\b|[.,!?:]|$)",
    re.IGNORECASE,
)


def decide(request: Request) -> str:
    """Agree to come, or not."""
    data: CommitmentData = request.data
    if data.at is not None and data.at.verb:
        return _reply(data, data.at)
    if data.at is not None:
        is_coming = data.is_free and (data.is_usual or _is_willing(request))
        return _reply(data, data.at) if is_coming else _refusal(data)
    at = _understood(data)
    return _reply(data, at) if at is not None else _refusal(data)


def _is_willing(request: Request) -> bool:
    data: CommitmentData = request.data
    nature = dict(data.nature).get("extraversion", 0.5)
    bond = CLOSE * data.closeness + TRUSTED * (data.trust - 0.5)
    is_for_all = data.at is not None and (data.at.what.startswith(AT) or subject_debated(data.at))
    chance = WILLING + bond + OUTGOING * (nature - 0.5) + FOR_ALL * bool(is_for_all)
    return rng(data.seed, request.tick, request.who, f"agree:{data.other}").uniform() < chance


def _understood(data: CommitmentData) -> Appointment | None:
    """Return the place and time that words name; None where either is missing or doubtful."""
    time = data.time
    if not data.named or time.start is None or not time.is_certain:
        return None
    end = time.start + MINUTES if time.end is None else time.end
    what = _subject(data.words, data.named)
    return Appointment(what, data.places[data.named], time.start, end)


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
    days = at.start // DAY - data.day
    day = ("today", "tomorrow")[days] if days in (0, 1) else weekday(at.start)
    told = {
        "commit": True,
        "what": at.what,
        "place": name,
        "day": day,
        "from": format_hours(at.start),
    }
    return json.dumps({**told, "minutes": min(at.end - at.start, MOST_MINUTES)}, ensure_ascii=False)


def _refusal(data: CommitmentData) -> str:
    told = {
        "commit": False,
        "what": "nothing",
        "place": next(iter(data.places)),
        "day": "today",
        "from": "00:00",
    }
    return json.dumps({**told, "minutes": MINUTES}, ensure_ascii=False)
