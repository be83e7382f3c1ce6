"""Interviews: people answer from their memories at any tick; the run is not changed."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import format_hours, format_time
from latticeville.core.day_names import weekday
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.mind.builtin.answers.plans import rest_of_day
from latticeville.mind.builtin.interview import (
    PutQuestion,
    answer_basis,
    question_before,
)
from latticeville.mind.builtin.model import BUILTIN_RULES
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.prompt_facts import persona_summary
from latticeville.mind.requests.interview import AnswerInterview
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.models.embed import Embedder
from latticeville.models.model import Model, Reply, Request
from latticeville.reports.interview.question_memories import (
    answered_by_rules,
    interviewee,
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
    why it is none.

    Where the built-in rules answered, `basis` says on what: `known`, `nearest` where they quote the
    nearest that the person remembers, `unknown`, or `not understood`.
    """

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
    basis: str = ""


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
    known = interviewee(state, who)
    texts = [one.ask.replace("{other}", _known(state, who)) for one in questions]
    put = [
        _question(state, known, question, question_before(known, texts[:at]), memories)
        for at, question in enumerate(questions)
    ]
    requests = [one.request(who, state.tick, state.world) for one, _recalled in put]
    replies = model.answer(requests)
    return [
        _answered(state, known, question.category, each, request, reply)
        for question, each, request, reply in zip(questions, put, requests, replies, strict=True)
    ]


def _answered(
    state: State,
    known: Interviewee,
    category: str,
    put: tuple[AnswerInterview, tuple[int, ...]],
    request: Request,
    reply: Reply,
) -> InterviewAnswer:
    """Return what somebody answered to a question that was put with what came to mind."""
    question, recalled = put
    parsed = question.parse(reply)
    words, cites = parsed or ("", ())
    is_ruled = bool(words) and reply.rules == BUILTIN_RULES
    return InterviewAnswer(
        known.who,
        state.world.name_of(known.who),
        state.tick,
        format_time(state.minute),
        category,
        question.facts["question"],
        words,
        tuple(_cited(state, known.who, place) for place in cites),
        recalled,
        request.system,
        request.prompt,
        reply.text,
        reply.source,
        reply.tokens,
        reply.seconds,
        "" if parsed else _fault(reply),
        answer_basis(words) if is_ruled else "",
    )


def _question(
    state: State,
    known: Interviewee,
    question: QuestionnaireItem,
    before: str,
    memories: MemoryIndex,
) -> tuple[AnswerInterview, tuple[int, ...]]:
    """Return a question with what comes to mind at it, and the ids of that."""
    who, world, mind = known.who, state.world, state.minds[known.who]
    other = _known(state, who)
    asked = question.ask.replace("{other}", other)
    recalled = memories_for(state, who, asked, memories, K)
    put = PutQuestion(known, asked, question.category, before)
    budget = SHARE * world.mind_settings_of(who).budget
    data, shown = answered_by_rules(put, recalled, budget)
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
        "doing": known.doing,
        "place": world.name_of(known.place),
        "plan": rest_of_day(known),
        "statements": numbered_memories(
            [one.record for one in shown], state.tick, state.minute, world
        )
        or "nothing",
        "texts": "\n".join(texts),
        "question": asked,
        "category": question.category,
    }
    ids = tuple(one.record.id for one in shown)
    known_ids = dict.fromkeys((*ids, *(one.record.id for one in recalled)))
    return AnswerInterview(facts, ids, data), tuple(known_ids)


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
