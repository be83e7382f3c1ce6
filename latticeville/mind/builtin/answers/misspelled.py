"""Names that a question misspells."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

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
