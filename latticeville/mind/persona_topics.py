"""What somebody can tell out of their persona: secrets, views of others, memories from before the
run, and opinions."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.debates import Debate
from latticeville.mind.hints import confessions
from latticeville.mind.known_topics import SHARED_RECORDS, told_today
from latticeville.mind.matters import (
    aim_of,
    candidates,
    choice_of,
    decider,
    has_vote,
    is_known_decided,
    is_near,
    matter_about,
    meeting_subject,
    point_of,
    spoken_subject,
)
from latticeville.mind.mood import OFF_MIND, mood
from latticeville.mind.percept import Observation
from latticeville.mind.questions import asked_opinion
from latticeville.mind.relation import CONFIDING, UNDECIDED
from latticeville.mind.relation_text import opinion_topics
from latticeville.mind.secrets import INTIMATE, gives_away, passed_on
from latticeville.mind.situation import Situation
from latticeville.mind.topic import MEMORY, OPINION, Told, Topic, subject_of
from latticeville.mind.views import view_topics

OPINION_WORTH, MEMORY_WORTH = 0.5, 0.6
"""How much a strong opinion and a memory are worth on their day, in the score of topics."""
MOST_SAID, MOST_IN_PASSING = 2, 1
"""How often somebody says a sentence of a view on one day, and outside meetings and debates: on a
matter in all, on other subjects on one day."""
LEAST_WORDS = 5
"""The words from which on the first sentence of an opinion says enough to whom it is told later."""
SHARED = "shared"
"""The role of a memory of the hearer."""
MEETING_WORTH = 2.0
"""How much it is worth to give one's view at the meeting that decides about it."""
TURNED, STILL, OPEN = "turned", "still", "still_open"
"""How the roles of a view begin of who has changed sides since they spoke of it, or has not, and the
role of that of who is on none."""
ADOPTED, ADOPTED_WORDS = "adopted", "adopted_words"
"""The roles of an opinion that was taken over, without and with the words of whose it was."""
MAX_QUOTED = 100
"""Letters of what somebody repeats of another's view to say what moved them."""


def persona_topics(
    now: Situation, hearers: Sequence[str], heard: Observation | None
) -> Iterator[Told]:
    """Yield what somebody can tell others out of their persona, and secrets that they do not keep;
    `heard` are the words to answer."""
    yield from confessions(now, hearers, heard)
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
            part = mood(now, f"memory.{memory.id}")
            role = SHARED if _may_remind(now, memory.text, hearers) else ""
            worth, off_mind = MEMORY_WORTH * part, part < 1
            yield Told(topic, memory.text, worth=worth, role=role, off_mind=off_mind)


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
    decides; more on a matter only in answer. Those that were taken over stay in the background."""
    told, meeting = [*_told_as_own(now)], meeting_subject(now) or Debate(now, hearers).subject
    for topic in opinion_topics(now.mind, now.who, hearers, meeting):
        subject = subject_of(topic)
        if not is_known_decided(now, subject) and _has_occasion(now, subject, hearers, heard):
            yield from _opinion(now, topic, told, heard, is_at_meeting=subject == meeting)


def _opinion(
    now: Situation,
    topic: Topic,
    told: Sequence[tuple[int, Topic]],
    heard: Observation | None,
    *,
    is_at_meeting: bool,
) -> Iterator[Told]:
    """Yield an opinion as it is told now, after what was told at which tick; on a matter, each
    sentence once in all outside meetings, on other subjects once today."""
    subject, weight = subject_of(topic), OPINION_WORTH * (0.5 + abs(topic.stance or 0))
    midnight = now.midnight
    ever, today = [one for _, one in told], [one for tick, one in told if tick >= midnight]
    is_stated = any(one.key == topic.key for one in ever)
    told_as = _as_told(now, topic, weight, is_stated=is_stated)
    if is_at_meeting:
        yield _at_meeting(now, topic, told_as, today)
    elif matter_about(now.world, subject) is None:
        yield from _in_passing(topic, told_as, today, may_go_on=True)
    else:
        is_prompted = _is_prompted(subject, heard)
        yield from _in_passing(topic, told_as, ever, may_go_on=is_prompted)


def _in_passing(
    topic: Topic, told_as: Told, said: Sequence[Topic], *, may_go_on: bool
) -> Iterator[Told]:
    """Yield a view that somebody has not told yet, or its next sentence if they may go on."""
    left = _unsaid(topic, said, MOST_IN_PASSING)
    if left == _sentences(topic.gist):
        yield told_as
    elif left and may_go_on:
        yield told_as._replace(text=left[0])


def _at_meeting(now: Situation, topic: Topic, told_as: Told, said: Sequence[Topic]) -> Told:
    """Return the view that somebody gives where it is decided, or talked over: in full, but for what
    they have said twice today; or else where they stand."""
    left = _unsaid(topic, said, MOST_SAID)
    is_worded = now.mind.relations.opinions[subject_of(topic)].is_worded
    if left and is_worded:
        return told_as._replace(text=" ".join(left), worth=MEETING_WORTH)
    return _position(now, topic)


def _unsaid(topic: Topic, said: Sequence[Topic], most: int) -> list[str]:
    """Return the sentences of a view that somebody has said less than `most` times, after what they
    have said."""
    told = [one.gist for one in said if one.key == topic.key]
    return [one for one in _sentences(topic.gist) if sum(one in each for each in told) < most]


def _told_as_own(now: Situation) -> Iterator[tuple[int, Topic]]:
    """Yield the views that somebody has told as their own, as they were told, each with its tick."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        topic = one.topic if one.kind == "action" else None
        if topic is not None and topic.kind == OPINION and topic.who == now.who:
            yield one.tick, topic


