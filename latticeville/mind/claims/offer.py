"""Which claims, and what is known of them, somebody tells whom, and in which words."""

from collections.abc import Sequence

from latticeville.core.rng import rng
from latticeville.mind.claims.interest import CARES, CARES_MUCH, is_keeper, matters
from latticeville.mind.claims.judge import LEAST_TRUST
from latticeville.mind.claims.read import read_claim
from latticeville.mind.grammatical_person import told_by, told_to
from latticeville.mind.known_topics import KnownTopics
from latticeville.mind.reported_speech import said_of_oneself
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    DENIAL,
    DENIED_KEY,
    RESOLVE,
    Topic,
)
from latticeville.world.model.world import World

KINDS = frozenset({CLAIM, DENIAL, CONFIRMATION, RESOLVE})
"""The kinds of topic whose hearers are chosen here."""
ASKED, UNCLEAR = "ask", "unclear"
"""The roles of a claim that is told to who knows whether it is true, and of one that nobody
understands."""
FIRST_SHARE, LEAST_TOLD, MOST_RETOLD = 0.35, 2, 1
"""The share of all others whom who heard a claim first tells it, at least how many, and how many
everybody else."""
UNCLEAR_SHARE, LARGE = 0.5, 8
"""The share of people who pass on what they did not understand; and from how many people on a
village is so large that they pass on what they were told, too."""


def hearers_of(
    now: Situation, topic: Topic, new_to: Sequence[str], hearers: Sequence[str], known: KnownTopics
) -> list[str]:
    """Return those to whom somebody tells a topic, of those to whom it is new."""
    if topic.kind == CONFIRMATION:
        return [] if topic.source else [*{topic.to}.intersection(new_to)]
    if topic.kind == DENIAL:
        return _who_heard(topic.key.removeprefix(DENIED_KEY), new_to, known)
    told = _times_told(now, topic.key)
    if topic.kind == CLAIM and not _is_tellable(now, topic, hearers, told):
        return []
    is_plain = read_claim(topic.gist, now.world).is_understood
    return [one for one in new_to if not is_plain or _is_told(now, topic, one, told)]


def _who_heard(key: str, hearers: Sequence[str], known: KnownTopics) -> list[str]:
    return [one for one in hearers if known.knows(one, key)]


def _is_tellable(now: Situation, topic: Topic, hearers: Sequence[str], told: int) -> bool:
    """Tell whether somebody passes on a claim at all: what they hold true, or once and to one
    person what they did not understand."""
    if read_claim(topic.gist, now.world).is_understood:
        return _is_held_true(now, topic)
    return not told and len(hearers) == 1 and _is_worth_a_word(now, topic)


def _is_worth_a_word(now: Situation, topic: Topic) -> bool:
    """Tell whether somebody speaks of what they did not understand: who heard it first, and in a
    larger village now and then who heard it from them."""
    if not topic.source:
        return True
    draw = rng(now.percept.seed, 0, now.who, f"unclear:{topic.key}")
    is_large = len(now.world.people) >= LARGE
    return topic.source == topic.who and is_large and draw.uniform() < UNCLEAR_SHARE


def _is_held_true(now: Situation, topic: Topic) -> bool:
    """Tell whether somebody knows of nothing against a claim, and trusts who told it; nobody
    passes on what is said of themselves."""
    if now.who in read_claim(topic.gist, now.world).knowers:
        return False
    denied = f"{DENIED_KEY}{topic.key}"
    records = now.mind.memory.last_told()
    if any(one.topic is not None and one.topic.key == denied for one in records):
        return False
    return not topic.source or now.mind.relations.to(topic.source).trust >= LEAST_TRUST


def _is_told(now: Situation, topic: Topic, other: str, told: int) -> bool:
    """Tell whether a claim matters enough to a hearer, after it was told to some: who heard it from
    somebody who had heard it tells only those who know whether it is true."""
    claim = read_claim(topic.gist, now.world)
    if topic.kind == CLAIM and _knows(topic, other, now.world):
        return True
    interest = matters(claim, other, now.world)
    if not topic.source:
        others = len(now.world.people) - 1
        return interest >= CARES and told < max(LEAST_TOLD, round(FIRST_SHARE * others))
    is_second = topic.source == topic.who and len(now.world.people) >= LARGE
    return is_second and interest >= CARES_MUCH and told < MOST_RETOLD


def _knows(topic: Topic, other: str, world: World) -> bool:
    claim = read_claim(topic.gist, world)
    return other in claim.knowers or (not claim.knowers and is_keeper(claim, other, world))


def _times_told(now: Situation, key: str) -> int:
    """Return to how many others somebody has told a topic."""
    told = {
        who
        for one in now.mind.memory.last_told()
        if one.kind == "action" and one.topic is not None and one.topic.key == key
        for who in one.shared
    }
    return len(told)


def role_of(topic: Topic, new_to: Sequence[str], world: World) -> tuple[str, str]:
    """Return what it is to tell a claim to hearers, and who of them is asked whether it is true."""
    if topic.kind != CLAIM:
        return "", ""
    if not read_claim(topic.gist, world).is_understood:
        return UNCLEAR, ""
    asked = next((one for one in new_to if _knows(topic, one, world)), "")
    return (ASKED if asked else ""), asked


def as_said(topic: Topic, text: str, who: str, asked: str, world: World) -> str:
    """Return a sentence as its speaker says it: of themselves, to whom it is about, or as what
    somebody says of themselves."""
    own = told_by(text, who, world) if who in world.people else text
    if asked:
        return told_to(own, asked, world)
    is_retold = topic.kind == RESOLVE and bool(topic.source) and topic.source == topic.who
    return said_of_oneself(own, topic.who, world) if is_retold else own
