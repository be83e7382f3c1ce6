"""Paired differences: how much a number differs between two runs of each seed, and whether by
chance."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from math import sqrt
from statistics import fmean, stdev

import msgspec

from latticeville.core.resample import flipped_sums
from latticeville.core.rng import rng

EXPECTED_LEVEL, OTHER_LEVEL = 0.05, 0.01
"""The chance of telling anything at all where nothing differs: of the numbers that were expected to
differ, and of all others, which nobody asked for."""
LEAST = 0.005
"""The least mean difference that is told; below it, two decimals show none."""
EXACT_PAIRS, DRAWS = 12, 4095
"""Most pairs for which all signs are tried, and how many are drawn for more."""
Z = 1.959964
"""The 0.975 quantile of the normal distribution."""


class PairedDifference(msgspec.Struct, frozen=True):
    """The mean with something minus the mean without it, over pairs; `margin` is half the width of
    the 95 % interval, and `chance` how likely a difference as large is where there is none. It is
    `higher` with it in so many of the `pairs`, and `lower` in so many. It was expected to differ, or
    not, before the run."""

    name: str
    with_it: float
    without_it: float
    margin: float
    chance: float
    higher: int
    lower: int
    pairs: int
    is_expected: bool = False
    is_found: bool = False

    @property
    def mean(self) -> float:
        """The mean difference."""
        return self.with_it - self.without_it

    @property
    def alike(self) -> int:
        """In how many of the pairs it is on the side of the mean."""
        return self.higher if self.mean > 0 else self.lower

    @property
    def least_chance(self) -> float:
        """The least chance that the signs of its differences can have: where all are the same."""
        return 2.0 ** min(0, 1 - self.higher - self.lower)


def paired_difference(
    name: str, with_it: Sequence[float], without_it: Sequence[float]
) -> PairedDifference:
    """Return the difference of at least two pairs."""
    each = [one - other for one, other in zip(with_it, without_it, strict=True)]
    margin = student_quantile(len(each) - 1) * stdev(each) / sqrt(len(each))
    return PairedDifference(
        name,
        fmean(with_it),
        fmean(without_it),
        margin,
        sign_flip_chance(each),
        sum(one > 0 for one in each),
        sum(one < 0 for one in each),
        len(each),
    )


def mark_found(
    differences: Sequence[PairedDifference], expected: AbstractSet[str] = frozenset()
) -> tuple[PairedDifference, ...]:
    """Return the differences, those marked that are no chance: first those that were expected
    before the run, then all others, each family by Holm's step-down rule (Holm 1979) over those of
    it that can be found at all (Tarone 1990)."""
    named = [msgspec.structs.replace(one, is_expected=one.name in expected) for one in differences]
    marked = [
        one
        for is_expected, level in ((True, EXPECTED_LEVEL), (False, OTHER_LEVEL))
        for one in _step_down([each for each in named if each.is_expected is is_expected], level)
    ]
    return tuple(sorted(marked, key=lambda one: not one.is_found))


def _step_down(family: Sequence[PairedDifference], level: float) -> Iterator[PairedDifference]:
    ranked = sorted(family, key=lambda one: (one.chance, -abs(one.mean), one.name))
    count, holds = _testable(family, level), True
    for place, one in enumerate(ranked):
        holds = holds and one.chance <= level / max(1, count - place)
        yield msgspec.structs.replace(one, is_found=holds and abs(one.mean) >= LEAST)


def _testable(family: Sequence[PairedDifference], level: float) -> int:
    """Return the least number of tests that leaves no more whose signs could reach their share of a
    level; which these are depends on how many pairs differ, and not on the signs."""
    least = sorted(one.least_chance for one in family)
    return next(
        count
        for count in range(1, len(least) + 2)
        if sum(one <= level / count for one in least) <= count
    )


def sign_flip_chance(differences: Sequence[float]) -> float:
    """Return how often a mean as far from 0 comes from the same differences with signs at random
    (Fisher 1935, The Design of Experiments).

    >>> sign_flip_chance([1, 1, 1, 1, 1]), sign_flip_chance([1, -1, 0])
    (0.0625, 1.0)
    """
    seen = abs(sum(differences)) - 1e-9
    count = len(differences)
    if count <= EXACT_PAIRS:
        sums = [abs(_flipped(differences, signs)) for signs in product((1, -1), repeat=count)]
        return sum(one >= seen for one in sums) / len(sums)
    flips = flipped_sums(differences, rng(0, count, "", "sign flips"), DRAWS)
    return (1 + sum(abs(one) >= seen for one in flips)) / (DRAWS + 1)


def _flipped(differences: Sequence[float], signs: Sequence[int]) -> float:
    return sum(one * sign for one, sign in zip(differences, signs, strict=True))


def student_quantile(freedom: int) -> float:
    """Return the 0.975 quantile of Student's distribution (Abramowitz & Stegun 1964, 26.7.5).

    >>> round(student_quantile(9), 2), round(student_quantile(19), 2)
    (2.26, 2.09)
    """
    n = freedom
    terms: Mapping[int, float] = {
        1: (Z**3 + Z) / 4,
        2: (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        3: (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        4: (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    }
    return Z + sum(term / float(n**power) for power, term in terms.items())
