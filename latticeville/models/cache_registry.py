"""Models and embedders with their caches, each loaded once per process."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from latticeville.models.embed import HASH_EMBEDDER, Embedder, HashEmbedder, Vectors
from latticeville.models.model import Model, Reply, Request
from latticeville.models.routes import RoutedModel, split_routes
from latticeville.models.spec import UNCHECKED_MODELS, make_embedder, make_model, refuse_bytes

if TYPE_CHECKING:
    from latticeville.models.resolve import CacheMode

T = TypeVar("T")


def prepare_model(
    spec: str,
    caching: "CacheMode" = "on",
    *,
    warm: bool = False,
    tell: Callable[[str], None] = lambda _sentence: None,
) -> Model:
    """Return the model that a spec stands for, which must be there, with what it once replied in
    front of it.

    Where caching is strict no model is made, since none is asked. With `warm` it has done once what
    is slow the first time; nothing of that is kept. `tell` is told where the cache cannot be used.
    """
    first, own = split_routes(spec)
    if own:
        made = {
            one: prepare_model(one, caching, warm=warm, tell=tell)
            for one in sorted({first, *own.values()})
        }
        return RoutedModel(
            made[first], {who: made[one] for who, one in own.items()}, {"": first, **own}
        )
    if spec in UNCHECKED_MODELS:
        return _load_model(spec, warm=warm, tell=tell)
    from latticeville.models.cache import CachedModel
    from latticeville.models.resolve import resolve_spec

    refuse_bytes(spec)
    name = resolve_spec(spec, caching, tell)
    if caching == "strict":
        return CachedModel(None, name, strict=True)
    model = _load_model(name, warm=warm, tell=tell)
    return model if caching == "off" else CachedModel(model, name, tell=tell)


def _load_model(spec: str, *, warm: bool, tell: Callable[[str], None]) -> Model:
    model = make_model(spec)
    getattr(model, "report_to", lambda _tell: None)(tell)
    for name, wanted in (("ready", True), ("warm", warm)):
        if wanted and hasattr(model, name):
            getattr(model, name)()
    return model


def cached_embedder(
    spec: str, *, warm: bool = False, tell: Callable[[str], None] = lambda _sentence: None
) -> Embedder | None:
    """Return an embedder that embeds no text twice on this machine; None for `hash`, which is
    quicker than a disk.

    With `warm` it has embedded something once, which is not kept. `tell` is told where the cache
    cannot be used.
    """
    if spec == HASH_EMBEDDER:
        return None
    from latticeville.models.vectors import CachedEmbedder

    embedder = make_embedder(spec)
    if warm:
        embedder.embed(["warm"])
    return CachedEmbedder(embedder, tell=tell)


class SharedModel:
    """A model that several threads may ask; one waits for the other."""

    def __init__(self, model: Model) -> None:
        self._model, self._lock = model, Lock()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        with self._lock:
            return self._model.answer(requests)


class SharedEmbedder:
    """An embedder that several threads may ask; one waits for the other."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self._lock = embedder, Lock()
        self.name, self.size = embedder.name, embedder.size

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the embedder's vectors."""
        with self._lock:
            return self._embedder.embed(texts)


class OncePerSpec(Generic[T]):
    """Makes one thing a spec, however many threads ask for it meanwhile; what could not be made is
    tried anew."""

    def __init__(self, make: Callable[[str], T]) -> None:
        self._make = make
        self._instances: dict[str, T] = {}
        self._locks: dict[str, Lock] = {}

    def __call__(self, spec: str) -> T:
        """Return what was made of a spec."""
        with self._locks.setdefault(spec, Lock()):
            if spec not in self._instances:
                self._instances[spec] = self._make(spec)
            return self._instances[spec]


def _load_shared_embedder(spec: str) -> Embedder | None:
    embedder = cached_embedder(spec, warm=True)
    return None if embedder is None else SharedEmbedder(embedder)


shared_model: OncePerSpec[Model] = OncePerSpec(
    lambda spec: SharedModel(prepare_model(spec, warm=True))
)
"""Returns the process's one model of a spec, loaded and warmed when it is first asked for."""
shared_embedder: OncePerSpec[Embedder | None] = OncePerSpec(_load_shared_embedder)
"""Returns the process's one embedder of a spec, None for `hash`."""


def embedder_or_hash(spec: str) -> Embedder:
    """Return the process's one embedder of a spec; the built-in one for `hash`."""
    return shared_embedder(spec) or HashEmbedder()
