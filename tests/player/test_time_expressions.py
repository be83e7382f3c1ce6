"""Ticks as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.sim.time_expression import RunClock
from studio.player.time_expressions import OFFERED, read_ticks
from tests.laws import law

DAYS = RunClock(lambda tick: 8 * 60 + tick, 1)
"""A run that begins on Monday at 08:00."""


@pytest.mark.parametrize(
    ("written", "ticks"),
    [
        ("30", [30]),
        ("tick 30", [30]),
        (" Tick 30 ", [30]),
        ("99999", [99999]),
        ("09:30", [1530, 90, 2970]),
        ("9:30", [1530, 90, 2970]),
        ("Tue 09:30", [1530]),
        ("tuesday 09:30", [1530]),
        ("Mon 07:00", [10020]),
        ("day 2 09:30", [1530]),
        ("Day 1 9:30", [90]),
        ("day 9 09:30", [11610]),
        ("25:00", []),
        ("Tod 09:30", []),
        ("ada", []),
        ("", []),
    ],
)
def test_a_tick_is_written_as_number_or_time(written: str, ticks: list[int]) -> None:
    assert read_ticks(written, DAYS, 1400, range(3000)) == ticks


def test_a_time_that_has_not_come_yet_is_the_next_one_to_come() -> None:
    assert read_ticks("09:30", DAYS, 20, range(54)) == [90]


def test_a_time_between_two_ticks_is_the_tick_that_it_is_part_of() -> None:
    tens = RunClock(lambda tick: 8 * 60 + 10 * tick, 10)
    assert read_ticks("08:35", tens, 0, range(100)) == [3]


@law(60)
@given(
    st.integers(0, 20_000),
    st.sampled_from([1, 5, 7, 10, 60]),
    st.integers(0, 10_079),
    st.booleans(),
    st.integers(0, 3000),
    st.integers(0, 3000),
)
def test_the_ticks_of_a_time_are_those_in_which_it_comes(
    start: int,
    minutes: int,
    wanted: int,
    named: bool,  # noqa: FBT001
    shown: int,
    end: int,
) -> None:
    clock, period = (
        RunClock(lambda tick: start + tick * minutes, minutes),
        10_080 if named else 1440,
    )
    day = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[wanted // 1440]
    written = f"{wanted // 60 % 24:02}:{wanted % 60:02}"
    found = read_ticks(f"{day} {written}" if named else written, clock, shown, range(end))
    times = (start + tick * minutes for tick in range(end + period))
    comes = [tick for tick, time in enumerate(times) if (wanted - time) % period < minutes]
    there = [tick for tick in comes if tick < end]
    if there:
        assert len(found) == min(len(there), OFFERED)
        assert {*found} <= {*there}
        assert [abs(tick - shown) for tick in found] == sorted(abs(tick - shown) for tick in there)[
            :OFFERED
        ]
    else:
        assert found == comes[:1]
