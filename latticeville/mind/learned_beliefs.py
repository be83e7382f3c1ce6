"""What somebody under need believes of themselves and of causes, counted in their own memories at a
reflection.

Each belief has a named rule and counts what supports and what contradicts it. Nothing random and no
model is involved.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import PLEA, THANKS, THREAT

GATHERED, FOUND_NOTHING, GAVE, ATTACKED = "gathered", "gathered nothing", "gave", "attacked"
"""The deeds under need, as `doing` of a memory has them."""
DEEDS = frozenset({GATHERED, FOUND_NOTHING, GAVE, ATTACKED})
SELF, CAUSAL = "self", "causal"
"""The kinds of belief."""
SEARCHED_RECORDS = 3000
"""Newest records that are counted."""
WITHIN_TICKS = 12
"""Ticks within which an effect follows its cause."""
LEAST_CASES = 2
"""How often something has to happen before anything is believed of it."""
MAX_CITES = 5
"""Newest records that a belief cites for it, and against it."""


class LearnedBelief(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """How many cases are `pro` and `con` a rule, towards `other` ("" for everybody), last counted
    anew at a tick.

    `cites` and `against` are ids of the newest memories that support it and that contradict it.
    """

    rule: str
    other: str
    pro: int
    con: int
    updated: int
    cites: tuple[int, ...] = ()
    against: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The key under which it is kept."""
        return f"{self.rule} {self.other}".rstrip()

    @property
    def kind(self) -> str:
        """Whether it is of oneself or of a cause."""
        return SELF if self.rule in SELF_RULES else CAUSAL

    @property
    def confidence(self) -> float:
        """How likely the next case supports its sentence: Laplace's rule of succession, (cases + 1)
        / (all cases + 2).

        >>> LearnedBelief("strong", "", 3, 0, 12).confidence, LearnedBelief("strong", "", 0, 3, 12).confidence
        (0.8, 0.8)
        >>> LearnedBelief("sharing", "bob", 0, 3, 12).confidence
        0.2
        """
        return ((self.con if self.is_denied else self.pro) + 1) / (self.pro + self.con + 2)

    @property
    def is_denied(self) -> bool:
        """Whether its sentence is the negative one, which only beliefs of oneself have."""
        return self.kind == SELF and self.con > self.pro


class SelfRule(NamedTuple):
    """What somebody believes of themselves: what they do or others do to them for it, and against
    it.

    The sentence `no` is for more cases against it than for it.
    """

    own: frozenset[str]
    others: frozenset[str]
    own_con: frozenset[str]
    others_con: frozenset[str]
    yes: str
    no: str


class CausalRule(NamedTuple):
    """A deed of one's own to somebody, what they do to one afterwards, and the sentence for it."""

    cause: str
    effect: str
    text: str


_NONE = frozenset[str]()
SELF_RULES: Mapping[str, SelfRule] = {
    "gatherer": SelfRule(
        frozenset({GATHERED}),
        _NONE,
        frozenset({FOUND_NOTHING}),
        _NONE,
        "I gather well.",
        "I gather badly.",
    ),
    "generous": SelfRule(
        frozenset({GAVE}),
        _NONE,
        frozenset({ATTACKED, THREAT}),
        _NONE,
        "I am generous.",
        "I am not generous.",
    ),
    "strong": SelfRule(
        frozenset({ATTACKED}), _NONE, _NONE, frozenset({ATTACKED}), "I am strong.", "I am weak."
    ),
    "respected": SelfRule(
        _NONE,
        frozenset({GAVE, THANKS}),
        _NONE,
        frozenset({ATTACKED, THREAT}),
        "Others respect me.",
        "Others do not respect me.",
    ),
}
"""The rules of beliefs of oneself, by name."""
CAUSAL_RULES: Mapping[str, CausalRule] = {
    "sharing": CausalRule(GAVE, GAVE, "Sharing with {} leads to being shared with."),
    "attacking": CausalRule(ATTACKED, ATTACKED, "Attacking {} leads to being attacked."),
    "threatening": CausalRule(THREAT, ATTACKED, "Threatening {} leads to being attacked."),
    "asking": CausalRule(PLEA, GAVE, "Asking {} for food leads to being given some."),
}
"""The rules of beliefs of causes, by name."""


def describe_learned(belief: LearnedBelief, name: str) -> str:
    """Say what is believed; `name` is that of the other.

    >>> describe_learned(LearnedBelief("sharing", "", 3, 1, 20), "")
    'Sharing with others leads to being shared with.'
    >>> describe_learned(LearnedBelief("strong", "", 0, 3, 20), "")
    'I am weak.'
    """
    if belief.kind == SELF:
        rule = SELF_RULES[belief.rule]
        return rule.no if belief.is_denied else rule.yes
    return CAUSAL_RULES[belief.rule].text.format(name or "others")


