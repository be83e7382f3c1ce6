"""Token counts: the server's own if plausible, else an estimate from the text."""

CHARS_PER_TOKEN = 4
"""Letters that a token comes to, about, in English prose."""
MAX_COUNT = 100_000_000
"""Tokens of a single prompt or reply above which a count is no longer plausible."""


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text.

    >>> estimate_tokens("Ada bakes.")
    4
    """
    return len(text) // CHARS_PER_TOKEN + 2


def is_plausible_count(count: object) -> bool:
    """Return whether a count is a plain integer from 0 to MOST; True and 3.0 are not.

    >>> [is_plausible_count(count) for count in (0, 7, True, -1, 3.0, "7", None)]
    [True, True, False, False, False, False, False]
    """
    return type(count) is int and 0 <= count <= MAX_COUNT


def count_or_estimate(count: object, text: str) -> int:
    """Return the count where it is plausible, else the estimate for the text that it stands for."""
    return count if type(count) is int and is_plausible_count(count) else estimate_tokens(text)
