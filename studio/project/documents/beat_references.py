"""Where matters, storylines and scheduled events name areas, objects and people."""

from collections.abc import Iterator, Mapping

from studio.project.formats.plain_values import KeyPath

BEATS = ("matters", "storylines", "scheduled")
"""The lists of tables of `world.toml` that hold them."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "area": ("place", "area", "at"),
    "object": ("object", "place", "has", "give", "take"),
    "person": ("person", "near", "closeness", "trust", "say", "people", "owners"),
}
"""The keys whose values, or whose lists of values, name something; a time is never a name."""


def beat_paths(world: Mapping[str, object], what: str, name: str) -> Iterator[KeyPath]:
    """Yield the paths of the values that name an area, an object or a person."""
    keys = KEYS.get(what, ())
    for list_name in BEATS:
        yield from _paths_in(world.get(list_name), (list_name,), keys, name)


def _paths_in(value: object, path: KeyPath, keys: tuple[str, ...], name: str) -> Iterator[KeyPath]:
    """Yield the paths below a value; what stands directly under one of the keys may be the name."""
    named = any(key in keys for key in path[-1:]) or (len(path) > 1 and path[-2] in keys)
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _paths_in(each, (*path, key), keys, name)
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _paths_in(each, (*path, place), keys, name)
    elif value == name and named:
        yield path
