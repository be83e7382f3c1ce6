"""Importance, as the built-in mind rates what happens."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    DECISION,
    DEED,
    DENIAL,
    EVENT,
    FOOD,
    INSIGHT,
    INTRODUCTION,
    MEMORY,
    OPINION,
    OUTCOME,
    PLAN,
    PLEA,
    RESOLVE,
    SECRET,
    THANKS,
    THREAT,
)
from latticeville.models.model import Request

if TYPE_CHECKING:
    from latticeville.mind.requests.importance import RatedEvent, RatedEvents

OF_TOPICS: Mapping[str, int] = {
    EVENT: 4,
    MEMORY: 5,
    OPINION: 4,
    SECRET: 7,
    PLAN: 2,
    INTRODUCTION: 4,
    DEED: 2,
    INSIGHT: 4,
    RESOLVE: 6,
    CLAIM: 6,
    DENIAL: 6,
    CONFIRMATION: 4,
    OUTCOME: 3,
    DECISION: 6,
    FOOD: 4,
    PLEA: 5,
    THANKS: 3,
    THREAT: 7,
}
"""The importance of words that tell a topic, by its kind."""
OF_KINDS: Mapping[str, int] = {
    "happened": 8,
    "whispered": 8,
    "barred": 3,
    "refused": 3,
    "baulked": 3,
    "changed": 3,
    "weather": 1,
    "died": 9,
    "attacked": 7,
    "gave": 5,
    "gathered": 1,
    "ate": 1,
    "rested": 1,
}
"""The importance of what happens, by the kind of observation."""
ALARM, WRITTEN, ROUTINE, SMALL_TALK = 8, 4, 2, 1
"""The importance of alarms, of other changes with a sentence of their own, of uses, and of words
that tell nothing."""


def rate(request: Request) -> str:
    """Rate each observation by its kind and topic."""
    data: RatedEvents = request.data
    return json.dumps({"ratings": [_rating(event) for event in data.events]})


def _rating(event: "RatedEvent") -> int:
    if event.kind == "said":
        return OF_TOPICS.get(event.topic, SMALL_TALK)
    if event.alarm or event.calls:
        return ALARM
    if event.has_text and event.kind == "changed":
        return WRITTEN
    return OF_KINDS.get(event.kind, ROUTINE)
