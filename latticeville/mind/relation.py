"""Relations: what others are to somebody, the rules that move that, and how they apply."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.mind.topic import Appointment, Topic
from latticeville.world.model.bonds import NO_BOND

CLOSENESS, TRUST, STANCE = "closeness", "trust", "stance"
"""Names of values: of a relation from 0 to 1, and the stance of an opinion from -1 (against) to 1
(for)."""
FEAR, DEBT, KINSHIP = "fear", "debt", "kinship"
"""Names of values of a relation under need, from 0 to 1: how far somebody is feared, owed a favour,
and kin."""
UNDECIDED = 0.1
"""The stance up to which somebody is neither for nor against."""
ALLY_TRUST = 0.6
"""The trust from which on somebody counts as an ally."""
CONFIDING = 0.35
"""The closeness from which on people confide: what they remember and wish, what they think of others,
and questions after them."""
UNKNOWN: Mapping[str, float] = {CLOSENESS: NO_BOND.closeness, TRUST: NO_BOND.trust}
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
    words changed, and `memory` is the id of the record of the argument, -1 for none. `is_pledged` says
    that they have given their word on it, so that nobody moves it any more. `said` is the stance of what
    they said of it last; None before they have spoken of it.
    """

    stance: float
    view: str
    expressed: float
    source: str = ""
    edition: int = 0
    memory: int = -1
    is_pledged: bool = False
    said: float | None = None

    @property
    def vote(self) -> float:
        """The stance by which they vote: that of what they said last."""
        return self.stance if self.said is None else self.said

    @property
    def stated(self) -> float:
        """The stance that they speak of: who has taken a side leaves it only for the other one, and
        says nothing of doubts."""
        has_doubts = self.said is not None and abs(self.stance) <= UNDECIDED < abs(self.said)
        return self.vote if has_doubts else self.stance

    @property
    def is_worded(self) -> bool:
        """Whether the words for it still say what they think of it."""
        if abs(self.stated) <= UNDECIDED:
            return abs(self.expressed) <= UNDECIDED
        return self.stated * self.expressed >= 0

    @property
    def is_turned(self) -> bool:
        """Whether they have come to the other side since they last spoke of it."""
        return (
            self.said is not None
            and min(abs(self.said), abs(self.stance)) > UNDECIDED
            and (self.said * self.stance < 0)
        )


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
START, TALK, CONFIDED, AGREED, DISAGREED = "start", "talk", "confided", "agreed", "disagreed"
KEPT, MISSED, TOGETHER, IGNORED, APART = "kept", "missed", "together", "ignored", "apart"
PERSUADED, ADOPTED, MISLED = "persuaded", "adopted", "misled"
BROKEN, SCENE = "broken", "scene"
HURT, VIOLENCE, FRIEND_HURT, KILLING, CALM = "hurt", "violence", "friend hurt", "killing", "calm"
GIFT, GAVE, GENEROSITY, RIVALRY = "gift", "gave", "generosity", "rivalry"
WARNED, THREATENED, THANKED, INFORMED = "warned", "threatened", "thanked", "informed"
"""Names of rules."""


class Rule(NamedTuple):
    """What makes values move, and by name the share of the way to 1, or below 0 to 0, that each
    goes."""

    when: str
    shares: Mapping[str, float] = {}


NEED_RULES: Mapping[str, Rule] = {
    HURT: Rule("they attacked one", {CLOSENESS: -0.3, TRUST: -0.5, FEAR: 0.4}),
    FRIEND_HURT: Rule("they attacked kin or an ally", {CLOSENESS: -0.2, TRUST: -0.35, FEAR: 0.2}),
    VIOLENCE: Rule("they attacked somebody", {TRUST: -0.2, FEAR: 0.15}),
    KILLING: Rule("they killed somebody", {CLOSENESS: -0.2, TRUST: -0.3, FEAR: 0.3}),
    CALM: Rule("a day has passed", {FEAR: -0.1}),
    GIFT: Rule("they gave one something", {CLOSENESS: 0.1, TRUST: 0.15, DEBT: 0.3, FEAR: -0.2}),
    GAVE: Rule("one gave them something", {CLOSENESS: 0.05, DEBT: -0.3}),
    GENEROSITY: Rule("they gave somebody something", {TRUST: 0.05}),
    RIVALRY: Rule(
        "they gathered in the same cell, and it was not enough", {CLOSENESS: -0.02, TRUST: -0.05}
    ),
    WARNED: Rule("somebody told that they attacked others", {TRUST: -0.1, FEAR: 0.1}),
    THREATENED: Rule("they threatened one", {CLOSENESS: -0.1, TRUST: -0.15, FEAR: 0.2}),
    THANKED: Rule("they thanked one", {CLOSENESS: 0.05, TRUST: 0.05}),
    INFORMED: Rule("they told where food is", {TRUST: 0.03}),
}
"""The rules that hold under need, by name."""
RULES: Mapping[str, Rule] = {
    START: Rule("the persona says so"),
    TALK: Rule("a talk ended in which both spoke", {CLOSENESS: 0.06, TRUST: 0.02}),
    CONFIDED: Rule("they told a secret", {CLOSENESS: 0.1, TRUST: 0.15}),
    AGREED: Rule("they told an opinion near to one's own", {CLOSENESS: 0.04, TRUST: 0.03}),
    DISAGREED: Rule("they told an opinion far from one's own", {CLOSENESS: -0.04, TRUST: -0.03}),
    KEPT: Rule("they came, as they had agreed to", {CLOSENESS: 0.08, TRUST: 0.2}),
    MISSED: Rule(
        "they did not come, although they had agreed to", {CLOSENESS: -0.08, TRUST: -0.35}
    ),
    TOGETHER: Rule("one kept what one had agreed with them", {CLOSENESS: 0.06, TRUST: 0.03}),
    IGNORED: Rule("they did not answer", {CLOSENESS: -0.06, TRUST: -0.02}),
    BROKEN: Rule("they did not see to what they had promised", {CLOSENESS: -0.05, TRUST: -0.15}),
    MISLED: Rule("they told what is not true", {CLOSENESS: -0.03, TRUST: -0.15}),
    APART: Rule("a day without a talk", {CLOSENESS: -0.02}),
    PERSUADED: Rule("an argument moved the stance"),
    ADOPTED: Rule("an argument gave an opinion"),
    SCENE: Rule("a scene or an outcome moved it"),
    **NEED_RULES,
}
"""The rules by name. Those without shares set a value; rules of other worlds may name other
values."""
DIGITS = 4
"""Decimal places that values keep."""


def move(value: float, share: float) -> float:
    """Return a value after it went a share of the way to 1, or below 0 to 0.

    >>> move(0.5, 0.2), move(0.5, -0.2)
    (0.6, 0.4)
    """
    return round(value + share * (1 - value) if share > 0 else value + share * value, DIGITS)


def apply_rule(values: Mapping[str, float], rule: str) -> dict[str, float]:
    """Return the values that a rule moves, as they are after it; a value that is missing starts as
    a stranger's."""
    return {
        name: move(values.get(name, UNKNOWN.get(name, 0.0)), share)
        for name, share in RULES[rule].shares.items()
    }


def apply_to(relations: Relations, who: str, rule: str, tick: int, memory: int = -1) -> Relations:
    """Return relations after a rule moved the one to somebody; `memory` is the record that it rests
    on."""
    state = relations.to(who)
    after = apply_rule(state.values, rule)
    moved = relations.with_relation(who, replace(state, values={**state.values, **after}))
    return moved.with_change(ValueChange(tick, who, rule, after, memory))
