"""Specs that leave a server's model open, `server:ADDRESS`: which model they stand for, remembered in the cache."""

from typing import Literal

from latticeville.core import places
from latticeville.core.disk import content_hash
from latticeville.llm.cache import REPLIES
from latticeville.llm.model import ModelError
from latticeville.llm.routes import joined, parted
from latticeville.llm.server import Server
from latticeville.llm.store import Store, Tell, tell_nobody

Caching = Literal["on", "off", "strict"]
"""Whether replies are kept and answered from, nobody's are, or nobody is asked."""
SERVER = "server"


def resolve(spec: str, caching: Caching = "on", tell: Tell = tell_nobody) -> str:
    """Return the spec with every server's model spelt out: the first that it offers, or that it was seen to offer.

    Nobody is asked where caching is `strict`. ModelError where the server is gone, or more than one name is remembered.
    """
    first, own = parted(spec)
    return joined(_resolve(first, caching, tell), {who: _resolve(one, caching, tell) for who, one in own.items()})


def _resolve(spec: str, caching: Caching, tell: Tell) -> str:
    kind, _, address = spec.partition(":")
    url, _, model = address.partition("#")
    if kind != SERVER or not url or model:
        return spec
    if caching == "strict":
        return f"{SERVER}:{url}#{_remembered(url)}"
    name = Server(url).model
    if caching == "on":
        key = f"{_prefix(url)}:{content_hash(name.encode())}"
        Store(places.cache() / REPLIES, tell).keep({key: name.encode()})
    return f"{SERVER}:{url}#{name}"


def _remembered(url: str) -> str:
    """Return the one name of a model that the server at an address was seen to offer first."""
    store = Store(places.cache() / REPLIES, read_only=True)
    names = [value.decode("utf-8", "replace") for value in store.find_under(_prefix(url))]
    if len(names) == 1:
        return names[0]
    spec = f"{SERVER}:{url}"
    if names:
        shown = ", ".join(f"{spec}#{name}" for name in names[:4])
        raise ModelError(f"“{spec}” has stood for {len(names)} models: name the one that is meant, as in {shown}")
    why = f" ({store.fault})" if store.fault else ""
    raise ModelError(
        f"the cache does not know which model “{spec}” stands for{why}:"
        f" name it, as in {spec}#MODEL, or ask the server once with --cache on"
    )


def _prefix(url: str) -> str:
    return f"model-of-{content_hash(url.encode('utf-8', 'surrogatepass'))}"
