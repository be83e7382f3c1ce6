"""The emoji of activities."""

import unicodedata

import pytest
from rich.cells import cell_len

from latticeville.draw.emoji import EMOJI, FALLBACK, activity_emoji, emoji_of
from latticeville.world.model.personas import RoutineRow


@pytest.mark.parametrize("sign", sorted({*EMOJI.values(), FALLBACK}))
def test_every_emoji_is_one_character_two_cells_wide(sign: str) -> None:
    assert len(sign) == 1
    assert unicodedata.east_asian_width(sign) == "W"
    assert cell_len(sign) == 2


def test_the_first_word_in_the_table_decides() -> None:
    assert activity_emoji("playing dominoes") == EMOJI["playing"]
    assert activity_emoji("Reading a letter") == EMOJI["reading"]
    assert activity_emoji("xyz") == FALLBACK


def test_the_routine_of_a_persona_may_set_the_emoji() -> None:
    routine = (
        RoutineRow(0, 60, "pond", "fishing", emoji="🎣"),
        RoutineRow(60, 0, "home", "reading"),
    )
    assert emoji_of("fishing", routine) == "🎣"
    assert emoji_of("reading", routine) == EMOJI["reading"]
