"""Questions: what people ask each other for, and how the views stand of which they have heard."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.spoken_time import spoken_ahead
from latticeville.mind.known_topics import SHARED_RECORDS, told_today
from latticeville.mind.matters import (
    NEAR_MINUTES,
    candidates,
    concerns_rivals,
    decider,
    has_say,
    is_known_decided,
    is_near,
    minutes_to,
    sides,
    spoken_subject,
)
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import AGENT
from latticeville.mind.relation import CONFIDING, UNDECIDED
from latticeville.mind.remarks import (
    APART,
    ASK_HINT,
    ASK_MORE,
    ASK_PLAN,
    ASK_TROUBLE,
    ASK_WISH,
    HINT,
    ON_SECRET,
    ON_VIEW,
    TEASE,
    TELL_MORE,
    is_remark,
)
from latticeville.mind.secrets import gives_away
from latticeville.mind.self_topics import HOW_ARE_YOU
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    EVENT,
    MEMORY,
    OPINION,
    REMARK,
    SECRET,
    SIGHTING,
    VIEW,
    Told,
    Topic,
    subject_of,
)
from latticeville.world.model.bonds import read_relationship
from latticeville.world.model.personas import Relationship

ASK_OPINION, ASK_VIEW, TALLY = "ask_opinion", "ask_view", "tally"
"""The sorts of remark that ask what a hearer thinks of a matter and of a person, and that tell who
is for and against something."""
ASK_ADVICE = "ask_advice"
"""The role of the question of who decides a matter alone."""
WORTHS: Mapping[str, float] = {ASK_OPINION: 0.45, ASK_VIEW: 0.42, TALLY: 0.65}
"""How much each is worth, in the score of topics."""
LEAST_KNOWN, MOST_NAMED = 3, 4
"""How many views of others somebody has to know to tell how they stand, and how many of a side they
name."""
MOST_ASKED_AFTER = 1
"""After how many people somebody asks on one day."""
ASK_OF_TOLD = "ask_view_told"
"""The role of the question after a person of whom one was told."""
_TOLD_OF = frozenset({VIEW, MEMORY, EVENT, SIGHTING})
"""The kinds of what one is told of a person that make one ask others, too."""
_QUESTIONS = frozenset(
    {
        ASK_OPINION,
        ASK_VIEW,
        ASK_TROUBLE,
        ON_VIEW,
        HOW_ARE_YOU,
        ASK_PLAN,
        ASK_WISH,
        TEASE,
        HINT,
        ASK_HINT,
        ASK_MORE,
        TELL_MORE,
        ON_SECRET,
    }
)
"""The sorts of remark that want an answer: questions, and what is confided."""
_ABOUT_VIEWS = frozenset({ASK_OPINION, ON_VIEW, APART})
"""The sorts of remark to which one answers where one stands."""


def questions(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody can ask the only hearer, once a day after a person and once of each near
    vote; and how its views stand, unless they told or heard it before."""
    passed = {*_remarks_passed(now)} if now.world.beats.matters else set()
    for subject in open_subjects(now):
        if concerns_rivals(now.world, subject, (now.who, *hearers)):
            continue
        known = stances_heard(now, subject)
        if (False, TALLY, subject) not in passed and (True, TALLY, subject) not in passed:
            yield from _tally(now, subject, known, hearers)
        if (True, ASK_OPINION, subject) not in passed and _may_ask(now, subject, hearers, known):
            yield _ask_opinion(now, hearers[0], subject)
    if len(hearers) == 1:
        yield from _ask_view(now, hearers[0])


def _remarks_passed(now: Situation) -> Iterator[tuple[bool, str, str]]:
    """Yield the questions and counts that somebody remembers of a near vote: whether they are their
    own, of which sort, and their subject."""
    since = now.tick - NEAR_MINUTES // now.tick_minutes
    for one in now.mind.memory.last(SHARED_RECORDS):
        if one.topic is not None and one.topic.kind == REMARK and one.tick >= since:
            yield (one.kind == "action", *asked_of(one.topic.key))


def _may_ask(
    now: Situation, subject: str, hearers: Sequence[str], known: Mapping[str, float]
) -> bool:
    """Tell whether there is one hearer, whose view one does not know, and who has a say; who decides
    alone asks anybody, and is asked by nobody."""
    if len(hearers) != 1 or hearers[0] in known:
        return False
    alone = decider(now.world, subject)
    return alone == now.who if alone else has_say(now.world, subject, hearers[0])


def open_subjects(now: Situation) -> Iterator[str]:
    """Yield what somebody has an opinion on, and what is decided soon."""
    for subject in sorted(now.mind.relations.opinions):
        if is_near(now, subject) and not is_known_decided(now, subject):
            yield subject


def _is_close(now: Situation, other: str) -> bool:
    return now.mind.relations.to(other).closeness >= CONFIDING


