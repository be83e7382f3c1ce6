"""Answers of the built-in mind to an interviewer or a visitor: the best memory, or that there is
none."""

import json
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from math import log

from latticeville.mind.builtin.accounts import (
    ANYTHING,
    PLAN,
    account,
    in_own_words,
    is_said,
    partners,
    whereabouts,
)
from latticeville.mind.builtin.plan_answers import FoundAnswer, planned_answer
from latticeville.mind.interview_data import InterviewData, KnownStatement
from latticeville.mind.question_words import EMPTY_WORDS, stems_of, words_of
from latticeville.mind.topic import SECRET
from latticeville.models.model import Request

LEAST_RELEVANCE = 0.5
"""The share of a question's weighted words that a memory must have to be its answer."""
LEAST_SIMILARITY = 0.55
"""The cosine from which on a memory is an answer, whatever its words."""
UNKNOWN = "I don't know anything about that."
"""What people say who do not know."""
_LATELY = {
    "happen",
    "happened",
    "important",
    "lately",
    "last",
    "news",
    "recall",
    "recently",
    "remember",
    "talk",
}
"""Words of a question about nothing else that ask for what matters most."""
_PLANNING = {"plan", "plans", "planned", "intend"}
"""Words that ask for the plan of the day, whatever its time."""
_DOING = {"doing", "busy", "did"}
"""Words that ask for what somebody does themselves."""
_SAYING = {"say", "said", "says", "told", "tells"}
_MEETING = {"meet", "met", "talk", "talked", "speak", "spoke", "spoken", "talking"}
_VIEWS = {"believe", "feel", "like", "opinion", "think", "view"}
"""Words that ask for an opinion."""
_GREETING = {"hello", "hey", "evening", "morning", "good", "day"}


def interview(request: Request) -> str:
    """Answer from the best memory, from the plan, or from who the person is; or say that they do
    not know."""
    found = _answer(request.data)
    return json.dumps({"answer": found.words, "because": found.numbers}, ensure_ascii=False)


def chat(request: Request) -> str:
    """Answer a visitor in the same way, and keep what others confided."""
    data: InterviewData = request.data
    asked = {*words_of(data.question)}
    if asked and asked <= _GREETING | EMPTY_WORDS and asked & _GREETING:
        found = FoundAnswer(f"Hello. I am {data.doing}.")
    else:
        found = _answer(data)
    return json.dumps({"words": found.words, "because": found.numbers}, ensure_ascii=False)


def relevances(question: str, statements: Sequence[KnownStatement]) -> list[float]:
    """Return for each statement the share of the question's words that it has, from 0 to 1.

    A word weighs log((n + 1) / (m + 0.5)) if m of the n statements have it (inverse document
    frequency, Spärck Jones 1972), so a word that none has weighs most.

    >>> relevances("Who broke the lamp?", [KnownStatement("observation", "The lamp broke.", 0)])
    [1.0]
    """
    asked = stems_of(question)
    known = [stems_of(one.text) for one in statements]
    weights = {
        word: log((len(known) + 1) / (sum(word in one for one in known) + 0.5)) for word in asked
    }
    total = sum(weights.values())
    return [sum(weights[word] for word in asked & one) / total if total else 0.0 for one in known]


def _answer(data: InterviewData) -> FoundAnswer:
    words, time = {*words_of(data.question)}, data.scope.time
    if time.now and words & _DOING:
        return FoundAnswer(f"I am {data.doing}.")
    if _asks_plan(data, words):
        return planned_answer(data)
    if data.category == "self-knowledge":
        return _introduce(data)
    rest = stems_of(data.question) - {*data.scope.words}
    if rest or data.scope.is_limited:
        told = _view_of(data, words)
        return FoundAnswer(told) if told else _recollect(data, words, rest)
    return _most_important(data) if words & _LATELY else _introduce(data)


def _asks_plan(data: InterviewData, words: AbstractSet[str]) -> bool:
    return data.scope.time.future or data.category == "plans" or bool(words & _PLANNING)


def _view_of(data: InterviewData, words: AbstractSet[str]) -> str:
    """Return what somebody says of a person or a subject; "" where a question names a time, or asks
    for more."""
    if data.scope.time.is_given:
        return ""
    return _person(data) or (_opinion(data) if words & _VIEWS else "")


def _recollect(data: InterviewData, words: AbstractSet[str], rest: AbstractSet[str]) -> FoundAnswer:
    """Return what the person remembers of what a question names: where they were, whom they met,
    what happened."""
    fitting = _fitting(data, words)
    if _asks_whereabouts(data, words):
        found = whereabouts(data, fitting)
    elif words & {"who", "whom"} and words & _MEETING:
        found = partners(data, fitting)
    elif data.scope.is_limited and rest <= ANYTHING:
        found = account(data, fitting)
    else:
        found = _best(data, fitting) or FoundAnswer(_opinion(data) or UNKNOWN)
    return found or FoundAnswer(UNKNOWN)


def _fitting(data: InterviewData, words: AbstractSet[str]) -> list[int]:
    """Return the places of the memories that fit a question; of words alone, where it asks what
    somebody said."""
    fitting = [at for at, one in enumerate(data.statements) if _is_told(one)]
    asks_words = words & _SAYING or {"did", "tell"} <= words
    return [at for at in fitting if is_said(data.statements[at], data)] if asks_words else fitting


def _asks_whereabouts(data: InterviewData, words: AbstractSet[str]) -> bool:
    return "where" in words and data.scope.time.is_given and not data.scope.people


def _is_told(one: KnownStatement) -> bool:
    """Tell whether a memory fits a question and is neither a plan nor a secret."""
    return one.fits and one.kind != PLAN and (one.topic is None or one.topic.kind != SECRET)


def _person(data: InterviewData) -> str:
    """Return what the person says of somebody, if the question is about nothing else."""
    asked = stems_of(data.question)
    return next(
        (told for name, told in data.people.items() if asked and asked <= stems_of(name)), ""
    )


def _opinion(data: InterviewData) -> str:
    """Return the person's view of a subject, if the question is about nothing else."""
    asked = stems_of(data.question)
    return next(
        (view for subject, view in data.opinions.items() if asked and asked <= stems_of(subject)),
        "",
    )


def _introduce(data: InterviewData) -> FoundAnswer:
    return FoundAnswer(f"People say of me: {data.about}" if data.about else f"I am {data.doing}.")


def _most_important(data: InterviewData) -> FoundAnswer:
    places = [at for at, one in enumerate(data.statements) if _is_told(one)]
    if not places:
        return FoundAnswer(UNKNOWN)
    return _recalled(data, max(places, key=lambda at: data.statements[at].importance))


def _best(data: InterviewData, fitting: Collection[int]) -> FoundAnswer | None:
    """Return the most relevant memory of some that is relevant enough; among equals the most
    important."""
    scored = [
        (relevance, one.importance, -at)
        for at, (one, relevance) in enumerate(
            zip(data.statements, relevances(data.question, data.statements), strict=True)
        )
        if at in fitting and (relevance >= LEAST_RELEVANCE or one.similarity >= LEAST_SIMILARITY)
    ]
    return _recalled(data, -max(scored)[2]) if scored else None


def _recalled(data: InterviewData, place: int) -> FoundAnswer:
    return FoundAnswer(in_own_words(data.statements[place], data), (place + 1,))
