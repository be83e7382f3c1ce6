"""The rules that move relations and opinions, as pure functions of numbers.

A relation moves by a share of the way to 1 or to 0, as in the learning rule of Rescorla and Wagner
(1972), so that no value leaves the range 0 to 1 and the first experiences count most. Trust falls
faster than it grows (Slovic 1993, “Perceived Risk, Trust, and Democracy”). Opinions move by bounded
confidence (Deffuant, Neau, Amblard and Weisbuch 2000, “Mixing beliefs among interacting agents”;
Hegselmann and Krause 2002): only an argument that is near enough to one's own stance moves it. The
weight of an argument is the trust in who makes it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from latticeville.mind.relation import CLOSENESS, DEBT, FEAR, TRUST, UNKNOWN

START, TALK, CONFIDED, AGREED, DISAGREED = "start", "talk", "confided", "agreed", "disagreed"
KEPT, MISSED, TOGETHER, IGNORED, APART = "kept", "missed", "together", "ignored", "apart"
PERSUADED, ADOPTED = "persuaded", "adopted"
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
    APART: Rule("a day without a talk", {CLOSENESS: -0.02}),
    PERSUADED: Rule("an argument moved the stance"),
    ADOPTED: Rule("an argument gave an opinion"),
    **NEED_RULES,
}
"""The rules by name. Those without shares set a value; rules of other worlds may name other
values."""
RATE = 0.5
"""The share of the distance to a fully trusted person's stance that an argument moves one's own."""
LEAST_BOUND, OPEN_BOUND = 0.5, 0.6
"""The distance over which an argument moves nobody, on a scale from -1 to 1: at least, and more
with openness."""
NEAR = 0.5
"""The distance within which two stances agree."""
MISFIT = 0.3
"""The distance of a stance from its words from which on somebody takes up words of others that fit
better."""
HEARSAY = 0.5
"""The weight of an argument that is told in another's name."""
TRUSTED = 0.5
"""The trust from which on somebody takes up an opinion on a subject on which they have none."""
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


def confidence_bound(openness: float) -> float:
    """Return how far another stance may be for somebody to be moved by it."""
    return LEAST_BOUND + OPEN_BOUND * openness


def converge(stance: float, other: float, weight: float, openness: float = 0.5) -> float:
    """Return a stance after an argument for another one; beyond the confidence bound it stays as it
    was.

    >>> converge(0.0, 0.5, 1.0), converge(0.0, 0.5, 0.5), converge(-1.0, 1.0, 1.0)
    (0.25, 0.125, -1.0)
    """
    if abs(other - stance) > confidence_bound(openness):
        return stance
    return round(stance + RATE * weight * (other - stance), DIGITS)
