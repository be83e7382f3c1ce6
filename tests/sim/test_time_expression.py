"""The ticks of a run in which a time comes, held against each tick's minutes one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY, DAYS
from latticeville.sim.time_expression import RunClock, TimeExpression, parse_tick
from tests.laws import law


@pytest.mark.parametrize(
    ("text", "tick"),
    [
        ("30", 30),
        (" Tick 30 ", 30),
        ("9:05", TimeExpression("9:05", 545)),
        ("Tuesday 14:00", TimeExpression("Tuesday 14:00", 840, weekday=1)),
        ("day 2 09:30", TimeExpression("day 2 09:30", 570, day=2)),
    ],
)
def test_a_text_names_a_tick_or_a_time(text: str, tick: object) -> None:
    assert parse_tick(text) == tick


@pytest.mark.parametrize(
    "text", ["", "-1", "25:00", "09:60", "Tod 09:30", "day 09:30", "ada", "9" * 101]
)
def test_any_other_text_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match="write"):
        parse_tick(text)


@law(60)
@given(
    start=st.integers(0, 20_000),
    minutes=st.sampled_from([1, 7, 10, 60, 1440]),
    shifts=st.dictionaries(st.integers(0, 300), st.integers(1, 3000), max_size=3),
    first=st.integers(0, 200),
    length=st.integers(0, 300),
    wanted=st.integers(0, DAY - 1),
    weekday=st.one_of(st.none(), st.integers(0, 6)),
    day=st.one_of(st.none(), st.integers(1, 4)),
)
def test_a_time_is_every_tick_that_holds_it(
    *,
    start: int,
    minutes: int,
    shifts: dict[int, int],
    first: int,
    length: int,
    wanted: int,
    weekday: int | None,
    day: int | None,
) -> None:
    """A clock that is set forward leaves times out; no tick holds them."""

    def minute_of(tick: int) -> int:
        return start + tick * minutes + sum(by for since, by in shifts.items() if since < tick)

    def holds(tick: int) -> bool:
        span = range(minute_of(tick), minute_of(tick) + minutes)
        return any(
            minute % DAY == wanted
            and weekday in (None, minute // DAY % len(DAYS))
            and day in (None, minute // DAY - start // DAY + 1)
            for minute in span
        )

    ticks = range(first, first + length)
    found = TimeExpression("", wanted, weekday, day).ticks(RunClock(minute_of, minutes), ticks)
    assert found == [tick for tick in ticks if holds(tick)]
