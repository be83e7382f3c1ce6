"""Relevance: cosines rounded to six decimals, the same on every machine however its BLAS adds up.

A float32 product is off by more than the rounding, so that its last bits would decide digits. It serves as a first
reading with a proven bound instead: who may be the least, the greatest or among the best is read again in float64,
and where even that lies too near to the middle between two digits, exactly. What was read for a query is kept, and
extended by new memories only.
"""

from collections.abc import Sequence
from math import fsum, isfinite, sqrt
from threading import local
from typing import Any

import numpy as np
import numpy.typing as npt

from latticeville.mind.compiling import loops
from latticeville.mind.parts import DIGITS, DOUBT, Ends, Flags, Floats, Ints, Vectors, ends, normal

Embedding = npt.ArrayLike | None
"""What an embedder gave for a text, be it usable or not."""
KEPT = 16
"""Queries whose cosines are kept for an agent: those of a few ticks."""
_BLOCK, _FEW = 4096, 256
"""Rows made unit vectors at once; rows read in float64 at once, few enough for a near cache."""


class Reading:
    """The cosines of one query with the first memories of a storage: exact where `known`, elsewhere a first reading.

    The same goes for its ends, the least and the greatest: they are exact once they are `sure`.
    """

    __slots__ = ("cosines", "ends", "known", "sure", "values")

    def __init__(self, cosines: "Cosines", values: Floats, known: Flags, extremes: Ends | None = None) -> None:
        self.cosines, self.values, self.known, self.sure = cosines, values, known, False
        self.ends: Ends = extremes or ends(values)

    def settle(self, vectors: Vectors, ids: Ints) -> None:
        """Make some cosines, the least and the greatest exact."""
        if self.sure:
            if b"\0" in self.known[ids].tobytes():
                self._read(vectors, ids[~self.known[ids]])
            return
        (low, high), margin = self.ends, 2 * self.cosines.slack
        outer = ((self.values <= low + margin) | (self.values >= high - margin)).nonzero()[0]
        self._read(vectors, np.concatenate((outer, ids)))
        self.ends = ends(self.values[outer])
        self.sure = True

    def _read(self, vectors: Vectors, fresh: Ints) -> None:
        if 2 * len(fresh) > len(vectors):
            self.values[:], self.known[:] = exact(vectors, self.cosines.unit.astype(np.float64)), True
        else:
            self.values[fresh], self.known[fresh] = exact(vectors, self.cosines.unit.astype(np.float64), fresh), True

    def normal(self, flat: float, ids: Ints | slice) -> Floats:
        """Return the cosines of memories, normalised as a `Span` is."""
        return normal(self.values[ids], self.ends, flat)

    def extended(self, values: Floats, known: Flags) -> "Reading":
        """Return the readings after memories were added; what is sure stays so if no new one may lie outside."""
        other, slack = Reading(self.cosines, values[len(self.values) :], known), self.cosines.slack
        (low, high), (least, greatest) = self.ends, other.ends
        other.sure = self.sure and low + slack < least and greatest < high - slack
        other.values, other.ends = values, (min(low, least), max(high, greatest))
        return other


class Cosines:
    """The cosines of one query with the memories of a storage, as far as they have been read."""

    __slots__ = ("_known", "_reading", "_values", "best", "slack", "unit")

    def __init__(self, unit: Vectors) -> None:
        self.unit = unit
        self.slack = (len(unit) + 8) * 2.0**-24 * 1.001 + 0.5 / DIGITS
        """How far a first reading may be off: dim·u for a sum in any order (Higham 2002, section 3.1)."""
        self.best: Any = None
        """What was found last, for whoever asks the same again."""
        self._reading: Reading | None = None

    def read(self, vectors: Vectors) -> Reading:
        """Return the readings for the first memories of the storage."""
        size, held = len(vectors), self._reading
        if held is None:
            self._values, self._known = np.empty(size), np.zeros(size, np.bool_)
            first = np.dot(vectors, self.unit, out=_blocks.line(size))
            if kernel := loops(size):
                self._reading = Reading(self, self._values, self._known, kernel.widen(first, self._values))
            else:
                self._values[:] = first
                self._reading = Reading(self, self._values, self._known)
            return self._reading
        done = len(held.values)
        if size <= done:
            return held if size == done else Reading(self, self._values[:size], self._known[:size])
        if size > len(self._values):
            values, known = np.empty(2 * size), np.zeros(2 * size, np.bool_)
            values[:done], known[:done] = held.values, held.known
            self._values, self._known = values, known
        self._values[done:size] = vectors[done:].dot(self.unit)
        self._reading = held.extended(self._values[:size], self._known[:size])
        return self._reading


