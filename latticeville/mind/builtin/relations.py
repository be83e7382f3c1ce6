"""Summaries of relations, as the built-in mind writes them after a talk."""

import json
from collections.abc import Mapping
from textwrap import shorten

from latticeville.core.rng import rng
from latticeville.mind.relation import AGREED, CONFIDED, DISAGREED
from latticeville.mind.relation_text import describe_appointment, describe_bond, describe_topic
from latticeville.mind.requests.relation import RelateData
from latticeville.mind.topic import OPINION, SECRET, Topic
from latticeville.models.model import Request

MAX_SUBJECT = 70
"""Letters of a subject that a summary quotes."""
_SPOKE = (
    "They last spoke of {about}.",
    "Their last talk was about {about}.",
    "{to} and {me} last spoke of {about}.",
)
_MOVED = {
    CONFIDED: "{to} confided in {me}.",
    AGREED: "They think alike about {subject}.",
    DISAGREED: "They do not agree about {subject}.",
}
"""What rules that moved a relation in a talk say of it."""


def sum_up(request: Request) -> str:
    """Tell how close and trusted somebody is, what was spoken of, and what is agreed."""
    data: RelateData = request.data
    parts = [
        describe_bond(data.name, data.to, data.closeness, data.trust),
        *_spoken(request),
        *_agreed(data),
    ]
    return json.dumps({"summary": " ".join(parts)}, ensure_ascii=False)


def _spoken(request: Request) -> list[str]:
    """Return what was spoken of, and what came of it."""
    data: RelateData = request.data
    if not data.spoken:
        return []
    draw = rng(data.seed, request.tick, request.who, f"relate:{data.other}")
    newest = next((one for one in reversed(data.spoken) if one.kind != SECRET), data.spoken[-1])
    words = {"me": data.name, "to": data.to}
    return [draw.pick(_SPOKE).format(about=_about(newest), **words), *_moved(data, words)[-1:]]


def _about(topic: Topic) -> str:
    text = shorten(describe_topic(topic).rstrip("."), MAX_SUBJECT, placeholder="…")
    return text if topic.kind in (OPINION, SECRET) else f"this: {text}"


def _moved(data: RelateData, words: Mapping[str, str]) -> list[str]:
    """Return what the rules say that moved the relation; those of opinions only where one was told
    at the end."""
    subject = next(
        (describe_topic(one) for one in reversed(data.spoken) if one.kind == OPINION), ""
    )
    texts = (
        _MOVED[rule] for rule in data.rules if rule in _MOVED and (subject or rule == CONFIDED)
    )
    return [text.format(subject=subject, **words) for text in texts]


def _agreed(data: RelateData) -> list[str]:
    """Return the first appointment of each side."""
    sides = ((data.name, data.owed), (data.to, data.promised))
    return [
        f"{name} agreed to be {describe_appointment(ats[0], data.minute, data.names)}."
        for name, ats in sides
        if ats
    ]
