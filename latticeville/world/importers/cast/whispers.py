"""Whispers of Generative Agents: a CSV of names, each with memories that semicolons part."""

import csv
from collections.abc import Iterator
from io import StringIO
from itertools import zip_longest

from latticeville.world.importers.cast.fields import LETTERS, clean
from latticeville.world.importers.cast.newcomer import Whispers
from latticeville.world.importers.report import At, Doc, Report, Spot
from latticeville.world.importers.values import title

HEADER = ("name", "whisper")


def looks_so(text: str) -> bool:
    """Tell whether a text begins as such a file does."""
    head = text.lstrip("\ufeff").partition("\n")[0].lower().replace('"', "").split(",")
    return tuple(word.strip() for word in head[:2]) == HEADER


def read_whispers(name: str, text: str, report: Report) -> Iterator[Whispers]:
    """Yield what is whispered to whom."""
    rows, before = csv.reader(StringIO(text, newline="")), 1
    while True:
        line = before
        try:
            row = next(rows, None)
        except csv.Error as error:
            at = At(Doc(name, None, Spot(line, 1)))
            raise report.fail(
                at, "csv-syntax", f"this is no CSV: {error}", "put a text with commas in quotes"
            ) from error
        before = rows.line_num + 1
        if row is None:
            return
        if line > 1 and any(field.strip() for field in row):
            found = _row(At(Doc(name, None, Spot(line, 1))), row, report)
            if found:
                yield found


def _row(at: At, row: list[str], report: Report) -> Whispers | None:
    who, whispers, *more = (field for field, _ in zip_longest(row, HEADER, fillvalue=""))
    if any(map(clean, more)):
        report.lose(at, "a row has more than a name and whispers; the rest has no room in a persona")
    texts = [clean(part) for part in whispers.split(";")]
    if any(len(text) > LETTERS for text in texts):
        report.warn(at, "cut", f"a whisper has more than {LETTERS} letters; the rest is left out", "shorten it")
    name = title(who)
    if not name:
        report.warn(at, "no-name", "a row has whispers but no name", "write a name before the comma")
        return None
    memories = [{"text": text[:LETTERS], "kind": "reflection"} for text in texts if text]
    return Whispers(name, memories, at.doc.name, at.doc.places.find(())[0] if at.doc.places else 0)
