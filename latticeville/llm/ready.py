"""Models and embedders ready for a run: kept replies and vectors in front of them, and each loaded once a process."""

from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Literal

from latticeville.llm.embed import HASH, Embedder
from latticeville.llm.model import Model, Reply, Request
from latticeville.llm.routes import Routed, parted
from latticeville.llm.spec import PLAIN, make_embedder, make_model

Caching = Literal["on", "off", "strict"]
"""Whether replies are kept and answered from, nobody's are, or nobody is asked."""


def ready_model(spec: str, caching: Caching = "on") -> Model:
    """Return the model that a spec stands for, which must be there, with what it once replied in front of it."""
    from latticeville.llm.cache import Cached  # noqa: PLC0415 - SQLite, wanted only here

    first, own = parted(spec)
    if own:
        made = {one: ready_model(one, caching) for one in sorted({first, *own.values()})}
        return Routed(made[first], {who: made[one] for who, one in own.items()})
    model = make_model(spec)
    ready = getattr(model, "ready", None)
    if ready is not None and caching != "strict":
        ready()
    if caching == "off" or spec in PLAIN:
        return model
    return Cached(model, spec, strict=caching == "strict")


def remembered(spec: str) -> Embedder | None:
    """Return an embedder that embeds no text twice on this machine; None for `hash`, which is quicker than a disk."""
    if spec == HASH:
        return None
    from latticeville.llm.vectors import Remembered  # noqa: PLC0415 - SQLite, wanted only here

    return Remembered(make_embedder(spec))


class Shared:
    """A model that several threads may ask; one waits for the other."""

    def __init__(self, model: Model) -> None:
        self._model, self._lock = model, Lock()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        with self._lock:
            return self._model.answer(requests)


@cache
def shared_model(spec: str) -> Model:
    """Return the process's one model of a spec, loaded when it is first asked for."""
    return Shared(ready_model(spec))


@cache
def shared_embedder(spec: str) -> Embedder | None:
    """Return the process's one embedder of a spec, None for `hash`."""
    return remembered(spec)
