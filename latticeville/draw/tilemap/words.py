"""The words in the name of a kind or a tile."""

import re

_WORD = re.compile(r"[^\W\d_]+")


def words_of(name: str) -> list[str]:
    """Return the words of a name in lower case, digits and underscores left out.

    >>> words_of("Oak_table 2")
    ['oak', 'table']
    """
    return _WORD.findall(name.lower())
