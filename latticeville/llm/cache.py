"""A cache around any model: what was once answered under a name is not asked again."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from latticeville.core import places
from latticeville.core.disk import content_hash
from latticeville.llm.model import Model, ModelError, Reply, Request
from latticeville.llm.store import Store


class Cached:
    """Answers from the cache, and keeps there what the model adds; errors are never kept.

    `name` says which model it is, settings included, so that two models never answer for each other. A strict cache
    asks nobody: a request that it does not know raises ModelError.
    """

    def __init__(self, model: Model, name: str, path: Path | None = None, *, strict: bool = False) -> None:
        self._model, self._name, self._strict = model, name, strict
        self._store = Store(path or places.cache() / "replies.sqlite")

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request; equal requests of a batch are asked once."""
        keys = [content_hash(f"{self._name}\0{request.digest}".encode()) for request in requests]
        found = {key: _kept(value) for key, value in self._store.find(keys).items()}
        missing = {key: request for key, request in zip(keys, requests, strict=True) if key not in found}
        if missing:
            self._fill(found, missing)
        return [found[key] for key in keys]

    def _fill(self, found: dict[str, Reply], missing: dict[str, Request]) -> None:
        if self._strict:
            first = next(iter(missing.values()))
            raise ModelError(
                f"tick {first.tick}: the cache holds no reply of “{self._name}” to {first.who}'s “{first.kind}” request"
            )
        fresh = dict(zip(missing, self._model.answer(list(missing.values())), strict=True))
        self._store.keep({key: msgspec.json.encode(reply) for key, reply in fresh.items() if not reply.error})
        found.update(fresh)


def _kept(value: bytes) -> Reply:
    return replace(msgspec.json.decode(value, type=Reply), source="cache", seconds=0.0)
