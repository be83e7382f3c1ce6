"""Relevance: cosines rounded to six decimals, the same on every machine however its BLAS adds up.

A float32 product is off by more than the rounding, so that its last bits would decide digits. It serves as a first
reading with a proven bound instead: who may be the least, the greatest or among the best is read again in float64,
and where even that lies too near to the middle between two digits, exactly. What was read for a query is kept, and
extended by new memories only.
"""

from collections.abc import Sequence
from math import fsum, isfinite
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from latticeville.mind.recency import Floats, Ints

Embedding = npt.ArrayLike | None
"""What an embedder gave for a text, be it usable or not."""
Vectors = npt.NDArray[np.float32]
"""Unit vectors, a row each."""
DIGITS = 1e6
"""A cosine is rounded to a whole number of these."""
KEPT = 16
"""Queries whose cosines are kept for an agent: those of a few ticks."""
_BLOCK, _FEW = 4096, 64
"""Rows made unit vectors at once; rows read in float64 at once, few enough for the nearest cache."""


class Reading(NamedTuple):
    """First readings of cosines, those already `known` exactly excepted, with the exact least and greatest."""

    values: Floats
    low: float
    high: float


class Cosines:
    """The cosines of one query with the memories of a storage, as far as they have been read."""

    __slots__ = ("_known", "_read", "_values", "best", "slack", "still", "unit", "wide")

    def __init__(self, unit: Vectors) -> None:
        self.unit, self.wide = unit, unit.astype(np.float64)
        self.slack = (len(unit) + 8) * 2.0**-24 * 1.001 + 0.5 / DIGITS
        """How far a first reading may be off: dim·u for a sum in any order (Higham 2002, section 3.1)."""
        self.best: tuple[Any, ...] = ()
        """The last ranking, for whoever asks the same again."""
        self.still: tuple[Any, ...] = ()
        """What of the last first readings stays while no memory is added."""
        self._read = Reading(np.empty(0), 0.0, 0.0)
        self._values, self._known = np.empty(0), np.empty(0, np.bool_)

    def read(self, vectors: Vectors) -> Reading:
        """Return the readings for the first memories of the storage."""
        size, held = len(vectors), self._read
        done = len(held.values)
        if size == done:
            return held
        if size < done:
            return Reading(held.values[:size], *self._ends(vectors, 0))
        self._make_room(size)
        self._values[done:size] = vectors[done:] @ self.unit
        self._known[done:size] = False
        low, high = self._ends(vectors, done)
        if done:
            low, high = min(low, held.low), max(high, held.high)
        self._read = Reading(self._values[:size], low, high)
        return self._read

    def settle(self, vectors: Vectors, ids: Ints | None = None) -> Floats:
        """Return the exact cosines of some memories, or of all."""
        if ids is None:
            if not self._known[: len(vectors)].all():
                self._values[: len(vectors)] = exact(vectors, self.wide)
                self._known[: len(vectors)] = True
            return self._values[: len(vectors)].copy()
        known = self._known[ids]
        if not known.all():
            fresh = ids[~known]
            self._values[fresh] = exact(vectors[fresh], self.wide)
            self._known[fresh] = True
        found: Floats = self._values[ids]
        return found

    def _ends(self, vectors: Vectors, start: int) -> tuple[float, float]:
        """Return the exact least and greatest from a memory on."""
        first = self._values[start : len(vectors)]
        low, high = first.min(), first.max()
        if len(first) > _FEW:
            margin = 2 * self.slack
            places = np.flatnonzero((first <= low + margin) | (first >= high - margin))
        else:
            places = np.arange(len(first))
        found = self.settle(vectors, places + start)
        return float(found.min()), float(found.max())

    def _make_room(self, size: int) -> None:
        if size > len(self._values):
            done, room = len(self._read.values), max(size, 2 * len(self._values))
            values, known = np.empty(room), np.zeros(room, np.bool_)
            values[:done], known[:done] = self._values[:done], self._known[:done]
            self._values, self._known = values, known


def cosines(memo: dict[bytes, Cosines], query: Embedding, dim: int) -> Cosines | None:
    """Return what is known about a query's cosines, or None where it is of another size or not finite."""
    if query is None or not dim:
        return None
    given = floats(query)
    if given is None or given.shape != (dim,):
        return None
    key = given.tobytes()
    held = memo.pop(key, None)
    if held is None:
        if not isfinite(given.sum(dtype=np.float64)):
            return None
        held = Cosines(unit(given))
        while len(memo) >= KEPT:
            memo.pop(next(iter(memo)), None)
    memo[key] = held
    return held


def exact(vectors: Vectors, wide: Floats) -> Floats:
    """Return cosines rounded from their true values.

    A sum in float64 is off by less than dim·2^-53; where that could tip the rounding, the products, which are exact,
    are summed without any error.
    """
    sums, block = np.empty(len(vectors)), np.empty((min(len(vectors), _FEW), len(wide)))
    for at in range(0, len(vectors), _FEW):
        some = vectors[at : at + _FEW]
        block[: len(some)] = some
        np.dot(block[: len(some)], wide, out=sums[at : at + _FEW])
    sums *= DIGITS
    whole = np.rint(sums)
    doubt = np.abs(sums - whole) > 0.5 - (len(wide) + 8) * 2.0**-52 * DIGITS
    for place in np.flatnonzero(doubt).tolist():
        whole[place] = round(fsum((vectors[place] * wide).tolist()) * DIGITS)
    return whole / DIGITS + 0.0


def units(vectors: Sequence[Embedding] | npt.NDArray[Any], dim: int) -> Vectors:
    """Return embeddings as unit vectors, as zeros where they are of another size, not finite, or nothing."""
    if isinstance(vectors, np.ndarray) and vectors.shape == (len(vectors), dim) and vectors.dtype == np.float32:
        return np.concatenate([unit(vectors[at : at + _BLOCK]) for at in range(0, len(vectors) or 1, _BLOCK)])
    rows = np.zeros((len(vectors), dim), np.float32)
    for place, vector in enumerate(vectors):
        given = floats(vector)
        if given is not None and given.shape == (dim,):
            rows[place] = given
    return unit(rows)


def floats(vector: Embedding) -> Vectors | None:
    """Return an embedding as float32, or None where it is none."""
    if isinstance(vector, np.ndarray) and vector.dtype == np.float32:
        return vector
    try:
        with np.errstate(over="ignore"):
            return np.asarray(vector, np.float32)
    except (TypeError, ValueError):
        return None


def unit(rows: Vectors) -> Vectors:
    """Scale rows to length 1, unless they are zero or not finite, which makes them zero.

    Squares are summed one after the other, in the same order on every machine; those of float32 fit into float64.
    """
    wide = rows.astype(np.float64)
    if not wide.size:
        return rows
    squares = np.cumsum(wide * wide, axis=-1)[..., -1:]
    usable = np.isfinite(squares) & (squares > 0)
    if not usable.all():
        wide, squares = np.where(usable, wide, 0.0), np.where(usable, squares, 1.0)
    return (wide / np.sqrt(squares)).astype(np.float32)
