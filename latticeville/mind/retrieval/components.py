"""The components of a score: relevance and recency; and how a result is made diverse."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from functools import lru_cache
from math import ceil, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from latticeville.mind.retrieval.profiles import HOUR, RANK, WHOLE_HOUR, Decay

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Vectors = npt.NDArray[np.float32]
"""Rows of float32."""
ShortVectors = npt.NDArray[np.int16]
"""Rows of whole numbers, as they are kept: exactly those of float32 in half the space."""
Embedding = npt.ArrayLike | None
"""What an embedder gave for a text, usable or not."""
_LENGTH, _BLOCK = 4096, 4096
"""Greatest length of a vector of whole numbers; rows that are quantised at once."""


class QuantisedVectors(NamedTuple):
    """Vectors in whole numbers, (n, dim), and one over their lengths, (n,); zero where there is
    none.

    They are float32; int16, half as large, where they are only compared with a query.
    """

    vectors: Vectors | ShortVectors
    scales: Floats

    def cosines(self, query: "QuantisedVectors") -> Floats:
        """Return the cosines with the only row of a query, (n,)."""
        found: Floats = _exact_products(self.vectors, query.vectors[0]) * self.scales
        found *= query.scales[0]
        return found

    def cosines_among(self, place: int) -> Floats:
        """Return the cosines of all rows with one of them, (n,)."""
        found: Floats = _exact_products(self.vectors, self.vectors[place]) * self.scales[place]
        found *= self.scales
        return found


def _exact_products(rows: Vectors | ShortVectors, vector: Vectors | ShortVectors) -> Vectors:
    """Return the products of rows with a vector, without BLAS, which wakes a thread for each core
    even for a few."""
    found: Vectors = np.einsum("ij,j->i", rows, vector)
    return found


def quantise(embeddings: Sequence[Embedding] | npt.NDArray[Any], dim: int) -> QuantisedVectors:
    """Return embeddings in whole numbers, zeros for those of another size, not finite, or
    nothing."""
    if isinstance(embeddings, np.ndarray) and embeddings.shape == (len(embeddings), dim):
        given = embeddings.astype(np.float32, copy=False)
    else:
        given = np.array([as_vector(one, dim) for one in embeddings], np.float32).reshape(
            len(embeddings), dim
        )
    parts = [_quantise_rows(given[at : at + _BLOCK]) for at in range(0, len(given) or 1, _BLOCK)]
    vectors, scales = zip(*parts, strict=True)
    return QuantisedVectors(np.concatenate(vectors), np.concatenate(scales))


def as_vector(embedding: Embedding, dim: int) -> Vectors:
    """Return an embedding as float32, (dim,), zeros where it is none of finite numbers."""
    try:
        with np.errstate(over="ignore"):
            found = np.asarray(embedding, np.float32)
    except (TypeError, ValueError):
        return np.zeros(dim, np.float32)
    return (
        found if found.shape == (dim,) and np.isfinite(found).all() else np.zeros(dim, np.float32)
    )


def quantise_vector(vector: Vectors) -> QuantisedVectors:
    """Return one vector as `quantise` does, in a fraction of the time."""
    wide = vector.astype(np.float64)
    square = (wide * wide).cumsum().item(-1) if len(wide) else 0.0
    if not isfinite(square) or not square:
        return QuantisedVectors(np.zeros((1, len(wide)), np.float32), np.zeros(1))
    wide /= sqrt(square)
    wide *= _integer_length(len(wide))
    whole = np.rint(wide, out=wide).astype(np.float32)
    length = sqrt(whole.dot(whole))
    return QuantisedVectors(whole[None], np.full(1, 1.0 / length if length else 0.0))


def _quantise_rows(rows: Vectors) -> QuantisedVectors:
    """Quantise rows; squares are added one after the other, in the same order on every machine."""
    if not rows.size:
        return QuantisedVectors(rows, np.zeros(len(rows)))
    wide = rows.astype(np.float64)
    squares = np.cumsum(wide * wide, axis=1)[:, -1:]
    usable = np.isfinite(squares) & (squares > 0)
    wide = np.where(usable, wide, 0.0)
    wide /= np.sqrt(np.where(usable, squares, 1.0))
    wide *= _integer_length(rows.shape[1])
    whole = np.rint(wide, out=wide).astype(np.float32)
    lengths = np.sqrt((whole * whole).sum(axis=1, dtype=np.float64))
    return QuantisedVectors(
        whole, np.divide(1.0, lengths, out=np.zeros(len(rows)), where=lengths > 0)
    )


def _integer_length(dim: int) -> int:
    """Return the length of a unit vector in whole numbers, which rounding lengthens by half the
    root of its size."""
    return _LENGTH - ceil(sqrt(dim) / 2)


BITS, FINE, _COARSE = 10, 1024, 4096
"""Powers at every step of the first 1024, and at every 1024th: ages beyond their product count as
that old."""


def decay_powers(decay: Decay, minutes: int, ages: Ints) -> Floats:
    """Return recency at ages in ticks of so many minutes; at ranks, where the decay counts those.

    Only table lookups and one multiplication a value, both exact or rounded as IEEE 754 says, so
    that the last bits of no machine's exp or pow decide an order.
    """
    steps = np.minimum(
        ages * minutes // 60 if decay.unit == WHOLE_HOUR else ages, FINE * _COARSE - 1
    )
    fine, coarse = power_tables(decay, minutes)
    values: Floats = coarse.take(steps >> BITS)
    values *= fine.take(steps & (FINE - 1))
    return values


@lru_cache(maxsize=64)
def power_tables(decay: Decay, minutes: int) -> tuple[Floats, Floats]:
    """Return the recency at each of the first `FINE` steps, and at every `FINE`-th."""
    with localcontext(prec=40):
        step = Decimal(minutes) / 60 if decay.unit == HOUR else Decimal(1)
        factor = Decimal(repr(decay.base)) ** (step / decay.span)
        return _power_table(factor, FINE), _power_table(factor**FINE, _COARSE)


def _power_table(factor: Decimal, size: int) -> Floats:
    values, power = np.empty(size), Decimal(1)
    for place in range(size):
        values[place] = float(power)
        power *= factor
    return values


def recency_origin(newest: int) -> int:
    """Return the tick from which levels are measured: the next multiple of 1024 after the newest
    access."""
    return ((newest >> BITS) + 1) << BITS


def relative_recency(decay: Decay, minutes: int, last: Ints, origin: int) -> Floats:
    """Return recency, but for a factor that all share, from ticks of last access; seen from a mark,
    or from now."""
    if decay.unit == RANK:
        return decay_powers(decay, 1, access_ranks(last))
    return decay_powers(decay, minutes, origin - last)


def access_ranks(last: Ints) -> Ints:
    """Return places from 1, the least recently accessed, on; the older of two accessed at once
    comes first."""
    places = np.empty(len(last), np.int64)
    places[np.argsort(last, kind="stable")] = np.arange(1, len(last) + 1)
    return places


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
