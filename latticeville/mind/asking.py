"""Asking: how a mind puts questions and calls up memories, and what it notes of that for whoever asks why."""

from collections.abc import Generator, Sequence
from typing import Generic, Protocol, TypeVar, cast

from msgspec.structs import replace

from latticeville.llm.model import Reply, Request
from latticeville.llm.tokens import estimate_tokens
from latticeville.mind.memory import Memory, Touch
from latticeville.mind.mind import Answers, Ask, Decision, Mind, Round
from latticeville.mind.percept import Percept
from latticeville.mind.prompting import prompt
from latticeville.mind.recalls import Recall, Recalled, Recorded
from latticeville.world.pack import World

A_co = TypeVar("A_co", covariant=True)
A = TypeVar("A")
SHOWN = 80
"""Letters of an unusable reply that its error quotes."""


class Question(Protocol[A_co]):
    """Something to ask of a model."""

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        ...

    def parse(self, reply: Reply) -> A_co | None:
        """Return the answer; None where the reply is none."""
        ...


class Notes:
    """What one tick of one mind asked and called up, in order."""

    __slots__ = ("asks", "recalls")

    def __init__(self) -> None:
        self.asks: list[Ask] = []
        self.recalls: list[Recorded] = []

    def on(self, decision: Decision) -> Decision:
        """Return a decision with these notes on its thought."""
        if not (self.asks or self.recalls):
            return decision
        noted = replace(decision.thought, asks=tuple(self.asks), recalls=tuple(self.recalls))
        return replace(decision, thought=noted)


class Put(Generic[A]):
    """An answer, or None and why there is none."""

    __slots__ = ("answer", "fault")

    def __init__(self, answer: A | None, fault: str) -> None:
        self.answer, self.fault = answer, fault


def put(
    questions: Sequence[Question[A]], percept: Percept, world: World, notes: Notes
) -> Generator[Round, Answers, list[Put[A]]]:
    """Ask questions in one round and return what came of each."""
    requests = [question.request(percept.who, percept.tick, world) for question in questions]
    replies = cast("tuple[Reply, ...]", (yield tuple(requests)))
    found = []
    for question, request, reply in zip(questions, requests, replies, strict=True):
        answer = question.parse(reply)
        fault = "" if answer is not None else _fault(reply)
        used = prompt(world, request.kind, request.who).digest
        notes.asks.append(Ask(request.kind, request.digest, reply.text, used, fault))
        found.append(Put(answer, fault))
    return found


def put_one(question: Question[A], percept: Percept, world: World, notes: Notes) -> Generator[Round, Answers, Put[A]]:
    """Ask one question."""
    return (yield from put([question], percept, world, notes))[0]


def recall_each(
    mind: Mind, queries: Sequence[str], percept: Percept, world: World, notes: Notes, more: int = 0
) -> Generator[Round, Answers, tuple[Mind, list[tuple[Memory, ...]]]]:
    """Call up memories for queries in plain words, in one round.

    Returns the mind that has them touched, and for each query the memories, best first; `more` of them than usual.
    """
    how, minutes = world.minds_of(percept.who), world.settings.tick_minutes
    if not len(mind.memory) or not how.recall:
        return mind, [()] * len(queries)
    memory, touched, k = mind.memory, mind.touched, how.recall + more
    asked = [
        Recall(percept.who, memory, touched, query, percept.tick, k, how.profile, minutes, how.weights)
        for query in queries
    ]
    found = cast("tuple[Recalled, ...]", (yield tuple(asked)))
    notes.recalls.extend(one.recorded for one in found)
    called = dict.fromkeys(memory.id for one in found for memory in one.memories)
    touched = mind.touched.grow([Touch(place, percept.tick) for place in called])
    return replace(mind, touched=touched), [one.memories for one in found]


def recall(
    mind: Mind, queries: Sequence[str], percept: Percept, world: World, notes: Notes, more: int = 0
) -> Generator[Round, Answers, tuple[Mind, tuple[Memory, ...]]]:
    """Call up memories for queries as one list, each memory once."""
    mind, found = yield from recall_each(mind, queries, percept, world, notes, more)
    return mind, tuple({memory.id: memory for memories in found for memory in memories}.values())


def fitting(memories: Sequence[Memory], budget: int) -> list[Memory]:
    """Return as many memories as a budget of tokens has room for, those that stand first before the others."""
    found, left = [], budget
    for memory in memories:
        cost = estimate_tokens(memory.text)
        if cost <= left:
            found.append(memory)
            left -= cost
    return found


def told(memories: Sequence[Memory], name: str, budget: int) -> str:
    """Return memories as a prompt tells them, as many as a budget of tokens has room for."""
    kept = fitting(memories, budget)
    return "\n".join((f"What {name} remembers:", *(f"- {memory.text}" for memory in kept))) if kept else ""


def _fault(reply: Reply) -> str:
    if reply.error:
        return f"the model gave no answer: {reply.error}"
    return f"the reply cannot be used: “{' '.join(reply.text.split())[:SHOWN]}”"
