"""The time that a question is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.asked_time import AskedTime, asked_time
from latticeville.core.clock import DAY, format_time
from tests.laws import law

NOW = 2 * DAY + 8 * 60
"""Wednesday, 08:00."""


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("What did you do yesterday?", "Tue 00:00", "Wed 00:00"),
        ("What did you do this morning?", "Wed 04:00", "Wed 12:00"),
        ("What did you do yesterday morning?", "Tue 04:00", "Tue 12:00"),
        ("What did you do on Monday evening?", "Mon 18:00", "Mon 22:00"),
        ("What did you do last night?", "Tue 18:00", "Wed 04:00"),
        ("What did you do the day before yesterday?", "Mon 00:00", "Tue 00:00"),
        ("Where were you at 9?", "Tue 08:30", "Tue 09:30"),
        ("Where were you on Monday at half past nine?", "Mon 09:00", "Mon 10:00"),
        ("Where were you yesterday at 6 in the evening?", "Tue 17:30", "Tue 18:30"),
        ("Where were you at 3 yesterday?", "Tue 14:30", "Tue 15:30"),
        ("What did you do two hours ago?", "Wed 05:30", "Wed 06:30"),
        ("What did you do two days ago?", "Mon 00:00", "Tue 00:00"),
        ("Whom did you meet last Tuesday?", "Tue 00:00", "Wed 00:00"),
        ("What did you do after lunch yesterday?", "Tue 13:00", "Tue 17:00"),
        ("What did you do between lunch and supper yesterday?", "Tue 13:00", "Tue 19:00"),
        ("What did you do before lunch on Monday?", "Mon 04:00", "Mon 12:00"),
        ("Where were you at this time yesterday?", "Tue 07:30", "Tue 08:30"),
        ("Where were you last night at ten?", "Tue 21:30", "Tue 22:30"),
        ("Where were you three quarters of an hour ago?", "Wed 06:45", "Wed 07:45"),
        ("Where were you on Monday at ten to six?", "Mon 17:20", "Mon 18:20"),
    ],
)
def test_a_past_time(question: str, start: str, end: str) -> None:
    found = asked_time(question, NOW)
    assert (format_time(found.start), format_time(found.end), found.future) == (start, end, False)


@pytest.mark.parametrize(
    "question",
    [
        "What do you think about one of them?",
        "Who stood by one of the trees?",
        "Are you at two of the tables?",
        "What happened on the 5th?",
        "What did you do this week?",
    ],
)
def test_a_count_of_something_is_no_time(question: str) -> None:
    assert asked_time(question, NOW).point is None


@pytest.mark.parametrize(
    ("question", "point"),
    [
        ("What will you do tomorrow at noon?", "Thu 12:00"),
        ("What will you be doing an hour from now?", "Wed 09:00"),
        ("Where will you be at 10 at night?", "Wed 22:00"),
        ("What will you do on Friday at 17:15?", "Fri 17:15"),
        ("What will you do at 7?", "Thu 07:00"),
    ],
)
def test_a_future_time(question: str, point: str) -> None:
    found = asked_time(question, NOW)
    assert found.point is not None
    assert (format_time(found.point), found.future) == (point, True)


def test_now_and_no_time() -> None:
    assert asked_time("What are you doing now?", NOW) == AskedTime(now=True)
    assert asked_time("What about the piano?", NOW) == AskedTime()
    assert asked_time("What do you intend to do?", NOW) == AskedTime(future=True)


@law()
@given(st.text(max_size=80), st.integers(0, 30 * DAY))
def test_any_question_has_an_ordered_time(question: str, now: int) -> None:
    found = asked_time(question, now)
    assert found.start <= found.end
    assert found.point is None or found.start <= found.point < found.end
