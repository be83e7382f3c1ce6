"""A chronicle as Markdown: headings, paragraphs, and a footnote with the events of each
sentence."""

import re
from collections.abc import Iterator, Mapping, Sequence

from latticeville.core.printable import make_printable
from latticeville.reports.chronicle.document import Chronicle, EventRef, Paragraph, Sentence

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
