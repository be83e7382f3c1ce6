"""The tape: the replies of a run, recorded so that it can be replayed without the model."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.core.decoders import convert, decode_json
from latticeville.models.model import (
    CrowdModel,
    Model,
    ModelError,
    Reply,
    Request,
    hash_parts,
    pick_facts,
)
from latticeville.models.tokens import count_or_estimate, is_plausible_count


class TapedRequest(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A request as the tape holds it: for a model with all that it read, for rules with the data
    that they decided on.

    `read` are the facts that rules read.
    """

    kind: str
    who: str
    tick: int
    prompt: str = ""
    system: str = ""
    choices: tuple[str, ...] = ()
    schema: str = ""
    max_tokens: int = 80
    seed: int = 0
    facts: Mapping[str, str] = {}
    data: Any = None
    read: Mapping[str, str] = {}


class ModelCall(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One request with its reply; `batch` counts the batches of its tick, from 0.

    `askers` are all who asked the same and were answered alike; none for the request of one person.
    """

    request: TapedRequest
    reply: Reply
    batch: int = 0
    askers: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The hash under which the reply is known, as `Request.key` computes it."""
        put, rules = self.request, self.reply.rules
        if rules:
            return hash_parts(put.kind, put.choices, put.data, put.read, put.seed, rules)
        asked = put.kind, put.system, put.prompt, put.choices, put.schema, put.max_tokens, put.seed
        return hash_parts(*asked, put.facts, put.data)


def calls_of_each(call: ModelCall) -> Iterator[ModelCall]:
    """Yield the exchange of each who asked."""
    if not call.askers:
        yield call
    for who in call.askers:
        yield replace(call, request=replace(call.request, who=who), askers=(who,))


def tape_call(request: Request, reply: Reply, batch: int = 0) -> ModelCall:
    """Return an exchange as the tape holds it."""
    kind, who, tick, choices, seed = (
        request.kind,
        request.who,
        request.tick,
        request.choices,
        request.seed,
    )
    if reply.rules:
        read = pick_facts(request.facts, reply.reads) if reply.reads else {}
        taped = TapedRequest(
            kind, who, tick, choices=choices, seed=seed, data=request.data_for_rules, read=read
        )
    else:
        text = request.text
        taped = TapedRequest(
            kind,
            who,
            tick,
            text.prompt,
            text.system,
            choices,
            text.schema,
            request.max_tokens,
            seed,
            dict(text.facts),
            request.data,
        )
    return ModelCall(taped, reply, batch)


def read_model_call(record: bytes) -> ModelCall:
    """Return an exchange as it was taped; counts of tokens that are none become estimates.

    Raises msgspec.DecodeError where the record is no exchange otherwise, too.
    """
    try:
        found = decode_json(record, ModelCall)
        counts: object = found.reply.tokens
    except msgspec.ValidationError:
        raw = decode_json(record)
        if not (isinstance(raw, dict) and isinstance(raw.get("reply"), dict)):
            raise
        counts = raw["reply"].pop("tokens", None)
        found = convert(raw, ModelCall)
    asked, said = counts if isinstance(counts, list | tuple) and len(counts) == 2 else (None, None)
    if is_plausible_count(asked) and is_plausible_count(said):
        return found
    request, reply = found.request, found.reply
    tokens = (
        count_or_estimate(asked, request.system + request.prompt),
        count_or_estimate(said, reply.text),
    )
    return replace(found, reply=replace(reply, tokens=tokens))


class RecordingModel:
    """Passes requests on to a model and hands each exchange to `keep`, in the order of the
    batch."""

    def __init__(self, model: Model, keep: Callable[[ModelCall], None]) -> None:
        self._model, self._record = model, keep
        self._tick, self._batch = -1, 0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        replies = self._model.answer(requests)
        self._count(requests)
        for request, reply in zip(requests, replies, strict=True):
            self._record(tape_call(request, reply, self._batch))
        return replies

    def answer_alike(
        self, requests: Sequence[Request], askers: Sequence[Sequence[str]]
    ) -> list[Reply] | None:
        """Return what the model replies to all who ask the same, None where it does not."""
        model = self._model
        replies = model.answer_alike(requests, askers) if isinstance(model, CrowdModel) else None
        if replies is None:
            return None
        self._count(requests)
        for request, reply, people in zip(requests, replies, askers, strict=True):
            call = tape_call(request, reply, self._batch)
            self._record(replace(call, askers=tuple(people)))
        return replies

    def _count(self, requests: Sequence[Request]) -> None:
        for tick in {request.tick for request in requests[:1]}:
            self._tick, self._batch = tick, self._batch + 1 if tick == self._tick else 0


class ReplayingModel:
    """Answers from a tape; a request that is not on it raises ModelError."""

    def __init__(self, tape: Iterable[ModelCall]) -> None:
        self._calls: dict[_Place, ModelCall] = {}
        self._readers: dict[tuple[int, str, str], dict[tuple[str, tuple[str, ...]], None]] = {}
        for call in tape:
            put, reply = call.request, call.reply
            self._calls[put.tick, put.who, call.key] = call
            self._readers.setdefault((put.tick, put.who, put.kind), {})[
                reply.rules, reply.reads
            ] = None
        self._used: set[_Place] = set()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies that were given then."""
        return [self._find(request) for request in requests]

    def answer_alike(
        self, requests: Sequence[Request], askers: Sequence[Sequence[str]]
    ) -> list[Reply] | None:
        """Return the replies that were given then to all who asked the same; None where not all of
        them were answered alike."""
        replies = []
        for request, people in zip(requests, askers, strict=True):
            places = [self._place_alike(replace(request, who=who)) for who in people]
            found = [place for place in places if place is not None]
            if len(found) < len(people):
                return None
            self._used.update(found)
            replies.append(self._calls[found[0]].reply)
        return replies

    def _place_alike(self, request: Request) -> "_Place | None":
        """Return the place of a reply that was given to somebody among others."""
        places = self._possible_places(request)
        found = (place for place in places if place in self._calls and self._calls[place].askers)
        return next(found, None)

    def _find(self, request: Request) -> Reply:
        for place in self._possible_places(request):
            call = self._calls.get(place)
            if call is not None:
                self._used.add(place)
                return call.reply
        whose = f"{request.who}'s" if request.who else "the world's"
        raise ModelError(
            f"tick {request.tick}: the tape holds no reply to {whose} “{request.kind}” request"
        )

    def _possible_places(self, request: Request) -> Iterator["_Place"]:
        """Yield where a reply may be: by the key of each that answered such requests then, rules or
        a model."""
        tick, who = request.tick, request.who
        for rules, reads in self._readers.get((tick, who, request.kind), ()):
            yield tick, who, request.rules_digest(rules, reads) if rules else request.digest

    def unused_calls(self) -> list[ModelCall]:
        """Return the exchanges behind the last one whose request was made, the newest first."""
        newest = ((place, self._calls[place]) for place in reversed(self._calls))
        return [call for _, call in takewhile(lambda one: one[0] not in self._used, newest)]


_Place = tuple[int, str, str]
"""A tick, who asked, and the key of the request."""
