"""Ticks as people write them."""

import pytest

from latticeville.world.model.world import Settings
from studio.player.time_expressions import format_tick, read_ticks

DAYS = Settings(start=8 * 60, tick_minutes=1)
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
    tens = Settings(start=8 * 60, tick_minutes=10)
    assert read_ticks("08:35", tens, 0, range(100)) == [3]
    assert format_tick(3, tens) == "Mon 08:30"