def nothing(size: int) -> Reading:
    """Return the readings for no query, to which nothing is relevant."""
    found = Reading(Cosines(np.empty(0, np.float32)), np.zeros(size), np.ones(size, np.bool_))
    found.sure = True
    return found


def cosines(memo: dict[bytes, Cosines], query: Embedding, dim: int, size: int) -> Cosines | None:
    """Return what is known about a query's cosines with so many memories, or None where it is no finite vector."""
    if query is None or not dim:
        return None
    given = floats(query)
    if given is None or given.shape != (dim,):
        return None
    key = given.tobytes()
    newest = next(reversed(memo), None)
    held = memo.get(newest) if newest == key else None  # its hash is known: a new one is of all the bytes
    if held is not None:
        return held
    held = memo.pop(key, None)
    if held is None:
        unit = _scaled(given, size)
        if unit is None:
            return None
        held = Cosines(unit)
        while len(memo) >= KEPT:
            memo.pop(next(iter(memo)), None)
    memo[key] = held
    return held


def _scaled(given: Vectors, size: int) -> Vectors | None:
    """Return a query of length 1, unless it is zero, for so many memories, or None where it is not finite."""
    if kernel := loops(size):
        unit = given.copy()
        return unit if isfinite(kernel.scale(unit)) else None
    wide = given.astype(np.float64)
    square = (wide * wide).cumsum().item(-1)
    return (wide / (sqrt(square) or 1.0)).astype(np.float32) if isfinite(square) else None


class _Blocks(local):
    """Room for rows to be read in float64, kept for each thread: to ask for it anew takes longer than to read."""

    def __init__(self) -> None:
        self.given, self.wide = np.empty((_FEW, 0), np.float32), np.empty((_FEW, 0))
        self.numbers = np.empty(0, np.float32)

    def of(self, dim: int) -> tuple[Vectors, Floats]:
        """Return room for rows of a size as they are given, and in float64."""
        if self.wide.shape[1] != dim:
            self.given, self.wide = np.empty((_FEW, dim), np.float32), np.empty((_FEW, dim))
        return self.given, self.wide

    def line(self, size: int) -> Vectors:
        """Return room for a number a row."""
        if len(self.numbers) < size:
            self.numbers = np.empty(2 * size, np.float32)
        return self.numbers[:size]


_blocks = _Blocks()


def exact(vectors: Vectors, wide: Floats, ids: Ints | None = None) -> Floats:
    """Return cosines of all or some vectors, rounded from their true values.

    A sum in float64 is off by less than dim·2^-53; where that could tip the rounding, the products, which are exact,
    are summed without any error.
    """
    size = len(vectors) if ids is None else len(ids)
    sums, (given, block) = np.empty(size), _blocks.of(len(wide))
    for at in range(0, size, _FEW):
        end = min(at + _FEW, size)
        if ids is None:
            block[: end - at] = vectors[at:end]
        else:
            block[: end - at] = vectors.take(ids[at:end], axis=0, out=given[: end - at], mode="clip")
        np.dot(block[: end - at], wide, out=sums[at:end])
    sums *= DIGITS
    whole = np.rint(sums)
    doubt = np.abs(sums - whole) > 0.5 - (len(wide) + 8) * DOUBT
    for place in doubt.nonzero()[0].tolist():
        row = vectors[place if ids is None else ids[place]]
        whole[place] = round(fsum((row * wide).tolist()) * DIGITS)
    whole /= DIGITS
    whole += 0.0
    return whole


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
