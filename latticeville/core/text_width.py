"""Widths of texts in cells of a terminal, in which wide letters fill two and marks none."""

from unicodedata import category, east_asian_width

_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})


def text_width(text: str) -> int:
    r"""Return the cells that a text fills.

    >>> text_width("Ada"), text_width("김민수"), text_width("e\u0301")
    (3, 6, 1)
    """
    return len(text) if text.isascii() else sum(map(_letter_width, text))


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return a text with spaces up to a number of cells, at its left end if it belongs to the
    `right`.

    >>> pad("山田", 6) + "|", pad("ab", 3, right=True)
    ('山田  |', ' ab')
    """
    spaces = " " * (width - text_width(text))
    return spaces + text if right else text + spaces


def fit(text: str, width: int) -> str:
    """Return a text that fills so many cells at most, cut with “…” where it is longer.

    >>> fit("butterfly", 5), fit("山田太郎", 5)
    ('butt…', '山田…')
    """
    if text_width(text) <= width:
        return text
    room, kept = width - 1, ""
    for letter in text:
        room -= _letter_width(letter)
        if room < 0:
            break
        kept += letter
    return f"{kept}…"


def _letter_width(letter: str) -> int:
    if category(letter) in _NO_WIDTH:
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
