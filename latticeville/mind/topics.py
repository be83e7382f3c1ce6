"""What somebody can tell another: what is worth telling and neither has told the other."""

import re
from collections import Counter
from collections.abc import Iterator
from math import exp

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY, format_hours
from latticeville.core.rng import rng
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind, Social
from latticeville.mind.percept import AGENT, Observation, Percept
from latticeville.mind.plan import PlanStep
from latticeville.mind.topic import EVENT, INSIGHT, MEMORY, OPINION, PLAN, SECRET, Topic, subject_of
from latticeville.world.model.world import World

MAX_TOPICS = 6
"""Most topics that a question offers."""
RECENT_RECORDS = 400
"""Newest records that are looked through for topics."""
LEAST_IMPORTANCE = 3
"""The least importance of an event that people tell others."""
INTIMATE = 8
"""The importance from which on people keep a memory from before the run to themselves."""
FRESH_MINUTES = 8 * 60
"""Minutes after which an event is worth a third of what it was worth at first, in the score of topics."""
WEIGHTS = {EVENT: 1.0, OPINION: 0.5, MEMORY: 0.45, SECRET: 0.6, PLAN: 0.35, INSIGHT: 0.5}
"""How much each kind of topic is worth when it is new."""
PUBLIC_KINDS = frozenset({"changed", "happened", "barred"})
"""The kinds of observation that everybody here makes."""
HEARSAY = 0.6
"""What a topic is worth that one was told, where it is worth 1 to who saw it."""
FIT, CHANCE = 0.8, 0.5
"""The weights of words shared with what was said, and of the draw by seed."""


class OfferedTopic(msgspec.Struct, frozen=True, gc=False):
    """A topic as it is offered: its sentence, the minute it is from (-1: before the run), and what it is worth."""

    topic: Topic
    text: str
    minute: int
    worth: float


def note_told(social: Social, percept: Percept) -> Social:
    """Return who knows which topic after what somebody perceives: who says it or hears it, and who sees it happen."""
    if all(news.topic is None for news in percept.news):
        return social
    told, here = dict(social.told), tuple(node.id for node in percept.sights if node.kind == AGENT)
    for news in percept.news:
        for one in _witnesses(news, here):
            keys = told.get(one, ())
            if one != percept.who and news.topic is not None and news.topic.key not in keys:
                told[one] = (*keys, news.topic.key)
    return replace(social, told=told)


def _witnesses(news: Observation, here: tuple[str, ...]) -> tuple[str, ...]:
    """Return who knows of an event, as far as somebody can tell who perceives it with those who are here."""
    if news.kind == "said":
        return (news.actor, news.to)
    return here if news.kind in PUBLIC_KINDS else ()


def offer_topics(
    mind: Mind, percept: Percept, other: str, world: World, heard: Observation | None = None
) -> tuple[OfferedTopic, ...]:
    """Return what somebody can tell another, the worthiest first; `heard` is what they answer, if anything."""
    known = frozenset(mind.social.told.get(other, ()))
    draw = rng(percept.seed, percept.tick, percept.who, f"topics:{other}")
    words, subject = _content_words(heard.words if heard else ""), _subject(heard)
    found: dict[str, OfferedTopic] = {}
    for topic, text, minute, worth in _tellable(mind, percept, other, world):
        if topic.key in known or topic.key in found or _is_echo(topic, percept.who, other):
            continue
        if _is_of_hearer_or_self(topic, text, percept.who, other, world):
            continue
        is_answer = topic.kind == OPINION and subject_of(topic) == subject
        fit = FIT * (is_answer or bool(words & _content_words(text)))
        found[topic.key] = OfferedTopic(topic, text, minute, round(worth + fit + CHANCE * draw.uniform(), 3))
    return tuple(sorted(found.values(), key=lambda one: (-one.worth, one.topic.key))[:MAX_TOPICS])


def _is_echo(topic: Topic, who: str, other: str) -> bool:
    """Tell whether the hearer is where a topic comes from, or the speaker heard their own words from somebody."""
    return other in (topic.source, topic.who) or (bool(topic.source) and topic.who == who)


