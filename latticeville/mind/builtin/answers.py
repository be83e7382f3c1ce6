"""Answers of the built-in mind to an interviewer or a visitor: the best memory, or that there is none."""

import json
from collections.abc import Collection, Sequence
from math import log
from typing import NamedTuple

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.llm.model import Request
from latticeville.mind.interview_data import BEFORE, InterviewData, KnownStatement
from latticeville.mind.question_words import EMPTY_WORDS, stems_of, words_of
from latticeville.mind.topic import SECRET

LEAST_RELEVANCE = 0.5
"""The share of a question's weighted words that a memory must have to be its answer."""
LEAST_SIMILARITY = 0.55
"""The cosine from which on a memory is an answer, whatever its words."""
UNKNOWN = "I don't know anything about that."
"""What people say who do not know."""
_LATELY = {"happen", "happened", "important", "lately", "last", "news", "recall", "recently", "remember", "talk"}
"""Words of a question about nothing else that ask for what matters most."""
_PLANNING = {"plan", "plans", "planned", "tomorrow", "tonight", "intend", "later", "evening"}
"""Words that ask for the plan of the day."""
_VIEWS = {"believe", "feel", "like", "opinion", "think", "view"}
"""Words that ask for an opinion."""
_GREETING = {"hello", "hey", "evening", "morning", "good", "day"}
PLAN, ACTION, COMMITMENT, REFLECTION = "plan", "action", "commitment", "reflection"
"""Kinds of memory records."""


class _Found(NamedTuple):
    words: str
    numbers: tuple[int, ...] = ()


def interview(request: Request) -> str:
    """Answer from the best memory, from the plan, or from who the person is; or say that they do not know."""
    found = _answer(request.data)
    return json.dumps({"answer": found.words, "because": found.numbers}, ensure_ascii=False)


def chat(request: Request) -> str:
    """Answer a visitor in the same way, and keep what others confided."""
    data: InterviewData = request.data
    asked = {*words_of(data.question)}
    if asked and asked <= _GREETING | EMPTY_WORDS and asked & _GREETING:
        found = _Found(f"Hello. I am {data.doing}.")
    else:
        found = _answer(data, tuple(one for one in data.statements if one.topic and one.topic.kind == SECRET))
    return json.dumps({"words": found.words, "because": found.numbers}, ensure_ascii=False)


def relevances(question: str, statements: Sequence[KnownStatement]) -> list[float]:
    """Return for each statement the share of the question's words that it has, from 0 to 1.

    A word weighs log((n + 1) / (m + 0.5)) if m of the n statements have it (inverse document frequency,
    Spärck Jones 1972), so a word that none has weighs most.

    >>> relevances("Who broke the lamp?", [KnownStatement("observation", "The lamp broke.", 0)])
    [1.0]
    """
    asked = stems_of(question)
    known = [stems_of(one.text) for one in statements]
    weights = {word: log((len(known) + 1) / (sum(word in one for one in known) + 0.5)) for word in asked}
    total = sum(weights.values())
    return [sum(weights[word] for word in asked & one) / total if total else 0.0 for one in known]


def _answer(data: InterviewData, hidden: Sequence[KnownStatement] = ()) -> _Found:
    words = {*words_of(data.question)}
    if data.plan and (data.category == "plans" or words & _PLANNING):
        return _Found(data.plan)
    if data.category == "self-knowledge" or not stems_of(data.question):
        return (
            _most_important(data, hidden) if words & _LATELY and data.category != "self-knowledge" else _introduce(data)
        )
    return _recollect(data, words, hidden)


def _recollect(data: InterviewData, words: Collection[str], hidden: Sequence[KnownStatement]) -> _Found:
    """Return what the person says of somebody or something: their view, the best memory, or that they do not know."""
    view = _opinion(data)
    if known := _person(data) or (view if _VIEWS.intersection(words) else ""):
        return _Found(known)
    return _best(data, hidden) or _Found(view or UNKNOWN)


def _person(data: InterviewData) -> str:
    """Return what the person says of somebody, if the question is about nothing else."""
    asked = stems_of(data.question)
    return next((told for name, told in data.people.items() if asked <= stems_of(name)), "")


def _opinion(data: InterviewData) -> str:
    """Return the person's view of a subject, if the question is about nothing else."""
    asked = stems_of(data.question)
    return next((view for subject, view in data.opinions.items() if asked <= stems_of(subject)), "")


def _introduce(data: InterviewData) -> _Found:
    return _Found(f"People say of me: {data.about}" if data.about else f"I am {data.doing}.")


def _most_important(data: InterviewData, hidden: Sequence[KnownStatement]) -> _Found:
    places = [at for at, one in enumerate(data.statements) if one.kind != PLAN and one not in hidden]
    if not places:
        return _Found(UNKNOWN)
    return _recalled(data, max(places, key=lambda at: data.statements[at].importance))


def _best(data: InterviewData, hidden: Sequence[KnownStatement]) -> _Found | None:
    """Return the most relevant memory that is relevant enough, if there is one; among equals the most important."""
    scored = [
        (relevance, one.importance, -at)
        for at, (one, relevance) in enumerate(
            zip(data.statements, relevances(data.question, data.statements), strict=True)
        )
        if one.kind != PLAN
        and one not in hidden
        and (relevance >= LEAST_RELEVANCE or one.similarity >= LEAST_SIMILARITY)
    ]
    return _recalled(data, -max(scored)[2]) if scored else None


def _recalled(data: InterviewData, place: int) -> _Found:
    return _Found(_in_own_words(data.statements[place], data), (place + 1,))


def _in_own_words(statement: KnownStatement, data: InterviewData) -> str:
    """Return what the person says of a memory: who told it, or when it was."""
    topic = statement.topic
    if topic is not None and topic.source:
        return _quote(topic.gist or statement.text, topic.who, topic.source, data)
    if statement.minute == BEFORE:
        return statement.text
    if statement.kind == REFLECTION:
        return f"I have noticed something. {statement.text}"
    verb = "remember," if statement.kind in (ACTION, COMMITMENT) else "saw it"
    return f"I {verb} {_when(statement.minute, data.minute)}: {statement.text}"


def _quote(gist: str, author: str, source: str, data: InterviewData) -> str:
    """Return what somebody told, with its source; one's own words need none."""
    if source == data.who:
        return gist if author in ("", data.who) else f"{data.names.get(author, author)} says: “{gist}”"
    teller = data.names.get(source, source)
    of = f", of {data.names.get(author, author)}" if author and author != source else ""
    return f"{teller} told me{of}: “{gist}”"


def _when(minute: int, now: int) -> str:
    return f"at {format_hours(minute)}" if minute // DAY == now // DAY else f"on {format_time(minute)}"
