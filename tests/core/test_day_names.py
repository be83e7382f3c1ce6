"""Words such as “today” become weekdays."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY
from latticeville.core.day_names import name_days, weekday
from latticeville.core.spoken_time import DAY_NAMES
from tests.laws import law

NOW = 2 * DAY + 9 * 60
"""Wednesday, 09:00."""
RELATIVE = re.compile(
    r"\b(today|tonight|tomorrow|yesterday|this morning|last night)\b", re.IGNORECASE
)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Come today at 17:00.", "Come on Wednesday at 17:00."),
        ("Today it rains.", "On Wednesday it rains."),
        ("Until tomorrow, then.", "Until Thursday, then."),
        ("I wait since yesterday evening.", "I wait since Tuesday evening."),
        ("This morning's bread is good.", "Wednesday morning's bread is good."),
        (
            "She sang last night, and tonight she sleeps.",
            "She sang on Tuesday night, and on Wednesday evening she sleeps.",
        ),
        ("This time the day is long.", "This time the day is long."),
        ("Yesterdays are gone.", "Yesterdays are gone."),
    ],
)
def test_words_of_time_become_weekdays(text: str, named: str) -> None:
    assert name_days(text, NOW) == named


@law()
@given(
    st.lists(
        st.sampled_from(
            ["today", "Tomorrow", "tonight", "this morning", "bread", "on", "is", "yesterday's"]
        )
    ),
    st.integers(0, 20 * DAY),
)
def test_nothing_relative_is_left(words: list[str], minute: int) -> None:
    text = " ".join(words)
    named = name_days(text, minute)
    assert not RELATIVE.search(named)
    assert name_days(named, minute + DAY) == named
    assert (named == text) == (not RELATIVE.search(text))


def test_a_day_and_a_week_later() -> None:
    assert [weekday(day * DAY) for day in range(7)] == [*DAY_NAMES]
    assert (
        name_days("today", NOW)
        == name_days("today", NOW + 7 * DAY)
        == name_days("tomorrow", NOW - DAY)
    )
