"""Who is meant by a trade: “the librarian”, “the landlord”."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from latticeville.mind.claims.vocabulary import concept_of, lists, tokens
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World


def trades_of(world: World) -> Mapping[str, str]:
    """Return the ids of the people of a world by the trades that they alone have: by what others call
    them or what they are said to be, else by where they work, else by what is first said of them."""
    return world.keep("trades", lambda: _trades_of(world))


def _trades_of(world: World) -> dict[str, str]:
    called = alone((word, who) for word, who in _called(world) if word in trade_concepts())
    work, about = ({who: find(who, world) for who in world.people} for find in (_work, _about))
    found = {**alone(_by(about)), **alone(_by(work)), **called}
    return {trade: who for trade, who in found.items() if who}


def alone(titled: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return who has each title alone, of titles with people; "" where several have it.

    >>> alone([("smith", "dax"), ("friend", "ada"), ("friend", "dax")])
    {'smith': 'dax', 'friend': ''}
    """
    found = dict[str, set[str]]()
    for title, who in titled:
        found.setdefault(title, set()).add(who)
    return {title: min(some) if len(some) == 1 else "" for title, some in found.items()}


@cache
def trade_concepts() -> Mapping[str, frozenset[str]]:
    """Return the concepts of the words that tell of each trade."""
    lines = (one.partition(":") for one in lists().trades["trades"].strip().splitlines())
    return {
        title: frozenset(map(concept_of, (title, *words.split())))
        for titles, _, words in lines
        for title in titles.split()
    }


def _called(world: World) -> Iterator[tuple[str, str]]:
    """Yield the words for people of others, and for what they themselves are."""
    for who, one in world.people.items():
        for bond in one.persona.relationships:
            yield from ((word, bond.who) for word in tokens(bond.how))
        for found in _IS.finditer(one.persona.about):
            yield found[1], who


_IS = re.compile(r"\b(?:is|as|been) (?:the |a |an |our )?(\w+)\b")


def _by(words: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str]]:
    """Yield the trades of which some words of people tell, with the people."""
    for title, concepts in trade_concepts().items():
        yield from ((title, who) for who, some in words.items() if concepts & some)


def _work(who: str, world: World) -> frozenset[str]:
    """Return the concepts of the names of the place where somebody works."""
    work, known = world.people[who].work, world.areas.by_id
    path = world.areas.path(work) if work in known else (work,)
    names = (world.name_of(one) for one in path if one not in ("", WORLD))
    return frozenset(concept_of(word) for name in names for word in tokens(name))


def _about(who: str, world: World) -> frozenset[str]:
    """Return the concepts of what is first said of somebody."""
    first = re.split(r"[.,]| and ", world.people[who].persona.about.strip(), maxsplit=1)[0]
    return frozenset(map(concept_of, tokens(first)))
