"""Intervals of means by the bootstrap, and differences of pairs beside those of single runs."""

from collections.abc import Iterable, Sequence
from math import floor
from operator import sub
from statistics import fmean, variance

import msgspec

from latticeville.core.resample import resampled_means
from latticeville.core.rng import rng
from latticeville.reports.impact.paired_difference import sign_flip_chance

RESAMPLES = 2000
"""How many resamples an interval is taken from."""
LEVEL = 0.95
"""The share of resamples within an interval."""
_FEWEST = 2


class MeanInterval(msgspec.Struct, frozen=True):
    """A mean over runs with the 95 % interval of the bootstrap (Efron 1979); the ends are None
    where there are fewer than two runs."""

    count: int
    mean: float | None
    low: float | None
    high: float | None

    @property
    def width(self) -> float:
        """How wide the interval is; 0 where there is none."""
        return 0.0 if self.low is None or self.high is None else self.high - self.low


class PairedComparison(msgspec.Struct, frozen=True):
    """The mean of a condition minus that of the control, over replicates that both have.

    `paired` is its interval where runs of one seed are compared with each other, `unpaired` as it
    would be of runs that have nothing in common. `runs_saved` is how many more runs unpaired ones
    would need for an interval as narrow; None where differences do not vary at all, so that no
    number does. `chance` is how likely a difference as large is where there is none.
    """

    paired: MeanInterval
    unpaired: MeanInterval
    runs_saved: int | None
    chance: float


def mean_interval(values: Sequence[float], purpose: str) -> MeanInterval:
    """Return the mean of values with its interval; equal values and purpose give equal draws."""
    if not values:
        return MeanInterval(0, None, None, None)
    mean = fmean(values)
    if len(values) < _FEWEST:
        return MeanInterval(len(values), mean, None, None)
    means = resampled_means(values, rng(0, len(values), purpose, "bootstrap"), RESAMPLES)
    return MeanInterval(len(values), mean, *_ends(means))


def compare(
    treated: Sequence[float], control: Sequence[float], purpose: str
) -> PairedComparison | None:
    """Return the comparison of pairs, in the same order on both sides; None for fewer than two."""
    if len(treated) < _FEWEST:
        return None
    each = [one - other for one, other in zip(treated, control, strict=True)]
    stream = rng(0, len(each), purpose, "bootstrap of two")
    sides = [resampled_means(side, stream, RESAMPLES) for side in (treated, control)]
    unpaired = MeanInterval(len(each), fmean(each), *_ends(map(sub, *sides)))
    saved = runs_saved(treated, control, each)
    return PairedComparison(mean_interval(each, purpose), unpaired, saved, sign_flip_chance(each))


def runs_saved(
    treated: Sequence[float], control: Sequence[float], differences: Sequence[float]
) -> int | None:
    """Return how many more runs two arms without pairs would need for the same standard error: the
    variance of a difference of means is the sum of theirs, and of pairs that of the differences."""
    alone, paired = variance(treated) + variance(control), variance(differences)
    if not paired:
        return None if alone else 0
    return max(0, floor(2 * len(differences) * (alone / paired - 1)))


def _ends(means: Iterable[float]) -> tuple[float, float]:
    ranked = sorted(means)
    cut = round(RESAMPLES * (1 - LEVEL) / 2)
    return ranked[cut - 1], ranked[RESAMPLES - cut]
