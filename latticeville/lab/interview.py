"""Interviews: anybody is asked anything at any tick of a run, answers from their memories then, and is left unmoved."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

from latticeville.core.clock import hours, stamp
from latticeville.core.disk import content_hash
from latticeville.core.problems import Problem
from latticeville.core.progress import Look, unseen
from latticeville.db.records import encode, snapshot
from latticeville.lab.script import ScriptError
from latticeville.llm.embed import Embedder
from latticeville.llm.model import Model, Reply
from latticeville.mind.asking import fitting
from latticeville.mind.facts import portrait
from latticeville.mind.profiles import LATTICEVILLE, PROFILES
from latticeville.mind.recall import retrieve
from latticeville.mind.recollect import Recollection
from latticeville.mind.requests import Interview
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.locate import locate_toml

CATEGORIES = ("self-knowledge", "memory", "plans", "reactions", "reflections")
"""The five areas that the paper asks about."""
PAPER = "paper"
"""The name of the questionnaire that is brought along."""
K = 12
"""Memories that an answer may rest on."""
SHARE = 2
"""How many times what a decision may recall an answer may be shown."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question and which of the five areas it is about; "" where that does not matter.

    `{other}` in it stands for somebody whom the person knows.
    """

    ask: str
    category: str = ""


class Cited(msgspec.Struct, frozen=True):
    """A memory that an answer rests on."""

    id: int
    when: str
    kind: str
    text: str


class Answer(msgspec.Struct, frozen=True):
    """What somebody answered at a tick, what it rests on, and how it was asked for; an `error` is why it is none."""

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
    questions: Sequence[Question],
    model: Model,
    embedder: Embedder,
    looked: Look = unseen,
) -> list[Answer]:
    """Ask people questions, all of one person before the next; each person's go to the model as one batch.

    `looked` is told how many of how many answers there are, before each person and at the end, and may raise.
    """
    memories, answers = Recollection(embedder), list[Answer]()
    for who in people:
        looked(len(answers), len(people) * len(questions))
        answers += _of(state, who, questions, model, memories)
    looked(len(answers), len(answers))
    return answers


def digest_of(payload: TickPayload) -> str:
    """Return the digest of a payload with all its state."""
    return content_hash(encode(snapshot(payload)), 8)


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a file, or those of the paper for its name."""
    name = str(path)
    try:
        if name == PAPER:
            text = files("latticeville.lab").joinpath("questionnaires/paper.toml").read_text("utf-8")
        else:
            text = path.read_text("utf-8")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScriptError([Problem(name, 0, 0, "toml-syntax", f"this is no TOML: {error}")]) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptError([Problem(name, 0, 0, "unreadable", f"the questions cannot be read: {error}")]) from error
    places, found = locate_toml(text), []
    for count, table in enumerate(data.get("questions", [])):
        try:
            question = msgspec.convert(table, Question)
        except msgspec.ValidationError as error:
            what = f"a question has “ask” and “category”: {error}"
            raise ScriptError([Problem(name, *places.find(("questions", count)), "wrong-value", what)]) from error
        if question.category not in ("", *CATEGORIES):
            where = places.find(("questions", count, "category"))
            what = f"there is no category “{question.category}”: it is one of {', '.join(CATEGORIES)}"
            raise ScriptError([Problem(name, *where, "unknown-category", what)])
        found.append(question)
    if not found:
        raise ScriptError([Problem(name, 1, 1, "no-questions", "there is no [[questions]] in this file")])
    return found


def _of(state: State, who: str, questions: Sequence[Question], model: Model, memories: Recollection) -> list[Answer]:
    put = [_question(state, who, question, memories) for question in questions]
    requests = [one.request(who, state.tick, state.world) for one, _recalled in put]
    replies = model.answer(requests)
    return [
        Answer(
            who,
            state.world.name_of(who),
            state.tick,
            stamp(state.minute),
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
        for question, (one, recalled), request, reply in zip(questions, put, requests, replies, strict=True)
        for parsed in (one.parse(reply),)
    ]


def _question(state: State, who: str, question: Question, memories: Recollection) -> tuple[Interview, tuple[int, ...]]:
    """Return a question with what comes to mind at it, and the ids of that."""
    world, mind, body = state.world, state.minds[who], state.bodies[who]
    how = world.minds_of(who)
    asked = question.ask.replace("{other}", _known(state, who))
    recalled = mind.memory.last(0)
    if len(mind.memory):
        columns = memories.columns(who, mind.memory, mind.touched)
        profile = PROFILES.get(how.profile, LATTICEVILLE)
        minutes = world.settings.tick_minutes
        ranking = retrieve(
            columns, memories.vector(asked), state.tick, profile, K, weights=how.weights, minutes=minutes
        )
        recalled = [mind.memory[place] for place in ranking.ids.tolist()]
    shown = fitting(recalled, SHARE * how.budget)
    persona = world.people[who].persona
    texts = [memory.text for memory in shown]
    facts = {
        "name": persona.name,
        "about": mind.inner.identity or persona.about,
        "portrait": portrait(persona, world),
        "date": stamp(state.minute),
        "time": hours(state.minute),
        "hour": str(state.minute // 60 % 24),
        "doing": body.doing or "idle",
        "place": world.name_of(body.area),
        "plan": _plan(state, who),
        "statements": "\n".join(f"{number}. {text}" for number, text in enumerate(texts, start=1)) or "nothing",
        "texts": "\n".join(texts),
        "question": asked,
        "category": question.category,
    }
    return Interview(facts, tuple(memory.id for memory in shown)), tuple(memory.id for memory in recalled)


def _plan(state: State, who: str) -> str:
    """Tell what is left of somebody's day."""
    plan, world = state.minds[who].plan, state.world
    if plan is None:
        return ""
    steps = [step for step in plan.strokes if step.end > state.minute]
    told = [f"{hours(step.start)} {step.doing} at {world.name_of(step.place)}" for step in steps]
    told = told or [f"{hours(row.start)} {row.doing} at {world.name_of(row.place)}" for row in plan.routine]
    return f"I mean to: {'; '.join(told)}." if told else ""


def _known(state: State, who: str) -> str:
    """Return the name of somebody whom a person knows: the first of their relationships, or else of the others."""
    related = [one.who for one in state.world.people[who].persona.relationships if one.who in state.bodies]
    others = [*related, *(other for other in sorted(state.bodies) if other != who)]
    return state.world.name_of(others[0]) if others else "anybody"


def _cited(state: State, who: str, place: int) -> Cited:
    memory = state.minds[who].memory[place]
    when = stamp(state.minute_of(memory.tick)) if memory.tick >= 0 else "before"
    return Cited(memory.id, when, memory.kind, memory.text)


def _fault(reply: Reply) -> str:
    return reply.error or f"the reply cannot be used: “{' '.join(reply.text.split())[:80]}”"
