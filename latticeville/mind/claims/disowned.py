"""Claims that somebody does not do, cannot do or cannot bear what their life is full of."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from latticeville.mind.claims.claim import Claim
from latticeville.mind.claims.evidence import Evidence
from latticeville.mind.claims.relatedness import is_told
from latticeville.mind.claims.vocabulary import concepts_of_kind, tokens, words_of_set
from latticeville.mind.situation import Situation
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

CENTRAL = 2
"""Sentences of a life that speak of something from which on it is a part of that life."""
_NEVER = re.compile(
    r"\b(?:never|not once|gave up|(?:has|had|have) given up|gives up|quits?|stopped|no longer"
    r"|not\b.*\bany ?more)\b"
)
"""Words that deny something of a whole life, or from some day on."""
_HATES = re.compile(r"\b(?:hates?|hated|loathes?|detests?|despises?)\b")
_LACKS = re.compile(r"\b(?:forgets?|forgot|lost|lacks?|refuses?|fails?|gave up|given up|without)\b")
_DISLIKES = re.compile(
    r"\b(?:hates?|dislikes?|complains?|loathes?|cannot (?:stand|bear)|tired of)\b"
)
_NOT_YET = re.compile(
    r"\b(?:could|would|should|wants?|hopes?|wish|dreams?|forgets?|lost|refuses?)\b"
)
"""Words of a sentence that does not show that something is done."""


class _Denial(NamedTuple):
    """How something is denied: as hated, as what cannot be done, or for a whole life."""

    is_hate: bool
    is_ability: bool
    is_never: bool


def disowns_life(now: Situation, claim: Claim, text: str, own: Sequence[Evidence]) -> bool:
    """Tell whether a claim, in full words, denies of somebody what their own sentences tell."""
    said = _denial_in(text)
    if not (claim.is_negated or said.is_hate or said.is_never):
        return False
    terms = [*_terms(claim)]
    if not terms:
        return _is_of_own_places(now, claim)
    if any(_agrees(one, said) for one in _of(own, terms)):
        return False
    shown = [*filter(_is_shown, _of_days(now, own) if said.is_ability else own)]
    return _is_told_of(shown, terms, CENTRAL if any(said) else len(own) + 1)


def _denial_in(text: str) -> _Denial:
    is_hate = _HATES.search(text) is not None
    return _Denial(is_hate, not is_hate and "can" in tokens(text), _NEVER.search(text) is not None)


def _is_shown(one: Evidence) -> bool:
    return not one.is_negated and _NOT_YET.search(one.text) is None


def _is_told_of(shown: Sequence[Evidence], terms: Sequence[str], least: int) -> bool:
    """Tell whether one sentence tells all of what is denied, or several some of it."""
    is_whole = any(all(is_told(term, one.words) for term in terms) for one in shown)
    return is_whole or len([*_of(shown, terms)]) >= least


def _terms(claim: Claim) -> Iterator[str]:
    """Yield what is denied: the words of a claim that say something."""
    empty = concepts_of_kind("light") | {"Leave", "End"}
    for concept, term in zip(claim.concepts, claim.terms, strict=True):
        if concept not in empty and term not in words_of_set("denying") and not term.isdigit():
            yield term


def _of(own: Sequence[Evidence], terms: Sequence[str]) -> Iterator[Evidence]:
    """Yield the sentences that speak of one of some words."""
    return (one for one in own if any(is_told(term, one.words) for term in terms))


def _agrees(one: Evidence, said: _Denial) -> bool:
    """Tell whether somebody's own life says, too, that they do not do something, or dislike it."""
    if said.is_hate:
        return _DISLIKES.search(one.text) is not None
    return one.is_negated or _LACKS.search(one.text) is not None


def _is_of_own_places(now: Situation, claim: Claim) -> bool:
    """Tell whether a claim names nothing but places where somebody lives, works or usually is."""
    world, resident = now.world, now.world.people[now.who]
    own = {one for place in (resident.home, resident.work) for one in _path(place, world)}
    own |= {row.place for row in usual_days(world).of(now.who).rows}
    return bool(claim.places) and all(own & {*ids} for ids in claim.places)


def _path(place: str, world: World) -> tuple[str, ...]:
    return tuple(world.areas.path(place)) if place in world.areas.by_id else (place,)


def _of_days(now: Situation, own: Sequence[Evidence]) -> Iterator[Evidence]:
    """Yield the sentences of what somebody does on a usual day."""
    doing = {row.doing for row in usual_days(now.world).of(now.who).rows}
    return (one for one in own if one.text in doing)
