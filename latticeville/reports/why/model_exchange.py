"""What a mind asked a model, with the replies that the tape holds."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from latticeville.mind.mind import RequestRecord, Thought
from latticeville.models.known_replies import KnownReply, read_known_reply
from latticeville.models.model import Request
from latticeville.models.model_call_tape import ModelCall

LOST = "lost"
"""The source of a reply that the tape no longer holds."""


class ModelExchange(msgspec.Struct, frozen=True):
    """A question to the model exactly as it was put, and the reply exactly as it came.

    `source` is that of the reply (`Reply`), behavior where the mind knew the reply, as `known`
    says, or `LOST` where the tape no longer holds it; `tokens` are those of prompt and reply. Where
    `on_demand`, rules answered from typed data, and the text is what a model would have read.
    """

    kind: str
    digest: str
    system: str
    prompt: str
    choices: tuple[str, ...]
    reply: str
    source: str
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    error: str = ""
    known: KnownReply | None = None
    on_demand: bool = False


def model_exchanges(
    thought: Thought, tape: Iterable[ModelCall], asked: Callable[[], Iterable[tuple[str, Request]]]
) -> tuple[ModelExchange, ...]:
    """Return the questions of a thought with what the tape holds of them.

    `asked` returns the requests of the mind with their keys, made once more: rules leave no text on
    the tape.
    """
    held = {one.key: one for one in tape}
    exchanges = tuple(_exchange(ask, held.get(ask.digest)) for ask in thought.asks)
    if not any(one.on_demand for one in exchanges):
        return exchanges
    left = defaultdict[str, deque[Request]](deque)
    for key, request in asked():
        left[key].append(request)
    return tuple(_with_text(one, left[one.digest]) if one.on_demand else one for one in exchanges)


def _exchange(ask: RequestRecord, call: ModelCall | None) -> ModelExchange:
    """Return a question with what the tape holds of it."""
    if call is None:
        return ModelExchange(ask.kind, ask.digest, "", "", (), ask.reply, LOST, error=ask.error)
    put, reply = call.request, call.reply
    return ModelExchange(
        put.kind,
        ask.digest,
        put.system,
        put.prompt,
        put.choices,
        reply.text,
        reply.source,
        reply.tokens,
        reply.seconds,
        ask.error or reply.error,
        read_known_reply(put.data, reply),
        on_demand=bool(reply.rules),
    )


def _with_text(exchange: ModelExchange, left: deque[Request]) -> ModelExchange:
    """Return an exchange with the text that a model would have read; without, where nobody asks the
    same again."""
    if not left:
        return exchange
    request = left.popleft()
    return replace(exchange, system=request.system, prompt=request.prompt)
