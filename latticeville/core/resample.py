"""Resamples of numbers, drawn from a named stream, whose sums are exact on every machine."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from latticeville.core.rng import RandomStream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BITS, _DIGITS = 62, 9
_ROOM = 1 << 21
"""Numbers that are drawn at once."""


def resampled_means(values: Sequence[float], stream: RandomStream, count: int) -> list[float]:
    """Return the means of so many resamples: as many values, drawn with replacement (Efron 1979)."""
    import numpy as np

    size = len(values)
    whole, scale = _whole_numbers(values)
    found: list[float] = []
    for rows in _chunks(count, size):
        drawn = np.frombuffer(stream.read(4 * rows * size), dtype=">u4").astype(np.uint64)
        places = (drawn * np.uint64(size)) >> np.uint64(32)
        sums = whole[places.astype(np.int64)].reshape(rows, size).sum(axis=1)
        found += (int(one) / (scale * size) for one in sums)
    return found


def flipped_sums(values: Sequence[float], stream: RandomStream, count: int) -> list[float]:
    """Return the sums of values whose signs are drawn so many times."""
    import numpy as np

    size = len(values)
    whole, scale = _whole_numbers(values)
    found: list[float] = []
    for rows in _chunks(count, size):
        drawn = np.frombuffer(stream.read(rows * size), dtype=np.uint8)
        signs = (drawn & 1).astype(np.int64) * 2 - 1
        sums = (signs.reshape(rows, size) * whole).sum(axis=1)
        found += (int(one) / scale for one in sums)
    return found


def _chunks(count: int, size: int) -> Iterator[int]:
    """Yield how many resamples are drawn at once, until they are as many as wanted."""
    most = max(1, _ROOM // size)
    while count:
        yield min(most, count)
        count -= min(most, count)


def _whole_numbers(values: Sequence[float]) -> "tuple[NDArray[np.int64], int]":
    """Return values as whole numbers of a part of 1, and how many parts 1 has: as many as leave room
    for the sum of all, up to 10**9, so that no order of adding matters."""
    import numpy as np

    most = max(map(abs, values), default=0.0) * len(values)
    digits = _DIGITS
    while digits and most * 10**digits >= 1 << _BITS:
        digits -= 1
    scale = 10**digits
    return np.array([round(one * scale) for one in values], dtype=np.int64), scale
