"""The words by which a text tells what another one tells."""

import re
from functools import lru_cache

from latticeville.world.model.personas import Secret

GIVING_AWAY = 3
"""The words that other words share with a secret from which on they give it away."""
_LETTERS = 5
"""The letters of a word by which a secret is brought up."""
_COMMON = frozenset(
    [
        "about",
        "after",
        "again",
        "anybody",
        "because",
        "before",
        "cannot",
        "could",
        "every",
        "first",
        "friend",
        "nobody",
        "never",
        "other",
        "people",
        "should",
        "somebody",
        "something",
        "still",
        "their",
        "there",
        "think",
        "those",
        "three",
        "times",
        "village",
        "which",
        "would",
        "years",
    ]
)
"""Words that bring up nothing."""


@lru_cache(maxsize=4096)
def telling_words(text: str) -> frozenset[str]:
    """Return the words of a text, in small letters, that are long and not common."""
    found = re.findall(r"\w+", text.casefold())
    return frozenset(one for one in found if len(one) >= _LETTERS and one not in _COMMON)


@lru_cache(maxsize=8192)
def tells(text: str, secret: Secret, least: int = GIVING_AWAY) -> bool:
    """Tell whether words tell a secret: they share so many of its own, or hold it."""
    shared = telling_words(text) & telling_words(secret.text)
    return len(shared) >= least or secret.text.casefold() in text.casefold()
