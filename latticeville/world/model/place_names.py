"""The path of a place in the tree of a world, from the root down."""

from collections.abc import Iterable, Sequence

from latticeville.core.sentence_case import capital
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World

SEPARATOR = " > "
"""Stands between the names of a path."""


def location_path(world: World, place: str, about: Iterable[str] = ()) -> str:
    """Return the names of the areas from the root down to `place`, then that of the first object in
    `about`.

    Such as `Town > House > Kitchen > Stove`. A place that the world does not have is named by its
    id, and "" is "".
    """
    if not place:
        return ""
    areas = world.areas.path(place) if place in world.areas.by_id else (place,)
    thing = next((name for name in about if name in world.objects), "")
    names = [world.name_of(name) for name in (*areas, thing) if name]
    return SEPARATOR.join(capital(name) for name in names)


def unique_name(world: World, name: str) -> str:
    """Return the name of a person, an area or a thing; with where it lies where others of its sort
    are called the same.

    "Kitchen (Rose Cottage)"; of several in one place each is told with its id, too: "chair
    (cafe_chair_2, Mochi Café)".
    """
    plain = world.name_of(name)
    if name in world.people or (name not in world.areas.by_id and name not in world.objects):
        return plain
    others = [one for one in world.namesakes[name] if one != name]
    return f"{plain} ({', '.join(_distinguish(world, name, others))})" if others else plain


def _distinguish(world: World, name: str, others: Sequence[str]) -> list[str]:
    """Return what tells one from others of its name: an area around it, as far in as will do, its
    id, or both."""
    own, theirs = _areas_around(world, name), [_areas_around(world, other) for other in others]
    elsewhere = [set(one) for one in theirs if one != own]
    taken = set[str]().union(*elsewhere)
    where = ([place for place in own if place not in taken] or own)[:1]
    shared = any(elsewhere_too.issuperset(where) for elsewhere_too in elsewhere)
    return [name, *where] if own in theirs or shared else where


def _areas_around(world: World, name: str) -> list[str]:
    """Return the names of the areas around something, from the innermost on; the whole world counts
    as none."""
    areas = world.areas
    inner = areas.by_id[name].parent if name in areas.by_id else areas.at(world.objects[name].cell)
    path = [area for area in areas.path(inner) if area not in ("", WORLD)] if inner else []
    return [world.name_of(area) for area in reversed(path)]


def spoken_place(name: str) -> str:
    """Return the name of a place with its article, if it takes one.

    >>> spoken_place("Town Hall"), spoken_place("The Inn"), spoken_place("Ada's House")
    ('the Town Hall', 'the Inn', "Ada's House")
    """
    if name.startswith("The "):
        return f"the {name.removeprefix('The ')}"
    return name if "'s " in name or "’s " in name or not name[:1].isupper() else f"the {name}"
