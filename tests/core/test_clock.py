"""The clock: times of day, days, and spans over midnight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import (
    DAY,
    DAYS,
    format_hours,
    format_time,
    is_within,
    parse_hours,
    parse_start,
)
from tests.laws import law

minutes = st.integers(0, DAY - 1)


@law()
@given(minutes)
def test_a_time_of_day_is_read_as_it_is_written(minute: int) -> None:
    assert parse_hours(format_hours(minute)) == minute


@law()
@given(st.integers(0, 7 * DAY - 1))
def test_a_stamp_is_read_as_it_is_written(minute: int) -> None:
    assert parse_start(format_time(minute)) == minute


@law()
@given(st.integers(0, 100 * DAY))
def test_weeks_repeat(minute: int) -> None:
    assert format_time(minute) == format_time(minute + 7 * DAY)
    assert format_time(minute).split()[0] == DAYS[minute // DAY % 7]


@pytest.mark.parametrize(
    ("text", "minute"),
    [("00:00", 0), ("8:05", 485), ("08:05", 485), ("23:59", 1439), ("24:00", DAY)],
)
def test_hours(text: str, minute: int) -> None:
    assert parse_hours(text) == minute


@pytest.mark.parametrize(
    "text", ["24:01", "25:00", "8", "8:5", "08:60", "-1:00", "08:00 ", "", "８:00x"]
)
def test_what_is_no_time_of_day(text: str) -> None:
    with pytest.raises(ValueError, match="not a time of day"):
        parse_hours(text)


def test_a_start_without_a_day_is_the_first_monday() -> None:
    assert parse_start("08:00") == parse_start("Mon 08:00") == 480
    assert parse_start("Sun 24:00") == 7 * DAY


@pytest.mark.parametrize("text", ["Mo 08:00", "Monday 08:00", "mon 08:00"])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(ValueError, match="not a day"):
        parse_start(text)


@law()
@given(minutes, minutes, minutes, st.integers(0, 20))
def test_a_span_holds_exactly_the_minutes_walked_through(
    start: int, end: int, now: int, day: int
) -> None:
    walked = (now - start) % DAY < (end - start) % DAY
    assert is_within(now + day * DAY, start, end) is walked


def test_a_span_over_midnight() -> None:
    late, early = parse_hours("22:00"), parse_hours("06:00")
    assert [
        is_within(parse_hours(at), late, early)
        for at in ("21:59", "22:00", "23:59", "00:00", "05:59", "06:00")
    ] == [
        False,
        True,
        True,
        True,
        True,
        False,
    ]


@law()
@given(minutes)
def test_a_whole_day_holds_every_minute(minute: int) -> None:
    assert is_within(minute, 0, DAY)