class _Deed(NamedTuple):
    """Something done to people, or by oneself to nobody."""

    record: int
    tick: int
    what: str
    actor: str
    to: tuple[str, ...]


class _Case(NamedTuple):
    """A case that supports a rule or contradicts it, with the records that say so."""

    is_pro: bool
    records: tuple[int, ...]


def learn(
    known: Mapping[str, LearnedBelief], memory: Sequence[MemoryRecord], me: str, tick: int
) -> Mapping[str, LearnedBelief]:
    """Return the beliefs after the memories are counted at a tick; what they no longer tell of is
    kept as it was."""
    deeds = [*_deeds(memory)]
    cases = {**_self_cases(deeds, me), **_causal_cases(deeds, me, tick)}
    found = (_count(key, some, tick) for key, some in cases.items() if len(some) >= LEAST_CASES)
    changed = {one.key: one for one in found if not _is_same(known.get(one.key), one)}
    return {**known, **changed} if changed else known


def _count(key: tuple[str, str], cases: Sequence[_Case], tick: int) -> LearnedBelief:
    rule, other = key
    pro, con = ([one.records for one in cases if one.is_pro is is_pro] for is_pro in (True, False))
    return LearnedBelief(rule, other, len(pro), len(con), tick, _newest(pro), _newest(con))


def _newest(cases: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted({record for records in cases for record in records})[-MAX_CITES:])


def _is_same(held: LearnedBelief | None, found: LearnedBelief) -> bool:
    return held is not None and msgspec.structs.replace(found, updated=held.updated) == held


def _deeds(memory: Iterable[MemoryRecord]) -> Iterator[_Deed]:
    """Yield what oneself and others did, oldest first."""
    for one in memory:
        spoken = one.topic.kind if one.spoken and one.topic is not None else ""
        what = (
            spoken if spoken in (PLEA, THANKS, THREAT) else one.doing if one.doing in DEEDS else ""
        )
        if what and one.about and one.tick != BEFORE_START:
            yield _Deed(one.id, one.tick, what, one.about[0], one.about[1:])


def _self_cases(deeds: Iterable[_Deed], me: str) -> dict[tuple[str, str], list[_Case]]:
    found: dict[tuple[str, str], list[_Case]] = {}
    for deed in deeds:
        for name, rule in SELF_RULES.items():
            is_pro = (
                deed.what in rule.own
                if deed.actor == me
                else deed.what in rule.others and me in deed.to
            )
            is_con = (
                deed.what in rule.own_con
                if deed.actor == me
                else deed.what in rule.others_con and me in deed.to
            )
            if is_pro or is_con:
                found.setdefault((name, ""), []).append(_Case(is_pro, (deed.record,)))
    return found


def _causal_cases(deeds: Sequence[_Deed], me: str, tick: int) -> dict[tuple[str, str], list[_Case]]:
    """Return the cases by rule and other person; one that may still have its effect is none yet."""
    found: dict[tuple[str, str], list[_Case]] = {}
    for place, cause in enumerate(deeds):
        if cause.actor != me or not cause.to:
            continue
        for name in (name for name, rule in CAUSAL_RULES.items() if rule.cause == cause.what):
            for other in (*cause.to, ""):
                case = _judge(deeds, place, CAUSAL_RULES[name].effect, other, me, tick)
                if case is not None:
                    found.setdefault((name, other), []).append(case)
    return found


def _judge(
    deeds: Sequence[_Deed], place: int, what: str, other: str, me: str, tick: int
) -> _Case | None:
    """Return whether a deed had its effect, None while it still may."""
    cause = deeds[place]
    effect = _effect(deeds, place, what, (other,) if other else cause.to, me)
    if effect is not None:
        return _Case(is_pro=True, records=(cause.record, effect))
    return (
        _Case(is_pro=False, records=(cause.record,)) if tick - cause.tick > WITHIN_TICKS else None
    )


def _effect(
    deeds: Sequence[_Deed], place: int, what: str, by: Sequence[str], me: str
) -> int | None:
    """Return the first record of what one of some people did to one, in a later tick than a deed
    and soon enough."""
    since = deeds[place].tick
    for deed in (deeds[later] for later in range(place + 1, len(deeds))):
        if deed.tick > since + WITHIN_TICKS:
            return None
        if deed.tick > since and deed.what == what and deed.actor in by and me in deed.to:
            return deed.record
    return None
