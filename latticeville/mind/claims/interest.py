"""To whom a claim matters: those whom it names, those who are close to them, live or work there, or
hold a view."""

import re

from latticeville.core.rng import rng
from latticeville.mind.claims.claim import EVENT, STATE, Claim
from latticeville.mind.claims.evidence import of_persona
from latticeville.mind.claims.place_evidence import areas_of, is_strange
from latticeville.mind.claims.vocabulary import concepts_of_kind
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

CARES, CARES_MUCH = 0.4, 0.55
"""How much a claim has to matter for people to be told it by who heard it first, and by others."""
OWN_BOND, THEIR_BOND, VIEW, VISITS, WORD, CURIOSITY = 0.45, 0.25, 0.6, 0.25, 0.05, 0.2
"""How much it matters that one is tied to a person, they are tied to one, one holds a view, usually
goes there, and shares a word; and at most, by chance."""
HALF = 0.5
"""The share of a view that matters where somebody does something with its subject."""
STRIKING = 0.3
"""How much it matters to everybody that a place is said to be otherwise than it was."""


def matters(claim: Claim, who: str, world: World) -> float:
    """Return how much a claim matters to somebody, from 0 to 1."""
    if who in claim.people or is_keeper(claim, who, world):
        return 1.0 if claim.is_understood else 0.0
    if not claim.is_understood or who not in world.people:
        return 0.0
    subjects = claim.knowers or claim.people
    bond = max((_bond(who, other, world) for other in subjects), default=0.0)
    chance = CURIOSITY * rng(world.seed, 0, who, f"claim:{claim.words}").uniform()
    is_grave = not concepts_of_kind("grave").isdisjoint(claim.concepts)
    found = bond + _view(claim, who, world) + _visits(claim, who, world) + chance
    found += STRIKING * ((is_grave or is_striking(claim, world)) and not claim.knowers)
    return min(1.0, found + _words(claim, who, world))


def is_striking(claim: Claim, world: World) -> bool:
    """Tell whether everybody would see who is there: fire, damage, or what is strange to a place."""
    kept: dict[str, bool] = world.keep("claim_striking", dict)
    if claim.words not in kept:
        kept[claim.words] = _is_striking(claim, world)
    return kept[claim.words]


def _is_striking(claim: Claim, world: World) -> bool:
    visible = concepts_of_kind("visible").intersection(claim.concepts)
    if visible - concepts_of_kind("filled"):
        return True
    if claim.kind not in (EVENT, STATE) or claim.knowers or not claim.things:
        return False
    is_hidden = not concepts_of_kind("hidden").isdisjoint(claim.concepts)
    is_placed = bool(visible) or not concepts_of_kind("placed").isdisjoint(claim.concepts)
    is_placed = is_placed or _IS_THERE.search(claim.words) is not None
    return is_placed and not is_hidden and is_strange(claim, world)


_IS_THERE = re.compile(
    r"^There\b|\b(?:been|being) |\bhas (?:an?|two|three|four|five|six) "
    r"|\b(?:[Tt]hey|[Ss]omebody|[Ss]omeone)(?: have| has|['’]ve|['’]s) "
    r"|\b(?:is|are) (?:[\w-]+ )*?(?:in|on|at|over|up|down|under|beside|next to|inside|between|along|with|of)\b"
)
"""What tells that something is, or is done, at a place, or that a thing has it."""


def is_keeper(claim: Claim, who: str, world: World) -> bool:
    """Tell whether somebody lives or works at a place that a claim names, or where an object is."""
    if who not in world.people:
        return False
    own = {*_around(world.people[who].home, world), *_around(world.people[who].work, world)}
    return any(not own.isdisjoint(areas_of(ids, world)) for ids in claim.things)


def _around(place: str, world: World) -> tuple[str, ...]:
    known = world.areas.by_id
    return tuple(one for one in world.areas.path(place) if one != WORLD) if place in known else ()


def _bond(who: str, other: str, world: World) -> float:
    """Return how much it matters to somebody what is told of another."""
    if other not in world.people:
        return 0.0
    mine, theirs = world.people[who], world.people[other]
    if not mine.persona.relationships and not theirs.persona.relationships:
        return THEIR_BOND
    if any(one.who == other for one in mine.persona.relationships) or _is_together(
        who, other, world
    ):
        return OWN_BOND
    return THEIR_BOND if any(one.who == who for one in theirs.persona.relationships) else 0.0


def _is_together(who: str, other: str, world: World) -> bool:
    one, two = world.people[who], world.people[other]
    return not {one.home, one.work}.isdisjoint({two.home, two.work} - {"", WORLD})


def _view(claim: Claim, who: str, world: World) -> float:
    opinions = world.people[who].persona.opinions
    found = (abs(one.stance or 0.5) for one in opinions if one.topic in claim.topics)
    share = HALF if claim.knowers else 1.0
    return VIEW * share * max(found, default=0.0)


def _visits(claim: Claim, who: str, world: World) -> float:
    rows = usual_days(world).of(who).rows
    visited = {area for row in rows for area in _around(row.place, world)}
    is_visited = any(not visited.isdisjoint(areas_of(ids, world)) for ids in claim.things)
    return VISITS if is_visited else 0.0


def _words(claim: Claim, who: str, world: World) -> float:
    """Return how much it matters that a claim shares words with what is written of somebody."""
    known = set[str]().union(*(one.concepts for one in of_persona(who, world)))
    return WORD * min(2, len(known.intersection(claim.concepts)))
