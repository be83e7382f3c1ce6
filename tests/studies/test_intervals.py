"""Intervals, recounted with numpy on rows that are made so that the answer is known."""

from statistics import stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.studies.intervals import RESAMPLES, compare, mean_interval, runs_saved

CONTROL = [4.0, 9.0, 2.0, 7.0, 12.0, 5.0, 8.0, 3.0, 10.0, 6.0]
TREATED = [5.5, 10.0, 3.5, 8.0, 13.5, 6.0, 9.5, 4.0, 11.5, 7.0]
"""What varies most is the seed, which both share: each pair differs by 1 or 1.5."""


def recount(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float]:
    """Return the ends of the bootstrap interval of a mean, with numpy's own draws."""
    draws = np.random.default_rng(5).integers(0, len(values), (20_000, len(values)))
    low, high = np.quantile(values[draws].mean(axis=1), (0.025, 0.975))
    return float(low), float(high)


def test_the_paired_interval_is_narrower_than_the_unpaired_one_as_numpy_counts_both() -> None:
    found = compare(TREATED, CONTROL, "tea")
    assert found is not None
    one, other = np.array(TREATED), np.array(CONTROL)
    low, high = recount(one - other)
    assert found.paired.mean == pytest.approx(float((one - other).mean()))
    assert (found.paired.low, found.paired.high) == pytest.approx((low, high), abs=0.05)
    generator = np.random.default_rng(6)
    sides = [side[generator.integers(0, 10, (20_000, 10))].mean(axis=1) for side in (one, other)]
    wide = np.quantile(sides[0] - sides[1], (0.025, 0.975))
    ends = (found.unpaired.low, found.unpaired.high)
    assert ends == pytest.approx((float(wide[0]), float(wide[1])), abs=0.25)
    assert 0 < found.paired.width < found.unpaired.width / 5


def test_the_runs_saved_are_those_of_the_variances() -> None:
    one, other = np.array(TREATED), np.array(CONTROL)
    ratio = (one.var(ddof=1) + other.var(ddof=1)) / (one - other).var(ddof=1)
    assert runs_saved(TREATED, CONTROL, [*(one - other)]) == int(2 * 10 * (ratio - 1))
    assert runs_saved([2.0, 3.0], [1.0, 2.0], [1.0, 1.0]) is None
    assert runs_saved([1.0, 1.0], [1.0, 1.0], [0.0, 0.0]) == 0
    assert runs_saved([1.0, 2.0], [2.0, 1.0], [-1.0, 1.0]) == 0


def test_an_interval_needs_two_runs() -> None:
    assert mean_interval([], "none").mean is None
    assert mean_interval([3.0], "one").low is None
    assert compare([3.0], [1.0], "one") is None


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=12), st.text(max_size=5))
def test_an_interval_holds_the_mean_and_is_the_same_each_time(
    values: list[float], purpose: str
) -> None:
    found = mean_interval(values, purpose)
    assert found == mean_interval(values, purpose)
    assert found.low is not None
    assert found.high is not None
    assert min(values) - 1e-6 <= found.low <= found.high <= max(values) + 1e-6
    if stdev(values) > 1:
        assert found.low < found.high


def test_resamples_are_many_enough_for_their_ends() -> None:
    assert RESAMPLES * 0.025 >= 50
