"""The models and embedders that installed packages bring, by the names of their entry points."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

MODEL_GROUP, EMBEDDER_GROUP = "latticeville.models", "latticeville.embedders"
"""The groups of entry points."""
RULE_NAMES = {MODEL_GROUP: ("builtin", "fake"), EMBEDDER_GROUP: ("hash",)}
"""The names of each group that need no package besides latticeville."""


def list_names(group: str) -> list[str]:
    """Return the names of a group in order."""
    return sorted({*RULE_NAMES[group], *list_installed(group)})


def is_installed(group: str, name: str) -> bool:
    """Tell whether a group has a name; only for other names than those of rules, metadata are
    read."""
    return name in RULE_NAMES[group] or name in list_installed(group)


@cache
def list_installed(group: str) -> "Mapping[str, EntryPoint]":
    """Return the entry points of a group by name, in order, as they were when first asked for."""
    from importlib.metadata import entry_points

    return {
        entry.name: entry
        for entry in sorted(entry_points(group=group), key=lambda entry: entry.name)
    }
