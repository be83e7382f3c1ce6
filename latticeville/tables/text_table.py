"""The answer to a statement as lines of text."""

import json
from collections.abc import Iterator, Sequence

from latticeville.core.text_width import fit, pad, text_width

WIDEST = 60
"""Cells that a column takes at most."""


def cell_text(value: object) -> str:
    """Return a value of a table as it is read: null as “–”, a list with commas, a number without
    noise.

    >>> cell_text(None), cell_text(0.1 + 0.2), cell_text(["ada", "bob"]), cell_text(True)
    ('–', '0.3', 'ada, bob', 'true')
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(cell_text, value))
    return " ".join(str(value).split())


def plain_value(value: object) -> object:
    """Return a value that CSV and SQLite hold: a list or a struct as JSON."""
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value


def table_lines(
    columns: Sequence[str], rows: Sequence[Sequence[object]], widest: int = WIDEST
) -> Iterator[str]:
    """Yield the titles, a rule, the rows, and how many they are; numbers stand at the right."""
    texts = [[fit(cell_text(value), widest) for value in row] for row in rows]
    widths = [max(map(text_width, column)) for column in zip(columns, *texts, strict=True)]
    right = [_are_numbers([row[place] for row in rows]) for place in range(len(columns))]
    for cells in (columns, ["─" * width for width in widths], *texts):
        yield _line(cells, widths, right)
    yield f"{len(rows):,} {'row' if len(rows) == 1 else 'rows'}"


def _are_numbers(values: Sequence[object]) -> bool:
    """Tell whether values, those that are not null, are numbers."""
    kinds = {type(value) for value in values if value is not None}
    return bool(kinds) and kinds <= {int, float}


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        pad(cell, width, right=is_right)
        for cell, width, is_right in zip(cells, widths, right, strict=True)
    )
    return "  ".join(padded).rstrip()
