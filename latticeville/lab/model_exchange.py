"""What a mind asked a model, with the replies that the tape holds."""

from collections.abc import Iterable

import msgspec

from latticeville.llm.known_replies import KnownReply, read_known_reply
from latticeville.llm.model_call_tape import ModelCall
from latticeville.mind.mind import Thought


class ModelExchange(msgspec.Struct, frozen=True):
    """A question to the model exactly as it was put, and the reply exactly as it came.

    `source` is that of the reply (`Reply`), behavior where the mind knew the reply, as `known` says, or "lost" where
    the tape no longer holds it; `tokens` are those of prompt and reply.
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


def model_exchanges(thought: Thought, tape: Iterable[ModelCall]) -> tuple[ModelExchange, ...]:
    """Return the questions of a thought with what the tape holds of them."""
    held = {one.request.digest: one for one in tape}
    found = []
    for ask in thought.asks:
        one = held.get(ask.digest)
        if one is None:
            found.append(ModelExchange(ask.kind, ask.digest, "", "", (), ask.reply, "lost", error=ask.error))
            continue
        put, reply = one.request, one.reply
        found.append(
            ModelExchange(
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
                read_known_reply(put, reply),
            )
        )
    return tuple(found)
