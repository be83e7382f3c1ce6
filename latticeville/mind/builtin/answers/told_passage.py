"""How somebody tells what is most about a question: plainly, or saying what it does not tell."""

import re
from collections.abc import Sequence
from itertools import pairwise

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import OF_IT, KnownAnswer, cite
from latticeville.mind.builtin.answers.lexicon import in_one_word, stems_alike, stems_of_field
from latticeville.mind.builtin.answers.passage_rank import (
    ENOUGH,
    OPEN_KINDS,
    Found,
    has_asked,
    matter_of,
)
from latticeville.mind.builtin.answers.passages import NEAR, Passage, is_of_talk
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import said_words, tell_words
from latticeville.mind.builtin.answers.wanted import AnswerKind, Wanted, wanted
from latticeville.mind.interview_question import stem_of, words_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present

MOST = 3
"""Most passages that an answer tells."""
ALIKE = 0.85
"""How fit a second passage is, beside the first, to be told with it."""


def tell_found(found: Sequence[Found], question: ReadQuestion) -> KnownAnswer:
    """Return the fittest passage as the person tells it, with what was said around it or what is
    nearly as fit."""
    best = found[0]
    told = _tell_talk(found, question) if best.passage.is_said else _tell_passages(found, question)
    record = best.passage.record
    is_vague = record is not None and record.tick >= 0 and not _is_clear(best)
    lead = f"{OF_IT} " if is_vague else _lead(best.passage, question)
    return told._replace(words=f"{lead}{told.words}")


def _tell_passages(found: Sequence[Found], question: ReadQuestion) -> KnownAnswer:
    """Return the fittest passage, with what the person knows of themselves that is nearly as fit."""
    some = [found[0], *_beside(found)]
    words = dict.fromkeys(one.passage.tell(question.asked) for one in some)
    records = [one.passage.record for one in some if one.passage.record is not None]
    return cite(" ".join(words), records)


def _is_clear(found: Found) -> bool:
    """Tell whether words have two of a question's, or one that is nearly all of it."""
    return found.whole >= ENOUGH or (found.whole > 0 and found.likeness >= CLEAR)


CLEAR = 0.75
"""The share of a question's words from which on one of them is enough."""


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
    if asks.kind in OPEN_KINDS:
        is_plain = passage.is_relation or not _is_beside(passage, question, asks)
        return "" if is_plain else f"{OF_IT} "
    has_datum = asks.kind not in _UNKNOWN_DATA or _answers_kind(passage, question, asks)
    if asks.kind is AnswerKind.PERSON and not passage.is_said:
        has_datum = has_datum and _has_verb(passage, asks.verb)
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
    is_open = asks.subject != question.asked.who or asks.deed in _BEING
    return is_open or _has_verb(passage, asks.verb)


def _has_verb(passage: Passage, verb: str) -> bool:
    """Tell whether a passage has a verb, or a word of its field."""
    words = {stem_of(one) for one in in_present(words_of(in_one_word(fold(passage.text))))}
    alike = stems_alike(verb) | stems_of_field(verb)
    return not verb or not alike.isdisjoint(words | passage.stems)


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
    if asks.kind is AnswerKind.PERSON and re.search(r"\w [A-Z]\w+", passage.text):
        return True
    is_lived = passage.record is not None and passage.record.tick >= 0
    is_placed = asks.kind in (AnswerKind.TIME, AnswerKind.PLACE)
    return (is_lived and is_placed) or has_asked(passage, question, asks)


def _tell_talk(found: Sequence[Found], question: ReadQuestion) -> KnownAnswer:
    """Return words with those of the same talk."""
    asked = question.asked
    first, *more = _words_of_talk(found, question)
    told = tell_words(first, asked, is_whole=True)
    for one in more:
        name = "I" if one.about[0] == asked.who else asked.name(one.about[0])
        told += f" {name}: “{said_words(one)}”"
    return cite(told, [first, *more])


def _words_of_talk(found: Sequence[Found], question: ReadQuestion) -> list[MemoryRecord]:
    """Return the fittest words and those of the same talk that are about the question too, or that
    answer them; of a question that only points to a talk, and where they have none of its words, the
    talk around them."""
    best, asked = found[0], question.asked
    if best.passage.record is None:
        return []
    is_bare = question.is_told and not matter_of(question)
    if is_bare or not best.whole:
        return _talk_of(best.passage.record, asked)
    near = (one.passage.record for one in found if _is_told_with(one, best))
    chosen = [one.id for one in near if one is not None][:MOST]
    return sorted(asked.recall(chosen), key=lambda one: one.id)


def _is_told_with(found: Found, best: Found) -> bool:
    """Tell whether words are told with the fittest ones: of the same talk, and about the question or
    in answer to them where these only ask."""
    record, first = found.passage.record, best.passage.record
    if record is None or first is None or not (record.spoken and is_of_talk(first, record)):
        return False
    is_of_two = len(first.about) == len(record.about) == ENOUGH
    if is_of_two and {*first.about} != {*record.about}:
        return False
    return found.some > 0 or (best.passage.is_question and record.tick > first.tick)


def _talk_of(best: MemoryRecord, asked: Interviewee) -> list[MemoryRecord]:
    """Return words of the talk of two in which something was said: those around it."""
    both = {*best.about[:2]}
    said = (one for one in asked.memories if one.spoken and one.place == best.place)
    words = [one for one in said if {*one.about[:2]} == both]
    at, begins = words.index(best), _beginnings(words)
    first = max((one for one in begins if one <= at), default=0)
    end = min((one for one in begins if one > at), default=len(words))
    start = max(first, min(at - MOST_WORDS // 2, end - MOST_WORDS))
    return words[start : min(end, start + MOST_WORDS)]


def _beginnings(words: Sequence[MemoryRecord]) -> list[int]:
    """Return where among some words a talk begins."""
    return [
        at for at, (one, other) in enumerate(pairwise(words), 1) if other.tick - one.tick > NEAR
    ]


MOST_WORDS = 6
"""Most words of a talk that are told together."""
