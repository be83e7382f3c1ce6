"""The behavioural cache: in a situation that somebody decided in before, they decide the same
without a request.

As in “Affordable Generative Agents” (Yu et al. 2024, arXiv 2402.02053), whose lifestyle policies
reuse earlier plans. Ours matches exactly, by a key of normalised facts, so that a run with it can
be replayed.
"""

from collections.abc import Generator, Sequence
from typing import TypeVar, cast

import msgspec
from msgspec.structs import replace

from latticeville.core.disk import content_hash
from latticeville.mind.mind import Answers, CachedDecision, Mind, RequestRecord, Round
from latticeville.mind.model_calls import Answered, Question, ThoughtTrace
from latticeville.mind.percept import AGENT, OBJECT, Percept
from latticeville.models.known_replies import KnownReply
from latticeville.models.model import Reply, Request, token_counts
from latticeville.models.request_text import RequestText
from latticeville.world.model.world import World

A = TypeVar("A")
MOVEMENT = ("moved", "entered")
"""Kinds of news that a situation leaves out: who is near says it."""


class Situation(msgspec.Struct, frozen=True, gc=False):
    """What a decision is taken to depend on, for each kind of question; equal situations of a
    person are one.

    `hour` is the hour of the day. `near` holds the ids of the people in the same area and `objects`
    the ids of the objects there with their states, both sorted; `about` is what the question itself
    is about.
    """

    kind: str
    place: str
    doing: str
    hour: int
    near: tuple[str, ...] = ()
    objects: tuple[tuple[str, str], ...] = ()
    about: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The hash under which a decision is kept."""
        return content_hash(msgspec.json.encode(self), 8)


def make_situation(kind: str, mind: Mind, percept: Percept, *about: str) -> Situation:
    """Return the situation in which somebody is, with what a question is about."""
    here = [
        node for node in percept.sights if node.parent == percept.place and node.id != percept.who
    ]
    step = mind.intent.step
    return Situation(
        kind,
        percept.place,
        step.doing if step is not None else "",
        percept.minute // 60 % 24,
        tuple(sorted(node.id for node in here if node.kind == AGENT)),
        tuple(sorted((node.id, node.looks) for node in here if node.kind == OBJECT)),
        about,
    )


def notable_news(percept: Percept) -> tuple[str, ...]:
    """Return what happened, in words, without that people walk."""
    return tuple(news.text for news in percept.news if news.kind not in MOVEMENT)


def reuse_decision(
    mind: Mind,
    situation: Situation | None,
    question: Question[A],
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Generator[Round, Answers, Answered[A] | None]:
    """Return the decision of an equal situation; None where there is none, or it does not fit the
    question."""
    return (yield from reuse_decisions(mind, [situation], [question], percept, world, trace))[0]


def reuse_decisions(
    mind: Mind,
    situations: Sequence[Situation | None],
    questions: Sequence[Question[A]],
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Generator[Round, Answers, list[Answered[A] | None]]:
    """Return the same for each of some questions, in one round."""
    pairs = zip(situations, questions, strict=True)
    requests = [
        _known_request(mind, situation, question, percept, world) for situation, question in pairs
    ]
    known = tuple(request for request in requests if request is not None)
    replies = iter(cast("tuple[Reply, ...]", (yield known)) if known else ())
    found: list[Answered[A] | None] = []
    for question, request in zip(questions, requests, strict=True):
        reply = None if request is None else next(replies)
        if request is None or reply is None:
            found.append(None)
            continue
        trace.asks.append(RequestRecord(request.kind, request.digest, reply.text))
        found.append(Answered(question.parse(reply), "", request, reply))
    return found


def _known_request(
    mind: Mind, situation: Situation | None, question: Question[A], percept: Percept, world: World
) -> Request | None:
    """Return the request that carries the reply of an equal situation."""
    held = (
        mind.decisions.get(situation.key) if situation is not None and world.minds.cache else None
    )
    if situation is None or held is None or question.parse(Reply(held.reply)) is None:
        return None
    known = KnownReply(held.reply, situation.key, held.tick, held.tokens, situation)
    return Request(situation.kind, percept.who, percept.tick, RequestText(""), data=known)


def keep_decision(
    mind: Mind, situation: Situation | None, found: Answered[A], percept: Percept, world: World
) -> Mind:
    """Return the mind with a decision that a model made, where the world has a behavioural
    cache."""
    if not world.minds.cache or situation is None or found.answer is None:
        return mind
    decided = CachedDecision(
        found.reply.text, percept.tick, token_counts(found.request, found.reply)
    )
    return replace(mind, decisions={**mind.decisions, situation.key: decided})
