"""Cancellation in words: what somebody agreed to ends where words deny it, and those who agreed with
them are told."""

import re
from collections.abc import Sequence

from latticeville.core.clock import DAY
from latticeville.core.phrase_time import SpokenTime
from latticeville.core.time_words import read_time
from latticeville.mind.cancellation import end_commitment
from latticeville.mind.commitments import plan_appointments
from latticeville.mind.heard_proposal import proposed_place
from latticeville.mind.situation import Situation
from latticeville.mind.topic import AT, Appointment, Commitment

NEAR_MINUTES = 30
"""By how many minutes a time may differ that words and an appointment have in common."""
_LEAST_NOUN = 4
"""Letters of a word by which an appointment is known."""
_HEAD = re.compile(
    rf"{AT}(?:an?|the) (?P<head>.+?)(?: (?:about|at|by|for|from|in|of|on|with)\b.*)?"
)
"""What happens at an appointment, without what it is about."""


def denied_commitments(now: Situation, words: str) -> tuple[Commitment, ...]:
    """Return what somebody agreed to and words call off; a promise to put something right stays.

    They name its time, place or what it is, two of them at least; only what it is, where they say
    that it is cancelled.
    """
    held = [one for one in now.mind.commitments if not one.at.verb]
    if not held:
        return ()
    time = read_time(words, now.minute)
    if not (time.denies or time.is_called_off):
        return ()
    places = {now.world.name_of(one.at.place): one.at.place for one in held}
    named = places.get(proposed_place(words, places), "")
    return tuple(one for one in held if _is_meant(one.at, time, named, words))


def _is_meant(at: Appointment, time: SpokenTime, place: str, words: str) -> bool:
    """Tell whether words mean an appointment: by two of time, place and what it is, or what it is
    alone if it is cancelled, and no other time or place."""
    if (place and place != at.place) or not _may_be_at(at, time):
        return False
    is_timed, is_named = time.missing != "time", _names_what(at.what, words)
    return is_timed + bool(place) + is_named > 1 or (is_named and time.is_called_off)


def _may_be_at(at: Appointment, time: SpokenTime) -> bool:
    """Tell whether a time that was told, if any, is that of an appointment."""
    if time.start is None:
        return time.day < 0 or at.start // DAY == time.day
    last = time.end if time.is_rough and time.end is not None else time.start
    return time.start - NEAR_MINUTES <= at.start <= last + NEAR_MINUTES


def _names_what(what: str, words: str) -> bool:
    found = _HEAD.fullmatch(what.lower())
    head = re.findall(r"\w+", found["head"]) if found else []
    nouns = (word for word in head if len(word) >= _LEAST_NOUN)
    return not {*nouns}.isdisjoint(re.findall(r"\w+", words.lower()))


def call_off_in_words(now: Situation, off: Sequence[Commitment], heard: int) -> Situation:
    """Return the situation after words, remembered by a record, called off what was agreed."""
    plan, step = now.mind.plan, now.mind.intent.step
    for one in off:
        now = end_commitment(now, one, (one.record, heard), "it was called off")
    if plan is not None and step in plan.appointments:
        now = now.with_intent(step=None)
    return now.with_mind(plan=plan_appointments(now, plan))
