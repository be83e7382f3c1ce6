"""Settings that replace those of a recorded retrieval: query, profile, count, weights."""

import msgspec

TOP = 8
"""Memories above the cut line where nobody says how many."""


class Terms(msgspec.Struct, frozen=True):
    """Query, profile, how many, and weights of recency, relevance and importance; None is as it
    was."""

    query: str | None = None
    profile: str | None = None
    k: int | None = None
    weights: tuple[float, float, float] | None = None
