"""Requests whose reply the mind knows already, from its behavioural cache: no model is asked, but
the tape has them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from latticeville.core.decoders import convert
from latticeville.models.model import CrowdModel, Model, Reply, Request

BEHAVIOR = "behavior"
"""The source of such a reply."""


class KnownReply(msgspec.Struct, frozen=True, gc=False):
    """The data of such a request: the reply, the key and the facts of the situation.

    `since` is the tick in which a model gave the reply; `saved` are the tokens that it read and
    wrote for it.
    """

    reply: str
    key: str
    since: int
    saved: tuple[int, int]
    situation: Any = None


class KnownReplies:
    """Answers requests whose reply is known, and passes all others on to a model."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request; a batch of known replies alone asks nobody."""
        fresh = [request for request in requests if not isinstance(request.data, KnownReply)]
        replies = iter(self._model.answer(fresh) if fresh else [])
        return [
            Reply(request.data.reply, source=BEHAVIOR)
            if isinstance(request.data, KnownReply)
            else next(replies)
            for request in requests
        ]

    def answer_alike(
        self, requests: Sequence[Request], askers: Sequence[Sequence[str]]
    ) -> list[Reply] | None:
        """Return what the model replies to all who ask the same, None where it does not."""
        model = self._model
        return model.answer_alike(requests, askers) if isinstance(model, CrowdModel) else None


def read_known_reply(data: object, reply: Reply) -> KnownReply | None:
    """Return what the mind knew from the data of a request, also from a tape; None where a model
    was asked."""
    if reply.source != BEHAVIOR:
        return None
    try:
        return convert(data, KnownReply, from_attributes=True)
    except msgspec.ValidationError:
        return None
