"""Models by name, through the entry points of the group `latticeville.models`."""

from importlib.metadata import entry_points

from latticeville.llm.model import Model


class UnknownModelError(Exception):
    """No model of that name is installed."""


def make_model(spec: str) -> Model:
    """Return the model that a name stands for."""
    found = {entry.name: entry for entry in entry_points(group="latticeville.models")}
    if spec not in found:
        raise UnknownModelError(f"there is no model “{spec}”: choose one of {', '.join(sorted(found))}")
    model: Model = found[spec].load()()
    return model
