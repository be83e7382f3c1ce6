"""A chronicle as a value, as Markdown and as rows: chapters of sentences, each with its events."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from latticeville.core.printable import make_printable
from latticeville.core.sentence_case import capital
from latticeville.reports.rows import Emphasis, TextPart, TickTarget, ViewRow, count, heading


class EventRef(NamedTuple):
    """An event of a run: its tick, and its place among the events of the tick, from 0."""

    tick: int
    number: int


class Sentence(msgspec.Struct, frozen=True):
    """A sentence and the events that it tells, in order; `tick` is where a reader looks, -1 for
    nowhere."""

    text: str
    events: tuple[EventRef, ...] = ()
    tick: int = -1


class Paragraph(msgspec.Struct, frozen=True):
    """Sentences on one subject; `polished` is a model's text in their place, `refusal` why such a
    text was refused."""

    subject: str
    sentences: tuple[Sentence, ...]
    polished: str = ""
    refusal: str = ""

    @property
    def template(self) -> str:
        """The sentences as one text."""
        return " ".join(one.text for one in self.sentences)


class TurningPoint(msgspec.Struct, frozen=True):
    """Something after which much is different: the rule that found it, the tick, the time in words,
    the sentence."""

    rule: str
    tick: int
    when: str
    sentence: Sentence


class Chapter(msgspec.Struct, frozen=True):
    """A season or a day, from its first tick to its last."""

    title: str
    first: int
    last: int
    paragraphs: tuple[Paragraph, ...]


class Tale(msgspec.Struct, frozen=True):
    """A run told on one or two pages: a paragraph for the beginning, for each scene, and for the
    end."""

    title: str
    scenes: tuple[Paragraph, ...]


class Chronicle(msgspec.Struct, frozen=True):
    """The history of a run, or of a part of it from its beginning; `summary` tells of all its
    chapters together."""

    title: str
    opening: tuple[Paragraph, ...]
    turning_points: tuple[TurningPoint, ...]
    chapters: tuple[Chapter, ...]
    ending: tuple[Paragraph, ...]
    summary: tuple[Paragraph, ...] = ()

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield every paragraph in the order of reading."""
        yield from self.opening
        yield from self.summary
        for chapter in self.chapters:
            yield from chapter.paragraphs
        yield from self.ending


def paragraphs_of(parts: Mapping[str, Iterable[Sentence]]) -> Iterator[Paragraph]:
    """Yield a paragraph for each subject of which there is a sentence."""
    for subject, some in parts.items():
        if found := tuple(some):
            yield Paragraph(subject, found)


def sentence(
    text: str, events: "tuple[EventRef, ...] | list[EventRef]" = (), tick: int = -1
) -> Sentence:
    """Return a sentence that begins with a capital and ends with a stop, and whose tick is that of
    its first event."""
    refs = tuple(dict.fromkeys(events))
    ended = text if text.endswith((".", "!", "?", "”")) else f"{text}."
    return Sentence(capital(ended), refs, refs[0].tick if refs and tick < 0 else tick)


MOST_REFS = 24
"""Events that a footnote lists; of more it names the first and the last, and how many there are."""
PROSE = 2
"""Sentences that stand on one line in a paragraph without a title; more are a list."""
PLACE = "place"
"""The subject of the paragraph of the opening that stands before the turning points."""
TITLES: Mapping[str, str] = {
    "acquaintances": "Who knew whom before",
    "agreements": "Agreements",
    "coming": "Still to come",
    "promises": "Promises",
    "also": "Also",
    "deaths": "Deaths",
    "events": "Events",
    "everybody": "Everybody",
    "fights": "Fights",
    "food": "Food",
    "gifts": "Gifts",
    "land": "What stood in the land",
    "news": "What people told each other",
    "people": "Where people were",
    "residents": "Who lived there",
    "quarrels": "Disagreements",
    "talks": "Talks",
    "troubles": "Troubles",
    "trust": "Trust, from 0 to 1",
    "trust moves": "How trust moved, from 0 to 1",
    "view moves": "How views moved, from -1 (against) to 1 (for)",
    "views": "Views",
    "words": "Words",
}
"""The titles of paragraphs by subject; others have none."""
_MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")


