"""Maximal marginal relevance: near-copies of a memory take one slot.

Carbonell and Goldstein 1998, “The Use of MMR, Diversity-Based Reranking for Reordering Documents
and Producing Summaries”, SIGIR, pp. 335-336. The next memory is the one with the highest score
minus `weight` times its cosine with the nearest memory that is already taken.
"""

from typing import NamedTuple

import numpy as np

from latticeville.mind.retrieval.relevance import Floats, Ints, QuantisedVectors

POOL = 64
"""How many of the best memories compete; those behind them follow by their score alone."""


class Diversified(NamedTuple):
    """Places in the order in which they are taken; with each its cosine with the nearest before it,
    and its place.

    The cosine is 0 and the place -1 where nothing before it is alike.
    """

    order: Ints
    likeness: Floats
    like: Ints


def diversify(vectors: QuantisedVectors, scores: Floats, weight: float, count: int) -> Diversified:
    """Take so many of some memories, given best first; among equals the first."""
    size = len(scores)
    count = min(count, size)
    left, nearest, like = scores.copy(), np.zeros(size), np.full(size, -1, np.int64)
    order, likeness = np.empty(count, np.int64), np.empty(count)
    taken_like = np.empty(count, np.int64)
    for place in range(count):
        best = int((left - weight * nearest).argmax())
        order[place], likeness[place], taken_like[place] = best, nearest[best], like[best]
        left[best] = -np.inf
        cosines = vectors.cosines_among(best)
        closer = cosines > nearest
        nearest[closer], like[closer] = cosines[closer], best
    return Diversified(order, likeness, taken_like)
