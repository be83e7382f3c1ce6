"""The sentence that says that built-in rules answer, and how to use a language model."""

from latticeville.models.embed import HASH_EMBEDDER
from latticeville.models.routes import BUILTIN, split_routes
from latticeville.models.spec import UNCHECKED_MODELS, better_embedder

GUIDE = "docs/models.md"
"""Where models are explained."""
STUDIO_OPTION = "“Choose a model” in the palette"
"""The command of the studio that chooses a model."""
EMBEDDER_OPTION = "--embedder"
"""The argument that names an embedder."""
RUN_OPTION = "--llm SPEC"
"""The argument that names a model."""


def embedder_notice(embedder: str, option: str) -> str:
    """Say by what memories are matched, and which option chooses the better embedder that is
    installed; "" where none is."""
    better = better_embedder(embedder)
    if not better:
        return ""
    if embedder == HASH_EMBEDDER:
        return f"Memories are matched by words. By meaning: {option} {better}."
    return f"Memories are matched by {embedder}. More exactly: {option} {better}."


def uses_rules(model: str, who: str = "") -> bool:
    """Tell whether the built-in rules speak for a person, or for most people where nobody is named.

    >>> uses_rules("fake"), uses_rules("fake;ada=mlx:PATH", "ada"), uses_rules("hybrid:mlx:PATH")
    (True, False, False)
    """
    first, own = split_routes(model)
    return own.get(who, own.get("@answer", first)) in UNCHECKED_MODELS


def model_notice(model: str, option: str, who: str = "") -> str:
    """Say that rules answer and which option brings a model; "" where a model answers.

    >>> model_notice("mlx:PATH", "--llm SPEC")
    ''
    """
    if not uses_rules(model, who):
        return ""
    return f"Built-in rules answer here, not a language model. To use one: {option} ({GUIDE})."


def default_notice(model: str, option: str) -> str:
    """Say the same of a run, where the built-in mind answers for most people; "" where anything
    else does.

    >>> default_notice("fake", "--llm SPEC")
    ''
    """
    return model_notice(model, option) if split_routes(model)[0] == BUILTIN else ""
