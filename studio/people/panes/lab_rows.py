"""Answers of the lab as lines to read."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len

from studio.widgets.spans import PLAIN, QUIET, STRONG, WARM, Row, Span, clean, wrap

if TYPE_CHECKING:
    from latticeville.lab.cast import Difference
    from latticeville.lab.people import Sent, Summary

LABEL = 14
"""Cells that the names of compared fields fill."""


def words(key: str, text: str, cells: int, style: str = PLAIN, head: str = "") -> Iterator[Row]:
    """Yield a text, wrapped, after a head that stands in its first line."""
    turn = 0
    for part in text.split("\n"):
        for line in wrap(part, cells - len(head)):
            yield Row(key, (Span(head if turn == 0 else " " * len(head), QUIET), Span(clean(line), style)))
            turn += 1


def title(key: str, text: str, tail: str = "") -> Row:
    """Return a heading."""
    return Row(key, (Span(text, STRONG),), Span(tail, QUIET))


def summary_rows(found: "Summary", cells: int) -> Iterator[Row]:
    """Yield who somebody is to their mind."""
    parts = (
        ("about", "In every question", found.about),
        ("portrait", "In the self-summary", found.portrait),
        ("usual", "In day planning", found.usual),
    )
    for key, heading, text in parts:
        yield title(key, heading)
        yield from words(key, text or "–", cells)
        yield Row(f"{key} gap", (Span(""),))


def sent_rows(found: "Sent", cells: int) -> Iterator[Row]:
    """Yield a question exactly as it is sent."""
    told = f"“{found.kind}” at {found.when}, tick {found.tick}: about {found.tokens} tokens, reply at most {found.most}"
    yield from words("told", told, cells, WARM)
    rest = (("choices", "\n".join(found.choices)), ("schema", found.schema))
    for key, text in (("system", found.system), ("prompt", found.prompt), *rest):
        if text:
            yield title(f"{key} title", key)
            yield from words(key, text, cells)


def compare_rows(found: "Sequence[Difference]", cells: int) -> Iterator[Row]:
    """Yield two people field by field, side by side: what is long under its name, what is the same quiet."""
    short, half = (cells - LABEL - 3) // 2, max(8, (cells - 3) // 2)
    for one in found:
        if not one.one and not one.other:
            continue
        if max(cell_len(text) for text in (one.one, one.other)) <= short and "\n" not in one.one + one.other:
            left, right = (clean(text) or "–" for text in (one.one, one.other))
            label = Span(f"{one.field:<{LABEL}}", QUIET)
            yield Row(one.field, (label, *_beside(one, left, right, short)))
        else:
            yield title(one.field, one.field)
            sides = _broken(one.one, half), _broken(one.other, half)
            for left, right in zip_longest(*sides, fillvalue=""):
                yield Row(one.field, _beside(one, left, right, half))


def _beside(one: "Difference", left: str, right: str, cells: int) -> tuple[Span, ...]:
    """Return two texts side by side, the left one in so many cells."""
    style, bar = (QUIET, " │ ") if one.same else (PLAIN, " ┃ ")
    return (Span(_filled(left, cells), style), Span(bar, QUIET), Span(right, style))


def _broken(text: str, cells: int) -> list[str]:
    return [line for part in text.split("\n") for line in wrap(part or "–", cells)]


def _filled(text: str, cells: int) -> str:
    return text + " " * (cells - cell_len(text))
