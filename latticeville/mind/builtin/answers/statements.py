"""All sentences that may answer a question: what is said of the person, their views, what they
remember, and what they said and heard."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from latticeville.mind.builtin.answers.lexicon import stems_alike
from latticeville.mind.builtin.answers.oneself import is_private, open_sentences
from latticeville.mind.builtin.answers.people import own_role
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import of_time, search
from latticeville.mind.builtin.answers.sentence import Reader, ReadSentence, Source, Speaker
from latticeville.mind.builtin.answers.told_memory import PLANNED, REFLECTION, quoted
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord

MOST_MEMORIES = 60
"""Memories with the rarest words of a question whose sentences are read."""


def statements(question: ReadQuestion) -> Iterator[ReadSentence]:
    """Yield the sentences that may answer a question; of a time that it names, memories alone."""
    asked, reader = question.asked, question.reader
    if not question.time.is_given:
        yield from _of_self(asked, reader)
    for record in _memories(question):
        yield from _of_memory(record, asked, reader)


def own_statements(question: ReadQuestion) -> Iterator[ReadSentence]:
    """Yield what is said of a person, and what they remember from before the run."""
    asked, reader = question.asked, question.reader
    yield from _of_self(asked, reader)
    for record in asked.memories:
        if asked.minute_at(record) == BEFORE:
            yield from _of_memory(record, asked, reader)


def _of_self(asked: Interviewee, reader: Reader) -> Iterator[ReadSentence]:
    yield from _of_persona(asked, reader)
    yield from _of_views(asked, reader)


def _of_persona(asked: Interviewee, reader: Reader) -> Iterator[ReadSentence]:
    persona = asked.persona
    himself = Speaker(own=asked.who, other=asked.who)
    for one in reader.sentences(persona.about, himself, Source.PERSONA):
        yield replace(one, is_private=is_private(one.text, asked))
    for text in open_sentences(asked):
        yield from reader.sentences(text, himself, Source.PERSONA)
    wish = persona.aspiration
    if wish and not is_private(wish, asked):
        text = f"{persona.first_name} wants {wish[:1].lower()}{wish[1:]}"
        yield from reader.sentences(text, himself, Source.PERSONA)
    for secret in persona.secrets:
        for one in reader.sentences(secret.text, Speaker(own=asked.who), Source.PERSONA):
            yield replace(one, is_private=True)


def _of_views(asked: Interviewee, reader: Reader) -> Iterator[ReadSentence]:
    for one in asked.persona.relationships:
        if one.who not in asked.world.people:
            continue
        of_them = Speaker(own=asked.who, other=one.who)
        name = asked.world.people[one.who].persona.first_name
        for text in (f"{name} is {_role(own_role(one))}.", one.view):
            for each in reader.sentences(text, of_them, Source.VIEW, owner=one.who):
                yield replace(each, is_private=is_private(each.text, asked))


def _role(role: str) -> str:
    return role if _DETERMINED.match(role) else f"my {role}"


_DETERMINED = re.compile(r"(?:my|the|an?|some\w+|one|\w+['’]s)\b")


def _memories(question: ReadQuestion) -> Sequence[MemoryRecord]:
    """Return the memories that have the rarest words of a question, the best first."""
    some = of_time(question, question.asked.memories)
    stems = {alike for stem in question.stems for alike in stems_alike(stem)}
    hits = search(question, stems, some)
    fit = (one.record for one in hits if one.record.kind not in (PLANNED, REFLECTION))
    return [one for _, one in zip(range(MOST_MEMORIES), fit, strict=False)]


def _of_memory(record: MemoryRecord, asked: Interviewee, reader: Reader) -> Iterator[ReadSentence]:
    if not (record.spoken and record.about):
        is_before = asked.minute_at(record) == BEFORE
        source = Source.KNOWN if is_before else Source.SEEN
        yield from reader.sentences(record.text, Speaker(own=asked.who), source, record)
        return
    author, *hearers = record.about
    hearer = hearers[0] if len(hearers) == 1 else ""
    source = Source.SAID if author == asked.who else Source.HEARD
    speaker = Speaker(own=author, hearer=hearer)
    yield from reader.sentences(quoted(record), speaker, source, record)
