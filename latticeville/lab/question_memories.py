"""The memories that come to mind at a question: the best by the person's profile, then the most relevant."""

from collections.abc import Sequence
from typing import NamedTuple

from latticeville.mind.interview_data import BEFORE, InterviewData, KnownStatement
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.model_calls import fit_budget, timed_text
from latticeville.mind.question_words import content_words
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.profiles import DEFAULT_PROFILE, PROFILES
from latticeville.mind.retrieval.relevance import quantise_vector
from latticeville.mind.retrieval.retrieve import retrieve
from latticeville.sim.state import State
from latticeville.world.model.world import World

MOST_RELEVANT = 8
"""Memories that come to mind by their relevance to the words of the question that say something."""


class QuestionMemory(NamedTuple):
    """A memory, and the cosine of its embedding with the question's."""

    record: MemoryRecord
    similarity: float


def memories_for(state: State, who: str, question: str, memories: MemoryIndex, k: int) -> list[QuestionMemory]:
    """Return `k` memories by score, best first, and those of the most relevant that are not among them."""
    world, mind = state.world, state.minds[who]
    if not len(mind.memory) or not k:
        return []
    how, minutes = world.mind_settings_of(who), world.settings.tick_minutes
    columns, vector = memories.columns(who, mind.memory, mind.touched), memories.vector(question)
    profile = PROFILES.get(how.profile, DEFAULT_PROFILE)
    best = retrieve(columns, vector, state.tick, profile, k, weights=how.weights, minutes=minutes)
    matter = memories.vector(" ".join(content_words(question)) or question)
    relevant = retrieve(columns, matter, state.tick, profile, MOST_RELEVANT, weights=(0, 1, 0), minutes=minutes)
    cosines = columns.relevance(quantise_vector(vector), 0)
    found = dict.fromkeys([*best.ids.tolist(), *relevant.ids.tolist()])
    return [QuestionMemory(mind.memory[place], cosines.item(place)) for place in found]


def fit_memories(found: Sequence[QuestionMemory], budget: int) -> list[QuestionMemory]:
    """Return as many memories as a budget of tokens has room for."""
    kept = {one.id for one in fit_budget([one.record for one in found], budget)}
    return [one for one in found if one.record.id in kept]


def numbered_memories(memories: Sequence[MemoryRecord], tick: int, minute: int, world: World) -> str:
    """Return memories as a prompt lists them at a tick, numbered from 1, with weekday and time."""
    minutes = world.settings.tick_minutes
    timed = (timed_text(one, tick, minute, minutes) for one in memories)
    return "\n".join(f"{number}. {text}" for number, text in enumerate(timed, start=1))


def interview_data(
    state: State, who: str, question: str, memories: Sequence[QuestionMemory], *, category: str = "", plan: str = ""
) -> InterviewData:
    """Return what a person knows at a question, in typed form."""
    world, persona = state.world, state.world.people[who].persona
    relations = state.minds[who].relations
    summaries = {world.name_of(other): one.summary for other, one in relations.people.items() if one.summary}
    views = {world.name_of(one.who): one.view or f"{one.how}." for one in persona.relationships}
    return InterviewData(
        who,
        question,
        category,
        state.minute,
        state.bodies[who].doing or "idle",
        state.minds[who].inner.identity or persona.about,
        plan,
        tuple(_statement(one, state) for one in memories),
        {one: person.persona.first_name for one, person in world.people.items()},
        summaries | views,
        {topic: one.view for topic, one in relations.opinions.items()},
    )


def _statement(memory: QuestionMemory, state: State) -> KnownStatement:
    one = memory.record
    minute = state.minute_of(one.tick) if one.tick >= 0 else BEFORE
    return KnownStatement(one.kind, one.text, minute, one.importance, one.topic, round(memory.similarity, 3))
