"""The behavioural cache: in a situation that somebody decided in before, they decide the same
without a request.

As in “Affordable Generative Agents” (Yu et al. 2024, arXiv 2402.02053), whose lifestyle policies
reuse earlier plans. Ours matches exactly, by a key of normalised facts, so that a run with it can
be replayed.
"""

from collections.abc import Sequence
from typing import TypeVar, cast

import msgspec

from latticeville.core.disk import content_hash
from latticeville.mind.mind import CachedDecision, RequestRecord, Thinking
from latticeville.mind.model_calls import Answered, Question
from latticeville.mind.percept import AGENT, OBJECT, Percept
from latticeville.mind.situation import Situation
from latticeville.models.known_replies import KnownReply
from latticeville.models.model import Reply, Request, token_counts
from latticeville.models.request_text import RequestText

A = TypeVar("A")
MOVEMENT = ("moved", "entered")
"""Kinds of news that a situation leaves out: who is near says it."""


class DecisionKey(msgspec.Struct, frozen=True, gc=False):
    """What a decision is taken to depend on, for each kind of question.

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
    def digest(self) -> str:
        """The hash under which a decision is kept."""
        return content_hash(msgspec.json.encode(self), 8)


def decision_key(now: Situation, kind: str, *about: str) -> DecisionKey:
    """Return the situation in which somebody is, with what a question is about."""
    here = [
        node
        for node in now.percept.sights
        if node.parent == now.percept.place and node.id != now.who
    ]
    step = now.mind.intent.step
    return DecisionKey(
        kind,
        now.percept.place,
        step.doing if step is not None else "",
        now.minute // 60 % 24,
        tuple(sorted(node.id for node in here if node.kind == AGENT)),
        tuple(sorted((node.id, node.looks) for node in here if node.kind == OBJECT)),
        about,
    )


def notable_news(percept: Percept) -> tuple[str, ...]:
    """Return what happened, in words, without that people walk."""
    return tuple(news.text for news in percept.news if news.kind not in MOVEMENT)


def reuse_decision(
    now: Situation, key: DecisionKey | None, question: Question[A]
) -> Thinking[Answered[A] | None]:
    """Return the decision of an equal situation; None where there is none, or it does not fit the
    question."""
    return (yield from reuse_decisions(now, [key], [question]))[0]


def reuse_decisions(
    now: Situation, keys: Sequence[DecisionKey | None], questions: Sequence[Question[A]]
) -> Thinking[list[Answered[A] | None]]:
    """Return the same for each of some questions, in one round."""
    pairs = zip(keys, questions, strict=True)
    requests = [_known_request(now, key, question) for key, question in pairs]
    known = tuple(request for request in requests if request is not None)
    replies = iter(cast("tuple[Reply, ...]", (yield known)) if known else ())
    found: list[Answered[A] | None] = []
    for question, request in zip(questions, requests, strict=True):
        reply = None if request is None else next(replies)
        if request is None or reply is None:
            found.append(None)
            continue
        now.trace.asks.append(RequestRecord(request.kind, request.digest, reply.text))
        found.append(Answered(question.parse(reply), "", request, reply))
    return found


def _known_request(
    now: Situation, key: DecisionKey | None, question: Question[A]
) -> Request | None:
    """Return the request that carries the reply of an equal situation."""
    held = now.mind.decisions.get(key.digest) if key is not None and now.world.minds.cache else None
    if key is None or held is None or question.parse(Reply(held.reply)) is None:
        return None
    known = KnownReply(held.reply, key.digest, held.tick, held.tokens, key)
    return Request(key.kind, now.who, now.tick, RequestText(""), data=known)


def keep_decision(now: Situation, key: DecisionKey | None, found: Answered[A]) -> Situation:
    """Return the situation with a decision that a model made, where the world has a behavioural
    cache."""
    if not now.world.minds.cache or key is None or found.answer is None:
        return now
    decided = CachedDecision(found.reply.text, now.tick, token_counts(found.request, found.reply))
    return now.with_mind(decisions={**now.mind.decisions, key.digest: decided})
