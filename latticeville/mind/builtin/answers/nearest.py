"""The nearest that somebody can tell to a question which nothing that they know answers."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from math import log
from typing import NamedTuple

from latticeville.core.asked_time import AskedTime
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import NEAREST, UNHEARD, KnownAnswer, cite
from latticeville.mind.builtin.answers.lexicon import stems_alike, stems_of_field
from latticeville.mind.builtin.answers.passages import Passage, of_persona, passages
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import tell_words
from latticeville.mind.builtin.answers.wanted import wanted
from latticeville.mind.interview_question import stems_of

FIELD = 0.4
"""What a word counts of the same field."""
UNHEARD_OF = 0.5
"""What a word counts that the person never heard."""
OWN, ASKING = 1.3, 0.6
"""How much nearer a passage is that the person knows of themselves, and one that only asks."""
LEAST = 0.34
"""The share of the weighted words of a question from which on a passage is near."""


class Near(NamedTuple):
    """A passage, and the share of a question's weighted words that it has."""

    share: float
    passage: Passage


class _Term(NamedTuple):
    """A word of a question: its weight, the stems that mean the same, and those of its fields."""

    weight: float
    same: AbstractSet[str]
    field: AbstractSet[str]


def recollect(question: ReadQuestion) -> KnownAnswer | None:
    """Return what is nearest to a question of all that is of the people, the time and the place that
    it names; None where nothing is near."""
    found = [one for one in ranked(question) if one.share >= LEAST]
    if not found:
        return None
    words = f"{UNHEARD} {NEAREST} {_tell(found[0].passage, question)}"
    record = found[0].passage.record
    return cite(words, [] if record is None else [record])


def _tell(passage: Passage, question: ReadQuestion) -> str:
    if passage.record is not None and passage.is_said:
        return tell_words(passage.record, question.asked, is_whole=True)
    return passage.tell(question.asked)


def ranked(question: ReadQuestion) -> list[Near]:
    """Return the passages of the people, the time and the place of a question that have words of it,
    the nearest first."""
    every = [*passages(question)]
    terms = [_term(one, every) for one in sorted(question.content)]
    near = (_near(one, terms) for one in _meant(question, every)) if terms else ()
    some = [one for one in near if one.share > 0]
    return sorted(some, key=lambda one: (-one.share * _weight(one.passage), _age(one.passage)))


def _meant(question: ReadQuestion, every: Sequence[Passage]) -> list[Passage]:
    """Return the passages of the people and the place of a question; words, where it asks for them."""
    some = [one for one in every if _is_of(one, question)]
    said = [one for one in some if _is_asked_word(one, question)]
    return said if said and _OF_WORDS.search(question.low) else some


_OF_WORDS = re.compile(
    r"\b(?:say|said|tell|told|talk(?:ed)?|ask(?:ed)?|mention(?:ed)?|promised?|answer(?:ed)?)\b"
)
"""Words of a question that asks for words."""


def _is_asked_word(passage: Passage, question: ReadQuestion) -> bool:
    """Tell whether a passage is words of whom a question names as the speaker, or of anybody."""
    speaker, record = wanted(question).subject, passage.record
    return passage.is_said and record is not None and speaker in ("", record.about[0])


def _weight(passage: Passage) -> float:
    return (OWN if passage.is_own else 1.0) * (ASKING if passage.is_question else 1.0)


def _age(passage: Passage) -> int:
    return -passage.record.id if passage.record is not None else 0


def _near(passage: Passage, terms: Sequence[_Term]) -> Near:
    has = sum(one.weight * _part(one, passage) for one in terms)
    return Near(round(has / sum(one.weight for one in terms), 6), passage)


def _part(term: _Term, passage: Passage) -> float:
    """Return what a passage has of a word, from 0 to 1."""
    if not term.same.isdisjoint(passage.stems):
        return 1.0
    return 0.0 if term.field.isdisjoint(passage.stems) else FIELD


def _term(stem: str, every: Sequence[Passage]) -> _Term:
    """Return a word with its weight: log((n + 1) / (m + 0.5)) if m of n passages have it (inverse
    document frequency, Spärck Jones 1972)."""
    same, field = stems_alike(stem), stems_of_field(stem)
    having = sum(not same.isdisjoint(one.stems) for one in every)
    part = 1.0 if having else UNHEARD_OF
    return _Term(part * log((len(every) + 1) / (having + 0.5)), same, field)


def _is_of(passage: Passage, question: ReadQuestion) -> bool:
    """Tell whether a passage is of all the people and a place that a question names."""
    return passage.people.issuperset(question.meant) and _is_of_place(passage, question)


def _is_of_place(passage: Passage, question: ReadQuestion) -> bool:
    asked, record = question.asked, passage.record
    names = stems_of(fold(" ".join(asked.world.name_of(one) for one in question.places)))
    is_there = record is not None and asked.is_at_any(record.place, question.places)
    return not question.places or is_there or bool(names & passage.stems)


def is_unheard(question: ReadQuestion) -> bool:
    """Tell whether a question is about something that the person never heard of."""
    heard = frozenset[str]().union(
        *(one.stems for one in passages(replace(question, time=AskedTime())))
    )
    known = heard | stems_of(" ".join(question.asked.vocabulary))
    return any(stems_alike(one).isdisjoint(known) for one in question.content)


def own_life(question: ReadQuestion) -> KnownAnswer | None:
    """Return the sentence of what is said of the person that has all words of a question which asks
    what they do, have or are; None for none."""
    content, is_of_once = question.content, bool(question.meant) or question.time.is_given
    if is_of_once or not _OF_ASKED.match(question.low) or not _is_enough(question):
        return None
    own = of_persona(question.asked)
    has = _has_each if " did you" in question.low else has_all
    told = next((one.told for one in own if has(one.stems, content)), "")
    return KnownAnswer(told) if told else None


def _is_enough(question: ReadQuestion) -> bool:
    """Tell whether a question says enough for one sentence to answer it: two words, or a deed."""
    asks = wanted(question)
    return len(question.content) >= ENOUGH or (asks.is_telling and asks.verb in question.content)


ENOUGH = 2
"""Words of a question that say enough of what it is about."""
_OF_ASKED = re.compile(r"(?:what|which|how|who|whom)\b.*\b(?:do|did|are|is|have|has) your?\b")
"""How a question begins that asks what the person does, has or is."""


def relations(question: ReadQuestion) -> Iterator[tuple[str, Passage]]:
    """Yield the ids of those of whom the person says all that a question is about, with what they
    say."""
    for one in passages(question):
        if one.is_relation and has_all(one.stems, question.content):
            yield from ((who, one) for who in sorted(one.people - {question.asked.who}))


def _has_each(stems: AbstractSet[str], content: AbstractSet[str]) -> bool:
    return all(not stems_alike(one).isdisjoint(stems) for one in content)


def has_all(stems: AbstractSet[str], content: AbstractSet[str]) -> bool:
    """Tell whether some stems have all words of a question, or words that mean the same; one of the
    field of another that is there need not be."""
    here = {one for one in content if not stems_alike(one).isdisjoint(stems)}
    around = frozenset[str]().union(*(stems_of_field(one) for one in here))
    return bool(here) and content - here <= around
