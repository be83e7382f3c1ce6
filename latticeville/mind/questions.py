"""Questions: what people ask each other for, and how the views stand of which they have heard."""

from collections.abc import Iterator, Mapping, Sequence

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
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
from latticeville.mind.percept import AGENT
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.remarks import (
    APART,
    ASK_MORE,
    CONFRONT,
    ON_SECRET,
    ON_VIEW,
    TELL_MORE,
    role_of,
)
from latticeville.mind.self_topics import HOW_ARE_YOU
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OPINION, REMARK, SECRET, VIEW, Told, Topic, subject_of

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
MOST_ASKED_AFTER = 2
"""After how many people somebody asks on one day."""
CONFIDING = 0.35
"""The closeness from which on people ask each other about third persons."""
_QUESTIONS = frozenset(
    {ASK_OPINION, ASK_VIEW, ON_VIEW, HOW_ARE_YOU, ASK_MORE, TELL_MORE, ON_SECRET, CONFRONT}
)
"""The sorts of remark that want an answer: questions, and what is confided."""
_ABOUT_VIEWS = frozenset({ASK_OPINION, ON_VIEW, APART})
"""The sorts of remark to which one answers where one stands."""


def questions(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody can ask the only hearer, a few times a day after a person and once of each
    near vote; and how its views stand, unless they told or heard it before."""
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
    if topic.kind == REMARK and role_of(topic) == ASK_OPINION:
        return asked_of(topic.key)[1]
    is_about_views = topic.kind == REMARK and role_of(topic) in _ABOUT_VIEWS
    return topic.key.rsplit(".", 1)[-1] if is_about_views else ""


def wants_answer(topic: Topic) -> bool:
    """Tell whether words with a topic ask something, or confide it, so that nobody takes leave in
    answer to them."""
    is_question = topic.kind == REMARK and role_of(topic) in _QUESTIONS
    return topic.kind == SECRET or is_question


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


def _ask_view(now: Situation, other: str) -> Iterator[Told]:
    """Yield the question after one of those of whom one has a view, of which the hearer has said
    nothing; each day after a few, and after nobody twice."""
    today = {about for role, about in map(asked_of, told_today(now)) if role == ASK_VIEW}
    may_ask = len(today) < MOST_ASKED_AFTER and _is_close(now, other)
    asked = [one for one in _people_to_ask_after(now, other) if one not in today] if may_ask else []
    if asked:
        day = now.minute // DAY
        third = rng(now.percept.seed, day, now.who, f"ask:{other}").pick(asked)
        name = now.world.name_with_article(third)
        text = f"{now.name} asks what {now.world.name_with_article(other)} thinks of {name}."
        yield _question(now, ASK_VIEW, other, third, text, third=name)


def _people_to_ask_after(now: Situation, other: str) -> list[str]:
    """Return whom both know and who is not here, if the hearer has told no view of them."""
    here = {node.id for node in now.percept.sights if node.kind == AGENT}
    told = {key.removeprefix(f"w.{other}.") for key in _keys_of_views(now)}
    ties = {one.who for one in now.persona.relationships} - {other, *here, *told}
    theirs = now.world.people[other].persona.relationships if other in now.world.people else ()
    return [one.who for one in theirs if one.who in ties and one.who in now.world.people]


def _keys_of_views(now: Situation) -> Iterator[str]:
    """Yield the keys of the views that somebody heard or told."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        if one.topic is not None and one.topic.kind == VIEW:
            yield one.topic.key


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
