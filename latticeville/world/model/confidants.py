"""Who may be told a secret, by what is written: its `to` and `trust`, or whom it puts in danger."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from latticeville.world.model.bonds import COLD, WARM, read_relationship, stance_of
from latticeville.world.model.personas import Opinion, Relationship, Secret
from latticeville.world.model.world import World

NOBODY = 1.0
"""The `trust` of a secret that nobody is told."""
TRUSTED = 0.62
"""The trust in somebody from which on they are told a secret, where the persona does not say."""
NEAR = 0.6
"""The closeness from which on somebody stands by another, so that they would tell them."""
OPPOSED = 0.3
"""The stance on a subject from which on somebody is for or against it."""


class _Tied(NamedTuple):
    """What decides whether somebody is a danger to a secret."""

    who: str
    first_name: str
    relationships: tuple[Relationship, ...]
    opinions: tuple[Opinion, ...]


def audience(world: World, owner: str, secret: Secret) -> frozenset[str]:
    """Return who may be told a secret: the people in its `to`, or else everybody whom it does not
    put in danger.

    A danger are the people whom it names, those who stand by them, unless it is kind, and those
    who think the opposite of a subject that it names.
    """
    if secret.trust == NOBODY:
        return frozenset()
    if secret.to:
        return frozenset(secret.to)
    people = tuple(
        _Tied(who, one.persona.first_name, one.persona.relationships, one.persona.opinions)
        for who, one in sorted(world.people.items())
    )
    return _derived_audience(owner, secret.text, people)


@lru_cache(maxsize=256)
def _derived_audience(owner: str, text: str, people: tuple[_Tied, ...]) -> frozenset[str]:
    own = next(one for one in people if one.who == owner)
    others = [one for one in people if one.who != owner]
    return frozenset(one.who for one in others) - _danger(own, text, others)


def _danger(own: _Tied, text: str, others: Sequence[_Tied]) -> set[str]:
    """Return who must not be told a secret."""
    named = {one.who for one in others if _names(text, one.first_name)}
    opposed = {one.who for one in others if _is_opposed(own, one, text.casefold())}
    if len(WARM.findall(text)) > len(COLD.findall(text)):
        return named | opposed
    return named | opposed | {one.who for one in others if _stands_by(one, named)}


def _names(text: str, name: str) -> bool:
    return name in text and re.search(rf"\b{re.escape(name)}\b", text) is not None


def _stands_by(one: _Tied, named: Collection[str]) -> bool:
    """Tell whether the words of a persona say that they are close to one of those named."""
    ties = (tie for tie in one.relationships if tie.who in named)
    return any(read_relationship(tie).closeness >= NEAR for tie in ties)


def _is_opposed(own: _Tied, other: _Tied, text: str) -> bool:
    """Tell whether two people are for and against a subject that a secret names."""
    mine = {one.topic: stance_of(one) for one in own.opinions if one.topic.casefold() in text}
    theirs = {one.topic: stance_of(one) for one in other.opinions if one.topic in mine}
    return any(
        mine[topic] * stance < 0 and min(abs(mine[topic]), abs(stance)) >= OPPOSED
        for topic, stance in theirs.items()
    )


def threshold(secret: Secret) -> float:
    """Return the trust that somebody needs to be told a secret."""
    if secret.trust is not None:
        return secret.trust
    return 0.0 if secret.to else TRUSTED
