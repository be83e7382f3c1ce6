"""What somebody could have said: the topics of a talk with what each was worth, from the mind run
once more."""

from collections.abc import Iterator

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.action import SAY, Action
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.topics import OfferedTopic
from latticeville.reports.why.rethought import Asked

ROLES = {
    "request": "a hearer can put it right",
    "mishap": "the speaker can put it right",
    "newcomer": "it says who the speaker is",
    "ask": "a hearer knows whether it is true",
    "unclear": "nobody understands it",
}
"""What a role of a topic means."""
OTHERS = 3
"""How many topics are told that were not said."""
BEFORE = -1
"""The minute of a topic from before the run."""


class TopicOffer(msgspec.Struct, frozen=True):
    """A topic that was offered: its sentence, kind and worth, what made it worth that, and whether
    it was said."""

    text: str
    kind: str
    worth: float
    because: str
    said: bool


def offered_topics(asked: Asked, action: Action) -> tuple[TopicOffer, ...]:
    """Return what somebody who says something could have said: first what they said, then the three
    worthiest others."""
    if action.kind != SAY:
        return ()
    offers = [
        _offer(one, action)
        for _key, request in asked
        if isinstance(request.data, TalkData)
        for one in (*request.data.topics, *request.data.not_offered)
    ]
    ranked = sorted(offers, key=lambda one: (not one.said, -one.worth))
    return tuple(ranked[: OTHERS + any(one.said for one in offers)])


def _offer(one: OfferedTopic, action: Action) -> TopicOffer:
    said = action.topic is not None and action.topic.key == one.topic.key
    because = " · ".join((one.topic.kind, *_causes(one)))
    return TopicOffer(one.text, one.topic.kind, one.worth, because, said)


def _causes(one: OfferedTopic) -> Iterator[str]:
    """Yield what makes a topic worth telling besides its kind."""
    yield "from before the run" if one.minute == BEFORE else f"of {format_time(one.minute)}"
    if one.role in ROLES:
        yield ROLES[one.role]
