"""Find out which model `server:ADDRESS` stands for, and remember it in the cache."""

from typing import Literal

from latticeville.core import user_dirs
from latticeville.core.disk import content_hash
from latticeville.core.plugins import HYBRID
from latticeville.models.cache import REPLIES_FILE
from latticeville.models.model import ModelError
from latticeville.models.routes import join_routes, split_routes
from latticeville.models.server import ServerModel
from latticeville.models.shown_spec import refuse_password
from latticeville.models.spec_options import split_options
from latticeville.models.store import KeyValueStore, WarningCallback, ignore_warning

CacheMode = Literal["on", "off", "strict"]
"""Whether replies are kept and answered from, nobody's are, or nobody is asked."""
SERVER = "server"


def resolve_spec(
    spec: str, caching: CacheMode = "on", tell: WarningCallback = ignore_warning
) -> str:
    """Return the spec with every server's model spelt out: the first that it offers, or that it was
    seen to offer.

    Nobody is asked where caching is `strict`. ModelError where the server is gone, more than one
    name is remembered, or an address holds a password.
    """
    refuse_password(spec)
    first, own = split_routes(spec)
    return join_routes(
        _resolve_one(first, caching, tell),
        {who: _resolve_one(one, caching, tell) for who, one in own.items()},
    )


def _resolve_one(spec: str, caching: CacheMode, tell: WarningCallback) -> str:
    spec, options = split_options(spec)
    return _resolve_name(spec, caching, tell) + options


def _resolve_name(spec: str, caching: CacheMode, tell: WarningCallback) -> str:
    if spec.startswith(HYBRID):
        return HYBRID + _resolve_name(spec.removeprefix(HYBRID), caching, tell)
    kind, _, address = spec.partition(":")
    url, _, model = address.partition("#")
    if kind != SERVER or not url or model:
        return spec
    if caching == "strict":
        return f"{SERVER}:{url}#{_lookup_model_name(url)}"
    name = ServerModel(url).model
    if caching == "on":
        key = f"{_key_prefix(url)}:{content_hash(name.encode())}"
        KeyValueStore(user_dirs.cache_dir() / REPLIES_FILE, tell).add({key: name.encode()})
    return f"{SERVER}:{url}#{name}"


def _lookup_model_name(url: str) -> str:
    """Return the one name of a model that the server at an address was seen to offer first."""
    store = KeyValueStore(user_dirs.cache_dir() / REPLIES_FILE, read_only=True)
    names = [value.decode("utf-8", "replace") for value in store.find_by_prefix(_key_prefix(url))]
    if len(names) == 1:
        return names[0]
    spec = f"{SERVER}:{url}"
    if names:
        shown = ", ".join(f"{spec}#{name}" for name in names[:4])
        raise ModelError(
            f"“{spec}” has stood for {len(names)} models: name the one that is meant, as in {shown}"
        )
    why = f" ({store.fault})" if store.fault else ""
    raise ModelError(
        f"the cache does not know which model “{spec}” stands for{why}:"
        f" name it, as in {spec}#MODEL, or ask the server once with --cache on"
    )


def _key_prefix(url: str) -> str:
    return f"model-of-{content_hash(url.encode('utf-8', 'surrogatepass'))}"
