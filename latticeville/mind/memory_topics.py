"""What somebody can tell of what they saw, heard or concluded."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from math import exp

from latticeville.core.clock import DAY
from latticeville.core.day_names import name_days
from latticeville.core.time_words import read_time
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.cancellation import called_off_keys
from latticeville.mind.known_topics import told_today
from latticeville.mind.matters import is_known_decided
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.secrets import gives_away
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    DECISION,
    DEED,
    DENIAL,
    EVENT,
    FOOD,
    HOPE,
    INSIGHT,
    INTRODUCTION,
    INVITATION,
    MEMORY,
    OPINION,
    OUTCOME,
    PLAN,
    PLEA,
    PROMISE,
    REMARK,
    RESOLVE,
    SECRET,
    SIGHTING,
    THANKS,
    THREAT,
    VIEW,
    Told,
    Topic,
    subject_of,
)
from latticeville.mind.troubles import can_help

RECENT_RECORDS = 400
"""Newest records that are looked through for topics."""
LEAST_IMPORTANCE = 3
"""The least importance of an event that people tell others."""
FRESH_MINUTES = 8 * 60
"""Minutes after which an event is worth a third of what it was worth at first, in the score of
topics."""
WEIGHTS = {
    EVENT: 1.0,
    OPINION: 0.5,
    MEMORY: 0.6,
    SIGHTING: 0.4,
    INSIGHT: 0.5,
    INVITATION: 2.5,
    RESOLVE: 2.0,
    CLAIM: 2.0,
    DENIAL: 4.0,
    CONFIRMATION: 4.0,
    DECISION: 4.0,
    OUTCOME: 3.0,
    FOOD: 1.0,
}
"""How much each kind of topic is worth when it is new, in the score of topics."""
HEARSAY = 0.8
"""What a topic is worth that one was told, where it is worth 1 to who saw it."""
TRIVIAL = 4
"""The importance up to which nobody passes on an event that others saw."""
TROUBLE_MINUTES = 2 * 60
"""Minutes for which people tell of a trouble to those who cannot put it right."""
ADDRESSED_KINDS = frozenset({SECRET, PLAN, PROMISE, PLEA, THANKS, THREAT})
"""The kinds of topic that are only for those to whom they are told."""
_OWN_KINDS = frozenset({INTRODUCTION, DEED, VIEW, REMARK, HOPE})
"""The kinds of topic that nobody passes on."""


def memory_topics(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody saw, heard or concluded, the newest first; what they saw more than once
    is no news."""
    newest = now.mind.memory.last(RECENT_RECORDS)
    count = Counter(memory.text for memory in newest)
    agreed = _agreed_to(newest) | _called_off(newest, now.who)
    told = told_today(now)
    for memory in reversed(newest):
        is_news = (count[memory.text] == 1 or _is_outcome(memory)) and memory.id not in agreed
        topic = _topic_to_tell(memory, now.percept, now.tick_minutes) if is_news else None
        age = (now.tick - memory.tick) * now.tick_minutes
        if (
            topic is not None
            and _is_passed_on(topic, memory, told)
            and _concerns(now, topic, age, hearers)
        ):
            worth = _worth(topic, memory.importance or LEAST_IMPORTANCE, age)
            text = _told_later(topic, memory, now.minute - age, now.minute)
            yield Told(topic, text, now.minute - age, worth)


def _told_later(topic: Topic, memory: MemoryRecord, minute: int, now: int) -> str:
    """Return the sentence of a topic; on a later day, with weekdays in news for “today” and the
    like."""
    text = topic.gist or memory.text
    is_news = topic.kind in (EVENT, INVITATION, RESOLVE, CLAIM, DENIAL)
    return name_days(text, minute) if is_news and minute // DAY != now // DAY else text


def _is_passed_on(topic: Topic, memory: MemoryRecord, told: Container[str]) -> bool:
    """Tell whether somebody tells news on: what they saw, of what they heard what is not trivial,
    and a story or an opinion of somebody else, or an insight of their own, once."""
    if topic.kind in (MEMORY, OPINION, INSIGHT):
        return topic.key not in told and (topic.kind != INSIGHT or not topic.source)
    is_hearsay = topic.kind == EVENT and bool(topic.source) and not topic.thing
    return not is_hearsay or memory.importance > TRIVIAL


