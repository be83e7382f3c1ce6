"""A cache around any model: a known request gets its stored reply."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from latticeville.core import user_dirs
from latticeville.core.decoders import decode_json
from latticeville.core.disk import content_hash
from latticeville.models.model import CACHE, Model, ModelError, Reply, Request
from latticeville.models.replies import parse_reply
from latticeville.models.store import KeyValueStore, WarningCallback, ignore_warning
from latticeville.models.tokens import count_or_estimate

REPLIES_FILE = "replies.sqlite"
"""The file in the cache folder."""


class CachedModel:
    """Answers from the cache, and keeps there what the model adds; errors are never kept.

    `name` says which model it is, settings included, so that two models never answer for each
    other. A strict cache asks nobody and needs no model: a request that it does not know raises
    ModelError. `tell` is told once where the cache cannot be used, and the model is asked instead.
    """

    def __init__(
        self,
        model: Model | None,
        name: str,
        path: Path | None = None,
        *,
        strict: bool = False,
        tell: WarningCallback = ignore_warning,
    ) -> None:
        self._model, self._name = None if strict else model, name
        self._store = KeyValueStore(
            path or user_dirs.cache_dir() / REPLIES_FILE,
            ignore_warning if strict else tell,
            read_only=strict,
        )

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request; equal requests of a batch are asked once."""
        keys = [content_hash(f"{self._name}\0{request.digest}".encode()) for request in requests]
        asked: dict[str, Request] = {}
        for key, request in zip(keys, requests, strict=True):
            asked.setdefault(key, request)
        kept = self._store.find(asked)
        found = {
            key: reply
            for key, value in kept.items()
            if (reply := _decode_reply(asked[key], value)) is not None
        }
        missing = {key: request for key, request in asked.items() if key not in found}
        if missing:
            found.update(self._ask_missing(missing))
        return [found[key] for key in keys]

    def _ask_missing(self, missing: dict[str, Request]) -> dict[str, Reply]:
        if self._model is None:
            raise ModelError(self._describe_miss(list(missing.values())))
        fresh = dict(zip(missing, self._model.answer(list(missing.values())), strict=True))
        self._store.add(
            {key: msgspec.json.encode(reply) for key, reply in fresh.items() if not reply.error}
        )
        return fresh

    def _describe_miss(self, missing: Sequence[Request]) -> str:
        first, others = missing[0], len(missing) - 1
        whose = f"{first.who}'s" if first.who else "the world's"
        more = f", nor to {others} more" if others else ""
        why = f"; {self._store.fault}" if self._store.fault else ""
        miss = f"the cache holds no reply of “{self._name}” to {whose} “{first.kind}” request{more}"
        return (
            f"tick {first.tick}: {miss}{why}; to ask the model and keep what it replies, use "
            "--cache on"
        )


def _decode_reply(request: Request, value: bytes) -> Reply | None:
    """Return the reply that was kept; None where it is none, or does not fit the request."""
    try:
        reply = decode_json(value, Reply)
        parse_reply(request, reply.text)
    except (ValueError, RecursionError):
        return None
    asked, said = reply.tokens
    counts = (
        count_or_estimate(asked, request.system + request.prompt),
        count_or_estimate(said, reply.text),
    )
    return None if reply.error else replace(reply, source=CACHE, seconds=0.0, tokens=counts)
