"""Texts and citations in replies, as records can hold them."""

import re
from collections.abc import Sequence

from latticeville.mind.reply_format import Limits
from latticeville.mind.reply_types import MAX_WORDS

_END = re.compile(r"[.!?…][\"'”’»)]*(?=\s|$)")


def up_to(ids: Sequence[int]) -> Limits:
    """Return the limit of numbers that count records; a schema of none would fit nothing, and so
    has one."""
    return {"items": {"maximum": max(1, len(ids))}}


def find_cited(numbers: Sequence[int], ids: Sequence[int]) -> tuple[int, ...]:
    """Return the records that numbers stand for, each once; numbers of nothing are dropped."""
    return tuple(dict.fromkeys(ids[each - 1] for each in numbers if 1 <= each <= len(ids)))


def clean_line(text: str, most: int = MAX_WORDS) -> str:
    """Return a text on one line, cut to so many letters."""
    return " ".join(text.split())[:most]


def whole_sentences(text: str, most: int = MAX_WORDS) -> str:
    """Return a text on one line; one that its limit may have cut ends with its last whole sentence,
    "" without any.

    >>> whole_sentences("The stove burns. Come qui", 25), whole_sentences("The stove bur", 13), whole_sentences("Hm", 9)
    ('The stove burns.', '', 'Hm')
    """
    line = " ".join(text.split())
    return line if len(text) < most else _until_last_end(line[:most])


def last_sentences(text: str, most: int) -> str:
    """Return free text on one line up to its last whole sentence, since a limit of tokens may have
    cut it.

    Without any end of a sentence it is returned whole, unless it is too long.
    """
    line = " ".join(text.split())
    return _until_last_end(line[:most]) or (line if len(line) < most else "")


def _until_last_end(line: str) -> str:
    ends = [found.end() for found in _END.finditer(line)]
    return line[: ends[-1]] if ends else ""
