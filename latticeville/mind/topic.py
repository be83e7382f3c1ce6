"""Topics: what memories and utterances are about, with a key that stays the same from mouth to
mouth."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

EVENT, MEMORY, OPINION, SECRET, PLAN, INSIGHT = (
    "event",
    "memory",
    "opinion",
    "secret",
    "plan",
    "insight",
)
"""The kinds of topic: something that happened, something from before the run, a view, a secret, a
plan, an insight."""
INVITATION, RESOLVE = "invitation", "resolve"
"""The kinds of a topic that asks others to come somewhere, and of what an inner voice made somebody
decide."""
ERRAND = "errand"
"""The kind of a topic that sends somebody, and nobody else, somewhere."""
INTRODUCTION, DEED, HOPE = "introduction", "deed", "hope"
"""The kinds of what somebody tells of themselves: who they are, what they did today, and what they
wish or value."""
AT = "at "
"""How the words begin for what happens at an appointment that all may come to, such as “at a
party”."""
DECISION = "decision"
"""The kind of a topic that tells what a meeting came to."""
PROMISE, OUTCOME = "promise", "outcome"
"""The kinds of a promise to put something right, and of what became of something agreed, told to
who was promised."""
VIEW, SIGHTING, REMARK = "view", "sighting", "remark"
"""The kinds of what somebody thinks of a person, of what they saw somebody do, and of what they say
to follow up on a talk, a meeting or two views."""
PLEA, THANKS, THREAT, FOOD = "plea", "thanks", "threat", "food"
"""The kinds of what people under need say: they ask for food, thank, threaten, or tell where there
is food."""
CLAIM, DENIAL, CONFIRMATION = "claim", "denial", "confirmation"
"""The kinds of what is told in words that may be true or not, and of what who knows says to it."""
DENIED_KEY, CONFIRMED_KEY = "x.", "y."
"""How the keys of a denial and a confirmation begin; that of the claim follows."""
LOOK_KEY = "look."
"""How the key of a commitment begins to go and look whether a claim is true."""
ATTACK_KEY = "attack."
"""How the key of a topic of an attack begins; the attacker and the attacked follow."""


TASK_KEY = "t."
"""How the key of a promise to put something right begins; who, the object and the day follow."""
STORY_KEY = "story."
"""How the key of a topic begins that tells of a stage of a storyline."""
DONE = ".done"
"""How the key of an outcome ends that tells of what was done as promised."""
OFF = ".off"
"""How the key of an outcome ends that calls off what was agreed."""


class Appointment(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """What is to be done where, from `start` until `end` (absolute minutes).

    A task has the `verb` to use the object `place` with, and the `state` that this is to end.
    """

    what: str
    place: str
    start: int
    end: int
    verb: str = ""
    state: str = ""

    def __contains__(self, minute: int) -> bool:
        return self.start <= minute < self.end


class Topic(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """What is told: its key and kind, `gist` in one sentence, whose it is, and who told it.

    The gist of what somebody saw themselves is "", since their memory says it; so is the source.
    `stance` is that of an opinion, from -1 to 1, or the side that won a vote. `thing` is an object
    that somebody can put right, and `state` the one in which it is no good. `to` is the only person
    whom it is for, and `about` the subject that a decision settles or a story tells of.
    """

    key: str
    kind: str
    gist: str = ""
    who: str = ""
    source: str = ""
    at: Appointment | None = None
    stance: float | None = None
    thing: str = ""
    state: str = ""
    to: str = ""
    about: str = ""


class Told(NamedTuple):
    """A topic as somebody can tell it: its sentence, the minute it is from (-1: before the run), and
    what it is worth.

    `role` is how it is told where its kind does not say it, and `parts` are the words that phrases
    fill in, by name. What is `off_mind` is told only where words bring it up.
    """

    topic: Topic
    text: str
    minute: int = -1
    worth: float = 0.0
    role: str = ""
    parts: Mapping[str, str] = {}
    off_mind: bool = False


class Commitment(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """An appointment that somebody agreed to: the key of its topic, the id of its record, and with
    whom.

    `is_met` says that they were there, and `is_joined` that they saw there who asked them.
    """

    key: str
    record: int
    at: Appointment
    other: str = ""
    is_met: bool = False
    is_joined: bool = False


def subject_of(topic: Topic) -> str:
    """Return what an opinion is about.

    >>> subject_of(Topic("o.ada.St. Anne's oak", OPINION))
    "St. Anne's oak"
    """
    return topic.key.split(".", 2)[2]


def is_quoted(topic: Topic) -> bool:
    """Tell whether somebody tells the view of another.

    >>> is_quoted(Topic("o.ada.oak", OPINION, who="ada", source="bob"))
    True
    """
    return topic.kind == OPINION and topic.source not in ("", topic.who)


def outcome_of(topic: Topic) -> str:
    """Return the key of the decision or the news that a remark is on, else "".

    >>> outcome_of(Topic("n.ada.on_outcome.ada.glad.v.matter.oak", REMARK, about="the oak"))
    'v.matter.oak'
    """
    is_remark = topic.kind == REMARK and bool(topic.about)
    return topic.key.split(".", 5)[5] if is_remark else ""


def attacker_of(topic: Topic) -> str:
    """Return who attacked somebody, if a topic tells of it, else "".

    >>> attacker_of(Topic("attack.ada.bob.3", EVENT, who="ada")), attacker_of(Topic("3.oak.felled", EVENT))
    ('ada', '')
    """
    return topic.who if topic.key.startswith(ATTACK_KEY) else ""


def plan_key(who: str) -> str:
    """Return how the key of a topic of somebody's plan begins; the absolute minute follows."""
    return f"p.{who}."
