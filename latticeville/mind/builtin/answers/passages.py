"""What somebody could tell: their memories, what is said of them, their views and opinions, as passages
with the words by which a question finds them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from latticeville.core.clock import format_hours
from latticeville.core.keep import keep
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.datum import KIN
from latticeville.mind.builtin.answers.lexicon import in_one_word
from latticeville.mind.builtin.answers.oneself import is_private, open_sentences
from latticeville.mind.builtin.answers.opinions import tell_opinion
from latticeville.mind.builtin.answers.people import own_role, related, tell_person, view_of
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import of_time
from latticeville.mind.builtin.answers.told_memory import (
    PLANNED,
    REFLECTION,
    tell,
    tell_of_oneself,
)
from latticeville.mind.interview_question import stem_of, stems_of, words_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present


@dataclass(frozen=True)
class Passage:
    """Something that a person could tell: how they tell it, the stems of its words, the ids of whom
    it is of, and the memory that it is, if any.

    `is_own` says that the person knows it of themselves, from no talk and no sight of the run; a
    relation is what the person says of another.
    """

    text: str
    stems: frozenset[str]
    people: frozenset[str]
    told: str = ""
    record: MemoryRecord | None = None
    is_own: bool = False
    is_relation: bool = False
    brief: str = ""
    """How they tell it where it is not all that is asked for; "" for no other way."""

    def tell(self, asked: Interviewee) -> str:
        """Return how the person tells it."""
        return self.told if self.record is None else tell(self.record, asked)

    @property
    def is_said(self) -> bool:
        """Whether it is words that somebody said."""
        return self.record is not None and self.record.spoken and bool(self.record.about)

    @property
    def is_question(self) -> bool:
        """Whether it only asks."""
        return self.text.rstrip('”’" ').endswith("?")


def passages(question: ReadQuestion) -> Sequence[Passage]:
    """Return what the person could tell; of a time that a question names, memories alone."""
    asked = question.asked
    if question.time.is_given:
        return [*_of_memories(asked, of_time(question, asked.memories))]
    return all_passages(asked)


def all_passages(asked: Interviewee) -> Sequence[Passage]:
    """Return all that the person could tell; it is found once for all questions."""
    return keep(asked, "passages", lambda: (*_all_passages(asked),))


def _all_passages(asked: Interviewee) -> Iterator[Passage]:
    yield from of_persona(asked)
    yield from _of_days(asked)
    yield from _of_relations(asked)
    yield from _of_opinions(asked)
    yield from _of_before(asked)
    yield from _of_memories(asked, asked.memories)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stems_of(" ".join(in_present(words_of(in_one_word(fold(text)))))))


def _of_phrases(text: str) -> frozenset[str]:
    """Return the stems of the words that stand for phrases of a text."""
    low = fold(text)
    changed = in_one_word(low)
    return frozenset() if changed == low else _stems(changed)


def of_persona(asked: Interviewee) -> Iterator[Passage]:
    """Yield the sentences of what is said of the person, and what they wish."""
    persona = asked.persona
    wish = persona.aspiration
    wishes = [f"{persona.first_name} wants {wish[:1].lower()}{wish[1:]}"] if wish else []
    for text in [*open_sentences(asked), *(one for one in wishes if not is_private(one, asked))]:
        told = tell_of_oneself(text, asked)
        people = frozenset([asked.who, *_kin_in(text, asked)])
        yield Passage(text, _stems(text), people, told, is_own=True)


def _kin_in(text: str, asked: Interviewee) -> Iterator[str]:
    """Yield the ids of those whom a sentence calls by what they are to the person."""
    stems = stems_of(fold(text))
    for one in related(asked):
        role = stems_of(re.split(r",| (?:who|that|of|to|for|in|and)\b", fold(one.how))[0])
        name = asked.world.people[one.who].persona.first_name
        if role & _KIN & stems or re.search(rf"\b{re.escape(name)}\b", text):
            yield one.who


_KIN = frozenset(stem_of(one) for one in KIN)


def _of_days(asked: Interviewee) -> Iterator[Passage]:
    """Yield what the person is used to doing, and where they work."""
    world, work = asked.world, asked.world.people[asked.who].work
    own, doings = frozenset([asked.who]), dict[tuple[str, str], int]()
    for row in asked.persona.routine:
        place = {"home": asked.world.people[asked.who].home, "work": work}.get(row.place, row.place)
        doings.setdefault((row.doing, place), row.start)
    if work in world.areas.by_id:
        told = f"I work at {asked.place_name(work)}."
        here = " ".join(doing for doing, place in doings if place == work)
        stems = _stems(f"{told} {here}")
        yield Passage(told, stems, own, told, is_own=True)
    for (doing, place), start in doings.items():
        text = (
            f"On usual days, at {format_hours(start)}, I am {doing} at {asked.place_name(place)}."
        )
        stems = _stems(f"{doing} {world.name_of(place)}")
        yield Passage(text, stems, own, text, is_own=True)


def _of_relations(asked: Interviewee) -> Iterator[Passage]:
    """Yield what the person says of each of those whom they know from the start."""
    for one in related(asked):
        text = f"{own_role(one)}. {one.view}"
        yield Passage(
            text,
            _stems(text),
            frozenset([one.who, asked.who]),
            tell_person(asked, one.who),
            is_own=True,
            is_relation=True,
            brief=f"{asked.name(one.who)} is to me: {own_role(one)}.{view_of(asked, one.who)}",
        )


def _of_before(asked: Interviewee) -> Iterator[Passage]:
    """Yield what the person said of others and of subjects at the start, where they say something else
    now."""
    persona, now = asked.world.people[asked.who].persona, asked.persona
    views = {one.who: one.view for one in now.relationships}
    own = frozenset([asked.who])
    for one in persona.relationships:
        if one.who in asked.world.people and one.view not in ("", views.get(one.who)):
            told = f"Of {asked.name(one.who)} I said at the start: {one.view}"
            if not is_private(one.view, asked):
                yield Passage(one.view, _stems(told), own | {one.who}, told, is_own=True)
    for opinion in persona.opinions:
        held = asked.mind.relations.opinions.get(opinion.topic)
        if opinion.view and held is not None and held.view != opinion.view:
            text = f"{opinion.topic} {opinion.view}"
            told = f"Of {opinion.topic} I thought at the start: “{opinion.view}”"
            yield Passage(text, _stems(text), own, told, is_own=True)


def _of_opinions(asked: Interviewee) -> Iterator[Passage]:
    for subject, held in asked.mind.relations.opinions.items():
        yield Passage(
            held.view,
            _stems(f"{subject} {held.view}"),
            frozenset([asked.who]),
            tell_opinion(subject, held),
            is_own=True,
        )


def _of_memories(asked: Interviewee, records: Sequence[MemoryRecord]) -> Iterator[Passage]:
    """Yield memories that tell something."""
    for one in records:
        if _tells_something(one):
            yield Passage(
                one.text,
                asked.stems[one.id] | _of_phrases(one.text),
                _people_of(one, asked),
                record=one,
                is_own=one.tick < 0,
            )


def _tells_something(record: MemoryRecord) -> bool:
    """Tell whether a memory is more than a plan, a conclusion or the sight of who comes and goes."""
    is_walk = not record.spoken and record.importance <= 1 and record.topic is None
    return record.kind not in (PLANNED, REFLECTION) and not is_walk


def _people_of(record: MemoryRecord, asked: Interviewee) -> frozenset[str]:
    """Return the ids of those who are in a memory, or named in it."""
    people = asked.world.people
    words = {*re.findall(r"[^\W\d_]+", record.text)}
    named = (one for one in people if people[one].persona.first_name in words)
    own = [asked.who] if record.tick < 0 or record.about[:1] == (asked.who,) else []
    return frozenset({*own, *named, *(one for one in record.about if one in people)})
