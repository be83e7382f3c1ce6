"""Sentences of what was said, as they are compared: without names, numbers and what leads in."""

import re
from collections.abc import Iterator

from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.world.model.world import World

LEAST_LETTERS = 25
"""The letters above which a sentence counts."""
MAX_LEAD_IN = 40
"""Letters of what may stand before a colon to lead in what follows."""
_ENDS = re.compile(r"(?<=[.!?…”])\s+")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_NUMBERS = frozenset((*ONE_TO_TWELVE, "half", "quarter", "noon", "midnight"))


def names_in(world: World) -> frozenset[str]:
    """Return the parts of the names of people, folded."""
    return frozenset(
        part.casefold() for one in world.people.values() for part in one.persona.name.split()
    )


def bare_words(words: str, names: frozenset[str]) -> Iterator[list[str]]:
    """Yield the words of each sentence of an utterance, without a lead-in, names and numbers."""
    for sentence in _ENDS.split(words):
        lead, _, told = sentence.partition(": ")
        text = told if told and len(lead) <= MAX_LEAD_IN else sentence
        kept = (re.sub("['’]s$", "", one) for one in _WORD.findall(text.casefold()))
        yield [
            one for one in kept if one not in names and one not in _NUMBERS and not one.isdecimal()
        ]


def bare_sentences(words: str, names: frozenset[str]) -> Iterator[str]:
    """Yield the sentences of an utterance that are long enough to count, each bare.

    >>> [*bare_sentences("Good. Listen, Ada: the oak by the pond was felled at seven!", frozenset({"ada"}))]
    ['the oak by the pond was felled at']
    """
    for bare in map(" ".join, bare_words(words, names)):
        if len(bare) > LEAST_LETTERS:
            yield bare
