"""Times in words: tables of sentences, and every form in which the program itself tells a time."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY, format_time, parse_start
from latticeville.core.day_names import name_days
from latticeville.core.phrase_time import SpokenTime
from latticeville.core.spoken_time import DAY_NAMES, QUARTER, spoken_ahead, spoken_on_day
from latticeville.core.time_words import read_time
from latticeville.mind.commitments import describe_time, name_time
from tests.laws import law

WEEK = 7 * DAY
WORDS = re.findall(
    r"\S+",
    "at on in not no from to until half past quarter five 7 7:30 pm tuesday next week morning , . ?"
    " tonight tomorrow a an hour after lunch or and is was cancelled ago the party",
)
"""Words of which sentences on times are made."""
TABLES = (
    "time_sentences",
    "time_held_out_1",
    "time_held_out_2",
    "time_held_out_3",
    "time_held_out_4",
    "time_held_out_5",
    "time_held_out_6",
    "time_held_out_7",
    "time_held_out_8",
    "time_held_out_9",
    "time_held_out_10",
    "time_held_out_11",
    "time_held_out_12",
    "time_held_out_13",
    "time_held_out_14",
    "time_held_out_15",
    "time_held_out_16",
    "time_held_out_17",
    "time_held_out_18",
    "time_held_out_19",
    "time_held_out_20",
    "time_held_out_21",
    "time_held_out_22",
    "time_held_out_23",
    "time_held_out_24",
    "time_held_out_25",
    "time_held_out_26",
    "time_held_out_27",
    "time_held_out_28",
)
"""The sentences with which the grammar was written, and those that were new to it."""


def sentences() -> list[list[str]]:
    """Return when each sentence is said, its words, the time that it tells, and remarks."""
    here = Path(__file__).parent
    read = [tomllib.loads((here / f"{name}.toml").read_text("utf-8")) for name in TABLES]
    return [row for tables in read for rows in tables.values() for row in rows]


def told(time: SpokenTime, now: int) -> str:
    """Return a time as the tables write it."""
    if time.start is None:
        return ""
    later = "+7 " if time.start // DAY - now // DAY >= 7 else ""
    end = "" if time.end is None else f"–{format_time(time.end)}"
    return f"{later}{format_time(time.start)}{end}"


def remarks(time: SpokenTime) -> str:
    """Return what the tables remark on a time."""
    found = {
        "past": time.is_past,
        "no": time.is_negated,
        "asks": time.is_question,
        "usual": time.is_usual,
        "doubt": bool(time.doubt),
        "open": time.missing == "hour" and time.is_open,
    }
    return " ".join(name for name, is_so in found.items() if is_so)


@pytest.mark.parametrize(("said", "words", "when", "remark"), sentences())
def test_a_sentence_is_understood(said: str, words: str, when: str, remark: str) -> None:
    now = parse_start(said)
    found = read_time(words, now)
    assert remarks(found) == remark
    if {"past", "usual"}.isdisjoint(remark.split()):
        assert told(found, now) == when
        assert found.is_certain is (bool(when) and not remark)


def test_there_are_enough_sentences_of_each_sort() -> None:
    rows = sentences()
    assert len({words for _, words, _, _ in rows}) >= 400
    assert sum(not when or bool(remark) for _, _, when, remark in rows) >= 150


@law(400)
@given(st.integers(0, 2 * WEEK), st.integers(1, WEEK - QUARTER))
def test_what_the_program_says_is_read_as_the_same_minute(now: int, ahead: int) -> None:
    minute = now + ahead
    quarter = (minute + QUARTER // 2) // QUARTER * QUARTER
    if quarter > now:
        words = f"Come to the inn {spoken_ahead(minute, now)}."
        assert read_time(words, now).start == quarter
        if quarter // DAY < now // DAY + 7:
            assert read_time(f"Come {spoken_on_day(minute)}.", now).start == quarter
    for form in (describe_time(minute, now), name_time(minute), f"on {format_time(minute)}"):
        assert read_time(f"Come to the inn {form}.", now).start == minute, form


@law(100)
@given(st.integers(0, WEEK), st.sampled_from(("today", "tomorrow")), st.integers(0, 23))
def test_a_day_is_the_weekday_that_names_it(now: int, day: str, hour: int) -> None:
    words = f"The concert is {day} at {hour:02}:30 at the inn."
    start = read_time(words, now).start
    assert start is not None
    assert start // DAY == now // DAY + (day == "tomorrow")
    named = name_days(words, now)
    assert any(name in named for name in DAY_NAMES)
    if start > now:
        assert read_time(named, now).start == start


@law(300)
@given(st.text(max_size=80), st.integers(0, WEEK))
def test_any_text_can_be_read(words: str, now: int) -> None:
    assert read_time(words, now).missing in ("", "hour", "time")


@law(200)
@given(
    st.lists(
        st.sampled_from(WORDS),
        max_size=12,
    ),
    st.integers(0, WEEK),
)
def test_words_of_time_in_any_order_can_be_read(words: list[str], now: int) -> None:
    found = read_time(" ".join(words), now)
    assert not found.is_certain or (found.start is not None and found.start > now)
    assert found.end is None or found.start is None or found.end > found.start
