"""How a mind asks a model and retrieves memories, and the trace that it keeps of both."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, cast

from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import Access, MemoryRecord, MemoryStream
from latticeville.mind.mind import RequestRecord, Thinking
from latticeville.mind.prompt_templates import load_prompt
from latticeville.mind.retrieval.profiles import PROFILES, RetrievalProfile
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalResult
from latticeville.mind.secrets import keeps_back
from latticeville.mind.situation import Situation
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


class Answered(Generic[A]):
    """An answer, or None and why there is none; and the request and the reply that it came from."""

    __slots__ = ("answer", "fault", "reply", "request")

    def __init__(self, answer: A | None, fault: str, request: Request, reply: Reply) -> None:
        self.answer, self.fault, self.request, self.reply = answer, fault, request, reply


def ask_model(now: Situation, questions: Sequence[Question[A]]) -> Thinking[list[Answered[A]]]:
    """Ask questions in one round and return what came of each."""
    requests = [question.request(now.who, now.tick, now.world) for question in questions]
    replies = cast("tuple[Reply, ...]", (yield tuple(requests)))
    answered = zip(questions, requests, replies, strict=True)
    return [_read_reply(now, question, request, reply) for question, request, reply in answered]


def ask_model_once(now: Situation, question: Question[A]) -> Thinking[Answered[A]]:
    """Ask one question."""
    request = question.request(now.who, now.tick, now.world)
    (reply,) = cast("tuple[Reply]", (yield (request,)))
    return _read_reply(now, question, request, reply)


def _read_reply(
    now: Situation, question: Question[A], request: Request, reply: Reply
) -> Answered[A]:
    """Return what came of a question, and note it in the trace."""
    answer = question.parse(reply)
    fault = "" if answer is not None else _describe_fault(reply)
    used = load_prompt(now.world, request.kind, request.who).digest
    now.trace.asks.append(RequestRecord(request.kind, request.key(reply), reply.text, used, fault))
    return Answered(answer, fault, request, reply)


def retrieve_each(
    now: Situation, queries: Sequence[str], more: int = 0
) -> Thinking[tuple[Situation, list[tuple[MemoryRecord, ...]]]]:
    """Call up memories for queries in plain words, in one round.

    Returns the situation with them touched, and for each query the memories, best first; `more` of
    them than usual.
    """
    how, minutes = now.settings, now.tick_minutes
    if not len(now.mind.memory) or not how.recall:
        return now, [()] * len(queries)
    memory, touched, k = now.mind.memory, now.mind.touched, how.recall + more
    asked = [
        RetrievalQuery(
            now.who, memory, touched, query, now.tick, k, how.profile, minutes, how.weights
        )
        for query in queries
    ]
    found = cast("tuple[RetrievalResult, ...]", (yield tuple(asked)))
    now.trace.recalls.extend(one.record for one in found)
    called = dict.fromkeys(memory.id for one in found for memory in one.memories)
    touched = now.mind.touched.grow([Access(place, now.tick) for place in called])
    return now.with_mind(touched=touched), [
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
    now: Situation, queries: Sequence[str], more: int = 0
) -> Thinking[tuple[Situation, tuple[MemoryRecord, ...]]]:
    """Call up memories for queries as one list, each memory once."""
    now, found = yield from retrieve_each(now, queries, more)
    return now, tuple({memory.id: memory for memories in found for memory in memories}.values())


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


REMEMBERED, ALSO_REMEMBERED = "You remember:", "You also remember:"
"""The heading of memories in a prompt, and of those that came to mind later in a talk."""


def format_memories(
    now: Situation,
    memories: Sequence[MemoryRecord],
    hearers: Sequence[str] = (),
    *,
    share: int = 1,
    heading: str = REMEMBERED,
) -> str:
    """Return memories as a prompt tells them, with weekday and time, as many as there is room for.

    There is room for the budget of tokens of who perceives, divided by `share`. What tells a secret
    is told only where all `hearers` of the reply may know it.
    """
    minutes = now.tick_minutes
    timed = [
        replace(one, text=timed_text(one, now.tick, now.minute, minutes))
        for one in memories
        if not keeps_back(now, one, hearers)
    ]
    kept = fit_budget(timed, now.settings.budget // share)
    return "\n".join((heading, *(f"- {one.text}" for one in kept))) if kept else ""


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
