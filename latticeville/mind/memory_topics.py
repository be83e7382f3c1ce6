"""What somebody can tell of what they saw, heard or concluded."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import exp

from latticeville.core.clock import DAY
from latticeville.core.day_names import name_days
from latticeville.core.time_words import read_time
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.cancellation import called_off_keys
from latticeville.mind.first_hand import insiders, players
from latticeville.mind.known_topics import told_to, told_today
from latticeville.mind.matters import decider, has_say, matter_about
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.narrated_past import retold
from latticeville.mind.percept import Percept
from latticeville.mind.reported_speech import can_be_retold
from latticeville.mind.secrets import gives_away, touches_secret
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    DECISION,
    DEED,
    DENIAL,
    ERRAND,
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
    STORY_KEY,
    THANKS,
    THREAT,
    VIEW,
    Told,
    Topic,
    subject_of,
)
from latticeville.mind.troubles import can_help
from latticeville.world.model.beats import MATTER_KEY
from latticeville.world.model.world import World

NEWS = "news"
"""The role of news that happened at no place, so that nobody saw it."""
DECIDED_ALONE = "decided_alone"
"""The role of a decision that is told by who alone has taken it."""
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
"""Minutes for which somebody owns up, once a day, to a trouble that the hearer cannot put right."""
ADDRESSED_KINDS = frozenset({SECRET, PLAN, PROMISE, PLEA, THANKS, THREAT, ERRAND})
"""The kinds of topic that are only for those to whom they are told."""
OWN_KINDS = frozenset({INTRODUCTION, DEED, VIEW, REMARK, HOPE, SIGHTING})
"""The kinds of topic that nobody passes on."""


def memory_topics(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody saw, heard or concluded, the newest first; what they saw more than once
    is no news, and they quote one view a day on each subject."""
    newest = now.mind.memory.last(RECENT_RECORDS)
    count = Counter(memory.text for memory in newest)
    agreed = _agreed_to(newest) | _called_off(newest, now.who)
    told = told_today(now)
    quoted = {*_subjects_quoted(told, now.who)}
    for memory in reversed(newest):
        is_news = (count[memory.text] == 1 or _is_outcome(memory)) and memory.id not in agreed
        topic = _topic_to_tell(memory, now.percept, now.tick_minutes) if is_news else None
        age = (now.tick - memory.tick) * now.tick_minutes
        if (
            topic is not None
            and _is_passed_on(topic, memory, told, quoted)
            and _concerns(now, topic, memory.text, age, hearers)
        ):
            worth = _worth(topic, memory.importance or LEAST_IMPORTANCE, age)
            news = Told(
                topic, _told_later(topic, memory, now.minute - age, now), now.minute - age, worth
            )
            yield _as_it_is_told(now, news)


def _as_it_is_told(now: Situation, told: Told) -> Told:
    """Return news with its role and parts: a decision by who alone took it, and a story of another
    where words bring it up."""
    topic = told.topic
    is_own = topic.kind == DECISION and decider(now.world, topic.about) == now.who
    role, off_mind = DECIDED_ALONE if is_own else "", topic.kind == MEMORY
    if is_staged(topic) and not topic.source and not _has_place(now.world, topic):
        role = NEWS
    return told._replace(role=role, parts=_side_taken(topic), off_mind=off_mind)


def _has_place(world: World, news: Topic) -> bool:
    """Tell whether news of a world's author happened at a place, where somebody can have been."""
    placed = world.keep("placed_news", lambda: frozenset(_placed_news(world)))
    return news.key in placed or news.gist in placed


def _placed_news(world: World) -> Iterator[str]:
    """Yield the keys and the texts of the news that happened at a place."""
    for story in world.beats.storylines:
        placed = (one for one in story.stages if one.place is not None)
        yield from (f"{STORY_KEY}{story.id}.{stage.id}" for stage in placed)
    yield from (one.text for one in world.beats.scheduled if one.place is not None)


def _subjects_quoted(told: Iterable[str], who: str) -> Iterator[str]:
    """Yield on which subjects somebody has told a view of others today, by the keys of what they
    told."""
    for key in told:
        kind, _, rest = key.partition(".")
        author, _, subject = rest.partition(".")
        if kind == OPINION[0] and subject and author.partition("~")[0] != who:
            yield subject


def is_staged(topic: Topic) -> bool:
    """Tell whether news is what a world's author let happen, told in the narrator's present.

    >>> [is_staged(Topic(key, EVENT)) for key in ("story.debt.paid", "45.1", "3.oak.ill")]
    [True, True, False]
    """
    is_news = topic.kind == EVENT and _STAGED.fullmatch(topic.key) is not None
    return is_news or topic.key.startswith(STORY_KEY)


_STAGED = re.compile(r"\d+\.\d+")
MOST_DECIDED = 3
"""To how many others somebody tells what was decided."""
MOST_HEARERS = 3
"""To how many others somebody tells news of a world's author; once, where they were told it
themselves."""


