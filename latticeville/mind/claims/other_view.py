"""Claims that somebody wants what those want who are of the other side."""

from collections.abc import Iterator

from latticeville.mind.claims.claim import Claim
from latticeville.mind.claims.names import names_of
from latticeville.mind.claims.vocabulary import concept_of, is_function, stem_of, tokens
from latticeville.world.model.world import World

LEAST_STANCE = 0.2
"""How far somebody is for or against something of whom nobody can say that they want the opposite."""


def is_other_view(who: str, claim: Claim, world: World) -> bool:
    """Tell whether a claim says that somebody wants, of a subject on which they hold a view, what is in
    the view of an opponent and not in theirs."""
    if concept_of("want") not in claim.concepts:
        return False
    return any(_is_of_other_side(who, claim, topic, world) for topic in _topics(claim, world))


def _topics(claim: Claim, world: World) -> Iterator[str]:
    """Yield the subjects of opinions that a claim names."""
    words = {*tokens(claim.words)}
    return (one for one in names_of(world).topics.values() if tokens(one)[-1] in words)


def _is_of_other_side(who: str, claim: Claim, topic: str, world: World) -> bool:
    said = _stems(claim.words) - _stems(topic)
    if said & _view(who, topic, world):
        return False
    own = _stance(who, topic, world)
    others = (one for one in world.people if said & _view(one, topic, world))
    return any(own * _stance(one, topic, world) < 0 for one in others)


def _stems(text: str) -> set[str]:
    return {stem_of(one) for one in tokens(text) if not is_function(one)}


def _view(who: str, topic: str, world: World) -> set[str]:
    """Return the stems of what somebody says of a subject."""
    opinions = world.people[who].persona.opinions
    return {stem for one in opinions if one.topic == topic for stem in _stems(one.view)}


def _stance(who: str, topic: str, world: World) -> float:
    """Return how far somebody is for a topic, or against it; 0 for neither."""
    opinions = world.people[who].persona.opinions
    found = next((one.stance or 0.0 for one in opinions if one.topic == topic), 0.0)
    return found if abs(found) >= LEAST_STANCE else 0.0
