"""Dice: golden numbers, streams that know nothing of each other, and chances that are what they
say."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.rng import rng
from tests.laws import law

names = st.text(st.characters(exclude_characters="\x1f", exclude_categories=["Cs"]), max_size=8)
streams = st.tuples(st.integers(0, 2**63), st.integers(0, 10**6), names, names)


@pytest.mark.parametrize(
    ("stream", "numbers"),
    [
        ((0, 0, "", ""), [7594577032614817, 4964320143277745, 1606152609693433]),
        ((7, 0, "ada", "spot"), [7868396120672322, 2065985391015194, 2264190403603418]),
        ((7, 1, "ada", "spot"), [7363334626570914, 5463879415393370, 8122128107508281]),
        (
            (2**63 - 1, 10**6, "żółw", "weather"),
            [5402706467913001, 2232096587419724, 7627084317235023],
        ),
    ],
)
def test_golden_numbers(stream: tuple[int, int, str, str], numbers: list[int]) -> None:
    chance = rng(*stream)
    assert [int(chance.uniform() * 2**53) for _ in numbers] == numbers


def test_golden_choices() -> None:
    chance = rng(7, 3, "ada", "spot")
    assert [chance.integer_below(1000) for _ in range(4)] == [364, 224, 474, 562]
    assert [chance.pick("abcdef") for _ in range(6)] == list("cfefcf")
    weathers = [chance.choose_weighted({"rain": 2, "clear": 8}) for _ in range(8)]
    assert [weather[0] for weather in weathers] == list("ccrcccrc")


@law()
@given(streams)
def test_a_stream_is_the_same_each_time(stream: tuple[int, int, str, str]) -> None:
    one, two = rng(*stream), rng(*stream)
    assert [one.uniform() for _ in range(5)] == [two.uniform() for _ in range(5)]


@law()
@given(streams, streams)
def test_streams_of_other_names_are_others(
    stream: tuple[int, int, str, str], other: tuple[int, int, str, str]
) -> None:
    one, two = rng(*stream), rng(*other)
    same = [one.uniform() for _ in range(3)] == [two.uniform() for _ in range(3)]
    assert same is (stream == other)


def test_drawing_from_one_stream_moves_no_other() -> None:
    alone = rng(7, 1, "ada", "spot").uniform()
    busy = rng(7, 1, "ada", "weather")
    for _ in range(10):
        busy.uniform()
    assert rng(7, 1, "ada", "spot").uniform() == alone


@law()
@given(streams, st.integers(1, 1000))
def test_numbers_stay_below_their_bound(stream: tuple[int, int, str, str], bound: int) -> None:
    chance = rng(*stream)
    assert all(0 <= chance.integer_below(bound) < bound for _ in range(20))


@law()
@given(streams, st.dictionaries(names, st.floats(0, 100), min_size=1), st.randoms())
def test_weights_are_read_in_no_order(
    stream: tuple[int, int, str, str], weights: dict[str, float], shuffler: Random
) -> None:
    keys = list(weights)
    shuffler.shuffle(keys)
    assert rng(*stream).choose_weighted(weights) == rng(*stream).choose_weighted(
        {key: weights[key] for key in keys}
    )


@law()
@given(streams)
def test_what_weighs_nothing_never_comes(stream: tuple[int, int, str, str]) -> None:
    chance = rng(*stream)
    assert {chance.choose_weighted({"a": 0, "b": 1, "c": 3, "z": 0}) for _ in range(20)} <= {
        "b",
        "c",
    }


def test_numbers_are_spread_evenly() -> None:
    """Chi squared over ten bins stays below its 0.1 % point, within a stream and across ticks."""
    chance = rng(1, 2, "ada", "spread")
    within = Counter(chance.integer_below(10) for _ in range(5000))
    across = Counter(rng(1, tick, "ada", "spread").integer_below(10) for tick in range(5000))
    for counted in (within, across):
        assert sum((counted[face] - 500) ** 2 / 500 for face in range(10)) < 27.9


def test_neighbouring_ticks_are_not_alike() -> None:
    """The correlation of the first numbers of successive ticks lies within four standard deviations
    of none."""
    numbers = [rng(1, tick, "ada", "spread").uniform() - 0.5 for tick in range(4000)]
    assert abs(sum(one * two for one, two in pairwise(numbers))) * 12 / 4000 < 4 / 4000**0.5


def test_weights_are_chances() -> None:
    chance = rng(3, 0, "world", "weather")
    counted = Counter(chance.choose_weighted({"clear": 3, "rain": 1}) for _ in range(4000))
    assert abs(counted["clear"] - 3000) < 4 * (4000 * 0.75 * 0.25) ** 0.5
