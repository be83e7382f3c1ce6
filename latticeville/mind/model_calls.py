"""How a mind asks a model and retrieves memories, and the trace that it keeps of both."""

from collections.abc import Generator, Sequence
from typing import Generic, Protocol, TypeVar, cast

from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import Access, MemoryRecord, MemoryStream
from latticeville.mind.mind import Answers, Decision, Mind, RequestRecord, Round
from latticeville.mind.percept import Percept
from latticeville.mind.prompt_templates import load_prompt
from latticeville.mind.retrieval.profiles import PROFILES, RetrievalProfile
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalRecord, RetrievalResult
from latticeville.models.model import Reply, Request
from latticeville.models.tokens import estimate_tokens
from latticeville.world.model.world import World

A_co = TypeVar("A_co", covariant=True)
A = TypeVar("A")
QUOTE_LENGTH = 80
"""Letters of an unusable reply that its error quotes."""


class Question(Protocol[A_co]):
    """Something to ask of a model."""

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        ...

    def parse(self, reply: Reply) -> A_co | None:
        """Return the answer; None where the reply is none."""
        ...


class ThoughtTrace:
    """What one tick of one mind asked and called up, in order."""

    __slots__ = ("asks", "recalls")

    def __init__(self) -> None:
        self.asks: list[RequestRecord] = []
        self.recalls: list[RetrievalRecord] = []

    def attach_to(self, decision: Decision) -> Decision:
        """Return a decision with these notes on its thought."""
        if not (self.asks or self.recalls):
            return decision
        noted = replace(decision.thought, asks=tuple(self.asks), recalls=tuple(self.recalls))
        return replace(decision, thought=noted)


class Answered(Generic[A]):
    """An answer, or None and why there is none; and the request and the reply that it came from."""

    __slots__ = ("answer", "fault", "reply", "request")

    def __init__(self, answer: A | None, fault: str, request: Request, reply: Reply) -> None:
        self.answer, self.fault, self.request, self.reply = answer, fault, request, reply


def ask_model(
    questions: Sequence[Question[A]], percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, list[Answered[A]]]:
    """Ask questions in one round and return what came of each."""
    requests = [question.request(percept.who, percept.tick, world) for question in questions]
    replies = cast("tuple[Reply, ...]", (yield tuple(requests)))
    found = []
    for question, request, reply in zip(questions, requests, replies, strict=True):
        answer = question.parse(reply)
        fault = "" if answer is not None else _describe_fault(reply)
        used = load_prompt(world, request.kind, request.who).digest
        trace.asks.append(RequestRecord(request.kind, request.key(reply), reply.text, used, fault))
        found.append(Answered(answer, fault, request, reply))
    return found


def ask_model_once(
    question: Question[A], percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, Answered[A]]:
    """Ask one question."""
    return (yield from ask_model([question], percept, world, trace))[0]


def retrieve_each(
    mind: Mind,
    queries: Sequence[str],
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
    more: int = 0,
) -> Generator[Round, Answers, tuple[Mind, list[tuple[MemoryRecord, ...]]]]:
    """Call up memories for queries in plain words, in one round.

    Returns the mind that has them touched, and for each query the memories, best first; `more` of
    them than usual.
    """
    how, minutes = world.mind_settings_of(percept.who), world.settings.tick_minutes
    if not len(mind.memory) or not how.recall:
        return mind, [()] * len(queries)
    memory, touched, k = mind.memory, mind.touched, how.recall + more
    asked = [
        RetrievalQuery(
            percept.who, memory, touched, query, percept.tick, k, how.profile, minutes, how.weights
        )
        for query in queries
    ]
    found = cast("tuple[RetrievalResult, ...]", (yield tuple(asked)))
    trace.recalls.extend(one.record for one in found)
    called = dict.fromkeys(memory.id for one in found for memory in one.memories)
    touched = mind.touched.grow([Access(place, percept.tick) for place in called])
    return replace(mind, touched=touched), [
        found_or_newest(one, memory, PROFILES[how.profile]) for one in found
    ]


def found_or_newest(
    found: RetrievalResult, memory: MemoryStream, profile: RetrievalProfile
) -> tuple[MemoryRecord, ...]:
    """Return what a retrieval found; of nothing, the newest memories where the profile says so."""
    if found.memories or not profile.fills_gaps:
        return found.memories
    return tuple(reversed(memory.last(found.record.k)))


def retrieve_merged(
    mind: Mind,
    queries: Sequence[str],
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
    more: int = 0,
) -> Generator[Round, Answers, tuple[Mind, tuple[MemoryRecord, ...]]]:
    """Call up memories for queries as one list, each memory once."""
    mind, found = yield from retrieve_each(mind, queries, percept, world, trace, more)
    return mind, tuple({memory.id: memory for memories in found for memory in memories}.values())


def fit_budget(memories: Sequence[MemoryRecord], budget: int) -> list[MemoryRecord]:
    """Return as many memories as a budget of tokens has room for, those that stand first before the
    others."""
    found, left = [], budget
    for memory in memories:
        cost = estimate_tokens(memory.text)
        if cost <= left:
            found.append(memory)
            left -= cost
    return found


def format_memories(
    memories: Sequence[MemoryRecord], percept: Percept, world: World, name: str, share: int = 1
) -> str:
    """Return memories as a prompt tells them, with weekday and time, as many as there is room for.

    There is room for the budget of tokens of who perceives, divided by `share`.
    """
    minutes = world.settings.tick_minutes
    timed = [
        replace(one, text=timed_text(one, percept.tick, percept.minute, minutes))
        for one in memories
    ]
    kept = fit_budget(timed, world.mind_settings_of(percept.who).budget // share)
    return (
        "\n".join((f"What {name} remembers:", *(f"- {one.text}" for one in kept))) if kept else ""
    )


def timed_text(memory: MemoryRecord, tick: int, minute: int, tick_minutes: int) -> str:
    """Return what a memory says, with weekday and time, seen from a tick at a minute; without, from
    before the run.

    >>> timed_text(MemoryRecord(0, "observation", "It rains.", 9, "park"), 10, 1025, 1)
    'Mon 17:04 – It rains.'
    """
    if memory.tick == BEFORE_START:
        return memory.text
    return f"{format_time(minute - (tick - memory.tick) * tick_minutes)} – {memory.text}"


def _describe_fault(reply: Reply) -> str:
    if reply.error:
        return f"the model gave no answer: {reply.error}"
    return f"the reply cannot be used: “{' '.join(reply.text.split())[:QUOTE_LENGTH]}”"
