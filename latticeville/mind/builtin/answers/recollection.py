"""What of all that somebody could tell is about a question: by its words and those of their fields, by
rare ones first, and by whom, when and where."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import log
from typing import NamedTuple

from latticeville.core.asked_time import AskedTime
from latticeville.core.clock_words import HOUR
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import NEAREST, OF_IT, UNHEARD, KnownAnswer, cite
from latticeville.mind.builtin.answers.datum import (
    NUMBER_FORM,
    REASON_FORM,
    SPAN_FORM,
    TIME_FORM,
)
from latticeville.mind.builtin.answers.lexicon import in_one_word, stems_alike, stems_of_field
from latticeville.mind.builtin.answers.passages import Passage, is_of_talk, passages
from latticeville.mind.builtin.answers.people import tell_person
from latticeville.mind.builtin.answers.question import FUNCTION_WORDS, TIME_WORDS, ReadQuestion
from latticeville.mind.builtin.answers.told_memory import said_words, tell_words
from latticeville.mind.builtin.answers.votes import asks_to_judge, opinion_with_vote
from latticeville.mind.builtin.answers.wanted import AnswerKind, Wanted, wanted
from latticeville.mind.interview_question import stem_of, stems_of, words_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present

SURE = 0.5
"""The share of the weights of a question's words from which on a passage answers it."""
OWN_SURE = 0.25
"""That share of what the person knows of themselves, and that has what is asked for."""
JUDGED = 0.2
"""That share of an opinion where a question asks for one."""
FAR = 0.34
"""The share below which a passage is not even near."""
FIELD, AROUND, AROUND_FIELD = 0.5, 0.35, 0.15
"""What a word counts of the same field, one said around a passage, and one of its field."""
BEFORE = 0.4
"""What a word of the question before it counts, where a question points back to that."""
PREFIX = 5
"""Letters that words of one root share."""


class Term(NamedTuple):
    """A word of a question: its weight, the stems that mean the same, and those of its fields."""

    weight: float
    same: frozenset[str]
    field: frozenset[str]


@dataclass(frozen=True)
class Found:
    """A passage, the share of a question's weighted words that it has, how fit it is, and how many
    words it has itself, and how many with those of their fields."""

    passage: Passage
    share: float
    fit: float
    whole: int
    some: int


def recollect(
    question: ReadQuestion, *, is_sure: bool = False, has_word: bool = False
) -> KnownAnswer | None:
    """Return what the person remembers or thinks that is most about a question: said plainly where it
    has most of its words, or else as the nearest; None where nothing is near, or `is_sure` asks for
    the former, or `has_word` for one of its words."""
    if _is_of_person_alone(question):
        views = " ".join(tell_person(question.asked, one) for one in question.people)
        return KnownAnswer(views, people=question.people)
    found = [one for one in ranked(question) if one.whole or not has_word]
    sure = _judged(question, found) or _sure(question, found)
    if sure is not None or is_sure or not _is_near(found):
        return sure
    told = _tell(found, question)
    words = told.words.removeprefix(f"{OF_IT} ")
    return told._replace(words=f"{UNHEARD} {NEAREST} {words}")


def _is_near(found: Sequence[Found]) -> bool:
    """Tell whether the fittest passage has enough of a question to be quoted as the nearest."""
    return bool(found) and found[0].whole > 0 and found[0].share >= FAR


def _sure(question: ReadQuestion, found: Sequence[Found]) -> KnownAnswer | None:
    """Return the fittest passage if it answers a question; else that of a wider time."""
    if found and _is_sure(found[0], question):
        return _tell(found, question)
    for one in _wider(question):
        more = [each for each in ranked(one) if _is_of_run(each.passage)]
        if more and _is_sure(more[0], one):
            return _tell(more, one)
    return None


def _is_of_run(passage: Passage) -> bool:
    return passage.record is not None and passage.record.tick >= 0


def _judged(question: ReadQuestion, some: Sequence[Found]) -> KnownAnswer | None:
    """Return the opinion that has most of the words of a question which asks for one, although it does
    not name its subject; None for no such."""
    if not asks_to_judge(question) or question.people:
        return None
    found = [one for one in some if one.passage.subject and one.share >= JUDGED]
    best = max(found, key=lambda one: one.share, default=None)
    if best is None:
        return None
    return opinion_with_vote(question, best.passage.subject)


_ATTITUDE = stems_of(
    "make think get feel like sort kind person man woman take opinion view stand relation relationship terms"
    " know describe character manner friend along sharing around living trust fond close"
)
"""The stems of words that ask for no more than what somebody is to the person."""
_ASKS_OF_PERSON = re.compile(
    r"\b(?:make of|think (?:of|about)|feel about|get (?:on|along)|go on with|(?:sort|kind) of|(?:is|are|was|it) like"
    r"|opinion|view|relations?(?:hip)?|terms|between you|take on|describe|mean to you|to you|fond of|close|friends?"
    r"|regard|treat you|character|manner)\b"
)
"""Words that ask what somebody is to the person, or is like."""
_OPEN_KINDS = (AnswerKind.OTHER, AnswerKind.YES_OR_NO)


