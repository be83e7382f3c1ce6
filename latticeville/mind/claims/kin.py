"""Family in claims: whose brother, wife or child somebody is said to be, and whether they are."""

import re
from collections.abc import Sequence

from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.mind.claims.claim import Claim
from latticeville.mind.situation import Situation
from latticeville.world.model.world import World

_KINDS = {
    "sibling": "brother|sister|sibling|twin",
    "parent": "mother|father|parent|mum|dad|son|daughter|child|children|kids|boy of|girl of",
    "spouse": "husband|wife|spouse|widow of|widower of",
    "grandparent": "grandmother|grandfather|grandparent|granny|grandma|grandpa|grandad|granddad"
    "|grandson|granddaughter|grandchild|grandchildren",
    "uncle": "uncle|aunt|auntie|niece|nephew",
    "cousin": "cousin",
}
"""Kinds of kin, with the words for either side of each."""
_WORDS = "|".join(_KINDS.values())
_IS_KIN = re.compile(
    rf"\b(?:is|was|are|were) (?:(?:\w+ )?[A-Z]\w+'s|the \w+'s|(?:the|an?) (?=[^.]* of (?:the )?[A-Z]))"
    rf" ?(?:\w+ )?(?P<kin>{_WORDS})s?\b"
    rf"|\b(?:are|were) (?:\w+ )?(?P<both>{_WORDS})s?\b"
)
_NO_KIN = re.compile(
    rf"\b(?:is|was) an only child\b|\bhas (?:no|not any) (?:family|kin|relatives"
    rf"|(?P<kin>{_WORDS})s?)\b"
)
_HAS_KIN = re.compile(
    rf"\bhas (?:(?:an?|{'|'.join(ONE_TO_TWELVE)}|\d+|secret|grown|grown-up|little|own|his|her|got) )+"
    rf"(?P<kin>husband|wife|son|daughter|child|children|kid|kids|twin|twins)s?\b"
)


def is_other_kin(now: Situation, claim: Claim, text: str) -> bool:
    """Tell whether a claim, in full words, says of somebody's family what is not so."""
    none = _NO_KIN.search(text)
    if none is not None or claim.is_negated:
        return none is not None and _has_kin(now, _kind_of(none["kin"] or ""))
    others = [one for one in claim.people if one != now.who]
    found = (_IS_KIN if others else _HAS_KIN).search(text)
    if found is None:
        return False
    return not (_is_kin_to(now, found, others) if others else _has_own(now, _kind_of(found["kin"])))


def _is_kin_to(now: Situation, found: re.Match[str], others: Sequence[str]) -> bool:
    """Tell whether somebody is kin, as is said, to one of some others."""
    kind = _kind_of(found["kin"] or found["both"])
    return any(_are_kin(now.who, one, kind, now.world) for one in others)


def _has_kin(now: Situation, kind: str) -> bool:
    return any(_is_kin(one.how, kind) for one in now.persona.relationships)


def _kind_of(word: str) -> str:
    """Return the kind of a word for kin; "" for none."""
    return next((kind for kind, words in _KINDS.items() if word in words.split("|")), "")


def _is_kin(text: str, kind: str) -> bool:
    """Tell whether words tell of kin of a kind, "" for any."""
    words = _KINDS[kind] if kind else _WORDS
    return re.search(rf"\b(?:{words})s?\b", text.lower()) is not None


def _are_kin(who: str, other: str, kind: str, world: World) -> bool:
    """Tell whether what is written of two people makes them kin of a kind."""
    for one, its in ((who, other), (other, who)):
        persona = world.people[one].persona
        bonds = (bond.how for bond in persona.relationships if bond.who == its)
        first = world.people[its].persona.name.split()[0]
        sentences = (text for text in re.split(r"[.;!?]", persona.about) if first in text)
        if any(_is_kin(text, kind) for text in (*bonds, *sentences)):
            return True
    return False


def _has_own(now: Situation, kind: str) -> bool:
    """Tell whether somebody's own words, or what is written of them, tell of kin of their own."""
    persona = now.persona
    texts = (
        persona.about,
        persona.aspiration,
        *(one.text for one in persona.secrets),
        *(one.text for one in persona.memories),
        *(one.view for one in persona.relationships),
    )
    own = re.compile(
        rf"\b(?:my|his|her|their|an?|older|younger|late|two|three|four|\w+'s) (?:{_KINDS[kind]})s?\b"
    )
    is_said = any(own.search(text.lower()) for text in texts)
    return is_said or _has_kin(now, kind)
