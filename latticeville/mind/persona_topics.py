"""What somebody can tell out of their persona: secrets, views of others, memories from before the
run, and opinions."""

import re
from collections.abc import Iterator, Sequence

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.debates import Debate
from latticeville.mind.known_topics import SHARED_RECORDS, told_today
from latticeville.mind.matters import is_known_decided, is_near, matter_about, meeting_subject
from latticeville.mind.mood import OFF_MIND, mood
from latticeville.mind.percept import Observation
from latticeville.mind.questions import asked_opinion
from latticeville.mind.relation_text import opinion_topics
from latticeville.mind.secrets import INTIMATE, gives_away, passed_on, secret_topics
from latticeville.mind.situation import Situation
from latticeville.mind.topic import MEMORY, OPINION, Told, Topic, subject_of
from latticeville.mind.views import view_topics

CONFIDING = 0.35
"""The closeness from which on people tell memories from before the run."""
OPINION_WORTH, MEMORY_WORTH = 0.5, 0.6
"""How much a strong opinion and a memory are worth on their day, in the score of topics."""
REPEATED = 0.7
"""What an opinion is worth each further time on one day, where it is worth 1 at first."""
LEAST_WORDS = 5
"""The words from which on the first sentence of an opinion says enough to whom it is told later."""
SHARED = "shared"
"""The role of a memory of the hearer."""
MEETING_WORTH = 2.0
"""How much it is worth to give one's view at the meeting that decides about it."""
ADOPTED = "adopted"
"""The role of an opinion that was taken over."""


def persona_topics(
    now: Situation, hearers: Sequence[str], heard: Observation | None
) -> Iterator[Told]:
    """Yield what somebody can tell others out of their persona, and secrets that they do not keep;
    `heard` are the words to answer."""
    yield from secret_topics(now, hearers, heard)
    yield from passed_on(now, hearers)
    yield from view_topics(now, hearers, heard)
    if all(now.mind.relations.to(other).closeness >= CONFIDING for other in hearers):
        yield from _memories(now, hearers)
    yield from _opinions(now, hearers, heard)


def _memories(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield memories from before the run that are neither too intimate nor give a secret away, each
    once a day."""
    told = told_today(now)
    for memory in now.mind.memory.since(0)[: len(now.persona.memories)]:
        is_open = memory.tick == BEFORE_START and memory.importance < INTIMATE
        if is_open and not gives_away(now, memory.text, hearers):
            topic = Topic(f"m.{now.who}.{memory.id}", MEMORY, who=now.who)
            if told[topic.key]:
                continue
            worth = MEMORY_WORTH * mood(now, f"memory.{memory.id}")
            role = SHARED if _may_remind(now, memory.text, hearers) else ""
            yield Told(topic, memory.text, worth=worth, role=role)


def _may_remind(now: Situation, text: str, hearers: Sequence[str]) -> bool:
    """Tell whether a memory is of the only hearer, and one that they may be reminded of: the speaker
    has no secret about them."""
    if len(hearers) != 1:
        return False
    named = re.compile(rf"\b{re.escape(now.world.name_with_article(hearers[0]))}\b")
    secrets = " ".join(one.text for one in now.persona.secrets)
    return named.search(text) is not None and named.search(secrets) is None


def _opinions(now: Situation, hearers: Sequence[str], heard: Observation | None) -> Iterator[Told]:
    """Yield opinions on what is not decided yet, in full for the first time, or at the meeting that
    decides; those that were taken over stay in the background."""
    told, stated, meeting = told_today(now), _stated(now), meeting_subject(now)
    meeting = meeting or Debate(now, hearers).subject
    for topic in opinion_topics(now.mind, now.who, hearers, meeting):
        subject, weight = subject_of(topic), OPINION_WORTH * (0.5 + abs(topic.stance or 0))
        if is_known_decided(now, subject) or not _has_occasion(now, subject, heard):
            continue
        told_as = _as_told(now, topic, weight, is_stated=topic.key in stated)
        if subject == meeting:
            yield told_as._replace(text=topic.gist, worth=MEETING_WORTH)
        else:
            yield told_as._replace(worth=told_as.worth * REPEATED ** told[topic.key])


def _as_told(now: Situation, topic: Topic, weight: float, *, is_stated: bool) -> Told:
    """Return an opinion as it is told: one that was taken over by name, and briefly what was told
    before or is kept for a meeting."""
    subject = subject_of(topic)
    author = now.mind.relations.opinions[subject].source
    if author:
        parts = {"other": now.world.name_with_article(author), "subject": subject}
        return Told(topic, topic.gist, worth=weight * OFF_MIND, role=ADOPTED, parts=parts)
    matter = matter_about(now.world, subject)
    worth = weight * (1.0 if matter is not None else mood(now, f"opinion.{subject}"))
    is_brief = is_stated or (matter is not None and matter.place is not None)
    return Told(topic, _shortened(topic.gist) if is_brief else topic.gist, worth=worth)


def _stated(now: Situation) -> frozenset[str]:
    """Return the keys of the opinions that somebody has told in full."""
    own = (one.topic for one in now.mind.memory.last(SHARED_RECORDS) if one.kind == "action")
    return frozenset(one.key for one in own if one is not None and one.kind == OPINION)


def _shortened(text: str) -> str:
    """Return the first sentence of an opinion, where it says enough.

    >>> _shortened("The oak stays, or I live in it. It was here first."), _shortened("No. It is old.")
    ('The oak stays, or I live in it.', 'No. It is old.')
    """
    first = re.split(r"(?<=[.!?]) ", text, maxsplit=1)[0]
    return first if len(first.split()) >= LEAST_WORDS else text


def _has_occasion(now: Situation, subject: str, heard: Observation | None) -> bool:
    """Tell whether people speak of a subject: one of a matter while its vote is near, and in answer
    to words about it."""
    if matter_about(now.world, subject) is None or is_near(now, subject):
        return True
    topic = heard.topic if heard is not None else None
    if topic is None:
        return False
    return subject == (subject_of(topic) if topic.kind == OPINION else asked_opinion(topic))
