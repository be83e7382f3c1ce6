"""Rows as CSV: lines end in a single line feed, None is empty."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO


def csv_lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield each row as a line of CSV, with its line feed."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        writer.writerow(row)
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def csv_text(names: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a line of names, then one for each row, as CSV."""
    return "".join(csv_lines((names, *rows)))
