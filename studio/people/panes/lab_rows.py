"""Results of the lab as wrapped rows."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len

from studio.ui.text import PLAIN, QUIET, STRONG, Span, TextRow, clean, wrap_text

if TYPE_CHECKING:
    from latticeville.reports.cast import FieldDifference

LABEL = 14
"""Cells that the names of compared fields fill."""


def wrap(key: str, text: str, cells: int, style: str = PLAIN, head: str = "") -> Iterator[TextRow]:
    """Yield a text, wrapped, after a head that stands in its first line."""
    turn = 0
    for part in text.split("\n"):
        for line in wrap_text(part, cells - len(head)):
            yield TextRow(
                key, (Span(head if turn == 0 else " " * len(head), QUIET), Span(clean(line), style))
            )
            turn += 1


def heading_row(key: str, text: str, tail: str = "") -> TextRow:
    """Return a heading."""
    return TextRow(key, (Span(text, STRONG),), Span(tail, QUIET))


def compare_rows(found: "Sequence[FieldDifference]", cells: int) -> Iterator[TextRow]:
    """Yield two people field by field, side by side: what is long under its name, what is the same
    quiet."""
    short, half = (cells - LABEL - 3) // 2, max(8, (cells - 3) // 2)
    for one in found:
        if not one.one and not one.other:
            continue
        if (
            max(cell_len(text) for text in (one.one, one.other)) <= short
            and "\n" not in one.one + one.other
        ):
            left, right = (clean(text) or "–" for text in (one.one, one.other))
            label = Span(f"{one.field:<{LABEL}}", QUIET)
            yield TextRow(one.field, (label, *_beside(one, left, right, short)))
        else:
            yield heading_row(one.field, one.field)
            sides = _broken(one.one, half), _broken(one.other, half)
            for left, right in zip_longest(*sides, fillvalue=""):
                yield TextRow(one.field, _beside(one, left, right, half))


def _beside(one: "FieldDifference", left: str, right: str, cells: int) -> tuple[Span, ...]:
    """Return two texts side by side, the left one in so many cells."""
    style, bar = (QUIET, " │ ") if one.same else (PLAIN, " ┃ ")
    return (Span(_filled(left, cells), style), Span(bar, QUIET), Span(right, style))


def _broken(text: str, cells: int) -> list[str]:
    return [line for part in text.split("\n") for line in wrap_text(part or "–", cells)]


def _filled(text: str, cells: int) -> str:
    return text + " " * (cells - cell_len(text))
