"""Interviews: people answer from their memories at any tick; the run is not changed."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import format_hours, format_time
from latticeville.core.day_names import weekday
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.mind.prompt_facts import persona_summary
from latticeville.mind.requests.interview import AnswerInterview
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.models.embed import Embedder
from latticeville.models.model import Model, Reply
from latticeville.reports.interview.question_memories import (
    fit_memories,
    interview_data,
    memories_for,
    numbered_memories,
)
from latticeville.reports.interview.questions import QuestionnaireItem
from latticeville.sim.state import State
from latticeville.world.model.place_names import location_path

K = 12
"""Memories that an answer may rest on."""
SHARE = 2
"""How many times what a decision may recall an answer may be shown."""


class Cited(msgspec.Struct, frozen=True):
    """A memory that an answer rests on."""

    id: int
    when: str
    kind: str
    text: str
    location_path: str = ""


class InterviewAnswer(msgspec.Struct, frozen=True):
    """What somebody answered at a tick, what it rests on, and how it was asked for; an `error` is
    why it is none."""

    agent: str
    name: str
    tick: int
    when: str
    category: str
    question: str
    answer: str
    cites: tuple[Cited, ...]
    recalled: tuple[int, ...]
    system: str
    prompt: str
    reply: str
    source: str
    tokens: tuple[int, int]
    seconds: float
    error: str = ""


def interview(
    state: State,
    people: Sequence[str],
    questions: Sequence[QuestionnaireItem],
    model: Model,
    embedder: Embedder,
    looked: ProgressCallback = no_progress,
) -> list[InterviewAnswer]:
    """Ask people questions, all of one person before the next; each person's go to the model as one
    batch.

    `looked` is told how many of how many answers there are, before each person and at the end, and
    may raise.
    """
    answers, of = list[InterviewAnswer](), len(people) * len(questions)
    looked(0, of)
    for some in ask_people(state, people, questions, model, embedder):
        answers += some
        looked(len(answers), of)
    return answers


def ask_people(
    state: State,
    people: Sequence[str],
    questions: Sequence[QuestionnaireItem],
    model: Model,
    embedder: Embedder,
) -> Iterator[list[InterviewAnswer]]:
    """Yield each person's answers, as soon as they are there; the next person is asked when more is
    wanted."""
    memories = MemoryIndex(embedder)
    for who in people:
        yield _of(state, who, questions, model, memories)


def _of(
    state: State,
    who: str,
    questions: Sequence[QuestionnaireItem],
    model: Model,
    memories: MemoryIndex,
) -> list[InterviewAnswer]:
    put = [_question(state, who, question, memories) for question in questions]
    requests = [one.request(who, state.tick, state.world) for one, _recalled in put]
    replies = model.answer(requests)
    return [
        InterviewAnswer(
            who,
            state.world.name_of(who),
            state.tick,
            format_time(state.minute),
            question.category,
            one.facts["question"],
            parsed[0] if parsed else "",
            tuple(_cited(state, who, place) for place in parsed[1]) if parsed else (),
            recalled,
            request.system,
            request.prompt,
            reply.text,
            reply.source,
            reply.tokens,
            reply.seconds,
            "" if parsed else _fault(reply),
        )
        for question, (one, recalled), request, reply in zip(
            questions, put, requests, replies, strict=True
        )
        for parsed in (one.parse(reply),)
    ]


def _question(
    state: State, who: str, question: QuestionnaireItem, memories: MemoryIndex
) -> tuple[AnswerInterview, tuple[int, ...]]:
    """Return a question with what comes to mind at it, and the ids of that."""
    world, mind, body = state.world, state.minds[who], state.bodies[who]
    how = world.mind_settings_of(who)
    asked = question.ask.replace("{other}", _known(state, who))
    recalled = memories_for(state, who, asked, memories, K)
    shown = fit_memories(recalled, SHARE * how.budget)
    persona = world.people[who].persona
    texts = [one.record.text for one in shown]
    facts = {
        "name": persona.name,
        "about": mind.inner.identity or persona.about,
        "portrait": persona_summary(replace(persona, secrets=()), world),
        "date": format_time(state.minute),
        "weekday": weekday(state.minute),
        "time": format_hours(state.minute),
        "hour": str(state.minute // 60 % 24),
        "doing": body.doing or "idle",
        "place": world.name_of(body.area),
        "plan": _plan(state, who),
        "statements": numbered_memories(
            [one.record for one in shown], state.tick, state.minute, world
        )
        or "nothing",
        "texts": "\n".join(texts),
        "question": asked,
        "category": question.category,
    }
    data = interview_data(state, who, asked, shown, category=question.category, plan=facts["plan"])
    ids = tuple(one.record.id for one in shown)
    return AnswerInterview(facts, ids, data), tuple(one.record.id for one in recalled)


def _plan(state: State, who: str) -> str:
    """Tell what is left of somebody's day."""
    plan, world = state.minds[who].plan, state.world
    if plan is None:
        return ""
    steps = [step for step in plan.strokes if step.end > state.minute]
    told = [
        f"{format_hours(step.start)} {step.doing} at {world.name_of(step.place)}" for step in steps
    ]
    told = told or [
        f"{format_hours(row.start)} {row.doing} at {world.name_of(row.place)}"
        for row in plan.routine
    ]
    return f"I mean to: {'; '.join(told)}." if told else ""


def _known(state: State, who: str) -> str:
    """Return the name of somebody whom a person knows: the first of their relationships, or else of
    the others."""
    related = [
        one.who for one in state.world.people[who].persona.relationships if one.who in state.bodies
    ]
    others = [*related, *(other for other in sorted(state.bodies) if other != who)]
    return state.world.name_of(others[0]) if others else "anybody"


def _cited(state: State, who: str, place: int) -> Cited:
    memory = state.minds[who].memory[place]
    when = format_time(state.minute_of(memory.tick)) if memory.tick >= 0 else "before"
    path = location_path(state.world, memory.place, memory.about)
    return Cited(memory.id, when, memory.kind, memory.text, path)


def _fault(reply: Reply) -> str:
    return reply.error or f"the reply cannot be used: “{' '.join(reply.text.split())[:80]}”"
