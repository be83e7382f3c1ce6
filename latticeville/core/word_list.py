"""Lists as sentences have them."""

from collections.abc import Sequence


def list_words(words: Sequence[str]) -> str:
    """Return words as a sentence lists them.

    >>> list_words(["Ada"]), list_words(["Ada", "Bob", "Cid"])
    ('Ada', 'Ada, Bob and Cid')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
