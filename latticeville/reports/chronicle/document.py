"""A chronicle as a value: chapters of paragraphs of sentences, each sentence with the events that
it tells."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from latticeville.core.sentence_case import capital


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
