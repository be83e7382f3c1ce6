"""A chronicle as rows: turning points, then the chapters; each sentence leads to its tick."""

from collections.abc import Iterator, Sequence

from latticeville.reports.chronicle.document import Chapter, Chronicle, Paragraph, Sentence
from latticeville.reports.chronicle.markdown import TITLES
from latticeville.reports.rows import Emphasis, TextPart, TickTarget, ViewRow, count, heading

PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis


def chronicle_rows(chronicle: Chronicle) -> Iterator[ViewRow]:
    """Yield the turning points, the summary, every chapter with its paragraphs, the newest last,
    and the end."""
    points = chronicle.turning_points
    yield heading("points", "Turning points", count(len(points), "turning point"))
    for place, point in enumerate(points):
        parts = (TextPart(f"{point.when}  ", WARM), TextPart(point.sentence.text))
        yield ViewRow(
            f"point {place}",
            parts,
            tail=TextPart(point.rule.replace("-", " "), QUIET),
            target=_target(point.sentence),
        )
    yield from _part_rows("summary", "Summary", "", chronicle.summary)
    for chapter in chronicle.chapters:
        yield from _chapter_rows(chapter)
    yield from _part_rows("end", "At the end", "", chronicle.ending)


def _chapter_rows(chapter: Chapter) -> Iterator[ViewRow]:
    ticks = f"ticks {chapter.first} to {chapter.last}"
    yield from _part_rows(f"{chapter.first}", chapter.title, ticks, chapter.paragraphs)


def _part_rows(
    key: str, title: str, tail: str, paragraphs: Sequence[Paragraph]
) -> Iterator[ViewRow]:
    if not paragraphs:
        return
    yield ViewRow(f"gap {key}")
    yield heading(f"part {key}", title, tail)
    for place, one in enumerate(paragraphs):
        yield from _paragraph_rows(f"{key} {place}", one)


def _paragraph_rows(key: str, paragraph: Paragraph) -> Iterator[ViewRow]:
    title = TITLES.get(paragraph.subject, "")
    if title:
        yield ViewRow(f"title {key}", (TextPart(title, WARM),))
    for place, one in enumerate(paragraph.sentences):
        target = _target(one)
        yield ViewRow(
            f"{key} {place}",
            (TextPart("  "), TextPart(one.text, PLAIN if target else QUIET)),
            target=target,
        )


def _target(one: Sentence) -> TickTarget | None:
    return TickTarget(one.tick) if one.tick >= 0 else None
