"""What installed packages bring, by the names of their entry points."""

import sys

TYPE_CHECKING = False  # typing.TYPE_CHECKING would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint
    from typing import TypeVar

    Value = TypeVar("Value")

MODEL_GROUP, EMBEDDER_GROUP = "latticeville.models", "latticeville.embedders"
"""The groups of models and embedders."""
HYBRID = "hybrid:"
"""What stands before the spec of a model that says what is said, while rules do the rest."""
RULES_GROUP = "latticeville.rules"
"""The group of sets of rules for worlds."""
RULE_NAMES = {
    MODEL_GROUP: ("builtin", "fake"),
    EMBEDDER_GROUP: ("hash",),
    RULES_GROUP: ("energy", "health", "hunger", "social", "survival"),
}
"""The names of each group that need no package besides latticeville."""


def list_names(group: str) -> list[str]:
    """Return the names of a group in order."""
    return sorted({*RULE_NAMES[group], *list_installed(group)})


def is_installed(group: str, name: str) -> bool:
    """Tell whether a group has a name; only for other names than those of rules, metadata are
    read."""
    return name in RULE_NAMES[group] or name in list_installed(group)


_listed: "dict[tuple[str, ...], Mapping[str, EntryPoint]]" = {}


def list_installed(group: str) -> "Mapping[str, EntryPoint]":
    """Return the entry points of a group by name, in order, as they were when first asked for with
    this path."""
    key = (group, *sys.path)
    if key not in _listed:
        from importlib.metadata import entry_points

        found = sorted(entry_points(group=group), key=lambda entry: entry.name)
        _listed[key] = {entry.name: entry for entry in found}
    return _listed[key]


class PluginError(Exception):
    """What a package brings cannot be loaded; the sentence names the entry point and says why."""


def load_installed(point: "EntryPoint", kind: "type[Value]", what: str) -> "Value":
    """Return the value of an entry point, which is of a kind; PluginError where it is none."""
    told = f"the {what} “{point.name}” of {point.value} cannot be loaded: "
    try:
        found = point.load()
    except Exception as error:  # whatever another package raises
        raise PluginError(f"{told}{type(error).__name__}: {error}") from error
    if not isinstance(found, kind):
        raise PluginError(f"{told}it is no {kind.__name__}")
    return found


def load_all_installed(
    group: str, kind: "type[Value]", what: str
) -> "tuple[list[Value], list[str]]":
    """Return the values of a group by the names of their entry points, and a sentence for each that
    cannot be loaded."""
    found: list[Value] = []
    faults: list[str] = []
    for point in list_installed(group).values():
        try:
            found.append(load_installed(point, kind, what))
        except PluginError as error:
            faults.append(str(error))
    return found, faults
