"""The parts of a score: arrays of numbers, their ends and how these normalise them, and how finely they are read."""

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Vectors = npt.NDArray[np.float32]
"""Arrays of parts and scores, of ticks or ids, of what is known, and of unit vectors, a row each."""
Weights = tuple[float, float, float]
"""Of recency, relevance and importance."""
Ends = tuple[float, float]
"""The least and the greatest of values."""
DIGITS = 1e6
"""A cosine is rounded to a whole number of these."""
DOUBT = 2.0**-52 * DIGITS
"""How far from a whole number of digits float64 may be off, for each number that is added: 2 units."""
ROUNDING = 2.0**-48
"""How far float64 may round a sum of parts, for weights of 1: 32 units, where a handful would do."""


class Span:
    """Values with the least and the greatest of them; there must be some."""

    __slots__ = ("ends", "values")

    def __init__(self, values: Floats, known: Ends | None = None) -> None:
        self.values, self.ends = values, known or ends(values)

    def normal(self, flat: float, ids: Ints | slice) -> Floats:
        """Return some of the values, normalised by the least and the greatest of all."""
        return normal(self.values[ids], self.ends, flat)


def normal(values: Floats, ends: Ends, flat: float) -> Floats:
    """Return values normalised by a least and a greatest one, all of them `flat` where these are the same."""
    low, high = ends
    if high <= low:
        return np.full(len(values), float(flat))
    found = values - low
    found /= high - low
    return found


def ends(values: npt.NDArray[Any]) -> tuple[Any, Any]:
    """Return the least and the greatest of values."""
    return values.item(values.argmin()), values.item(values.argmax())
