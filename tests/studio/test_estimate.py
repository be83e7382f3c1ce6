"""How far a long way is, and how long the rest takes, by a clock that the test sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.task import Estimate, format_duration


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500), st.integers(1, 900))
def test_the_rest_takes_as_long_a_tick_as_what_was_done(
    start: int, done: int, rest: int, seconds: int
) -> None:
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("studio.task.time", clock)
        estimate = Estimate(start)
        clock.now += seconds
        told = estimate.describe(start + done, start + done + rest)
    part = done / (done + rest) if done + rest else 0.0
    left = format_duration(seconds / max(1, done) * rest)
    assert (
        told
        == f"tick {start + done} of {start + done + rest} · {part:.0%} · {left} left · esc stops"
    )


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(1, 9))
def test_words_come_no_oftener_than_every_so_many_seconds(pauses: list[int], every: int) -> None:
    clock, last = Clock(), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("studio.task.time", clock)
        estimate, passed = Estimate(0), 0
        for pause in pauses:
            clock.now += pause
            passed += pause
            due = passed - last >= every
            assert estimate.is_due(every) is due
            last = passed if due else last
