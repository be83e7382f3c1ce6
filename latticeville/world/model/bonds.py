"""What the words of a relationship, a view and an opinion stand for: closeness, trust, a stance.

A small English word list; words that it does not hold count for nothing.
"""

import re
from typing import NamedTuple

from latticeville.world.model.personas import Opinion, Relationship

DIGITS = 4
"""The digits after the point to which values are rounded."""


class Bond(NamedTuple):
    """How close somebody is to a person, and how far they trust them, each from 0 to 1."""

    closeness: float
    trust: float


_NEAR_KIN = (
    "sister|brother|sibling|twin|mother|father|parent|daughter|son|child|wife|husband|spouse"
    "|grandmother|grandfather|grandparent|granddaughter|grandson|grandchild|granny|grandma|grandpa"
    "|stepmother|stepfather|stepsister|stepbrother|stepdaughter|stepson|stepchild"
)
_IN_LAWS = r"\w+-in-law"
_FURTHER_KIN = "uncle|aunt|cousin|niece|nephew|kin|kinsman|kinswoman|relative"
_GODPARENTS = "godmother|godfather|godparent|goddaughter|godson|godchild"
BONDS: tuple[tuple[str, float, float], ...] = (
    ("opponent|rival|enemy|stranger|misunderstanding", 0.25, 0.3),
    (_IN_LAWS, 0.6, 0.65),
    (f"{_NEAR_KIN}|sweetheart|lover|fiancé|fiancée|betrothed|best friend", 0.8, 0.75),
    (
        f"{_FURTHER_KIN}|{_GODPARENTS}|friend|friends|ally|accomplice|partner|housemate|companion",
        0.6,
        0.65,
    ),
)
"""Words of `how` with the closeness and trust that they stand for; the first that fits counts."""
KIN = re.compile(rf"\b({_NEAR_KIN}|{_IN_LAWS}|{_FURTHER_KIN})\b")
"""Words of `how` that make somebody kin."""
KNOWN = (0.4, 0.5)
"""The closeness and trust of any other relationship."""
NO_BOND = Bond(0.1, 0.4)
"""Those of somebody with whom there was no contact, and of whom nothing is written."""
DOUBT = re.compile(r"\b(owes?|debtor|liar|cheats?|thief)\b", re.IGNORECASE)
WARM = re.compile(
    r"\b(love|loves|trust|best|kind|miss|forgive|friend|stayed|kept|fixes)\b", re.IGNORECASE
)
COLD = re.compile(
    r"\b(hate|wrong|never|lies|cheats?|opponent|stubborn|drowned|shouts?)\b", re.IGNORECASE
)
"""Words of debt and deceit, which lower trust, and words of a view that raise and lower closeness
and trust."""
DOUBTED, TONE = 0.15, 0.05
"""How much words of doubt, and each word of the view, change a value."""
FOR = re.compile(
    r"\b(must|should|stay|good|best|better|belongs?|keep|love|right|need|more|again|heart)\b",
    re.IGNORECASE,
)
AGAINST = re.compile(
    r"\b(not|never|no|nobody|cannot|bad|worse|worst|wrong|rotten|against|sold|thieves|fell|felled|less|ill|replaced?|wastes?|leave)\b",
    re.IGNORECASE,
)
"""Words of an opinion that speak for and against its subject."""
STEP, MOST = 0.3, 0.8
"""The stance that each word stands for, and the strongest that words alone give."""


def read_relationship(one: Relationship) -> Bond:
    """Return the closeness and trust of a relationship: as it is written, else as its words say.

    >>> [read_relationship(Relationship("bob", how)).closeness for how in ("granny", "uncle", "baker")]
    [0.8, 0.6, 0.4]
    """
    bond = _bond(one)
    fitting = (values for words, *values in BONDS if re.search(rf"\b({words})\b", bond))
    closeness, trust = next(fitting, KNOWN)
    tone = TONE * (len(WARM.findall(one.view)) - len(COLD.findall(one.view)))
    doubt = DOUBTED * bool(DOUBT.search(one.how))
    return Bond(
        _within(closeness + tone, 0.05, 0.95) if one.closeness is None else one.closeness,
        _within(trust + tone - doubt, 0.05, 0.95) if one.trust is None else one.trust,
    )


def is_kin(one: Relationship) -> bool:
    """Tell whether the words of a relationship make somebody kin."""
    return KIN.search(_bond(one)) is not None


def stance_of(one: Opinion) -> float:
    """Return the stance of an opinion: as it is written, else as its words say."""
    return read_stance(one.view) if one.stance is None else one.stance


def _bond(one: Relationship) -> str:
    """Return the part of `how` that says what they are to one."""
    return re.split(r" of |,| and | in ", one.how.lower())[0]


def read_stance(view: str) -> float:
    """Return the stance that the words of an opinion express, from -0.8 (against) to 0.8 (for); 0
    if they do not tell.

    A rough estimate from a word list. A persona's `stance` says it exactly.

    >>> read_stance("The oak must stay."), read_stance("The oak is rotten."), read_stance("The oak.")
    (0.6, -0.3, 0.0)
    """
    return _within(STEP * (len(FOR.findall(view)) - len(AGAINST.findall(view))), -MOST, MOST)


def _within(value: float, least: float, most: float) -> float:
    return round(min(max(value, least), most), DIGITS)
