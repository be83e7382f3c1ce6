"""Texts and citations in replies, as records can hold them."""

from collections.abc import Sequence

from latticeville.mind.reply_format import Limits
from latticeville.mind.reply_types import MAX_WORDS


def up_to(ids: Sequence[int]) -> Limits:
    """Return the limit of numbers that count records; a schema of none would fit nothing, and so has one."""
    return {"items": {"maximum": max(1, len(ids))}}


def find_cited(numbers: Sequence[int], ids: Sequence[int]) -> tuple[int, ...]:
    """Return the records that numbers stand for, each once; numbers of nothing are dropped."""
    return tuple(dict.fromkeys(ids[each - 1] for each in numbers if 1 <= each <= len(ids)))


def clean_line(text: str, most: int = MAX_WORDS) -> str:
    """Return a text on one line, cut to so many letters."""
    return " ".join(text.split())[:most]
