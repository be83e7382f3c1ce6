"""Two texts of which one wants to see the difference: what is alike goes first, and nothing grows
too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from studio.ui.text import shorten_pair
from tests.laws import law


@pytest.mark.parametrize(
    ("one", "other", "cells", "shown"),
    [
        ("on", "off", 10, ("on", "off")),
        ("walking to the bed", "walking to the bath", 18, ("…bed", "…bath")),
        (
            "walking to the bed",
            "walking to the bath",
            19,
            ("walking to the bed", "walking to the bath"),
        ),
        ("red door of the mill", "blue door of the mill", 10, ("red…", "blue…")),
        ("at the old mill by day", "at the new mill by day", 8, ("…old…", "…new…")),
        ("something else entirely", "on", 9, ("somethin…", "on")),
    ],
)
def test_what_differs_is_seen(one: str, other: str, cells: int, shown: tuple[str, str]) -> None:
    assert shorten_pair(one, other, cells) == shown


@law(100)
@given(st.text(max_size=40), st.text(max_size=40), st.integers(4, 50))
def test_nothing_is_longer_than_there_is_room_for(one: str, other: str, cells: int) -> None:
    assert all(cell_len(text) <= cells for text in shorten_pair(one, other, cells))


@law(100)
@given(st.lists(st.sampled_from(["to", "the", "mill", "old"]), max_size=6), st.integers(8, 50))
def test_texts_that_differ_in_short_words_are_shown_apart(words: list[str], cells: int) -> None:
    before, after = " ".join(["on", *words]), " ".join(["off", *words])
    shown = shorten_pair(before, after, cells)
    assert shown[0] != shown[1]
