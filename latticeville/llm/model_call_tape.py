"""The tape: the replies of a run, recorded so that it can be replayed without the model."""

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from latticeville.llm.model import Model, ModelError, Reply, Request
from latticeville.llm.tokens import count_or_estimate, is_plausible_count


class ModelCall(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One request as it was sent, and its reply; `batch` counts the batches of its tick, from 0."""

    request: Request
    reply: Reply
    batch: int = 0


def read_model_call(record: bytes) -> ModelCall:
    """Return an exchange as it was taped; counts of tokens that are none become estimates.

    Raises msgspec.DecodeError where the record is no exchange otherwise, too.
    """
    try:
        found = msgspec.json.decode(record, type=ModelCall)
        counts: object = found.reply.tokens
    except msgspec.ValidationError:
        raw = msgspec.json.decode(record)
        if not (isinstance(raw, dict) and isinstance(raw.get("reply"), dict)):
            raise
        counts = raw["reply"].pop("tokens", None)
        found = msgspec.convert(raw, ModelCall)
    asked, said = counts if isinstance(counts, list | tuple) and len(counts) == 2 else (None, None)
    if is_plausible_count(asked) and is_plausible_count(said):
        return found
    request, reply = found.request, found.reply
    tokens = count_or_estimate(asked, request.system + request.prompt), count_or_estimate(said, reply.text)
    return replace(found, reply=replace(reply, tokens=tokens))


class RecordingModel:
    """Passes requests on to a model and hands each exchange to `keep`, in the order of the batch."""

    def __init__(self, model: Model, keep: Callable[[ModelCall], None]) -> None:
        self._model, self._record = model, keep
        self._tick, self._batch = -1, 0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        replies = self._model.answer(requests)
        for tick in {request.tick for request in requests[:1]}:
            self._tick, self._batch = tick, self._batch + 1 if tick == self._tick else 0
        for request, reply in zip(requests, replies, strict=True):
            self._record(ModelCall(request, reply, self._batch))
        return replies


class ReplayingModel:
    """Answers from a tape; a request that is not on it raises ModelError."""

    def __init__(self, tape: Iterable[ModelCall]) -> None:
        self._calls = {_request_key(exchange.request): exchange for exchange in tape}
        self._used_keys: set[tuple[int, str, str]] = set()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies that were given then."""
        return [self._find(request) for request in requests]

    def _find(self, request: Request) -> Reply:
        key = _request_key(request)
        exchange = self._calls.get(key)
        if exchange is None:
            whose = f"{request.who}'s" if request.who else "the world's"
            raise ModelError(f"tick {request.tick}: the tape holds no reply to {whose} “{request.kind}” request")
        self._used_keys.add(key)
        return exchange.reply

    def unused_calls(self) -> list[ModelCall]:
        """Return the exchanges behind the last one whose request was made, the newest first."""
        newest = ((key, self._calls[key]) for key in reversed(self._calls))
        return [exchange for _, exchange in takewhile(lambda one: one[0] not in self._used_keys, newest)]


def _request_key(request: Request) -> tuple[int, str, str]:
    return request.tick, request.who, request.digest
