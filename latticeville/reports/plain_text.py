"""Rows as lines of plain text, fully expanded."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from latticeville.core.text_width import pad, text_width
from latticeville.reports.rows import Column, TextPart, ViewRow

if TYPE_CHECKING:
    from latticeville.reports.report import ReportSection

BAR = 6
"""Letters of a bar."""


def plain_text(rows: Iterable[ViewRow], margin: str = "") -> Iterator[str]:
    """Yield the lines of rows: labels in a column as wide as the longest, what folds indented below
    its row."""
    found = list(rows)
    widest = max((text_width(row.label) for row in found), default=0)
    after = " │ " if margin else "  "
    for row in found:
        for turn, text in enumerate(_text(row).split("\n")):
            label = pad("" if turn else row.label, widest) + after if widest else ""
            yield f"{margin}{label}{text}".rstrip()
        if row.children and row.printed:
            yield from plain_text(
                row.children(), margin + " " * (widest + (4 if row.columns else 2))
            )


def section_text(sections: "Iterable[ReportSection]") -> Iterator[str]:
    """Yield the lines of sections: a title, its rows, and an empty line between two."""
    for place, (title, rows) in enumerate(sections):
        if place:
            yield ""
        if title:
            yield title
        yield from plain_text(rows)


def meter(value: float, cells: int) -> str:
    """Draw a number from 0 to 1 as a bar of so many letters and the number."""
    full = round(max(0.0, min(1.0, value)) * cells)
    return f"{'▮' * full}{'▯' * (cells - full)}{' ' * bool(cells)}{value:4.2f}"


def _text(row: ViewRow) -> str:
    cells = [_cell(part, column) for part, column in zip(row.parts, row.columns, strict=False)]
    rest = "".join(part.text for part in row.parts[len(cells) :])
    return "  ".join(filter(None, ("".join(f"{cell} " for cell in cells) + rest, row.tail.text)))


def _cell(part: TextPart, column: Column) -> str:
    text = part.text if part.meter is None else meter(part.meter, BAR)
    return pad(text, column.width, right=column.right)