def _is_of_hearer_or_self(topic: Topic, text: str, who: str, other: str, world: World) -> bool:
    """Tell whether a topic is of the very person who would hear it, or what somebody concluded of themselves."""
    own = topic.kind == INSIGHT and not topic.source and world.name_with_article(who) in text
    return own or (topic.kind != OPINION and world.name_with_article(other) in text)


def _tellable(mind: Mind, percept: Percept, other: str, world: World) -> Iterator[tuple[Topic, str, int, float]]:
    """Yield topics with their sentence, minute and worth, whoever knows them."""
    yield from _from_memories(mind, percept, world)
    yield from _from_persona(mind, percept.who, other, world)
    step = _next_step(mind, percept)
    if step is not None:
        name, place = world.name_with_article(percept.who), world.name_with_article(step.place)
        text = f"{name} will be at {place} from {format_hours(step.start)}, {step.doing}."
        yield Topic(f"p.{percept.who}.{step.start}", PLAN, who=percept.who), text, step.start, WEIGHTS[PLAN]


def _from_memories(mind: Mind, percept: Percept, world: World) -> Iterator[tuple[Topic, str, int, float]]:
    """Yield what somebody saw, heard or concluded, the newest first; what they saw more than once is no news."""
    newest = mind.memory.last(RECENT_RECORDS)
    often = {text for text, count in Counter(memory.text for memory in newest).items() if count > 1}
    for memory in reversed(newest):
        topic = None if memory.text in often else _topic_to_tell(memory, percept)
        if topic is not None:
            age = (percept.tick - memory.tick) * world.settings.tick_minutes
            worth = _worth(topic, memory.importance or LEAST_IMPORTANCE, age)
            yield topic, topic.gist or memory.text, percept.minute - age, worth


def _worth(topic: Topic, importance: int, age: int) -> float:
    freshness = 0.3 + exp(-age / FRESH_MINUTES)
    return WEIGHTS[topic.kind] * freshness * importance / 5 * (HEARSAY if topic.source else 1)


def _topic_to_tell(memory: MemoryRecord, percept: Percept) -> Topic | None:
    """Return what of a memory can be told: no secret of others, no plan whose time has come, nothing trivial."""
    topic = memory.topic
    if memory.tick == BEFORE_START:
        return None
    if memory.kind == "reflection":
        is_weighty = memory.importance > LEAST_IMPORTANCE
        return Topic(f"r.{percept.who}.{memory.id}", INSIGHT, who=percept.who) if is_weighty else None
    if topic is None or (not topic.source and memory.importance < LEAST_IMPORTANCE):
        return None
    is_secret, is_plan = topic.kind == SECRET, topic.kind == PLAN
    return None if is_secret or (is_plan and int(topic.key.rpartition(".")[2]) <= percept.minute) else topic


def _from_persona(mind: Mind, who: str, other: str, world: World) -> Iterator[tuple[Topic, str, int, float]]:
    """Yield memories from before the run, for people whom somebody knows; opinions; and secrets that they may know."""
    persona = world.people[who].persona
    confides = any(one.who == other for one in persona.relationships)
    for memory in mind.memory.since(0)[: len(persona.memories)] if confides else ():
        if memory.tick == BEFORE_START and memory.importance < INTIMATE:
            yield Topic(f"m.{who}.{memory.id}", MEMORY, who=who), memory.text, -1, WEIGHTS[MEMORY]
    for opinion in persona.opinions:
        yield Topic(f"o.{who}.{opinion.topic}", OPINION, who=who), opinion.view, -1, WEIGHTS[OPINION]
    for count, secret in enumerate(persona.secrets):
        if other in secret.to:
            yield Topic(f"s.{who}.{count}", SECRET, who=who), secret.text, -1, WEIGHTS[SECRET]


def _next_step(mind: Mind, percept: Percept) -> PlanStep | None:
    """Return what somebody is going to do next today somewhere else."""
    plan, now = mind.plan, mind.intent.step
    if plan is None or now is None:
        return None
    following = plan.step_at(now.end)
    if following is None or following.start // DAY != percept.minute // DAY or following.place == now.place:
        return None
    return following


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
    return "\n".join(("You could mention:", *lines)) if offered else ""
