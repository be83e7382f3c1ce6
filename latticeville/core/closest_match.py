"""The word that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice


def closest_match(word: str, known: Iterable[str]) -> str:
    """Return the known word that looks most like this one, or nothing; of very many words only some
    are tried."""
    return next(iter(get_close_matches(word[:80], [*islice(known, 500)], 1, 0.6)), "")
