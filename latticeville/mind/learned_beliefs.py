"""What somebody believes of themselves and of causes: each belief has a named rule and counts what
supports and what contradicts it."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from latticeville.mind.topic import PLEA, THANKS, THREAT

GATHERED, FOUND_NOTHING, GAVE, ATTACKED = "gathered", "gathered nothing", "gave", "attacked"
"""The deeds under need, as `doing` of a memory has them."""
DEEDS = frozenset({GATHERED, FOUND_NOTHING, GAVE, ATTACKED})
SELF, CAUSAL = "self", "causal"
"""The kinds of belief."""


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