def markdown(chronicle: Chronicle) -> Iterator[str]:
    """Yield the lines of a chronicle; `[^3]` marks the events of a sentence, `t31.2` is event 2 of
    tick 31."""
    notes = _Notes()
    yield f"# {escape(chronicle.title)}"
    place = [one for one in chronicle.opening if one.subject == PLACE]
    yield from _paragraph_lines(place, notes)
    if chronicle.turning_points:
        yield from ("", "## Turning points", "")
        for point in chronicle.turning_points:
            yield f"- **{point.when}**: {notes.mark(point.sentence)}"
    if chronicle.summary:
        yield from ("", "## Summary")
        yield from _paragraph_lines(chronicle.summary, notes)
    if people := [one for one in chronicle.opening if one.subject != PLACE]:
        yield from ("", "## People")
        yield from _paragraph_lines(people, notes)
    for chapter in chronicle.chapters:
        yield from ("", f"## {escape(chapter.title)} (ticks {chapter.first} to {chapter.last})")
        yield from _paragraph_lines(chapter.paragraphs, notes)
    yield from ("", "## At the end")
    yield from _paragraph_lines(chronicle.ending, notes)
    yield ""
    yield from notes.lines


def tale_markdown(tale: Tale) -> Iterator[str]:
    """Yield the lines of a tale, with the marks of a chronicle."""
    notes = _Notes()
    yield f"# {escape(tale.title)}"
    for one in tale.scenes:
        told = " ".join(map(notes.mark, one.sentences))
        refs = list(dict.fromkeys(ref for each in one.sentences for ref in each.events))
        polished = f"{escape(one.polished)}{notes.number(refs, -1)}" if one.polished else told
        yield from ("", polished)
    yield ""
    yield from notes.lines


def escape(text: str) -> str:
    r"""Return a text of a world as it stands in Markdown, on one line and without markup.

    >>> escape("a *b*\n<c>")
    'a \\*b\\* \\<c\\>'
    """
    return _MARKUP.sub(r"\\\1", " ".join(make_printable(text).split()))


def describe_refs(refs: Sequence[EventRef]) -> str:
    """List events.

    >>> describe_refs([EventRef(31, 2), EventRef(40, 0)])
    't31.2 t40.0'
    """
    told = [f"t{ref.tick}.{ref.number}" for ref in refs]
    if len(told) > MOST_REFS:
        return f"{told[0]} … {told[-1]} ({len(told):,} events; --json lists them)"
    return " ".join(told)


class _Notes:
    """Numbers the footnotes; `lines` are their texts."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def mark(self, one: Sentence) -> str:
        """Return a sentence with its mark."""
        return f"{escape(one.text)}{self.number(one.events, one.tick)}"

    def number(self, refs: Sequence[EventRef], tick: int) -> str:
        """Return the mark of events, or of a tick; "" without any."""
        told = describe_refs(refs) or (f"t{tick}" if tick >= 0 else "")
        if not told:
            return ""
        number = len(self.lines) + 1
        self.lines.append(f"[^{number}]: {told}")
        return f"[^{number}]"


def _paragraph_lines(paragraphs: Sequence[Paragraph], notes: _Notes) -> Iterator[str]:
    for place, one in enumerate(paragraphs):
        goes_on = place > 0 and paragraphs[place - 1].subject == one.subject
        title = "" if goes_on else TITLES.get(one.subject, "")
        yield from ("", f"### {title}", "") if title else ("",)
        yield from _text_lines(one, notes)
        if one.refusal:
            yield from (
                "",
                f"*(Template; the text of the model was refused: {escape(one.refusal)})*",
            )


def _text_lines(one: Paragraph, notes: _Notes) -> Iterator[str]:
    """Yield the text of a paragraph with its marks: polished, as prose, or as a list."""
    if one.polished:
        refs = list(dict.fromkeys(ref for each in one.sentences for ref in each.events))
        yield f"{escape(one.polished)}{notes.number(refs, -1)}"
    elif one.subject in TITLES or len(one.sentences) > PROSE:
        yield from (f"- {notes.mark(each)}" for each in one.sentences)
    else:
        yield " ".join(notes.mark(each) for each in one.sentences)


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


def tale_rows(tale: Tale) -> Iterator[ViewRow]:
    """Yield the sentences of a tale, with a gap before each scene."""
    for place, scene in enumerate(tale.scenes):
        if place:
            yield ViewRow(f"tale gap {place}")
        for number, one in enumerate(scene.sentences):
            yield ViewRow(f"tale {place} {number}", (TextPart(one.text),), target=_target(one))


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