def _may_tell(now: Situation, topic: Topic, text: str, hearers: Sequence[str]) -> bool:
    """Tell whether somebody tells a decision, or staged news: to few, and of the latter not what they
    or a thing of theirs is in, or what touches a secret of theirs."""
    told = told_to(now, topic.key)
    if topic.kind == DECISION:
        return len(told.union(hearers)) <= MOST_DECIDED
    if (told and topic.source) or len(told.union(hearers)) > MOST_HEARERS:
        return False
    inside = players(now.world, topic)
    if now.who in inside or not {*inside, *insiders(now, topic)}.isdisjoint(hearers):
        return False
    is_in_it = now.who in people_of(now.world, text)
    return not is_in_it and not touches_secret(now, f"{text} {topic.about}")


def people_of(world: World, text: str) -> set[str]:
    """Return whom a text names, and to whom the objects belong that it names."""
    words = {*re.findall(r"\w+", text)}
    named = {one for one, each in world.people.items() if each.persona.first_name in words}
    things = (one for one in world.objects.values() if one.name.split()[-1] in words)
    return named.union(*(one.owners for one in things))


def _side_taken(topic: Topic) -> Mapping[str, str]:
    """Return what somebody else is for or against, for a view that is passed on."""
    if topic.kind != OPINION or not topic.stance:
        return {}
    return {"choice": subject_of(topic), "side": "for" if topic.stance > 0 else "against"}


def _told_later(topic: Topic, memory: MemoryRecord, minute: int, now: Situation) -> str:
    """Return the sentence of a topic; on a later day, with weekdays in news for “today” and the
    like."""
    text = topic.gist or memory.text
    if is_staged(topic):
        text = retold(now.world, text)
    is_news = topic.kind in (EVENT, INVITATION, RESOLVE, CLAIM, DENIAL)
    return name_days(text, minute) if is_news and minute // DAY != now.minute // DAY else text


def _is_passed_on(
    topic: Topic, memory: MemoryRecord, told: Container[str], quoted: Container[str]
) -> bool:
    """Tell whether somebody tells news on: what they saw, of what they heard what is not trivial,
    and a story or an opinion of somebody else, or an insight of their own, once."""
    if topic.kind == OPINION:
        return topic.key not in told and subject_of(topic) not in quoted
    if topic.kind in (MEMORY, INSIGHT):
        return topic.key not in told and (topic.kind != INSIGHT or not topic.source)
    return not _is_passive(topic) or topic.at is not None or memory.importance > TRIVIAL


def _is_passive(topic: Topic) -> bool:
    """Tell whether news is told of, or of nobody, and of no object that somebody can put right."""
    return topic.kind == EVENT and (bool(topic.source) or not topic.who) and not topic.thing


def _concerns(now: Situation, topic: Topic, text: str, age: int, hearers: Sequence[str]) -> bool:
    """Tell whether a topic is no promise to somebody else, and no trouble that is over or of no use
    to a hearer."""
    if topic.kind == OUTCOME:
        return not topic.source and topic.to in hearers
    if topic.kind in (OPINION, MEMORY):
        may_tell = _may_quote if topic.kind == OPINION else _may_retell
        return topic.source == topic.who and may_tell(now, topic, hearers)
    if is_staged(topic) or topic.kind == DECISION:
        return _may_tell(now, topic, topic.gist or text, hearers)
    return _is_of_use(now, topic, age, hearers) if topic.thing else _are_called(now, topic, hearers)


def _are_called(now: Situation, topic: Topic, hearers: Sequence[str]) -> bool:
    """Tell whether what a topic invites to is no meeting, or one at which one of some people has a
    say."""
    if topic.kind != INVITATION or not topic.key.startswith(MATTER_KEY):
        return True
    called = topic.key.removeprefix(MATTER_KEY)
    matters = now.world.beats.matters
    about = next((one.about for one in matters if called.startswith(f"{one.id}.")), "")
    return any(has_say(now.world, about, one) for one in hearers)


def _may_quote(now: Situation, view: Topic, _hearers: Sequence[str]) -> bool:
    """Tell whether a view is on no matter: what people will vote they say themselves."""
    return matter_about(now.world, subject_of(view)) is None


def _is_of_use(now: Situation, topic: Topic, age: int, hearers: Sequence[str]) -> bool:
    """Tell whether a trouble is told: to who can help, or while it is fresh to anybody."""
    is_useful = any(can_help(topic, other, now.world) for other in hearers)
    is_own = not topic.source and can_help(topic, now.who, now.world)
    if not is_useful and (not is_own or age > TROUBLE_MINUTES or topic.key in told_today(now)):
        return False
    return can_help(topic, now.who, now.world) or not _is_over(topic, now.mind)


def _may_retell(now: Situation, topic: Topic, hearers: Sequence[str]) -> bool:
    """Tell whether what somebody told of before the run gives no secret of theirs away, and can be
    told of them."""
    if topic.who not in now.world.people or gives_away(now, topic.gist, hearers, topic.who):
        return False
    return can_be_retold(topic.gist, topic.who, (now.who, *hearers), now.world)


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
        or (topic.kind in OWN_KINDS and topic.source)
        or topic.source == percept.who
    ):
        return True
    return topic.at is not None and topic.at.start <= percept.minute
