"""What a model replies to each question of a mind, field by field.

Limits that depend on the question, such as the places to choose from, are in its request.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from latticeville.mind.plan import SHORT_STEP_MINUTES

MAX_WORDS = 300
"""Characters of an utterance or an insight; a longer one ends with its last whole sentence."""
MAX_UTTERANCE = 200
"""Characters of an utterance that is one of several actions."""
MAX_DOING = 80
"""Characters of what somebody is doing."""
LEAST = 5
"""Minutes that a step takes at least."""

Time = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Sentence = Annotated[str, Meta(min_length=1, max_length=MAX_WORDS)]
Doing = Annotated[str, Meta(min_length=1, max_length=MAX_DOING)]
Rating = Annotated[int, Meta(ge=1, le=10)]
Number = Annotated[int, Meta(ge=1)]
"""The number of a memory or a statement in the list that was shown."""
Numbers = Annotated[list[Number], Meta(min_length=0, max_length=5)]


TopicNumber = Annotated[int, Meta(ge=0)]
"""The number of a topic in the list that was offered."""


class RatingsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The importance of each sentence that was shown, in the same order."""

    ratings: list[int]


class GreetReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to talk, what for, the opening words, and the number of the topic that they tell; 0
    for none."""

    talk: bool
    goal: Annotated[str, Meta(min_length=1, max_length=100)]
    words: Sentence
    topic: TopicNumber = 0


class GroupGreetReply(GreetReply, frozen=True, forbid_unknown_fields=True):
    """The same to several people: whom the words address, by name, or everybody."""

    to: str = ""


class AnswerReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to say, whether that ends the talk, and the number of the topic that it tells; 0 for
    none."""

    words: Sentence
    end: bool
    topic: TopicNumber = 0


class GroupAnswerReply(AnswerReply, frozen=True, forbid_unknown_fields=True):
    """The same to several people: whom the words address, by name, or everybody."""

    to: str = ""


class CommitReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to come, to what, to which of the places that were offered, on which day, from when
    and how long."""

    commit: bool
    what: Doing
    place: str
    day: Literal["today", "tomorrow"]
    begins: Time = msgspec.field(name="from")
    minutes: Annotated[int, Meta(ge=15, le=240)] = 60


class RelateReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is to one, in a sentence or two."""

    summary: Annotated[str, Meta(min_length=1, max_length=MAX_WORDS)]


class ChatReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to say, and the numbers of the memories that it rests on."""

    words: Annotated[str, Meta(min_length=1, max_length=2 * MAX_WORDS)]
    because: Numbers


class PlannedHour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody means to do from a time of day on, and at which of the places that were
    offered."""

    begins: Time = msgspec.field(name="from")
    place: str
    doing: Doing


class PlannedStroke(PlannedHour, frozen=True, forbid_unknown_fields=True):
    """The same for a large part of a day, which may be for rest."""

    rest: bool = False


class VariedHour(PlannedHour, frozen=True, forbid_unknown_fields=True):
    """The same as the built-in mind replies it, with the name of the rule that made it differ from
    the usual."""

    rest: bool = False
    rule: str = ""


class DayReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The strokes of a day, and how important it is."""

    strokes: Annotated[list[PlannedStroke], Meta(min_length=1, max_length=8)]
    importance: Rating


class HoursReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of a stroke."""

    hours: Annotated[list[PlannedHour], Meta(min_length=1)]


class VariedHoursReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of a stroke as the built-in mind replies them."""

    hours: Annotated[list[VariedHour], Meta(min_length=1)]


class PlannedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody means to do for some minutes, and with which of the uses that were offered, if
    any."""

    minutes: Annotated[int, Meta(ge=LEAST, le=SHORT_STEP_MINUTES)]
    doing: Doing
    use: str


class StepsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of an hour."""

    steps: Annotated[list[PlannedStep], Meta(min_length=1)]


class QuestionsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Questions."""

    questions: list[Sentence]


class CitedInsight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is concluded, from which of the numbered statements, and how important it is; 0 where
    that is not said."""

    insight: Sentence
    because: Annotated[list[Number], Meta(min_length=1, max_length=5)]
    importance: Rating = 0


class InsightsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Insights."""

    insights: list[CitedInsight]


class InterviewReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to answer, and the numbers of the statements that it rests on."""

    answer: Annotated[str, Meta(min_length=1, max_length=MAX_WORDS)]
    because: Numbers