def asked_opinion(topic: Topic) -> str:
    """Return the subject of the opinion for which a topic asks; "" for none."""
    return _asked(topic, ASK_OPINION)


def subject_spoken_of(topic: Topic) -> str:
    """Return the subject of a view, or of a question or a remark about views; "" for other topics.

    >>> subject_spoken_of(Topic("n.ann.on_view.bob.o.bob~1.the oak", REMARK))
    'the oak'
    """
    if topic.kind == OPINION:
        return subject_of(topic)
    if is_remark(topic, ASK_OPINION):
        return asked_of(topic.key)[1]
    return topic.key.rsplit(".", 1)[-1] if is_remark(topic, *_ABOUT_VIEWS) else ""


def wants_answer(topic: Topic) -> bool:
    """Tell whether words with a topic ask something, or confide it, so that nobody takes leave in
    answer to them."""
    return topic.kind == SECRET or is_remark(topic, *_QUESTIONS)


def asks_person(topic: Topic) -> str:
    """Return the person after whom a topic asks; "" for none."""
    return _asked(topic, ASK_VIEW)


def _asked(topic: Topic, role: str) -> str:
    found, about = asked_of(topic.key)
    return about if found == role else ""


def asked_of(key: str) -> tuple[str, str]:
    """Return the sort and the subject of the topic of a question; "" for other topics."""
    parts = key.split(".", 5)
    is_question = len(parts) == 6 and parts[0] == "n" and parts[2] in WORTHS
    return (parts[2], parts[5]) if is_question else ("", "")


