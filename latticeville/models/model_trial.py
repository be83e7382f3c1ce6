"""Try a model or an embedder with small questions: whether it works, and how fast it reads and
writes."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

import msgspec

from latticeville.models.model import Model, ModelError, Reply, Request
from latticeville.models.model_offers import EMBEDDER, ModelOffer
from latticeville.models.request_text import RequestText
from latticeville.models.spec import UNCHECKED_MODELS, UnknownModelError, make_embedder, make_model

TRIAL_SECONDS = 120.0
"""How long a trial may take on a screen; after that nobody waits for it."""
WORKS, FAILS = "works", "fails"
WRITTEN_TOKENS = 40
"""Tokens that a model may write in a trial."""
_FILLER = "Ada sets the table, Byron carries wood, and Cleo tunes the piano of the inn. "
_SENTENCES = 16
_LEAST_SECONDS = 1e-4
_PAUSE = 0.1


class ModelTrial(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a trial; rates are in tokens per second, 0 where nothing was measured (rules,
    embedders)."""

    kind: str
    spec: str
    source: str
    state: str
    note: str = ""
    load_seconds: float = 0.0
    read_rate: float = 0.0
    write_rate: float = 0.0


class _Measured(NamedTuple):
    load_seconds: float
    read_rate: float = 0.0
    write_rate: float = 0.0
    note: str = ""


def try_offer(offer: ModelOffer) -> ModelTrial:
    """Try what is offered; whatever goes wrong is a sentence in the note."""
    return _describe(offer, _measure(offer))


def try_in_time(
    offer: ModelOffer, stopped: Callable[[], bool] = lambda: False, seconds: float = TRIAL_SECONDS
) -> ModelTrial:
    """Try what is offered in a thread of its own, which is left alone after so many seconds or once
    it is stopped."""
    found: SimpleQueue[_Measured | Exception] = SimpleQueue()
    Thread(
        target=lambda: found.put(_measure(offer)), name=f"trial-{offer.spec}", daemon=True
    ).start()
    end = time.monotonic() + seconds
    while not stopped():
        left = end - time.monotonic()
        if left <= 0:
            return _describe(offer, ModelError(f"no answer within {seconds:.3g} s"))
        with suppress(Empty):
            return _describe(offer, found.get(timeout=min(left, _PAUSE)))
    return _describe(offer, ModelError("cancelled"))


def _measure(offer: ModelOffer) -> "_Measured | Exception":
    try:
        return (_measure_embedder if offer.kind == EMBEDDER else _measure_model)(offer.spec)
    except Exception as error:  # noqa: BLE001 - a broken library is what a trial is for
        return error


def _describe(offer: ModelOffer, came: "_Measured | Exception") -> ModelTrial:
    if isinstance(came, Exception):
        return ModelTrial(offer.kind, offer.spec, offer.source, FAILS, _one_sentence(came))
    speeds = round(came.load_seconds, 2), round(came.read_rate, 1), round(came.write_rate, 1)
    return ModelTrial(offer.kind, offer.spec, offer.source, WORKS, came.note, *speeds)


def _one_sentence(error: Exception) -> str:
    told = " ".join(str(error).split())
    return (
        told
        if told and isinstance(error, ModelError | UnknownModelError)
        else f"{type(error).__name__}: {told}"
    )


def _measure_model(spec: str) -> _Measured:
    """Load a model; let it choose, read a long prompt, and write two sentences."""
    begun = time.monotonic()
    model = make_model(spec)
    _ask(
        model,
        Request(
            "try",
            "ada",
            0,
            RequestText("Ada is thirsty. What does she drink?"),
            choices=("tea", "sand"),
        ),
    )
    loaded = time.monotonic() - begun
    if spec in UNCHECKED_MODELS:
        return _Measured(loaded)
    story = f"{secrets.token_hex(4)}. {_FILLER * _SENTENCES}Is the piano in the inn?"
    read, read_seconds = _timed(
        model, Request("try", "ada", 0, RequestText(story), choices=("yes", "no"))
    )
    read_rate = read.tokens[0] / read_seconds
    question = (
        f"{secrets.token_hex(4)}. Describe a village square in the morning in three sentences."
    )
    written, seconds = _timed(
        model, Request("try", "ada", 0, RequestText(question), max_tokens=WRITTEN_TOKENS)
    )
    write_seconds = max(seconds - written.tokens[0] / read_rate, seconds / 4)
    return _Measured(loaded, read_rate, written.tokens[1] / write_seconds)


def _timed(model: Model, request: Request) -> tuple[Reply, float]:
    begun = time.monotonic()
    reply = _ask(model, request)
    return reply, max(time.monotonic() - begun, _LEAST_SECONDS)


def _ask(model: Model, request: Request) -> Reply:
    reply = model.answer([request])[0]
    if reply.error:
        raise ModelError(reply.error)
    return reply


def _measure_embedder(spec: str) -> _Measured:
    begun = time.monotonic()
    embedder = make_embedder(spec)
    embedder.embed(["Ada waters the beans."])
    return _Measured(time.monotonic() - begun, note=f"{embedder.size} numbers per text")
