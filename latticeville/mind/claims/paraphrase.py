"""How near a sentence comes to what a claim says, in words of any related meaning.

A claim that is a paraphrase of something known is never denied, so this is generous where
`support`, by which claims are confirmed, is strict.
"""

from collections.abc import Iterable

from latticeville.mind.claims.claim import Claim
from latticeville.mind.claims.evidence import Evidence
from latticeville.mind.claims.names import names_of
from latticeville.mind.claims.relatedness import is_thing, is_told, telling
from latticeville.mind.claims.vocabulary import concepts_of_kind
from latticeville.world.model.world import World

NAME, LIGHT = 0.4, 0.3
"""The weight of a person, place or object that a claim names, and of words that say little."""


def likeness(claim: Claim, evidence: Iterable[Evidence], who: str) -> float:
    """Return how much of a claim of somebody the likest sentence says, from 0 to 1."""
    terms = [
        (term, _weight(term, one)) for one, term in zip(claim.concepts, claim.terms, strict=True)
    ]
    names = [{one} for one in claim.people if one != who] + [{*ids} for ids in claim.things]
    whole = sum(share for _, share in terms) + NAME * len(names)
    if not whole:
        return 0.0
    return max((_said(one, terms, names) for one in evidence), default=0.0) / whole


def _weight(term: str, concept: str) -> float:
    is_light = concept in concepts_of_kind("light") or term.isdigit()
    return LIGHT if is_light else telling(term)


def _said(one: Evidence, terms: Iterable[tuple[str, float]], names: Iterable[set[str]]) -> float:
    """Return the weight of what a sentence says of a claim; nothing where it only names the same."""
    said = sum(share for term, share in terms if is_told(term, one.words))
    return said and said + NAME * sum(not one.named.isdisjoint(each) for each in names)


def strange_things(claim: Claim, evidence: Iterable[Evidence], world: World) -> list[str]:
    """Return the things and deeds of a claim to which no word of any sentence is related, nor a name
    of the world."""
    known = frozenset(word for one in evidence for word in one.words) | names_of(world).nouns
    return [
        term
        for concept, term in zip(claim.concepts, claim.terms, strict=True)
        if _is_striking(term, concept) and not is_told(term, known)
    ]


def _is_striking(term: str, concept: str) -> bool:
    if term.isdigit() or concept in concepts_of_kind("light"):
        return False
    return is_thing(term) or concept in concepts_of_kind("decisive")
