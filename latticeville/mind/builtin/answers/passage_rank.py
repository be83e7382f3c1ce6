"""How fit what somebody could tell is for a question: by its words and those of their fields, rare ones
first, and by whom, when and where."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import log
from typing import NamedTuple

from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.datum import (
    NUMBER_FORM,
    REASON_FORM,
    SPAN_FORM,
    TIME_FORM,
)
from latticeville.mind.builtin.answers.lexicon import in_one_word, stems_alike, stems_of_field
from latticeville.mind.builtin.answers.passages import Passage, passages
from latticeville.mind.builtin.answers.people import asks_of_person
from latticeville.mind.builtin.answers.question import FUNCTION_WORDS, TIME_WORDS, ReadQuestion
from latticeville.mind.builtin.answers.wanted import AnswerKind, Wanted, wanted
from latticeville.mind.interview_question import stem_of, stems_of, words_of
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present

FIELD, AROUND, AROUND_FIELD = 0.5, 0.35, 0.15
"""What a word counts of the same field, one said around a passage, and one of its field."""
BEFORE, TOLD = 0.4, 0.8
"""What a word of the question before it counts, where a question points back to that, and one of
what was told in the same turn."""
OF_PERSON, OF_TIME, OF_PLACE = 4.0, 3.0, 2.0
"""What it weighs that a passage is of a person, of the time or of a place that a question names."""
PREFIX = 5
"""Letters that words of one root share."""
OPEN_KINDS = (AnswerKind.OTHER, AnswerKind.YES_OR_NO)
"""The kinds of questions that ask for no datum."""


class Term(NamedTuple):
    """A word of a question: its weight, the stems that mean the same, and those of its fields."""

    weight: float
    same: frozenset[str]
    field: frozenset[str]


@dataclass(frozen=True)
class Found:
    """A passage, the share of a question's weighted words that it has, how fit it is, and how many
    words it has itself, and how many with those of their fields; `likeness` is the share of the words
    alone."""

    passage: Passage
    share: float
    fit: float
    whole: int
    some: int
    likeness: float


def ranked(question: ReadQuestion) -> list[Found]:
    """Return the passages that have words of a question, the fittest first."""
    some = [*passages(question)]
    terms = [*_terms(question, some)]
    total = sum(one.weight for one in terms)
    if not total and not question.meant:
        return []
    total += OF_PERSON * len(question.meant) + OF_PLACE * _is_of_one_place(question)
    total += OF_TIME if question.time.is_given else 0.0
    asks = wanted(question)
    found = [_found(one, terms, total, question, asks) for one in some]
    return sorted(
        (one for one in found if one.share), key=lambda one: (-one.fit, _age(one.passage))
    )


def _age(passage: Passage) -> int:
    return -passage.record.id if passage.record is not None else -(10**9)


def _terms(question: ReadQuestion, some: Sequence[Passage]) -> Iterator[Term]:
    """Yield the words of a question with their weights: log((n + 1) / (m + 0.5)) if m of n passages
    have them (inverse document frequency, Spärck Jones 1972)."""
    vocabulary = frozenset[str]().union(*(one.stems for one in some))
    own = matter_of(question)
    before = question.before
    earlier = matter_of(before) - own if before is not None and _points_back(question) else ()
    for stem in sorted(own):
        yield _term(stem, 1.0, some, vocabulary)
    for stem in sorted(earlier):
        yield _term(stem, TOLD if question.is_told else BEFORE, some, vocabulary)


def _term(stem: str, part: float, some: Sequence[Passage], vocabulary: AbstractSet[str]) -> Term:
    root = stem[:PREFIX]
    rooted = {one for one in vocabulary if len(root) == PREFIX and one.startswith(root)}
    same, field = stems_alike(stem) | rooted, stems_of_field(stem)
    having = sum(not same.isdisjoint(one.stems) for one in some)
    having = having or sum(not field.isdisjoint(one.stems) for one in some)
    weight = log((len(some) + 1) / (having + 0.5)) * (1.0 if having else UNHEARD_OF)
    return Term(part * weight, frozenset(same), field)


UNHEARD_OF = 0.6
"""What a word counts that the person never heard, nor another of its fields."""
_POINTING = re.compile(r"\b(?:it|that|this|them|they|those|these|there|one|so)\b")


def _points_back(question: ReadQuestion) -> bool:
    is_bare = question.is_told or not matter_of(question)
    return is_bare or _POINTING.search(question.low) is not None


ENOUGH = 2
"""Words of a question that say enough of what it is about."""
_DAYS = frozenset(one.lower() for one in DAY_NAMES)


_OF_HERE = re.compile(
    r"\b(?:come|came|live[ds]?|living|settled?|stay(?:ed|ing)?|moved?|born|arrived?)\b.*"
    r"\b(?:here|this (?:village|town|place))\b"
)
"""Words of living in the place where a question is asked."""


def matter_of(question: ReadQuestion) -> frozenset[str]:
    """Return the stems of what a question is about, besides the people whom it names."""
    asked = question.asked
    people = " ".join(asked.world.name_of(one) for one in (*question.meant, asked.who))
    subjects = " ".join(question.subjects if question.bearers else ())
    left_out = stems_of(fold(f"{people} {subjects}"))
    low = in_one_word(question.low)
    here = words_of(fold(asked.world.name)) if _OF_HERE.search(low) else []
    days = frozenset[str]() if question.time.is_given else _DAYS
    words = [one for one in words_of(low) if one not in FUNCTION_WORDS | (TIME_WORDS - days)]
    words += here
    return frozenset(stems_of(" ".join(in_present(words)))) - left_out


def _found(
    passage: Passage,
    terms: Iterable[Term],
    total: float,
    question: ReadQuestion,
    asks: Wanted,
) -> Found:
    here = [(one.weight, _has(passage, one)) for one in terms]
    words = sum(weight * part for weight, part in here)
    share = (words + _weight_besides(passage, question)) / total
    likeness = words / max(sum(weight for weight, _ in here), 1.0)
    fit = share * _fitness(passage, question, asks)
    whole, some = (sum(part >= least for _, part in here) for least in (1.0, FIELD))
    fit *= 1.0 if some else 0.8 if is_pinned(passage, question) else 0.3
    return Found(passage, round(share, 6), round(fit, 6), whole, some, round(likeness, 6))


def _weight_besides(passage: Passage, question: ReadQuestion) -> float:
    """Return what it weighs that a passage is of the people, the time and the place that a question
    names."""
    record = passage.record
    weight = OF_PERSON * sum(_part_of(one, passage) for one in question.meant)
    if record is not None and _is_of_one_place(question) and _is_of_place(passage, question):
        weight += OF_PLACE
    return weight + (OF_TIME if record is not None and question.time.is_given else 0.0)


def _part_of(who: str, passage: Passage) -> float:
    """Return how much a passage is of somebody: in whole where they take part in it."""
    record = passage.record
    takes_part = record is None or record.tick < 0 or who in record.about[:2]
    return float(who in passage.people) * (1.0 if takes_part else HEARD_OF)


HEARD_OF = 0.5
"""How much a passage is of somebody who is only named in it."""


def _has(passage: Passage, term: Term) -> float:
    """Return what a passage has of a word, from 0 to 1."""
    if not term.same.isdisjoint(passage.stems):
        return 1.0
    if not term.field.isdisjoint(passage.stems):
        return FIELD
    if not term.same.isdisjoint(passage.around):
        return AROUND
    return AROUND_FIELD if not term.field.isdisjoint(passage.around) else 0.0


def _fitness(passage: Passage, question: ReadQuestion, asks: Wanted) -> float:
    """Return how fit a passage is besides its words: by its length, where it is from, whom it is of,
    and whether it has what is asked for."""
    fit = min(1.0, float((USUAL / max(len(passage.stems), 1)) ** LENGTH))
    fit *= _fitness_of_source(passage, asks) * _fitness_of_people(passage, question, asks)
    if passage.record is not None:
        fit *= _fitness_of_record(passage.record, passage, question)
    if passage.is_said:
        fit *= _fitness_of_words(passage, question, asks)
    if asks.kind in OPEN_KINDS:
        return fit
    return fit * (DATUM if has_asked(passage, question, asks) else NO_DATUM)


def _fitness_of_source(passage: Passage, asks: Wanted) -> float:
    """Return how fit a passage is by how the person knows it."""
    fit = 0.6 if passage.is_question else 1.0
    if passage.is_own:
        fit *= 1.15 if _SAYING.search(asks.low) else 1.3
    fit *= 0.8 if passage.subject else 1.0
    return fit


def _fitness_of_people(passage: Passage, question: ReadQuestion, asks: Wanted) -> float:
    """Return how fit a passage is by whom it is of."""
    if passage.subject in question.subjects:
        return 1.3
    fit = 1.0 if passage.people.issuperset(question.meant) else 0.4
    if passage.is_relation and question.meant and asks_of_person(question):
        fit *= 1.3
    is_of_asked = question.asked.who in passage.people or not asks.is_of_asked
    return fit if is_of_asked else fit * 0.8


def _fitness_of_record(record: MemoryRecord, passage: Passage, question: ReadQuestion) -> float:
    """Return how fit a memory is by who took part, and where it was."""
    fit = 1.0 if record.spoken or _is_in(record, question) else 0.6
    is_of_both = bool(question.meant) and re.search(r"\byou\b", question.low) is not None
    fit *= 0.7 if is_of_both and not record.spoken and record.tick >= 0 else 1.0
    is_there = not _is_of_one_place(question) or _is_of_place(passage, question)
    return fit if is_there else fit * 0.8


USUAL, LENGTH = 12, 0.25
"""From how many words on a passage counts less, and by which power."""
_REQUESTED = re.compile(
    r"\b(?:ask(?:ed|s)? (?:of|from|you (?:for|to))|want(?:ed|s)? (?:of|from)|demand\w*|request\w*|beg\w*|urge\w*"
    r"|propose\w*)\b"
)
_REQUESTS = re.compile(
    r"\b(?:I want|I should like|I need|I ask|please|will you|would you|could you|come)\b"
)
"""Words that ask for a request, and words of one."""
_SAYING = re.compile(
    r"\b(?:say|said|tell|told|answer|answered|reply|replied|promise|promised|ask|asked|mention|mentioned)\b"
)


def _fitness_of_words(passage: Passage, question: ReadQuestion, asks: Wanted) -> float:
    """Return how fit words are by who said them, and whether the person took part."""
    about = passage.record.about if passage.record is not None else ()
    fit = 1.0 if question.asked.who in about[:2] else 0.9
    if _REQUESTED.search(question.low) and _REQUESTS.search(passage.text):
        fit *= 1.3
    if asks.subject and _SAYING.search(asks.low):
        fit *= 1.3 if about[:1] == (asks.subject,) else 0.7
    return fit


def _is_in(record: MemoryRecord, question: ReadQuestion) -> bool:
    """Tell whether those whom a question names take part in what was seen, and are not only listed."""
    return record.tick < 0 or all(one in record.about for one in question.meant)


def _is_of_one_place(question: ReadQuestion) -> bool:
    """Tell whether a question names a place, and not a word that many places have."""
    return 0 < len(question.places) <= FEW


FEW = 3
"""Most places that are named alike where a question means one of them."""


def _is_of_place(passage: Passage, question: ReadQuestion) -> bool:
    asked, record = question.asked, passage.record
    names = stems_of(fold(" ".join(asked.world.name_of(one) for one in question.places)))
    is_there = record is not None and asked.is_at_any(record.place, question.places)
    return is_there or bool(names & passage.stems)


_DATA = {
    AnswerKind.NUMBER: NUMBER_FORM,
    AnswerKind.SPAN: SPAN_FORM.pattern,
    AnswerKind.TIME: TIME_FORM.pattern,
    AnswerKind.REASON: REASON_FORM.pattern,
    AnswerKind.PLACE: r"\b(?:under|in|at|on|behind|near|beside|by|over|inside|into|between) (?:the|my) \w+",
}
"""What says how many, how long, when, why and where, as patterns."""
DATUM, NO_DATUM = 1.6, 0.7
"""How much fitter a passage is that has what a question asks for, and less one that has not."""


def has_asked(passage: Passage, question: ReadQuestion, asks: Wanted) -> bool:
    """Tell whether a passage has what a question asks for: somebody besides those whom it names, or
    another datum."""
    if asks.kind in (AnswerKind.PERSON, AnswerKind.OWNER):
        return bool(passage.people - {*question.meant, question.asked.who})
    return has_datum(passage, asks)


def has_datum(passage: Passage, asks: Wanted) -> bool:
    """Tell whether a passage has a number, a time, a place or a reason, where a question asks for
    one."""
    if asks.kind is AnswerKind.PLACE and passage.is_place:
        return True
    if asks.kind is AnswerKind.NUMBER and asks.counted:
        form = rf"{NUMBER_FORM}[\w\s'-]{{0,12}}? (\w+)"
        counted = re.findall(form, passage.text, re.IGNORECASE)
        return any(asks.counted in stems_alike(stem_of(fold(one))) for one in counted)
    form = _DATA.get(asks.kind, "")
    return bool(form) and re.search(form, passage.text, re.IGNORECASE) is not None


def is_pinned(passage: Passage, question: ReadQuestion) -> bool:
    """Tell whether a passage is of a talk between the person and whom a question names, at the time
    that it names."""
    return question.time.is_given and is_between(passage, question)


def is_between(passage: Passage, question: ReadQuestion) -> bool:
    """Tell whether a passage is words between the person and whom a question names first."""
    record, both = passage.record, {question.asked.who, *question.meant[:1]}
    is_of_two = record is not None and {*record.about[:2]} == both
    return is_of_two and passage.is_said and len(both) == ENOUGH
