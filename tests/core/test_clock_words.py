"""Times of day in prose, a sentence a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import parse_hours
from latticeville.core.clock_words import TimeSpan, read_times
from tests.laws import law

SENTENCES = {
    "opens the bakery at 8am": "08:00",
    "opens the bakery at 8 a.m. sharp": "08:00",
    "is there by nine": "09:00",
    "starts at about a quarter past seven": "07:15",
    "comes at a quarter to nine": "08:45",
    "comes at half past two": "14:30",
    "has tea at four": "16:00",
    "has tea at four in the afternoon": "16:00",
    "meets them at eight in the evening": "20:00",
    "swims at 6:45": "06:45",
    "swims at 18:30": "18:30",
    "swims at 6.30pm": "18:30",
    "eats at noon": "12:00",
    "eats around midday": "12:00",
    "locks up at midnight": "00:00",
    "rings the bell at 12 o'clock": "12:00",
    "works from 9 to 5": "09:00-17:00",
    "works 9-17": "09:00-17:00",
    "works from 8:30 until 12:15": "08:30-12:15",
    "teaches between ten and noon": "10:00-12:00",
    "teaches from 10 am to 2 pm": "10:00-14:00",
    "is at the counter from nine in the morning to one": "09:00-13:00",
    "guards the gate from 10pm to 6am": "22:00-06:00",
    "stays until half past five": "-17:30",
    "stays there till six": "-18:00",
    "paints in the morning": "08:00-12:00",
    "paints early in the morning": "06:00-09:00",
    "walks in the late afternoon": "16:00-18:00",
    "reads in the evening": "19:00-21:00",
}
NO_TIME = (
    "is 34 years old",
    "spends at least 3 hours a day there",
    "has 2 cats",
    "lives in room 5",
    "knows three of the eleven songs",
    "runs two miles",
    "Nothing is said here.",
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_time_is_read(sentence: str) -> None:
    start, _, end = SENTENCES[sentence].partition("-")
    span = read_times(sentence)[0]
    assert span.start == (parse_hours(start) if start else None)
    assert span.end == (parse_hours(end) if end else None)


@pytest.mark.parametrize("sentence", NO_TIME)
def test_what_is_no_time_is_none(sentence: str) -> None:
    assert read_times(sentence) == ()


def test_what_is_done_late_or_early_decides_where_no_word_does() -> None:
    assert read_times("goes to bed around eleven", late=True) == (TimeSpan(23 * 60, None),)
    assert read_times("gets up at 6", early=True) == (TimeSpan(6 * 60, None),)
    assert read_times("goes to bed at 1am", late=True) == (TimeSpan(60, None),)


@law(200)
@given(st.integers(0, 23), st.integers(0, 59))
def test_a_time_on_a_clock_of_24_hours_is_itself(hour: int, minute: int) -> None:
    assert read_times(f"comes at {hour:02}:{minute:02}") == (TimeSpan(hour * 60 + minute, None),)


@law(100)
@given(st.integers(1, 12), st.sampled_from(("am", "pm", " a.m.", " p.m.")))
def test_a_told_half_of_the_day_decides(hour: int, half: str) -> None:
    wanted = hour % 12 + (12 if "p" in half else 0)
    for late in (False, True):
        assert read_times(f"at {hour}{half}", late=late) == (TimeSpan(wanted * 60, None),)
