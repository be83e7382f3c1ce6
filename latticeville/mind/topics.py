"""What somebody can tell another: what is worth telling and neither has told the other."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import exp

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.day_names import name_days
from latticeville.core.rng import rng
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.cancellation import called_off_keys
from latticeville.mind.claims import offer
from latticeville.mind.known_topics import KnownTopics
from latticeville.mind.matters import ANNOUNCED
from latticeville.mind.meetings import decide, is_about, matter_of
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AGENT, Observation, Percept
from latticeville.mind.proposals import proposals
from latticeville.mind.relation_text import opinion_topics
from latticeville.mind.self_topics import deeds, first_key, introductions, lives_with
from latticeville.mind.situation import Situation
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
    INVITATION,
    MEMORY,
    OPINION,
    OUTCOME,
    PLAN,
    PLEA,
    PROMISE,
    RESOLVE,
    SECRET,
    THANKS,
    THREAT,
    Topic,
    subject_of,
)
from latticeville.mind.troubles import can_help
from latticeville.world.model.world import World

MAX_TOPICS = 3
"""Most topics that a question offers."""
RECENT_RECORDS = 400
"""Newest records that are looked through for topics."""
LEAST_IMPORTANCE = 3
"""The least importance of an event that people tell others."""
INTIMATE = 8
"""The importance from which on people keep a memory from before the run to themselves."""
FRESH_MINUTES = 8 * 60
"""Minutes after which an event is worth a third of what it was worth at first, in the score of
topics."""
WEIGHTS = {EVENT: 1.0, OPINION: 0.5, MEMORY: 0.45, SECRET: 0.6, INSIGHT: 0.5, INVITATION: 2.5} | {
    RESOLVE: 2.0,
    CLAIM: 2.0,
    DENIAL: 4.0,
    CONFIRMATION: 4.0,
    DECISION: 4.0,
    OUTCOME: 3.0,
    FOOD: 1.0,
}
"""How much each kind of topic is worth when it is new; `proposals.WORTH` says it of plans."""
CONFIDING = 0.35
"""The closeness from which on people tell memories from before the run."""
ADDRESSED_KINDS = frozenset({SECRET, PLAN, PROMISE, PLEA, THANKS, THREAT})
"""The kinds of topic that are only for those to whom they are told."""
OVERHEARD_KINDS = frozenset({OPINION, MEMORY, DECISION})
"""The kinds of topic that bystanders know afterwards."""
PUBLIC_KINDS = frozenset({"changed", "happened", "barred", "convened", "decided", "developed"})
"""The kinds of observation that everybody here makes."""
HEARSAY = 0.8
"""What a topic is worth that one was told, where it is worth 1 to who saw it."""
FIT, CHANCE, HELP = 0.8, 0.5, 2.0
"""The weights of words shared with what was said, of the draw by seed, and of a hearer who can put
right what it is."""
REQUEST, MISHAP, NEWCOMER = "request", "mishap", "newcomer"
"""The roles of a trouble that is told, and of a name that is told to a stranger."""
TROUBLE_MINUTES = 2 * 60
"""Minutes for which people tell of a trouble to those who cannot put it right."""


class OfferedTopic(msgspec.Struct, frozen=True, gc=False):
    """A topic as it is offered: its sentence, the minute it is from (-1: before the run), and what
    it is worth.

    `role` is "request" where a hearer can put right what it tells of, "mishap" where the speaker
    can, "newcomer" where it says who the speaker is, "ask" where a hearer knows whether a claim is
    true, "unclear" where nobody understands it, else ""; `to` is the only one of several hearers
    whom it concerns. `said` is the sentence as the speaker says it, "" where it is the same.
    """

    topic: Topic
    text: str
    minute: int
    worth: float
    to: str = ""
    role: str = ""
    said: str = ""


def remembered_topic(news: Observation) -> Topic | None:
    """Return what a memory of something can be told of; the source of words is who says them."""
    return (
        replace(news.topic, source=news.actor) if news.topic and news.kind == "said" else news.topic
    )


def knowing(news: Observation, percept: Percept) -> tuple[str, ...]:
    """Return who else knows what somebody perceives: who says it or hears it, or who is there to
    see it."""
    if news.topic is None:
        return ()
    here = tuple(node.id for node in percept.sights if node.kind == AGENT)
    return tuple(one for one in _witnesses(news, here) if one and one != percept.who)


def _witnesses(news: Observation, here: tuple[str, ...]) -> tuple[str, ...]:
    """Return who knows of an event, as far as somebody can tell who perceives it with those who are
    here.

    Nobody tells those who overheard them views, memories and troubles again; other news they may
    have missed.
    """
    if news.kind == "said":
        heard_by, told = (news.actor, news.to, *news.others), news.topic
        is_overheard = told is not None and (told.kind in OVERHEARD_KINDS or bool(told.thing))
        return (*heard_by, *here) if is_overheard else heard_by
    if news.kind == ANNOUNCED:
        return news.others
    return here if news.kind in PUBLIC_KINDS else ()


def offer_topics(
    now: Situation, hearers: Sequence[str], heard: Observation | None = None
) -> tuple[OfferedTopic, ...]:
    """Return what somebody can tell others, the worthiest first; `heard` is what they answer, if
    anything.

    It is new to one hearer at least, and neither told the other of it before, whoever they are.
    """
    offers = _Offers(now, hearers, heard)
    offers.add(_tellable(now, hearers))
    if not offers.found:
        offers.add(deeds(now, hearers))
    return offers.best()


class _Offers:
    """Topics as they are offered to hearers, by key."""

    def __init__(self, now: Situation, hearers: Sequence[str], heard: Observation | None) -> None:
        self.now, self.hearers = now, hearers
        self.found: dict[str, OfferedTopic] = {}
        self._draw = rng(now.percept.seed, now.tick, now.who, f"topics:{'+'.join(hearers)}")
        self._words, self._heard = _content_words(heard.words if heard else ""), heard
        self._matter = matter_of(now)
        self._known = KnownTopics(
            now.mind, hearers, now.tick - now.minute % DAY // now.tick_minutes
        )

    def add(self, told: Iterable[tuple[Topic, str, int, float]]) -> None:
        """Offer topics, each with its sentence, minute and worth, as far as they are new here."""
        for topic, text, minute, worth in told:
            new_to = [] if topic.key in self.found else self._known.new_to(topic)
            if new_to and topic.kind in offer.KINDS:
                given = replace(topic, gist=text)
                new_to = offer.hearers_of(self.now, given, new_to, self.hearers, self._known)
            if new_to and not any(
                _is_of_hearer(topic, text, self.now.who, other, self.now.world)
                for other in self.hearers
            ):
                fit = FIT * (self._answers(topic) or bool(self._words & _content_words(text)))
                score = worth + fit + CHANCE * self._draw.uniform()
                self.found[topic.key] = self._offer(topic, text, minute, score, new_to)

    def _answers(self, topic: Topic) -> bool:
        """Tell whether a topic is of the kind that was heard: a view on the same subject or on the
        matter of a meeting, or who one is."""
        if topic.kind == INTRODUCTION:
            told = self._heard.topic if self._heard else None
            return told is not None and told.kind == INTRODUCTION
        return topic.kind == OPINION and (
            subject_of(topic) == _subject(self._heard) or is_about(subject_of(topic), self._matter)
        )

    def _offer(
        self, topic: Topic, text: str, minute: int, score: float, new_to: Sequence[str]
    ) -> OfferedTopic:
        """Return a topic as it is offered, with its role and whom it concerns."""
        if topic.kind in offer.KINDS:
            return self._offer_claim(topic, text, minute, score, new_to)
        role, helper = _role(topic, self.now.who, self.hearers, self.now.world)
        if topic.key == first_key(self.now.who) and not lives_with(self.now, self.hearers[0]):
            role = NEWCOMER
        told = replace(topic, who=self.now.who) if role == MISHAP else topic
        only = _only_hearer(topic.to or helper, new_to, self.hearers)
        return OfferedTopic(told, text, minute, round(score + HELP * bool(helper), 3), only, role)

    def _offer_claim(
        self, topic: Topic, text: str, minute: int, score: float, new_to: Sequence[str]
    ) -> OfferedTopic:
        """Return a claim, or what is known of one, as it is offered; who knows best is asked."""
        role, asked = offer.role_of(replace(topic, gist=text), new_to, self.now.world)
        said = offer.as_said(topic, text, self.now.who, asked, self.now.world)
        worth = round(score + HELP * bool(asked), 3)
        only = _only_hearer(asked or topic.to, new_to, self.hearers)
        return OfferedTopic(topic, text, minute, worth, only, role, said)

    def best(self) -> tuple[OfferedTopic, ...]:
        """Return the worthiest first."""
        ranked = sorted(self.found.values(), key=lambda one: (-one.worth, one.topic.key))
        return tuple(ranked[:MAX_TOPICS])


def _only_hearer(wanted: str, new_to: Sequence[str], hearers: Sequence[str]) -> str:
    """Return the only one of several hearers whom a topic concerns; "" where it is all of them."""
    if len(hearers) == 1:
        return ""
    return wanted or (new_to[0] if len(new_to) == 1 else "")


def _role(topic: Topic, who: str, hearers: Sequence[str], world: World) -> tuple[str, str]:
    """Return what it is to tell of a trouble, to ask for help or to own up to it, and who of the
    hearers can help."""
    helper = next((one for one in hearers if can_help(topic, one, world)), "")
    if helper:
        return REQUEST, helper
    return (MISHAP if not topic.source and can_help(topic, who, world) else ""), ""


def _is_of_hearer(topic: Topic, text: str, who: str, other: str, world: World) -> bool:
    """Tell whether a topic comes from a hearer or is of them, or is the speaker's own, come back to
    them."""
    echo = other in (topic.source, topic.who) or (bool(topic.source) and topic.who == who)
    if topic.kind in offer.KINDS:
        return echo
    own = topic.kind == INSIGHT and not topic.source and world.name_with_article(who) in text
    return own or echo or (topic.kind != OPINION and world.name_with_article(other) in text)


def _tellable(now: Situation, hearers: Sequence[str]) -> Iterator[tuple[Topic, str, int, float]]:
    """Yield topics with their sentence, minute and worth, whoever knows them."""
    yield from _from_memories(now, hearers)
    yield from _from_persona(now, hearers)
    yield from introductions(now, hearers)
    yield from proposals(now, hearers)
    decision = decide(now)
    if decision is not None:
        yield decision, decision.gist, now.minute, WEIGHTS[DECISION]


def _from_memories(
    now: Situation, hearers: Sequence[str]
) -> Iterator[tuple[Topic, str, int, float]]:
    """Yield what somebody saw, heard or concluded, the newest first; what they saw more than once
    is no news."""
    newest = now.mind.memory.last(RECENT_RECORDS)
    count = Counter(memory.text for memory in newest)
    agreed = _agreed_to(newest) | _called_off(newest, now.who)
    for memory in reversed(newest):
        is_news = (count[memory.text] == 1 or _is_outcome(memory)) and memory.id not in agreed
        topic = _topic_to_tell(memory, now.percept) if is_news else None
        age = (now.tick - memory.tick) * now.tick_minutes
        if topic is not None and _concerns(now, topic, age, hearers):
            worth = _worth(topic, memory.importance or LEAST_IMPORTANCE, age)
            yield (
                topic,
                _told_later(topic, memory, now.minute - age, now.minute),
                now.minute - age,
                worth,
            )


def _told_later(topic: Topic, memory: MemoryRecord, minute: int, now: int) -> str:
    """Return the sentence of a topic; on a later day, with weekdays in news for “today” and the
    like."""
    text = topic.gist or memory.text
    is_news = topic.kind in (EVENT, INVITATION, RESOLVE, CLAIM, DENIAL)
    return name_days(text, minute) if is_news and minute // DAY != now // DAY else text


def _concerns(now: Situation, topic: Topic, age: int, hearers: Sequence[str]) -> bool:
    """Tell whether a topic is no promise to somebody else, and no trouble that is over or of no use
    to a hearer."""
    if topic.kind == OUTCOME:
        return not topic.source and topic.to in hearers
    if not topic.thing:
        return True
    is_useful = any(can_help(topic, other, now.world) for other in hearers)
    if not is_useful and (topic.source or age > TROUBLE_MINUTES):
        return False
    return can_help(topic, now.who, now.world) or not _is_over(topic, now.mind)


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


def _topic_to_tell(memory: MemoryRecord, percept: Percept) -> Topic | None:
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
    return None if _is_private_or_past(topic, percept) else topic


def _is_private_or_past(topic: Topic, percept: Percept) -> bool:
    """Tell whether a remembered topic is another's secret or plan, one's own words, or an
    appointment that began."""
    if (
        topic.kind in ADDRESSED_KINDS
        or (topic.kind in (MEMORY, INTRODUCTION, DEED) and topic.source)
        or topic.source == percept.who
    ):
        return True
    return topic.at is not None and topic.at.start <= percept.minute


def _from_persona(
    now: Situation, hearers: Sequence[str]
) -> Iterator[tuple[Topic, str, int, float]]:
    """Yield memories from before the run, for people who are close; opinions; and secrets that all
    may know."""
    persona = now.persona
    confides = all(now.mind.relations.to(other).closeness >= CONFIDING for other in hearers)
    for memory in now.mind.memory.since(0)[: len(persona.memories)] if confides else ():
        if memory.tick == BEFORE_START and memory.importance < INTIMATE:
            yield (
                Topic(f"m.{now.who}.{memory.id}", MEMORY, who=now.who),
                memory.text,
                -1,
                WEIGHTS[MEMORY],
            )
    for topic in opinion_topics(now.mind, now.who, hearers):
        yield topic, topic.gist, -1, WEIGHTS[OPINION] * (0.5 + abs(topic.stance or 0))
    for count, secret in enumerate(persona.secrets):
        if {*hearers} <= {*secret.to}:
            yield (
                Topic(f"s.{now.who}.{count}", SECRET, who=now.who),
                secret.text,
                -1,
                WEIGHTS[SECRET],
            )


def _subject(heard: Observation | None) -> str:
    topic = heard.topic if heard else None
    return subject_of(topic) if topic is not None and topic.kind == OPINION else ""


def _content_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w{5,}", text.casefold()))


def tell(topic: OfferedTopic, speaker: str) -> Topic:
    """Return a topic as it is said, with its sentence and who says it."""
    return replace(topic.topic, gist=topic.text, source=speaker)


def topic_lines(offered: tuple[OfferedTopic, ...]) -> str:
    """Return offered topics as a prompt tells them, numbered from 1; "" where there are none."""
    lines = (f"{number}. {one.text}" for number, one in enumerate(offered, start=1))
    return "\n".join(("Topics:", *lines)) if offered else ""
