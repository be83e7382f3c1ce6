"""What somebody thinks of other people and of subjects, each value with the changes that led to
it."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from latticeville.mind.topic import Appointment, Topic

CLOSENESS, TRUST, STANCE = "closeness", "trust", "stance"
"""Names of values: of a relation from 0 to 1, and the stance of an opinion from -1 (against) to 1
(for)."""
FEAR, DEBT, KINSHIP = "fear", "debt", "kinship"
"""Names of values of a relation under need, from 0 to 1: how far somebody is feared, owed a favour,
and kin."""
ALLY_TRUST = 0.6
"""The trust from which on somebody counts as an ally."""
UNKNOWN: Mapping[str, float] = {CLOSENESS: 0.1, TRUST: 0.4}
"""The values of a relation to somebody with whom there was no contact."""
MAX_CHANGES = 400
"""Newest changes that a mind keeps; the log holds all."""
MAX_SPOKEN = 4
"""Topics of the last talk that a relation keeps."""


class ValueChange(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A change of values towards a person, or of the stance on a subject: the values `after` it,
    and its cause.

    `rule` is one of `relation_rules.RULES`; `memory` is the id of the record that it rests on, -1
    for none.
    """

    tick: int
    about: str
    rule: str
    after: Mapping[str, float]
    memory: int = -1


class RelationState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody is to one: values by name, the topics of the last talk, and a sentence that
    sums it up.

    A value that is missing is that of a stranger (`UNKNOWN`).
    """

    values: Mapping[str, float] = {}
    spoken: tuple[Topic, ...] = ()
    summary: str = ""
    talked: int = -1
    """The tick at which the last talk ended; -1 before the first."""

    @property
    def closeness(self) -> float:
        """How close they are, from 0 to 1."""
        return self.values.get(CLOSENESS, UNKNOWN[CLOSENESS])

    @property
    def trust(self) -> float:
        """How far they are trusted, from 0 to 1."""
        return self.values.get(TRUST, UNKNOWN[TRUST])

    @property
    def fear(self) -> float:
        """How far they are feared, from 0 to 1."""
        return self.values.get(FEAR, 0.0)

    @property
    def debt(self) -> float:
        """How far one owes them a favour, from 0 to 1."""
        return self.values.get(DEBT, 0.0)

    @property
    def is_kin(self) -> bool:
        """Whether they are kin."""
        return self.values.get(KINSHIP, 0.0) > 0

    @property
    def is_ally(self) -> bool:
        """Whether they are kin, or trusted like it."""
        return self.is_kin or self.trust >= ALLY_TRUST


class OpinionState(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """What one thinks of a subject: the stance from -1 to 1, the words for it, and the stance that
    the words express.

    `source` is who argued for the words if they are not one's own, `edition` counts how often the
    words changed, and `memory` is the id of the record of the argument, -1 for none.
    """

    stance: float
    view: str
    expressed: float
    source: str = ""
    edition: int = 0
    memory: int = -1


class OpenTalk(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A talk with another that is under way: the records of its first and last words, and when the
    last were said.

    `spoke` and `heard` say that oneself and the other have spoken in it, `is_pair` that nobody else
    took part.
    """

    first: int
    last: int
    tick: int
    spoke: bool = False
    heard: bool = False
    is_pair: bool = True


class Promise(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """What another agreed to: who, the appointment, and the record of the words.

    `is_met` says that they were seen there during the appointment, `is_awaited` that one was there
    oneself.
    """

    who: str
    at: Appointment
    memory: int
    is_met: bool = False
    is_awaited: bool = False


class Relations(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Relations by person, opinions by subject, their newest changes, talks under way, and promises
    of others.

    `unsettled` holds ended talks by person after which the summary has to be renewed; `day` is the
    last that began.
    """

    people: Mapping[str, RelationState] = {}
    opinions: Mapping[str, OpinionState] = {}
    changes: tuple[ValueChange, ...] = ()
    talks: Mapping[str, OpenTalk] = {}
    promises: tuple[Promise, ...] = ()
    unsettled: Mapping[str, OpenTalk] = {}
    day: int = -1

    def to(self, who: str) -> RelationState:
        """Return what somebody is to one; the values of a stranger where there was no contact."""
        return self.people.get(who, STRANGER)

    def history(self, about: str) -> tuple[ValueChange, ...]:
        """Return the kept changes towards a person or a subject, the oldest first."""
        return tuple(one for one in self.changes if one.about == about)

    def with_relation(self, who: str, state: RelationState) -> "Relations":
        """Return these with another relation to somebody."""
        return replace(self, people={**self.people, who: state})

    def without_people(self) -> "Relations":
        """Return the opinions alone, as a mind that keeps no relations has them."""
        changes = tuple(one for one in self.changes if one.about in self.opinions)
        return Relations(opinions=self.opinions, changes=changes)

    def with_change(self, change: ValueChange) -> "Relations":
        """Return these with one more change in the history."""
        return replace(self, changes=(*self.changes, change)[-MAX_CHANGES:])


STRANGER = RelationState()
"""The relation to somebody with whom there was no contact."""
