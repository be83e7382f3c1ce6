"""The memories that come to mind at a question: the best by the person's profile, then the most
relevant."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from latticeville.mind.builtin.interview import PutQuestion, answer, greeting
from latticeville.mind.interview_question import (
    QuestionScope,
    content_words,
    fits,
    read_scope,
    tells_secret,
)
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.model_calls import fit_budget, timed_text
from latticeville.mind.replies import whole_sentences
from latticeville.mind.requests.interview import MAX_ANSWER, InterviewData
from latticeville.mind.retrieval.components import quantise_vector
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.profiles import DEFAULT_PROFILE, PROFILES
from latticeville.mind.retrieval.retrieve import retrieve
from latticeville.sim.state import State
from latticeville.world.model.world import World

MOST_RELEVANT = 8
"""Memories that come to mind by their relevance to the words of the question that say something."""


MOST_FITTING = 24
"""Memories that come to mind by the time, people, place and object that a question names."""


class Cosines(Protocol):
    """The cosine of a question with each memory, by id."""

    def item(self, place: int, /) -> float:
        """Return one of them."""
        ...


class QuestionMemory(NamedTuple):
    """A memory, and the cosine of its embedding with the question's."""

    record: MemoryRecord
    similarity: float


def memories_for(
    state: State, who: str, question: str, memories: MemoryIndex, k: int
) -> list[QuestionMemory]:
    """Return memories for a question, without those that tell a secret.

    First come those of the time, people, place and object that it names; then the `k` best by
    score; then the most relevant.
    """
    world, mind = state.world, state.minds[who]
    if not len(mind.memory) or not k:
        return []
    how, minutes = world.mind_settings_of(who), world.settings.tick_minutes
    columns, vector = memories.columns(who, mind.memory, mind.touched), memories.vector(question)
    profile = PROFILES.get(how.profile, DEFAULT_PROFILE)
    best = retrieve(columns, vector, state.tick, profile, k, weights=how.weights, minutes=minutes)
    matter = memories.vector(" ".join(content_words(question)) or question)
    relevant = retrieve(
        columns, matter, state.tick, profile, MOST_RELEVANT, weights=(0, 1, 0), minutes=minutes
    )
    cosines = columns.relevance(quantise_vector(vector), 0)
    fitting = _fitting(state, who, read_scope(question, state.minute, who, world), cosines)
    found = dict.fromkeys([*fitting, *best.ids.tolist(), *relevant.ids.tolist()])
    records = (mind.memory[place] for place in found)
    return [
        QuestionMemory(one, cosines.item(one.id))
        for one in records
        if not tells_secret(one, who, world)
    ]


def _fitting(state: State, who: str, scope: QuestionScope, cosines: Cosines) -> list[int]:
    """Return the ids of the memories that fit what a question names, the nearest in time or words
    first."""
    if not scope.is_limited:
        return []
    world, point = state.world, scope.time.point
    found = [
        one
        for one in state.minds[who].memory
        if one.kind != "plan" and fits(one, _minute(one, state), scope, world)
    ]
    if point is not None:
        found.sort(key=lambda one: abs(_minute(one, state) - point))
    else:
        found.sort(key=lambda one: (one.importance > 1, cosines.item(one.id), one.id), reverse=True)
    return [one.id for one in found[:MOST_FITTING]]


def _minute(record: MemoryRecord, state: State) -> int:
    return state.minute_of(record.tick) if record.tick >= 0 else BEFORE


def fit_memories(found: Sequence[QuestionMemory], budget: int) -> list[QuestionMemory]:
    """Return as many memories as a budget of tokens has room for."""
    kept = {one.id for one in fit_budget([one.record for one in found], budget)}
    return [one for one in found if one.record.id in kept]


def numbered_memories(
    memories: Sequence[MemoryRecord], tick: int, minute: int, world: World
) -> str:
    """Return memories as a prompt lists them at a tick, numbered from 1, with weekday and time."""
    minutes = world.settings.tick_minutes
    timed = (timed_text(one, tick, minute, minutes) for one in memories)
    return "\n".join(f"{number}. {text}" for number, text in enumerate(timed, start=1))


def interviewee(state: State, who: str) -> Interviewee:
    """Return somebody as they are asked at a state."""
    body = state.bodies[who]
    return Interviewee(
        who,
        state.world,
        state.minds[who],
        state.minute,
        body.area,
        body.doing or "idle",
        state.minute_of,
        body.items,
        body.carries,
        state.weather,
        body.vitals,
    )


def answered_by_rules(
    asked: PutQuestion, found: Sequence[QuestionMemory], budget: int, *, chat: bool = False
) -> tuple[InterviewData, list[QuestionMemory]]:
    """Return a question with the answer of the built-in mind, and the memories that are shown:
    first those that the answer rests on, then as many of those found as a budget of tokens has room
    for."""
    known, similar = asked.known, {one.record.id: round(one.similarity, 3) for one in found}
    told = greeting(known, asked.question) if chat else None
    told = told or answer(asked._replace(similar=similar))
    rests = [QuestionMemory(one, similar.get(one.id, 0.0)) for one in known.recall(told.cites)]
    others = (one for one in found if one.record.id not in told.cites)
    shown = fit_memories([*rests, *others], budget)
    ids = [one.record.id for one in shown]
    numbers = tuple(ids.index(one) + 1 for one in told.cites if one in ids)
    return InterviewData(asked.question, _cut(told.words), numbers), shown


def _cut(words: str) -> str:
    """Return as many whole sentences as an answer has room for."""
    if len(words) <= MAX_ANSWER:
        return words
    return whole_sentences(words[:MAX_ANSWER], MAX_ANSWER) or f"{words[: MAX_ANSWER - 1]}…"