def _is_of_person_alone(question: ReadQuestion) -> bool:
    """Tell whether a question asks for nothing but what others are to the person."""
    asked, is_open = question.asked, wanted(question).kind in _OPEN_KINDS
    is_known = bool(question.people) and all(one in asked.known_people for one in question.people)
    is_of_now = not question.time.is_given and not question.places and not question.subjects
    is_asked = _ASKS_OF_PERSON.search(question.low) is not None
    return is_open and is_known and is_of_now and is_asked and matter_of(question) <= _ATTITUDE


def _wider(question: ReadQuestion) -> Iterator[ReadQuestion]:
    """Yield a question that names a time with more time around it, then without one."""
    time = question.time
    if time.is_given:
        around = time._replace(start=time.start - AROUND_TIME, end=time.end + AROUND_TIME)
        yield replace(question, time=around)
        yield replace(question, time=AskedTime())


AROUND_TIME = 4 * HOUR
"""Minutes around a time that may be meant by it, such as the evening before a night."""


def ranked(question: ReadQuestion) -> list[Found]:
    """Return the passages that have words of a question, the fittest first."""
    some = [*passages(question)]
    terms = [*_terms(question, some)]
    total = sum(one.weight for one in terms)
    if not total:
        return []
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
        yield _term(stem, BEFORE, some, vocabulary)


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
    return _POINTING.search(question.low) is not None or len(matter_of(question)) < ENOUGH


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
    people = " ".join(asked.world.name_of(one) for one in (*question.people, asked.who))
    left_out = stems_of(fold(people))
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
    share = sum(weight * part for weight, part in here) / total
    fit = share * _fitness(passage, question, asks)
    whole, some = (sum(part >= least for _, part in here) for least in (1.0, FIELD))
    fit *= 1.0 if some else 0.3
    return Found(passage, round(share, 6), round(fit, 6), whole, some)


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
    lacks = NO_DATUM if asks.kind in _COUNTING else 1.0
    return fit * (DATUM if _has_datum(passage, asks) else lacks)


def _fitness_of_source(passage: Passage, asks: Wanted) -> float:
    """Return how fit a passage is by how the person knows it."""
    fit = 0.6 if passage.is_question else 1.0
    if passage.is_own:
        fit *= 1.15 if passage.subject or _SAYING.search(asks.low) else 1.3
    return fit


def _fitness_of_people(passage: Passage, question: ReadQuestion, asks: Wanted) -> float:
    """Return how fit a passage is by whom it is of."""
    if passage.subject in question.subjects:
        return 1.1
    fit = 1.0 if passage.people.issuperset(question.people) else 0.4
    if passage.is_relation and asks.kind in _OPEN_KINDS and question.people:
        fit *= 1.3
    is_of_asked = question.asked.who in passage.people or not asks.is_of_asked
    return fit if is_of_asked else fit * 0.8


def _fitness_of_record(record: MemoryRecord, passage: Passage, question: ReadQuestion) -> float:
    """Return how fit a memory is by who took part, and where it was."""
    fit = 1.0 if record.spoken or _is_in(record, question) else 0.6
    is_there = not question.places or _is_of_place(passage, question)
    return fit if is_there else fit * 0.8


USUAL, LENGTH = 12, 0.25
"""From how many words on a passage counts less, and by which power."""
_SAYING = re.compile(
    r"\b(?:say|said|tell|told|answer|answered|reply|replied|promise|promised|ask|asked|mention|mentioned)\b"
)


def _fitness_of_words(passage: Passage, question: ReadQuestion, asks: Wanted) -> float:
    """Return how fit words are by who said them, and whether the person took part."""
    about = passage.record.about if passage.record is not None else ()
    fit = 1.0 if question.asked.who in about[:2] else 0.9
    if asks.subject and _SAYING.search(asks.low):
        fit *= 1.3 if about[:1] == (asks.subject,) else 0.7
    return fit


def _is_in(record: MemoryRecord, question: ReadQuestion) -> bool:
    """Tell whether those whom a question names take part in what was seen, and are not only listed."""
    return record.tick < 0 or all(one in record.about for one in question.people)


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
"""How much fitter a passage is that has what a question asks for, and less that has no number."""
_COUNTING = (AnswerKind.NUMBER, AnswerKind.SPAN)


def _has_datum(passage: Passage, asks: Wanted) -> bool:
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


def _is_sure(found: Found, question: ReadQuestion) -> bool:
    """Tell whether a passage has so much of a question that it answers it."""
    passage = found.passage
    if not passage.people.issuperset(question.people):
        return False
    has_datum = passage.is_relation or _has_datum(passage, wanted(question))
    if passage.is_own and has_datum:
        return found.some > 0 and found.share >= OWN_SURE
    least = 1 if passage.is_own or question.people or question.time.is_given else ENOUGH
    return all((found.whole > 0, found.some >= least, found.share > SURE))


MOST = 3
"""Most passages that an answer tells."""
ALIKE = 0.85
"""How fit a second passage is, beside the first, to be told with it."""


