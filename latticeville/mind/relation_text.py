"""Relations and opinions as prompts and screens tell them."""

from collections.abc import Iterator, Mapping, Sequence

from latticeville.core.sentence_case import capital
from latticeville.mind.commitments import describe_time
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Observation
from latticeville.mind.relation import DIGITS, PERSUADED, OpinionState, RelationState
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OPINION, SECRET, Appointment, Topic, subject_of
from latticeville.world.model.world import World

CLOSE = (
    (0.75, "{to} is very close to {me}"),
    (0.5, "{to} is close to {me}"),
    (0.25, "{me} and {to} know each other"),
    (0.0, "{me} and {to} hardly know each other"),
)
TRUSTED = (
    (0.7, "{me} trusts {to}"),
    (0.55, "{me} mostly trusts {to}"),
    (0.4, "{me} is not sure of {to}"),
    (0.0, "{me} does not trust {to}"),
)
TRUSTED_BY_YOU = (
    (0.7, "you trust {to}"),
    (0.55, "you mostly trust {to}"),
    (0.4, "you are not sure of {to}"),
    (0.0, "you do not trust {to}"),
)
"""What closeness and trust from a value on are called, of somebody with a name and of “you”."""


def describe_bond(me: str, to: str, closeness: float, trust: float) -> str:
    """Return two values of a relation in words.

    >>> describe_bond("Ada", "Bob", 0.6, 0.3)
    'Bob is close to Ada, and Ada does not trust Bob.'
    """
    words = f"{_word(CLOSE, closeness)}, and {_word(TRUSTED, trust)}."
    return words.format(me=me, to=to)


def describe_your_bond(to: str, closeness: float, trust: float) -> str:
    """Return two values of a relation in words to the person whose relation it is.

    >>> describe_your_bond("Bob", 0.1, 0.4)
    'You and Bob hardly know each other, and you are not sure of Bob.'
    """
    words = f"{_word(CLOSE, closeness)}, and {_word(TRUSTED_BY_YOU, trust)}.".format(
        me="you", to=to
    )
    return capital(words)


def _word(steps: tuple[tuple[float, str], ...], value: float) -> str:
    return next(text for least, text in steps if value >= least)


def describe_relation(now: Situation, other: str, *, is_heard: bool = False) -> str:
    """Tell what somebody is to one by the persona, and what has become of it; where others will
    hear what is said, nothing of secrets."""
    to = now.world.name_with_article(other)
    told = next((one for one in now.persona.relationships if one.who == other), None)
    parts = [f"{to} is to you: {told.how}. {told.view}".strip()] if told else []
    state = now.mind.relations.people.get(other)
    if state is not None:
        summary = "" if is_heard and _is_confidential(state) else state.summary
        parts += [summary or describe_your_bond(to, state.closeness, state.trust)]
    return " ".join(parts)


def describe_relations(now: Situation, others: Sequence[str]) -> str:
    """Tell what others are to one, one after the other."""
    is_heard = len(others) > 1
    told = (describe_relation(now, other, is_heard=is_heard) for other in others)
    return " ".join(filter(None, told))


def _is_confidential(state: RelationState) -> bool:
    """Tell whether the last talk, which the summary tells of, was about a secret."""
    return any(one.kind == SECRET for one in state.spoken)


def mean_bond(mind: Mind, others: Sequence[str]) -> tuple[float, float]:
    """Return the closeness and the trust towards others, on average."""
    states = [mind.relations.to(other) for other in others]
    means = (
        sum(values) / len(states)
        for values in zip(*((one.closeness, one.trust) for one in states), strict=True)
    )
    closeness, trust = (round(mean, DIGITS) for mean in means)
    return closeness, trust


def owed_to(mind: Mind, other: str) -> tuple[Appointment, ...]:
    """Return the appointments that somebody agreed with another and that are not over."""
    return tuple(one.at for one in mind.commitments if one.other == other)


def promised_by(mind: Mind, other: str) -> tuple[Appointment, ...]:
    """Return the appointments to which another agreed and that are not over."""
    return tuple(one.at for one in mind.relations.promises if one.who == other)


def describe_appointment(at: Appointment, minute: int, names: Mapping[str, str]) -> str:
    """Tell an appointment; `names` holds that of its place by id."""
    return f"{at.what} {describe_time(at.start, minute)} at {names.get(at.place, at.place)}"


def describe_topic(topic: Topic) -> str:
    """Tell what a topic is about in a few words; what is secret is not told."""
    if topic.kind == SECRET:
        return "a secret"
    return subject_of(topic) if topic.kind == OPINION else topic.gist


def shared_opinion(mind: Mind, heard: Observation) -> OpinionState | None:
    """Return somebody's opinion on the subject of words; None where they have none on it."""
    topic = heard.topic
    if topic is not None and topic.kind == OPINION:
        return mind.relations.opinions.get(subject_of(topic))
    words, opinions = heard.words.lower(), mind.relations.opinions
    return next(
        (opinions[subject] for subject in sorted(opinions) if subject.lower() in words), None
    )


def opinion_topics(
    mind: Mind, who: str, hearers: Sequence[str], meeting: str = ""
) -> Iterator[Topic]:
    """Yield somebody's opinions as they would tell them to others whose they are not, and that on
    the subject of a `meeting` to all; new words have a new key."""
    for subject, one in sorted(mind.relations.opinions.items()):
        if subject != meeting and (one.source in hearers or not one.is_worded):
            continue
        edition = f"~{one.edition}" if one.edition else ""
        yield Topic(f"o.{who}{edition}.{subject}", OPINION, one.view, who, stance=one.stated)


def name_ids(
    topics: tuple[Topic, ...], ats: tuple[Appointment, ...], world: World
) -> dict[str, str]:
    """Return the names of the people and places in topics and appointments by id."""
    people = {
        one: world.name_with_article(one)
        for topic in topics
        for one in (topic.who, topic.source)
        if one
    }
    return people | {at.place: world.name_of(at.place) for at in ats}


def is_persuaded(mind: Mind, heard: Observation | None, tick: int) -> bool:
    """Tell whether an argument that was heard in a tick moved an opinion that says the opposite."""
    topic = heard.topic if heard is not None else None
    if topic is None or topic.kind != OPINION or not _says_opposite(mind, topic):
        return False
    subject, changes = subject_of(topic), mind.relations.changes
    return any((one.rule, one.tick, one.about) == (PERSUADED, tick, subject) for one in changes)


def _says_opposite(mind: Mind, topic: Topic) -> bool:
    """Tell whether the words for one's own opinion contradict an opinion."""
    held = mind.relations.opinions.get(subject_of(topic))
    return held is not None and held.expressed * (topic.stance or 0) < 0
