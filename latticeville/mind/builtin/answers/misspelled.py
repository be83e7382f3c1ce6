"""Names that a question misspells, and names that it has and nobody knows."""

import re
from collections.abc import Container, Iterable
from difflib import SequenceMatcher

from latticeville.core.day_words import MONTHS
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.text_fold import fold

SHORTEST = 5
"""Letters of a word from which on its spelling may be put right."""
ALIKE = 0.85
"""The share of letters from which on a word looks like another."""


def misspelled(low: str, names: Iterable[str]) -> dict[str, str]:
    """Return the words of a text in lower case that look much like a name, each with that.

    >>> misspelled("did you see byorn at the libary", ["byron", "library"])
    {'byorn': 'byron', 'libary': 'library'}
    """
    right = dict.fromkeys(names)
    words = dict.fromkeys(one for one in re.findall(r"[a-z]+", low) if len(one) >= SHORTEST)
    return {
        word: meant
        for word in words
        if word not in right and (meant := _closest(word, right)) is not None
    }


def _closest(word: str, right: Iterable[str]) -> str | None:
    """Return the word that looks most like one: with the same first letter, and not only another
    ending."""
    likeness = {one: _likeness(word, one) for one in right}
    best = max(likeness, key=lambda one: likeness[one], default=None)
    return best if best is not None and likeness[best] >= ALIKE else None


def _likeness(word: str, right: str) -> float:
    """Return how much a word looks like another, from 0 to 1; 1 where only letters are swapped."""
    is_near = right[:1] == word[0] and abs(len(right) - len(word)) <= 1
    if not is_near or right.startswith(word) or word.startswith(right):
        return 0.0
    is_swapped = sorted(right) == sorted(word)
    return 1.0 if is_swapped else SequenceMatcher(None, word, right).ratio()


def strange_names(text: str, known: Container[str]) -> list[str]:
    """Return the names in a text, each as it is written, of which no word in lower case is known.

    >>> strange_names("Did Ada meet Percival Thistle on Monday? My name is Bob.", {"ada", "bob"})
    ['Percival Thistle']
    """
    names = [found[0] for found in _NAME.finditer(text)]
    return [one for one in names if not any(_is_known(word, known) for word in one.split())]


def _is_known(word: str, known: Container[str]) -> bool:
    low = fold(word)
    return low in known or low in _NO_NAMES or low.removesuffix("s") in known


_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*")
"""A name that does not begin a sentence."""
_TITLES = "god easter christmas english mister miss doctor sir madam mother father uncle aunt"
_NO_NAMES = frozenset([*(one.lower() for one in DAY_NAMES), *MONTHS.split("|"), *_TITLES.split()])
