"""Whispers of Generative Agents: a CSV file of names and memories."""

import csv
from collections.abc import Iterator
from io import StringIO
from itertools import zip_longest

from latticeville.formats.cast.add_people import WhisperedMemories
from latticeville.formats.cast.fields import MAX_CHARS, clean_text
from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceValue,
)
from latticeville.world.original.values import clean_name

HEADER = ("name", "whisper")


def is_whispers(text: str) -> bool:
    """Tell whether a text begins as such a file does."""
    head = text.lstrip("\ufeff").partition("\n")[0].lower().replace('"', "").split(",")
    return tuple(word.strip() for word in head[:2]) == HEADER


def read_whispers(name: str, text: str, report: ImportReport) -> Iterator[WhisperedMemories]:
    """Yield what is whispered to whom."""
    rows, before = csv.reader(StringIO(text, newline="")), 1
    while True:
        line = before
        try:
            row = next(rows, None)
        except csv.Error as error:
            at = SourceValue(SourceDocument(name, None, FixedLocation(line, 1)))
            raise report.make_error(
                at, "csv-syntax", f"invalid CSV: {error}", "put texts with commas in quotes"
            ) from error
        before = rows.line_num + 1
        if row is None:
            return
        if line > 1 and any(field.strip() for field in row):
            found = _read_row(
                SourceValue(SourceDocument(name, None, FixedLocation(line, 1))), row, report
            )
            if found:
                yield found


def _read_row(at: SourceValue, row: list[str], report: ImportReport) -> WhisperedMemories | None:
    who, whispers, *more = (field for field, _ in zip_longest(row, HEADER, fillvalue=""))
    if any(map(clean_text, more)):
        report.report_lost(at, "a row has more than a name and whispers; the rest is left out")
    texts = [clean_text(part) for part in whispers.split(";")]
    if any(len(text) > MAX_CHARS for text in texts):
        report.warn(
            at,
            "cut",
            f"a whisper has more than {MAX_CHARS} characters; the rest is left out",
            "shorten it",
        )
    name = clean_name(who)
    if not name:
        report.warn(
            at, "no-name", "a row has whispers but no name", "write a name before the comma"
        )
        return None
    memories = [{"text": text[:MAX_CHARS], "kind": "reflection"} for text in texts if text]
    return WhisperedMemories(
        name, memories, at.doc.name, at.doc.places.find(())[0] if at.doc.places else 0
    )