def _concerns(now: Situation, topic: Topic, age: int, hearers: Sequence[str]) -> bool:
    """Tell whether a topic is no promise to somebody else, and no trouble that is over or of no use
    to a hearer."""
    if topic.kind == OUTCOME:
        return not topic.source and topic.to in hearers
    if topic.kind == OPINION:
        return topic.source == topic.who and not is_known_decided(now, subject_of(topic))
    if topic.kind == MEMORY:
        return topic.source == topic.who and not _gives_away(now, topic, hearers)
    return not topic.thing or _is_of_use(now, topic, age, hearers)


def _is_of_use(now: Situation, topic: Topic, age: int, hearers: Sequence[str]) -> bool:
    """Tell whether a trouble is told: to who can help, or while it is fresh to anybody."""
    is_useful = any(can_help(topic, other, now.world) for other in hearers)
    if not is_useful and (topic.source or age > TROUBLE_MINUTES):
        return False
    return can_help(topic, now.who, now.world) or not _is_over(topic, now.mind)


def _gives_away(now: Situation, topic: Topic, hearers: Sequence[str]) -> bool:
    """Tell whether what somebody told of before the run gives a secret of theirs away."""
    return topic.who not in now.world.people or gives_away(now, topic.gist, hearers, topic.who)


def _is_over(topic: Topic, mind: Mind) -> bool:
    """Tell whether somebody believes that an object is in its trouble no longer."""
    held = mind.beliefs.find(topic.thing)
    return held is not None and held.looks not in ("", topic.state)


def _is_outcome(memory: MemoryRecord) -> bool:
    return memory.topic is not None and memory.topic.kind == OUTCOME


def _agreed_to(records: Iterable[MemoryRecord]) -> set[int]:
    """Return the ids of the memories of words that commitments rest on."""
    return {cited for memory in records if memory.kind == "commitment" for cited in memory.cites}


def _called_off(records: Sequence[MemoryRecord], who: str) -> set[int]:
    """Return the ids of the memories that invite to what is called off."""
    off = called_off_keys(records, who)
    invited = (one for one in records if one.topic is not None and one.topic.kind == INVITATION)
    return {one.id for one in invited if one.topic is not None and one.topic.key in off}


def _worth(topic: Topic, importance: int, age: int) -> float:
    freshness = 0.3 + exp(-age / FRESH_MINUTES)
    return WEIGHTS[topic.kind] * freshness * importance / 5 * (HEARSAY if topic.source else 1)


def _topic_to_tell(memory: MemoryRecord, percept: Percept, tick_minutes: int) -> Topic | None:
    """Return what of a memory can be told: no secret of others, no plan whose time has come,
    nothing trivial."""
    if memory.tick == BEFORE_START:
        return None
    if memory.kind == "reflection":
        is_weighty = memory.importance > LEAST_IMPORTANCE
        return (
            Topic(f"r.{percept.who}.{memory.id}", INSIGHT, who=percept.who) if is_weighty else None
        )
    topic = memory.topic
    if topic is None or not (topic.source or memory.importance >= LEAST_IMPORTANCE):
        return None
    if _is_private_or_past(topic, percept) or _has_begun(topic, memory, percept, tick_minutes):
        return None
    return topic


def _has_begun(topic: Topic, memory: MemoryRecord, percept: Percept, tick_minutes: int) -> bool:
    """Tell whether news announces something for a time of its day that has come."""
    if topic.kind not in (EVENT, CLAIM, INVITATION):
        return False
    told = percept.minute_of(memory.tick, tick_minutes)
    time = read_time(topic.gist or memory.text, told - told % DAY)
    return time.is_proposal and time.start is not None and time.start <= percept.minute


def _is_private_or_past(topic: Topic, percept: Percept) -> bool:
    """Tell whether a remembered topic is another's secret or plan, one's own words, or an
    appointment that began."""
    if (
        topic.kind in ADDRESSED_KINDS
        or (topic.kind in _OWN_KINDS and topic.source)
        or topic.source == percept.who
    ):
        return True
    return topic.at is not None and topic.at.start <= percept.minute