def _question(now: Situation, role: str, other: str, about: str, text: str, **parts: str) -> Told:
    key = question_key(now.who, role, other, now.minute // DAY, about)
    return Told(Topic(key, REMARK, who=now.who), text, now.minute, WORTHS[role], role, parts)


def question_key(who: str, role: str, other: str, day: int, about: str) -> str:
    """Return the key of the topic by which somebody asks another about a subject or a person.

    >>> asked_of(question_key("ann", ASK_OPINION, "bob", 3, "the oak"))
    ('ask_opinion', 'the oak')
    """
    return f"n.{who}.{role}.{other}.{day}.{about}"


def _ask_opinion(now: Situation, other: str, subject: str) -> Told:
    left = minutes_to(now, subject) or 0
    text = f"{now.name} asks what {now.world.name_with_article(other)} thinks of {subject}."
    due, spoken = spoken_ahead(now.minute + left, now.minute), spoken_subject(now.world, subject)
    parts = {"subject": spoken, "due": due, **sides(now.world, subject)}
    told = _question(now, ASK_OPINION, other, subject, text, **parts)
    return told._replace(role=ASK_ADVICE) if decider(now.world, subject) else told


class ReasonToAsk(NamedTuple):
    """Why somebody asks after a person: whom, the record of them, the role of the question, and its
    words."""

    third: str
    record: MemoryRecord
    role: str
    parts: Mapping[str, str]


def _ask_view(now: Situation, other: str) -> Iterator[Told]:
    """Yield the question after the person of whom one saw or heard something last, within a day, if
    the hearer may know more; after few people a day, and neither asks the other twice."""
    reason = _reason_to_ask(now, other) if _is_close(now, other) else None
    if reason is not None:
        third, one, role, parts = reason
        name = now.world.name_with_article(third)
        text = f"{now.name} asks what {now.world.name_with_article(other)} thinks of {name}."
        question = _question(now, ASK_VIEW, other, third, text, third=name, **parts)
        minute = now.percept.minute_of(one.tick, now.tick_minutes)
        yield question._replace(role=role, minute=minute)


def _reason_to_ask(now: Situation, other: str) -> ReasonToAsk | None:
    """Return the newest reason to ask somebody after a person, if there is one and it is allowed."""
    today = {about for role, about in map(asked_of, told_today(now)) if role == ASK_VIEW}
    records = [*_last_day(now)]
    if len(today) >= MOST_ASKED_AFTER or any(_asks_after(one, other) for one in records):
        return None
    asked = {*_asked_after_lately(now, other)}
    thirds = [one for one in _people_to_ask_after(now, other) if one not in asked]
    found = (_reason_in(now, other, thirds, one) for one in records) if thirds else ()
    return next(filter(None, found), None)


def _asked_after_lately(now: Situation, other: str) -> Iterator[str]:
    """Yield after whom somebody has asked another."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        if one.kind == "action" and one.topic is not None and other in one.shared:
            yield asks_person(one.topic)


def _last_day(now: Situation) -> Iterator[MemoryRecord]:
    """Yield the records of the last 24 hours, the newest first."""
    since = now.tick - DAY // now.tick_minutes
    newest = reversed(now.mind.memory.last(SHARED_RECORDS))
    return takewhile(lambda one: one.tick >= since, newest)


def _asks_after(record: MemoryRecord, other: str) -> bool:
    """Tell whether a record is of words by which one asked somebody after a person, or they one."""
    topic = record.topic
    return topic is not None and other in record.shared and bool(asks_person(topic))


def _reason_in(
    now: Situation, other: str, thirds: Sequence[str], one: MemoryRecord
) -> ReasonToAsk | None:
    """Return why a record makes somebody ask after one of some people, if it does."""
    topic = one.topic
    if topic is None or not _is_told(now, one, topic) or topic.source == other:
        return None
    third = next((who for who in thirds if _names(now, topic, who)), "")
    parts = {"source": now.world.name_with_article(topic.source)}
    return ReasonToAsk(third, one, ASK_OF_TOLD, parts) if third else None


def _is_told(now: Situation, one: MemoryRecord, topic: Topic) -> bool:
    """Tell whether a record is of what somebody else told of a person."""
    is_by_other = one.kind != "action" and topic.source != now.who
    return is_by_other and topic.kind in _TOLD_OF and topic.source in now.world.people


def _names(now: Situation, topic: Topic, who: str) -> bool:
    """Tell whether what one was told is of a person, and not by them."""
    if topic.source == who:
        return False
    if topic.kind == VIEW:
        return topic.key.split(".", 2)[2] == who
    first = now.world.people[who].persona.first_name
    return re.search(rf"\b{re.escape(first)}\b", topic.gist) is not None


def _people_to_ask_after(now: Situation, other: str) -> list[str]:
    """Return whom both know and who is not here, if the hearer thinks something of them that they
    have not told and may tell."""
    here = {node.id for node in now.percept.sights if node.kind == AGENT}
    told = {who for author, who in _views_known(now) if author == other}
    ties = {one.who for one in now.persona.relationships} - {other, *here, *told}
    return [one.who for one in _tellable_views(now, other) if one.who in ties]


def _tellable_views(now: Situation, other: str) -> Iterator[Relationship]:
    """Yield the ties of a hearer with views that they may tell, as far as others know: they are close
    enough, and no secret of theirs is in them."""
    resident = now.world.people.get(other)
    theirs = resident.persona.relationships if resident is not None else ()
    if any(one.who == now.who and read_relationship(one).closeness >= CONFIDING for one in theirs):
        for one in theirs:
            is_of_somebody = bool(one.view) and one.who in now.world.people
            if is_of_somebody and not gives_away(now, one.view, (now.who,), other):
                yield one


def _views_known(now: Situation) -> Iterator[tuple[str, str]]:
    """Yield the views that somebody heard or told: whose they are, and of whom."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        if one.topic is not None and one.topic.kind == VIEW:
            yield one.topic.who, one.topic.key.split(".", 2)[2]


def stances_heard(now: Situation, subject: str) -> Mapping[str, float]:
    """Return the newest stances of others on a subject of which somebody heard, by person."""
    found: dict[str, float] = {}
    for one in now.mind.memory.last(SHARED_RECORDS):
        topic = one.topic
        if topic is not None and topic.kind == OPINION and subject_of(topic) == subject:
            found[topic.who] = topic.stance or 0.0
    return {who: stance for who, stance in found.items() if who not in ("", now.who)}


WITH, AGAINST = "with", "against"
"""How a hearer stands to somebody's own view."""


def side_of(now: Situation, subject: str, other: str) -> str:
    """Return whether somebody said that they think as one does, or the opposite; "" where neither
    is known."""
    held, theirs = now.mind.relations.opinions.get(subject), stances_heard(now, subject).get(other)
    if held is None or theirs is None or min(abs(held.stated), abs(theirs)) <= UNDECIDED:
        return ""
    return WITH if held.stated * theirs > 0 else AGAINST


def _tally(
    now: Situation, subject: str, known: Mapping[str, float], hearers: Sequence[str]
) -> Iterator[Told]:
    """Yield who is for and against something, if enough is known, nobody of them listens and both
    sides have some."""
    rivals = candidates(now.world, subject)
    voters = {
        who: stance
        for who, stance in known.items()
        if who not in rivals and has_say(now.world, subject, who)
    }
    camps = [_side(voters, 1), _side(voters, -1)]
    is_split = len(voters) >= LEAST_KNOWN and all(camps)
    if not is_split or not {*camps[0], *camps[1]}.isdisjoint(hearers):
        return
    likes, dislikes = map(now.world.list_names, camps)
    verbs = ["is" if len(side) == 1 else "are" for side in camps]
    text = f"{likes} {verbs[0]} for {subject}, and {dislikes} {verbs[1]} against it."
    spoken = spoken_subject(now.world, subject)
    counted = {"likes": likes, "dislikes": dislikes}
    parts = {"subject": spoken, **counted, **sides(now.world, subject)}
    yield _question(now, TALLY, "", subject, text, **parts)


def _side(known: Mapping[str, float], sign: int) -> list[str]:
    """Return a few of those who are for something, or against it where the sign is below 0."""
    return [who for who, stance in sorted(known.items()) if sign * stance > UNDECIDED][:MOST_NAMED]
