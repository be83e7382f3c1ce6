"""What a claim says of somebody that their own life speaks against: another trade, home, family, age or
view, or that they do not do what they do every day."""

import re
from collections.abc import Sequence

from latticeville.mind.claims.claim import Claim
from latticeville.mind.claims.disowned import disowns_life
from latticeville.mind.claims.evidence import Evidence
from latticeville.mind.claims.kin import is_other_kin
from latticeville.mind.claims.other_view import is_other_view
from latticeville.mind.claims.own_life import ClaimPart
from latticeville.mind.claims.spans import is_other_age, is_other_span
from latticeville.mind.claims.trades import trade_concepts
from latticeville.mind.claims.vocabulary import concept_of
from latticeville.mind.situation import Situation
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World

_TRADE = re.compile(
    r"\b(?:(?:is|was|became) (?:(?:really|only|just|now|actually|secretly|no more than) )?an?"
    r"|as an?|is the (?:village|town|new)) (?:\w+ )?(?P<trade>\w+)\b"
)
"""What somebody is said to be, or to work as."""
_ALONE = re.compile(
    r"\b(?:lives?|living) (?:all )?(?:alone|on (?:his|her|their) own|by (?:him|her)self)\b"
)
_LIVES = re.compile(r"\b(?:lives?|lodges?|resides?|dwells?)\b.*?\b(?:in|at|on|above|under|inside) ")


def is_in_conflict(now: Situation, part: ClaimPart, known: Sequence[Evidence]) -> bool:
    """Tell whether one of the things that are said of somebody is not as they are."""
    text, claim = part
    own = [one for one in known if one.most == 1.0 and not one.of]
    return any(
        (
            _is_other_trade(text, own),
            _is_other_home(now, claim, text),
            is_other_kin(now, claim, text),
            is_other_age(now.persona.age, text),
            is_other_span(now.persona.about, text),
            claim.concepts == ("Die",) and not claim.is_negated,
            disowns_life(now, claim, text, own),
            is_other_view(now.who, claim, now.world),
        )
    )


def _is_other_trade(text: str, own: Sequence[Evidence]) -> bool:
    """Tell whether somebody is said to be of a trade of which nothing in their life tells."""
    said = (trade_concepts().get(one["trade"]) for one in _TRADE.finditer(text.lower()))
    known = {concept_of(word) for one in own if one.memory < 0 for word in one.words}
    return any(concepts is not None and known.isdisjoint(concepts) for concepts in said)


def _is_other_home(now: Situation, claim: Claim, text: str) -> bool:
    """Tell whether somebody is said to live where they do not, or alone in a house that they share."""
    world = now.world
    home = world.people[now.who].home
    if home in ("", WORLD) or claim.is_negated:
        return False
    if _ALONE.search(text):
        return any(one.home == home for who, one in world.people.items() if who != now.who)
    said = claim.places if _LIVES.search(text) else ()
    return bool(said) and not any(_is_around(ids, home, world) for ids in said)


def _is_around(ids: Sequence[str], home: str, world: World) -> bool:
    """Tell whether a home lies in the same building as one of some places."""
    path = {*world.areas.path(home)} - {WORLD}
    return any(path & {*world.areas.path(one)} for one in ids if one in world.areas.by_id)