def _tell(found: Sequence[Found], question: ReadQuestion) -> KnownAnswer:
    """Return the fittest passage as the person tells it, with what was said around it or what is
    nearly as fit."""
    best = found[0]
    record = best.passage.record
    if record is not None and record.spoken and record.about:
        told = _tell_talk(record, found, question.asked)
        return told._replace(words=f"{_lead(best.passage, question)}{told.words}")
    some = [best, *_beside(found)]
    words = dict.fromkeys(one.passage.tell(question.asked) for one in some)
    records = [one.passage.record for one in some if one.passage.record is not None]
    return cite(f"{_lead(best.passage, question)}{' '.join(words)}", records)


def _beside(found: Sequence[Found]) -> list[Found]:
    """Return what the person knows of themselves that is nearly as fit as the best, which is of
    themselves, too."""
    best = found[0]
    if not best.passage.is_own or best.passage.is_relation:
        return []
    more = (one for one in found[1:3] if one.fit >= ALIKE * best.fit and one.passage.is_own)
    return [*more][:1]


_UNKNOWN_DATA = {
    AnswerKind.NUMBER: "how many",
    AnswerKind.SPAN: "how long",
    AnswerKind.TIME: "when",
    AnswerKind.REASON: "why",
    AnswerKind.PERSON: "who",
    AnswerKind.PLACE: "where",
}
_SUPPOSING = re.compile(r"\b(?:will|shall|going to|if|would|could)\b")
_TO_COME = re.compile(r"\b(?:will|shall|wants?|means?|plans?|going to|hopes?|want|mean|if)\b")


def _lead(passage: Passage, question: ReadQuestion) -> str:
    """Return how an answer begins that tells what is known of a question, but not what it asks for:
    a sentence that lacks a datum, or of what another does, or of no deed that is asked for."""
    asks = wanted(question)
    if asks.kind in _OPEN_KINDS:
        is_plain = passage.subject or passage.is_relation or not _is_beside(passage, question, asks)
        return "" if is_plain else f"{OF_IT} "
    has_datum = asks.kind not in _UNKNOWN_DATA or _answers_kind(passage, question, asks)
    return "" if has_datum else f"I do not know {_UNKNOWN_DATA[asks.kind]}. "


def _is_beside(passage: Passage, question: ReadQuestion, asks: Wanted) -> bool:
    """Tell whether a passage only tells of what a question is about: of what another does or is, of
    what is not to come, or of no deed that is asked for."""
    if asks.kind is AnswerKind.YES_OR_NO and not asks.is_of_asked:
        return True
    is_to_come = _SUPPOSING.search(question.low) and not _TO_COME.search(passage.text)
    return not passage.is_said and bool(is_to_come or not _has_deed(passage, question, asks))


def _has_deed(passage: Passage, question: ReadQuestion, asks: Wanted) -> bool:
    """Tell whether a passage has what a question asks of the person's doing, or of its field."""
    if asks.subject != question.asked.who or asks.deed in _BEING:
        return True
    deed = asks.verb
    words = {stem_of(one) for one in in_present(words_of(in_one_word(fold(passage.text))))}
    return not (stems_alike(deed) | stems_of_field(deed)).isdisjoint(words | passage.stems)


_BEING = frozenset(
    [
        "",
        "be",
        "get",
        "go",
        "come",
        "feel",
        "like",
        "think",
        "have",
        "do",
        "mean",
        "know",
        "remember",
    ]
)
"""Deeds that say little of what is done."""


def _answers_kind(passage: Passage, question: ReadQuestion, asks: Wanted) -> bool:
    """Tell whether a passage has what a question asks for, or the memory itself has: when or where it
    was."""
    if asks.kind is AnswerKind.PERSON:
        named = {*question.people, question.asked.who}
        return bool(passage.people - named) or re.search(r"\w [A-Z]\w+", passage.text) is not None
    is_lived = passage.record is not None and passage.record.tick >= 0
    is_placed = asks.kind in (AnswerKind.TIME, AnswerKind.PLACE)
    return (is_lived and is_placed) or _has_datum(passage, asks)


def _tell_talk(best: MemoryRecord, found: Sequence[Found], asked: Interviewee) -> KnownAnswer:
    """Return words with those of the same talk that are about the question too, or that answer
    them."""
    asks_first = found[0].passage.is_question
    near = [one.passage.record for one in found if _is_told_with(one, best, asks_first=asks_first)]
    chosen = dict.fromkeys(one.id for one in near[:MOST] if one is not None)
    records = sorted(asked.recall(chosen), key=lambda one: one.id)
    first, *more = records
    told = tell_words(first, asked, is_whole=True)
    for one in more:
        name = "I" if one.about[0] == asked.who else asked.name(one.about[0])
        told += f" {name}: “{said_words(one)}”"
    return cite(told, records)


def _is_told_with(found: Found, best: MemoryRecord, *, asks_first: bool) -> bool:
    """Tell whether words are told with the fittest ones: of the same talk, and about the question or
    in answer to them where these only ask."""
    record = found.passage.record
    if record is None or not record.spoken or not is_of_talk(best, record):
        return False
    return found.some > 0 or (asks_first and record.tick > best.tick)
