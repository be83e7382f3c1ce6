"""Meetings: who comes to decide something says at the end what the views of those present come
to."""

import re
from collections.abc import Iterable

from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.mind import matters
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AGENT, Percept
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DECISION, OPINION, Commitment, Topic, subject_of

CLOSING_MINUTES = 15
"""Minutes before the end of a meeting from which on whoever called it sums it up."""
LEAST_PRESENT = 3
"""The people, and the views, without which a meeting decides nothing."""
RECENT_RECORDS, HEARD_RECORDS = 400, 4000
"""Newest records that tell whether a meeting is over, and who thinks what."""
_NUMBERS = ("nobody", *ONE_TO_TWELVE[:10])


def matter_of(now: Situation) -> str:
    """Return what somebody was told of the appointment that they are at, in small letters; ""
    without one."""
    present = (one for one in now.mind.commitments if one.is_met and now.minute in one.at)
    return " ".join(_matter(now.mind, one) for one in present)


def is_about(subject: str, matter: str) -> bool:
    """Tell whether words name the subject of an opinion.

    >>> is_about("the oak", "what is to become of the old oak?")
    True
    """
    return bool(matter) and subject.rsplit(maxsplit=1)[-1].casefold() in re.findall(r"\w+", matter)


def decide(now: Situation) -> Topic | None:
    """Return what a meeting that somebody called comes to, by the views of those here that they
    know.

    None where no such meeting is about to end, where too few came or have a view, and where it is
    about no opinion.
    """
    one = _closing_meeting(now.mind, now.minute)
    if one is None or matters.meeting_matter(now.world, one) is not None:
        return None
    if decision_heard(now, one) is not None:
        return None
    here = _people_here(now.percept)
    if len(here) < LEAST_PRESENT:
        return None
    subject = next(
        (
            name
            for name in sorted(now.mind.relations.opinions)
            if is_about(name, _matter(now.mind, one))
        ),
        "",
    )
    if not subject:
        return None
    likes, dislikes = _votes(_stances(now.mind, subject, now.who, here))
    if likes + dislikes < LEAST_PRESENT:
        return None
    side = float((likes > dislikes) - (likes < dislikes))
    text = result_text(subject, likes, dislikes)
    return Topic(_key(one), DECISION, text, now.who, stance=side, about=subject)


def _votes(stances: Iterable[float]) -> tuple[int, int]:
    """Return how many stances are for something, and how many against it."""
    held = [*stances]
    return sum(one > UNDECIDED for one in held), sum(one < -UNDECIDED for one in held)


def close_meeting(now: Situation) -> Situation:
    """Return the situation of somebody who means to say what the meeting comes to that they
    called."""
    if decide(now) is None:
        return now
    return now.owing(one for one in _people_here(now.percept) if one != now.who)


def decision_heard(now: Situation, one: Commitment) -> MemoryRecord | None:
    """Return the memory of what the meeting of a commitment came to; None while nobody has said
    it."""
    matter = matters.meeting_matter(now.world, one)
    key = _key(one) if matter is None else matter.key
    newest = reversed(now.mind.memory.last(RECENT_RECORDS))
    return next(
        (record for record in newest if record.topic is not None and record.topic.key == key),
        None,
    )


def result_text(subject: str, likes: int, dislikes: int) -> str:
    """Return the result of a vote in a sentence.

    >>> result_text("the oak", 4, 2), result_text("the oak", 1, 0)
    ('The meeting about the oak ends: four are for it and two against it.', \
'The meeting about the oak ends: one is for it and nobody against it.')
    """
    verb = "are" if likes > 1 else "is"
    return (
        f"The meeting about {subject} ends: {_count(likes)} {verb} for it and "
        f"{_count(dislikes)} against it."
    )


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _stances(mind: Mind, subject: str, who: str, here: Iterable[str]) -> list[float]:
    """Return the stances of those here, as each said it last: one's own, and those that one has heard
    from them."""
    heard: dict[str, float] = {who: mind.relations.opinions[subject].vote}
    for record in mind.memory.last(HEARD_RECORDS):
        topic = record.topic
        if (
            topic is not None
            and topic.kind == OPINION
            and topic.stance is not None
            and subject_of(topic) == subject
        ):
            heard[topic.who] = heard[who] if topic.who == who else topic.stance
    return [heard[one] for one in here if one in heard]


def _people_here(percept: Percept) -> list[str]:
    others = (
        node.id for node in percept.sights if node.kind == AGENT and node.parent == percept.place
    )
    return sorted({percept.who, *others})


def _matter(mind: Mind, one: Commitment) -> str:
    topic = mind.memory[one.record].topic
    return topic.gist.casefold() if topic is not None else ""


def _closing_meeting(mind: Mind, minute: int) -> Commitment | None:
    """Return the meeting that somebody called, to which nobody asked them, if it is about to
    end."""
    own = (one for one in mind.commitments if one.is_met and not one.other)
    return next((one for one in own if one.at.end - CLOSING_MINUTES <= minute < one.at.end), None)


def _key(one: Commitment) -> str:
    return f"v.{one.key}"
