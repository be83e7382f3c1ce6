"""Shorten two similar texts so that their difference stays visible."""

from rich.cells import cell_len

from studio.ui.text import ELLIPSIS, Span, fit_spans

LEAST = 4
"""Letters that must be alike before they are left out."""


def shorten_pair(one: str, other: str, cells: int) -> tuple[str, str]:
    """Return two texts of at most so many cells each; what they begin and end with alike is left
    out first.

    >>> shorten_pair("walking to the bed", "walking to the bath", 10)
    ('…bed', '…bath')
    """
    if max(cell_len(one), cell_len(other)) > cells:
        start = _word(one, _alike(one, other))
        if start > LEAST:
            one, other = f"{ELLIPSIS}{one[start:]}", f"{ELLIPSIS}{other[start:]}"
    if max(cell_len(one), cell_len(other)) > cells:
        alike = _word(one[::-1], _alike(one[::-1], other[::-1]))
        if alike > LEAST:
            one, other = (
                f"{one[:-alike].rstrip()}{ELLIPSIS}",
                f"{other[:-alike].rstrip()}{ELLIPSIS}",
            )
    return _cut(one, cells), _cut(other, cells)


def _alike(one: str, other: str) -> int:
    """Return with how many letters two texts begin alike."""
    pairs = zip(one, other, strict=False)
    return next(
        (place for place, pair in enumerate(pairs) if pair[0] != pair[1]), min(len(one), len(other))
    )


def _word(text: str, alike: int) -> int:
    """Return where the word begins in which two texts begin to differ."""
    return text.rfind(" ", 0, alike) + 1


def _cut(text: str, cells: int) -> str:
    return "".join(span.text for span in fit_spans((Span(text),), cells))
