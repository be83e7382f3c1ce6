"""Whether people answer what was said: replies held against the topics that they answer."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from latticeville.mind.questions import ASK_VIEW
from latticeville.mind.take_up import tells_of_scene
from latticeville.mind.topic import DECISION, REMARK, SECRET, SIGHTING, VIEW, Topic, outcome_of
from latticeville.sim.events import Said

PAUSE = 2
"""Minutes within which words are an answer."""
_FIRST = re.compile(r"[^.!?…]*[.!?…]+[”’]?")
_OF_HEARER = re.compile(r"\b[Yy]ou(?:'re| are| were| again| never| always| did| have| had)\b")
_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|you|your|yours|we|us|our)\b", re.IGNORECASE)


class Answer(NamedTuple):
    """An utterance with a topic, and what a listener said to it at once."""

    asked: Said
    topic: Topic
    given: Said


def answers(spoken: Sequence[tuple[int, Said]]) -> Iterator[Answer]:
    """Yield each utterance with a topic that was answered, with the first answer."""
    for at, (minute, asked) in enumerate(spoken):
        if asked.topic is None:
            continue
        for later, given in spoken[at + 1 :]:
            if later - minute > PAUSE:
                break
            if given.who in asked.listeners and asked.who in given.listeners:
                yield Answer(asked, asked.topic, given)
                break


def person_of(topic: Topic) -> str:
    """Return the id of whom a topic is of; "" for nobody. A question after somebody is of them."""
    if topic.kind in (VIEW, SIGHTING):
        return topic.key.split(".", 2)[2 if topic.kind == VIEW else 1]
    if topic.kind == REMARK:
        parts = topic.key.split(".")
        return parts[5] if parts[2] == ASK_VIEW else parts[3]
    return topic.who


def fits(one: Answer, names: Mapping[str, str]) -> bool:
    """Tell whether the first sentence of an answer speaks of whom its topic is of; `names` are what
    people are called by id."""
    first = _FIRST.match(one.given.words)
    words = first[0] if first is not None else one.given.words
    of = person_of(one.topic)
    named = {who for who, name in names.items() if re.search(rf"\b{re.escape(name)}\b", words)}
    if of in ("", one.asked.who):
        return True
    if of == one.given.who:
        return bool(_PERSON.search(words)) and not named - {one.asked.who}
    return of in named or not _OF_HEARER.search(words)


def reacts(one: Answer) -> bool:
    """Tell whether an answer takes up a decision or a confession: it names the subject, or its topic
    goes back to it."""
    told = one.given.topic
    if told is not None and (one.topic.key in told.key or outcome_of(told) == one.topic.key):
        return True
    subject = one.topic.about.split(" ")[-1].casefold()
    return bool(subject) and subject in one.given.words.casefold()


def is_decision(one: Answer) -> bool:
    """Tell whether a decision was told."""
    return one.topic.kind == DECISION


def is_confession(one: Answer) -> bool:
    """Tell whether somebody told a secret of their own."""
    return one.topic.kind == SECRET and one.topic.who == one.asked.who


def is_of_scene(one: Answer) -> bool:
    """Tell whether somebody told in their own words what a scene or an outcome has left."""
    return tells_of_scene(one.topic, one.asked.who)
