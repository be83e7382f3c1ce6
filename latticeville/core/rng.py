"""Seeded random numbers: one independent stream per (seed, tick, who, purpose)."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b, shake_256
from typing import TypeVar

T = TypeVar("T")


class RandomStream:
    """A stream of numbers drawn from BLAKE2b in counter mode, so that no library version can move
    it."""

    __slots__ = ("_count", "_key")

    def __init__(self, key: bytes) -> None:
        self._key, self._count = key, 0

    def uniform(self) -> float:
        """Return the next number in [0, 1) with 53 random bits."""
        block = blake2b(self._count.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
        self._count += 1
        return (int.from_bytes(block, "big") >> 11) / (1 << 53)

    def read(self, size: int) -> bytes:
        """Return the next so many random bytes, of SHAKE-256, for whoever draws millions."""
        mark = self._count.to_bytes(8, "big")
        self._count += 1
        return shake_256(self._key + mark).digest(size)

    def integer_below(self, bound: int) -> int:
        """Return a whole number in [0, bound)."""
        return int(self.uniform() * bound)

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options, each with the same chance."""
        return options[self.integer_below(len(options))]

    def choose_weighted(self, weights: Mapping[str, float]) -> str:
        """Return a key with a chance in proportion to its weight; keys are read in sorted order."""
        mark = self.uniform() * sum(weights.values())
        names = sorted(weights)
        for name in names:
            mark -= weights[name]
            if mark < 0:
                return name
        return names[-1]


def rng(seed: int, tick: int, who: str, purpose: str) -> RandomStream:
    """Return the stream for one purpose of one actor in one tick.

    >>> rng(7, 0, "ada", "spot").integer_below(100) == rng(7, 0, "ada", "spot").integer_below(100)
    True
    """
    name = f"{seed}\x1f{tick}\x1f{who}\x1f{purpose}"
    return RandomStream(blake2b(name.encode(), digest_size=32).digest())
