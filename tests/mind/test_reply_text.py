"""Texts of replies: whole sentences, and the times of day that a schema allows."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY, format_hours
from latticeville.mind.replies import last_sentences, whole_sentences
from latticeville.mind.requests.plan import time_pattern
from tests.laws import law

texts = st.text("ab .!?”", max_size=60)


@law()
@given(texts, st.integers(1, 60))
def test_a_text_is_kept_whole_or_ends_with_a_sentence(text: str, most: int) -> None:
    found = whole_sentences(text, most)
    line = " ".join(text.split())
    assert line.startswith(found)
    assert len(found) <= most
    assert found in (line, "") or found.rstrip("”")[-1] in ".!?"
    assert len(text) >= most or found == line


@law()
@given(texts, st.integers(1, 60))
def test_free_text_is_cut_back_to_its_last_sentence(text: str, most: int) -> None:
    found = last_sentences(text, most)
    line = " ".join(text.split())
    assert line.startswith(found)
    assert len(found) <= most
    assert not found or found == line or found.rstrip("”")[-1] in ".!?"


@pytest.mark.parametrize(
    ("text", "most", "found"),
    [
        ("He said “Go.” Then he we", 24, "He said “Go.”"),
        ("At 3.5 miles the road en", 24, ""),
        ("One. Two.", 9, "One. Two."),
        ("No end", 7, "No end"),
    ],
)
def test_what_a_limit_may_have_cut_ends_with_its_last_sentence(
    text: str, most: int, found: str
) -> None:
    assert whole_sentences(text, most) == found


@law(300)
@given(st.integers(0, DAY - 1), st.integers(0, DAY - 1), st.integers(0, DAY - 1))
def test_a_pattern_has_exactly_the_times_between(one: int, two: int, minute: int) -> None:
    first, last = sorted((one, two))
    pattern = time_pattern(first, last)
    for each in (minute, first, last):
        assert bool(re.search(pattern, format_hours(each))) is (first <= each <= last)
    assert not re.search(pattern, f"{format_hours(first)}0")
