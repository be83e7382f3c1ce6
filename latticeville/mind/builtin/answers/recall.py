"""What comes to somebody's mind at the words of a question: of all that they could tell, the passages
that have most of it (BM25, Robertson and Zaragoza 2009), and what they say of them."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import log
from typing import NamedTuple

from latticeville.core.keep import keep
from latticeville.core.quotes import in_quotes
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import NEAREST, UNHEARD, UNSURE, KnownAnswer, cite
from latticeville.mind.builtin.answers.lexicon import in_one_word, stems_alike, stems_of_field
from latticeville.mind.builtin.answers.passages import Passage, all_passages
from latticeville.mind.builtin.answers.plain_question import without_opening
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import (
    COMMITMENT,
    said_words,
    tell_quoted,
)
from latticeville.mind.claims.relatedness import is_told, telling
from latticeville.mind.interview_question import stem_of, words_of
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present
from latticeville.models.fake import STOP_WORDS

_EMPTY_WORDS = """
what who whom whose where when why how which did does doing done has have had having was were been being you your
yours would could should will the and for not can may any some somebody anything something anybody anyone someone
that this there then they them their she her hers him his its are with about from into onto after before once ever
still please really quite very just also only own than too more most much many such not never didn doesn don isn
wasn aren couldn wouldn hadn hasn haven won shall might must ought yourself tell know say said told think thought
make made mean get got went going become came happen happened thing things else anyway exactly actually
happens all every each while those these until without along
"""
_EMPTY = STOP_WORDS | frozenset(_EMPTY_WORDS.split())
"""Words that say nothing of what comes to mind."""
SATURATION, LENGTH = 1.2, 0.4
"""How soon more of one word count no more, and how much long passages lose."""
FIELD, RELATED, AROUND = 0.4, 0.35, 0.4
"""What a word counts of the same field, one that is related, and one that was said next to it."""
TOLD, SOUGHT = 0.8, 0.5
"""What a word counts that only stands in what was told before the question, or is sought with it."""
PERSON = 1.6
"""What it counts that a passage is of whom a question names."""
OWN, BY_SELF, HEARD, ASKING, USUAL, MEANT, ELSEWHEN, ELSEWHO, THEN = (
    1.25,
    1.15,
    0.9,
    0.6,
    0.6,
    0.6,
    0.75,
    0.7,
    1.3,
)
"""How much nearer a passage is for what it is."""
WANTED = 1.5
"""How much nearer words are of whom a question means, or to whom."""
NEXT = 3
"""Ticks within which one utterance answers another."""
LIKE, ALIKE = 0.6, 0.6
"""The share of the best score from which on another passage is told, too, and the share of its words
that another has from which on it is not."""
MOST, ROOM = 3, 545
"""Most passages that an answer tells, and letters."""
NEAREST_FEW = 3
"""Passages that come to mind first."""
ENOUGH = 2
"""Words of a question that a passage has which may be its answer."""
HALF, NEAR = 0.5, 0.25
"""The shares of the weight of a question that an answer has which is perhaps what is meant, and which
is the nearest."""


@dataclass(frozen=True)
class _Term:
    """A word of a question: its stem, its weight, and what stems count how much as it."""

    stem: str
    weight: float
    counts: Mapping[str, float]


class Recalled(NamedTuple):
    """A passage that comes to mind, how near it is, and how much of each stem of the question it
    has."""

    score: float
    passage: Passage
    has: Mapping[str, float]


@dataclass(frozen=True)
class Recollection:
    """What comes to mind at a question: the passages, the nearest first, and what its words weigh."""

    question: ReadQuestion
    found: Sequence[Recalled]
    terms: Sequence[_Term]

    def share(self, some: Sequence[Recalled]) -> float:
        """Return the share of the weight of the question that passages have."""
        total = sum(one.weight for one in self.terms)
        parts = {
            one.stem: max((each.has.get(one.stem, 0.0) for each in some), default=0.0)
            for one in self.terms
        }
        has = sum(one.weight * parts[one.stem] for one in self.terms)
        return round(has / total, 6) if total else 0.0

    def has_said(self, words: str) -> bool:
        """Tell whether words have most of the words by which one of the nearest passages is near."""
        stems = frozenset(_stems(words))
        return any(
            2 * len(stems & one.has.keys()) > len(one.has) for one in self.found[:NEAREST_FEW]
        )

    def share_in(self, text: str) -> float:
        """Return the share of the weight of the question that a text has."""
        has = _parts(self.terms, Counter(_stems(text)))
        return self.share([Recalled(0.0, Passage(text, frozenset(), frozenset()), has)])

    def is_near(self, least: float) -> bool:
        """Tell whether the nearest passage has so large a share of the question, and two of its words or
        one and whom it names."""
        return any(
            len(one.has) + len(one.passage.people & {*self.question.meant}) >= ENOUGH
            and self.share([one]) >= least
            for one in self.found[:1]
        )


class Sought(NamedTuple):
    """What is sought besides the words of a question: other words, of the person alone, and words of
    somebody or to somebody."""

    words: str = ""
    is_own: bool = False
    speaker: str = ""
    hearer: str = ""


def recollection(question: ReadQuestion, sought: Sought | None = None) -> Recollection:
    """Return what comes to mind at a question, which is found once, and at what else is sought."""
    if sought is not None:
        return _recollection(question, sought)
    return keep(question, "recollection", lambda: _recollection(question, Sought()))


def _recollection(question: ReadQuestion, sought: Sought) -> Recollection:
    corpus = _corpus_of(question.asked, is_own=sought.is_own)
    terms = _terms(question, corpus, sought.words)
    found = [
        Recalled(_nearness(one, score, question, sought), one, has)
        for one, (score, has) in zip(corpus.every, _scores(corpus, terms), strict=True)
        if has
    ]
    found.sort(key=lambda one: (-one.score, _age(one.passage)))
    return Recollection(question, found, terms)


def _corpus_of(asked: Interviewee, *, is_own: bool) -> "_Corpus":
    """Return all that somebody could tell, or only of themselves; it is read once for all questions."""
    some = _own_passages if is_own else all_passages
    return keep(asked, f"corpus {is_own}", lambda: _corpus(some(asked)))


def _own_passages(asked: Interviewee) -> list[Passage]:
    return [one for one in all_passages(asked) if one.is_own and not one.is_relation]


def _corpus(every: Sequence[Passage]) -> "_Corpus":
    full = [_full_words(_said(one)) for one in every]
    words = [[stem_of(one) for one in each] for each in full]
    forms = {stem_of(word): word for each in full for word in each}
    having = Counter(stem for each in words for stem in {*each})
    return _Corpus(every, words, _around(every), having, forms)


def _nearness(passage: Passage, score: float, question: ReadQuestion, sought: Sought) -> float:
    people = {*question.meant} & passage.people
    return (score + PERSON * len(people)) * _weight(passage, question, sought)


def _scores(
    corpus: "_Corpus", terms: Sequence[_Term]
) -> Iterator[tuple[float, Mapping[str, float]]]:
    around, words = corpus.around, corpus.words
    mean = sum(map(len, words)) / max(1, len(words))
    for one, here in zip(corpus.every, words, strict=True):
        yield _score(terms, Counter(here), around.get(id(one), frozenset()), len(here) / mean)


def _said(passage: Passage) -> str:
    """Return what a passage tells: of words, without who says them to whom."""
    record = passage.record
    return said_words(record) if record is not None and record.spoken else passage.text


def _full_words(text: str) -> list[str]:
    return [one for one in in_present(words_of(in_one_word(fold(text)))) if one not in _EMPTY]


def _stems(text: str) -> Iterator[str]:
    return map(stem_of, _full_words(text))


def _around(every: Sequence[Passage]) -> dict[int, frozenset[str]]:
    """Return the stems of the utterances before and after each, by the identity of the passage."""
    found = defaultdict[int, frozenset[str]](frozenset)
    last: Passage | None = None
    for one in every:
        if not one.is_said or one.record is None:
            continue
        if last is not None and last.record is not None and answers(one.record, last.record):
            found[id(one)] |= frozenset(_stems(said_words(last.record)))
            found[id(last)] |= frozenset(_stems(said_words(one.record)))
        last = one
    return found


def answers(record: MemoryRecord, before: MemoryRecord) -> bool:
    """Tell whether one utterance is of the talk of another just before it."""
    is_soon = 0 <= record.tick - before.tick <= NEXT
    return is_soon and len({*record.about} & {*before.about}) > 1


def _terms(question: ReadQuestion, corpus: "_Corpus", seek: str) -> list[_Term]:
    """Return the words of a question, of what was told before it and of what is sought, with their
    weights."""
    parts, names = dict[str, tuple[str, float]](), frozenset(_stems(_names(question)))
    for word, part in _asked_words(question, seek):
        parts.setdefault(stem_of(word), (word, part))
    return [_term(word, part, corpus) for stem, (word, part) in parts.items() if stem not in names]


def _asked_words(question: ReadQuestion, seek: str) -> Iterator[tuple[str, float]]:
    told = question.before.low if question.is_told and question.before is not None else ""
    asked = f"{question.low} {without_opening(question.text, question.asked.persona.first_name)}"
    for text, part in ((asked, 1.0), (told, TOLD), (seek, SOUGHT)):
        words = in_present(words_of(in_one_word(text)))
        yield from ((one, part) for one in words if one not in _EMPTY)


def _names(question: ReadQuestion) -> str:
    asked = question.asked
    return " ".join(asked.world.name_of(one) for one in (*question.meant, asked.who))


class _Corpus(NamedTuple):
    """Passages with the stems of their words and of those said next to them, by their identity; how
    many passages have each stem, and a word of each."""

    every: Sequence[Passage]
    words: Sequence[Sequence[str]]
    around: Mapping[int, frozenset[str]]
    having: Counter[str]
    forms: Mapping[str, str]


def _term(word: str, part: float, corpus: _Corpus) -> _Term:
    stem = stem_of(word)
    same = stems_alike(stem)
    counts = dict.fromkeys(stems_of_field(stem), FIELD)
    related = (one for one, form in corpus.forms.items() if is_told(word, {form}))
    counts |= dict.fromkeys(related, RELATED) | dict.fromkeys(same, 1.0)
    often = sum(corpus.having[one] for one in same)
    weight = log((len(corpus.every) + 1) / (often + 0.5)) * (0.35 + 0.65 * telling(word))
    return _Term(stem, part * weight, counts)


def _parts(terms: Sequence[_Term], here: Counter[str]) -> Mapping[str, float]:
    """Return how much some stems have of each word of a question."""
    found = {term.stem: _part(term, here) for term in terms}
    return {stem: part for stem, part in found.items() if part}


def _part(term: _Term, here: Iterable[str]) -> float:
    return max((term.counts[one] for one in here if one in term.counts), default=0.0)


def _score(
    terms: Sequence[_Term], here: Counter[str], around: AbstractSet[str], length: float
) -> tuple[float, Mapping[str, float]]:
    """Return how much a passage has of a question, and of each of its words."""
    score, has = 0.0, dict[str, float]()
    for term in terms:
        times = max(
            (term.counts[one] * min(here[one], 2) for one in here if one in term.counts),
            default=0.0,
        )
        times = times or AROUND * _part(term, around)
        if times:
            has[term.stem] = min(times, 1.0)
            base = SATURATION * (1 - LENGTH + LENGTH * length)
            score += term.weight * times * (SATURATION + 1) / (times + base)
    return score, has


def _weight(passage: Passage, question: ReadQuestion, sought: Sought) -> float:
    """Return how much nearer or farther a passage is for what it is."""
    is_usual = passage.told.startswith("On usual days")
    is_of_others = bool(question.meant) and not {*question.meant} & passage.people
    weight = 1.0
    for holds, factor in (
        (passage.is_own, OWN),
        (passage.is_question, ASKING),
        (is_usual, USUAL),
        (is_of_others, ELSEWHO),
    ):
        weight *= factor if holds else 1.0
    record = passage.record
    return weight if record is None else weight * _weight_of(record, question, sought)


def _weight_of(record: MemoryRecord, question: ReadQuestion, sought: Sought) -> float:
    asked, time = question.asked, question.time
    weight = MEANT if record.kind == COMMITMENT else 1.0
    if record.spoken and record.about:
        weight *= _weight_of_words(record, asked, sought)
    minute = asked.minute_at(record)
    if time.is_given and minute != BEFORE:
        weight *= THEN if time.start <= minute < time.end else ELSEWHEN
    return weight


def _weight_of_words(record: MemoryRecord, asked: Interviewee, sought: Sought) -> float:
    speaker, *hearers = record.about
    is_wanted = sought.speaker == speaker or sought.hearer in hearers
    weight = BY_SELF if speaker == asked.who else HEARD if asked.who not in hearers else 1.0
    return weight * (WANTED if is_wanted else 1.0)


def _age(passage: Passage) -> int:
    return -passage.record.id if passage.record is not None else 0


class ToldPassage(NamedTuple):
    """Something that comes to mind as it is told, with the memories that it rests on."""

    words: str
    of: Recalled
    records: tuple[MemoryRecord, ...] = ()


def best(found: Recollection) -> list[ToldPassage]:
    """Return what to tell: the nearest, and others that are nearly as near and say something else, as
    far as there is room."""
    chosen, room, seen = list[ToldPassage](), ROOM, list[frozenset[str]]()
    for one in found.found:
        if len(chosen) == MOST or (chosen and one.score < LIKE * chosen[0].of.score):
            break
        words = frozenset(_stems(_said(one.passage)))
        if any(_is_said_by(words, other) for other in seen):
            continue
        told = _told(one, found.question.asked, room if chosen else ROOM, len(chosen))
        if told is None:
            continue
        room -= len(told.words) + 1
        chosen.append(told)
        seen.append(
            frozenset(_stems(" ".join(map(said_words, told.records)) or told.words)) | words
        )
    return chosen


def _is_said_by(words: AbstractSet[str], other: AbstractSet[str]) -> bool:
    return not words or len(words & other) > ALIKE * min(len(words), len(other) or 1)


def _told(one: Recalled, asked: Interviewee, room: int, number: int) -> ToldPassage | None:
    """Return how a passage is told, with what was answered to it; None where there is no room."""
    words, record = tell_passage(one.passage, asked), one.passage.record
    if len(words) > room:
        return None if number else ToldPassage(words, one, (record,) if record else ())
    records = (record,) if record is not None else ()
    if record is None or not one.passage.is_said:
        return ToldPassage(words, one, records)
    for later in _next_words(record, asked):
        more = f"{words} {_name(later, asked)}: {in_quotes(said_words(later))}"
        if len(more) > min(room, TALK):
            break
        words, records = more, (*records, later)
    return ToldPassage(words, one, records)


def _name(record: MemoryRecord, asked: Interviewee) -> str:
    return "I" if record.about[0] == asked.who else asked.name(record.about[0])


def _next_words(record: MemoryRecord, asked: Interviewee) -> Iterator[MemoryRecord]:
    """Yield what was said next in the talk of an utterance."""
    last = record
    for one in asked.memories[_place(record, asked) + 1 :]:
        if not (one.spoken and one.about):
            continue
        if one.tick - last.tick > NEXT:
            return
        if answers(one, last) and one.about[0] != last.about[0]:
            yield one
            last = one


def _place(record: MemoryRecord, asked: Interviewee) -> int:
    return bisect_left(asked.memories, record.id, key=lambda one: one.id)


TALK = 330
"""Letters up to which what was answered is told, too."""


def tell_passage(passage: Passage, asked: Interviewee) -> str:
    """Return how somebody tells a passage: of words, all of them."""
    record = passage.record
    if record is None or not passage.is_said:
        return passage.brief or passage.tell(asked)
    others = record.about[1:]
    is_many = len(others) > MOST
    to = f" to {'everybody' if is_many else asked.names(others)}" if others else ""
    return tell_quoted(record, asked, said_words(record), to, "us" if is_many else "me")


def tell_recalled(
    found: Recollection, least: float = NEAR, *, is_clear: bool = False
) -> KnownAnswer | None:
    """Return what somebody says of what comes to mind, as perhaps what is meant, which it is if it
    `is_clear` what is asked for, or as the nearest; None where nothing has so large a share of the
    question."""
    chosen = best(found)
    share = found.share([one.of for one in chosen[:1]])
    if not chosen or share < least:
        return None
    opens = f"{UNSURE if is_clear or found.is_near(HALF) else UNHEARD} {NEAREST} "
    records = [each for one in chosen for each in one.records]
    return cite(f"{opens}{' '.join(one.words for one in chosen)}", records)


def recollect(question: ReadQuestion) -> KnownAnswer | None:
    """Return what the person remembers that is nearest to a question; None where nothing is near."""
    return tell_recalled(recollection(question))
