"""The words of a question that say what it is about."""

import re
from itertools import pairwise

from latticeville.models.fake import STOP_WORDS

_ASKING = """
any anybody anyone anything been being believe called come could describe ever feel gave get give going had happen
happened happens hear heard here important introduction just kind lately last like made make many mean mention
more most much need never new news people person please really recall recently said saw say says see seem seen
should some somebody someone something somewhere still such take talk talked tell think thing things thought time
today told want way well went would wrong yesterday yet your yourself
"""
EMPTY_WORDS = STOP_WORDS | frozenset(_ASKING.split())
"""Words that say nothing of what a question is about."""
_ENDINGS = ("ing", "ies", "ed", "er", "es", "s", "e", "y")
_SHORTEST_STEM = 3


def words_of(text: str) -> list[str]:
    """Return the words of at least three letters in lower case."""
    return re.findall(r"\w{3,}", text.casefold())


def content_words(text: str) -> list[str]:
    """Return the words that say something, in order.

    >>> content_words("What do you know about the burning bells?")
    ['burning', 'bells']
    """
    return [word for word in words_of(text) if word not in EMPTY_WORDS]


def stems_of(text: str) -> set[str]:
    """Return the stems of the words that say something.

    >>> sorted(stems_of("What do you know about the burning bells?"))
    ['bel', 'burn']
    """
    return {_stem(word) for word in content_words(text)}


def _stem(word: str) -> str:
    """Return a word without its ending, and without a consonant that the ending doubled."""
    bare = next(
        (
            word[: -len(end)]
            for end in _ENDINGS
            if word.endswith(end) and len(word) - len(end) >= _SHORTEST_STEM
        ),
        word,
    )
    doubled = len(bare) > _SHORTEST_STEM and any(a == b for a, b in pairwise(bare[-2:]))
    return bare[:-1] if doubled else bare