def _sentences(text: str) -> list[str]:
    """Return the sentences of a view, the short ones with what precedes them.

    >>> _sentences("The oak stays, or I live in it. It was here first, long ago. So.")
    ['The oak stays, or I live in it.', 'It was here first, long ago. So.']
    """
    found: list[str] = []
    for one in re.split(r"(?<=[.!?]) ", text):
        if found and min(len(one.split()), len(found[-1].split())) < LEAST_WORDS:
            found[-1] = f"{found[-1]} {one}"
        else:
            found.append(one)
    return found


def _as_told(now: Situation, topic: Topic, weight: float, *, is_stated: bool) -> Told:
    """Return an opinion as it is told: one that was taken over by name, and briefly what was told
    before or is kept for a meeting."""
    subject = subject_of(topic)
    author = now.mind.relations.opinions[subject].source
    if author:
        quote = _quote(topic.gist)
        name = now.world.name_with_article(author)
        parts = {"other": name, "subject": subject, "quote": quote}
        role = ADOPTED_WORDS if quote else ADOPTED
        return Told(topic, topic.gist, worth=weight * OFF_MIND, role=role, parts=parts)
    matter = matter_about(now.world, subject)
    part = 1.0 if matter is not None else mood(now, f"opinion.{subject}")
    is_brief = is_stated or (matter is not None and matter.place is not None)
    text = _sentences(topic.gist)[0] if is_brief else topic.gist
    return Told(topic, text, worth=weight * part, off_mind=part < 1)


def _position(now: Situation, topic: Topic) -> Told:
    """Return where somebody stands whose own words do not say it any more, or are said often enough:
    on the side where they were, on the other one, or on neither."""
    subject, stance = subject_of(topic), topic.stance or 0.0
    aim = aim_of(now.world, subject, stance)
    parts = {
        "subject": spoken_subject(now.world, subject),
        "aim": aim,
        "alone": "" if has_vote(now.world, subject, now.who) else aim,
        "choice": choice_of(now.world, subject, stance)[0]
        if candidates(now.world, subject)
        else "",
    }
    text, role = f"I go back and forth about {parts['subject']}.", OPEN
    if abs(stance) > UNDECIDED:
        held = now.mind.relations.opinions[subject]
        is_new = held.said is None and not held.is_worded
        moved = _mover(now, subject, stance) if held.is_turned or is_new else {}
        text, role = _side_taken(parts, stance, is_turned=held.is_turned or bool(moved))
        role, parts = (f"{role}_by", {**parts, **moved}) if moved else (role, parts)
    return Told(replace(topic, gist=text), text, worth=MEETING_WORTH, role=role, parts=parts)


def _mover(now: Situation, subject: str, stance: float) -> Mapping[str, str]:
    """Return who has given a view on one's side of a subject last, its point and its first sentence;
    nothing where one has heard none."""
    for one in reversed(now.mind.memory.last(SHARED_RECORDS)):
        topic = one.topic if one.kind != "action" else None
        if topic is None or topic.kind != OPINION or subject_of(topic) != subject:
            continue
        is_own = topic.who == topic.source != now.who
        if is_own and (topic.stance or 0.0) * stance > 0:
            return {
                "mover": now.world.name_with_article(topic.who),
                "point": point_of(now.world, subject, topic),
                "quote": _quote(topic.gist),
            }
    return {}


def _quote(words: str) -> str:
    """Return the first sentence of a view, or what somebody has said in it; "" where it is long.

    >>> _quote("As Ann says: “It stays.”"), _quote("The oak stays. I live in it.")
    ('It stays.', 'The oak stays.')
    """
    said = words.partition("“")[2].partition("”")[0] or words
    first = re.split(r"(?<=[.!?]) ", said, maxsplit=1)[0]
    return first if len(first) <= MAX_QUOTED else ""


def _side_taken(parts: Mapping[str, str], stance: float, *, is_turned: bool) -> tuple[str, str]:
    """Return the words for a side of a subject, and their role."""
    side = "for" if stance > 0 else "against"
    named = next((one for one in ("choice", "alone", "aim") if parts[one]), "")
    wanted = parts["aim"] or f"to vote {side} {parts['choice'] or parts['subject']}"
    if is_turned:
        return f"I have changed my mind. I want {wanted}.", f"{TURNED}_{named}".strip("_")
    return f"I want {wanted}.", f"{STILL}_{named or side}"


def _has_occasion(
    now: Situation, subject: str, hearers: Sequence[str], heard: Observation | None
) -> bool:
    """Tell whether people speak of a subject: one of a matter while its vote is near, or with who
    decides it alone, and in answer to words about it."""
    alone = decider(now.world, subject)
    is_for_them = alone in ("", now.who, *hearers)
    if matter_about(now.world, subject) is None or (is_near(now, subject) and is_for_them):
        return True
    return _is_prompted(subject, heard)


def _is_prompted(subject: str, heard: Observation | None) -> bool:
    """Tell whether words give a view on a subject, or ask for one."""
    topic = heard.topic if heard is not None else None
    if topic is None:
        return False
    return subject == (subject_of(topic) if topic.kind == OPINION else asked_opinion(topic))
