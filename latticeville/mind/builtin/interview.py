"""Answers of the built-in mind to strangers: from what it knows, or the nearest that it
remembers."""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from latticeville.mind.builtin.answers.answer import KnownAnswer, cite
from latticeville.mind.builtin.answers.known import asks_for_secret, known_answer
from latticeville.mind.builtin.answers.language import NOT_UNDERSTOOD
from latticeville.mind.builtin.answers.oneself import introduce
from latticeville.mind.builtin.answers.plans import plan_answer
from latticeville.mind.builtin.answers.question import ReadQuestion, read_question
from latticeville.mind.builtin.answers.search import MemoryHit, of_time, search
from latticeville.mind.builtin.answers.sources import NEAREST, nearest
from latticeville.mind.builtin.answers.told_memory import PLANNED, tell
from latticeville.mind.interview_question import EMPTY_WORDS, stems_of, words_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present
from latticeville.models.model import Request

if TYPE_CHECKING:
    from latticeville.mind.requests.interview import InterviewData

LEAST_SIMILARITY = 0.55
"""The cosine from which on a memory is an answer, whatever its words."""
UNKNOWN = "I don't know anything about that."
"""What people say who do not know."""
_LATELY = frozenset(
    ["happen", "happened", "important", "lately", "last", "news", "recall", "recently", "remember"]
)
"""Words of a question about nothing else that ask for what matters most."""
_ASKING = frozenset(["who", "what", "where", "when", "why", "how", "which"])
_GREETING = frozenset(["hello", "hey", "evening", "morning", "good", "day"])


def answer_basis(words: str) -> str:
    """Return on what an answer rests: known, nearest, unknown or not understood.

    >>> answer_basis("My name is Ada."), answer_basis(UNKNOWN)
    ('known', 'unknown')
    """
    if words == NOT_UNDERSTOOD:
        return "not understood"
    if NEAREST in words:
        return "nearest"
    is_unknown = words == UNKNOWN or words.startswith(("I do not know", "I cannot say"))
    return "unknown" if is_unknown else "known"


def interview(request: Request) -> str:
    """Answer from what the person has in mind, or say that they do not know."""
    data: InterviewData = request.data
    return json.dumps({"answer": data.words, "because": data.numbers}, ensure_ascii=False)


def chat(request: Request) -> str:
    """Answer a visitor in the same way."""
    data: InterviewData = request.data
    return json.dumps({"words": data.words, "because": data.numbers}, ensure_ascii=False)


class PutQuestion(NamedTuple):
    """A question to somebody, of a category of questionnaires if any, asked after another one;
    `similar` is the cosine with it of memories by id."""

    known: Interviewee
    question: str
    category: str = ""
    before: str = ""
    similar: Mapping[int, float] = {}


def greeting(known: Interviewee, words: str) -> KnownAnswer | None:
    """Return the answer to a visitor who only greets."""
    asked = {*words_of(words)}
    if not asked & _GREETING or asked & _ASKING or not asked <= _GREETING | EMPTY_WORDS:
        return None
    return KnownAnswer(f"Hello. I am {known.doing}.")


def answer(asked: PutQuestion) -> KnownAnswer:
    """Return the answer to a question, with the memories that it rests on."""
    question = read_question(asked.known, asked.question, asked.before)
    if asked.category == "plans" and question.time.future:
        return plan_answer(question)
    return known_answer(question) or _recollect(question, asked)


def _recollect(question: ReadQuestion, asked: PutQuestion) -> KnownAnswer:
    """Return the memory that has most of a question's words, the nearest, or that there is none."""
    if asks_for_secret(question):
        return KnownAnswer(UNKNOWN)
    if asked.category == "plans":
        return plan_answer(question)
    if asked.category == "self-knowledge":
        return introduce(question.asked)
    if not question.stems:
        return _without_matter(question)
    return _found(question, asked) or KnownAnswer(UNKNOWN)


def _without_matter(question: ReadQuestion) -> KnownAnswer:
    """Answer a question that is about nothing in particular."""
    if question.words & _LATELY:
        return _most_important(question)
    return introduce(question.asked) if len(question.words) <= FEW else KnownAnswer(UNKNOWN)


FEW = 3
"""Most words of a question that asks for nothing but who somebody is."""
_YES_OR_NO = re.compile(r"(?:did|was|were|is|are|has|have|had|does|do|can|will|would)\b")
"""How a question begins that a memory answers only if it has all of its words."""
_TO_COME = re.compile(r"\b(?:is|are|was|were) to be\b|\b(?:will|shall) be\b")
"""What a memory says of something that nobody has done yet."""
_OF_ONESELF = re.compile(r"why|(?:wh\w+ |how )?(?:do|can|could|would|will|should) you")
"""How a question begins to which a single word that is shared is no answer."""


def _found(question: ReadQuestion, put: PutQuestion) -> KnownAnswer | None:
    """Return the memory that has enough of a question's words, or is alike, or the nearest."""
    asked = question.asked
    records = of_time(question, asked.memories)
    hits = search(question, question.stems, records)
    if hits and _is_sure(hits[0]) and not _is_vague(question, hits[0].record):
        return cite(tell(hits[0].record, asked), [hits[0].record])
    alike = [
        one
        for one in records
        if one.kind != PLANNED and put.similar.get(one.id, 0) >= LEAST_SIMILARITY
    ]
    if alike:
        record = max(alike, key=lambda one: (put.similar[one.id], one.id))
        return cite(tell(record, asked), [record])
    return nearest(question, hits) if hits else None


SURE = 0.7
"""The share of the weighted words of a question from which on a memory is given as its answer."""


def _is_sure(hit: MemoryHit) -> bool:
    return hit.is_enough and hit.share >= SURE


def _is_vague(question: ReadQuestion, record: MemoryRecord) -> bool:
    """Tell whether a memory is no answer, though it has most of a question's words:
    it lacks what somebody did, or the question is too short."""
    shared = question.asked.stems[record.id]
    doer = re.match(r"who (\w+)", question.low)
    deed = stems_of(" ".join(in_present([doer[1]]))) if doer else set()
    if question.low.startswith("why did you") or not deed <= shared:
        return True
    if _YES_OR_NO.match(question.low) and not question.stems <= shared:
        return True
    if doer and _TO_COME.search(record.text):
        return True
    return len(question.stems) == 1 and _OF_ONESELF.match(question.low) is not None


def _most_important(question: ReadQuestion) -> KnownAnswer:
    some = [one for one in of_time(question, question.asked.memories) if one.kind != PLANNED]
    if not some:
        return KnownAnswer(UNKNOWN)
    record = max(some, key=lambda one: (one.importance, one.id))
    return cite(tell(record, question.asked), [record])
