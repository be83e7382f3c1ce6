"""The path of a place in the tree of a world, from the root down."""

from collections.abc import Iterable

from latticeville.core.sentence_case import capital
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
    names = world.namesakes[name]
    return f"{plain} ({', '.join(_distinguish(world, name, names[0]))})" if names[1:] else plain


def _distinguish(world: World, name: str, first: str) -> list[str]:
    """Return what tells one from others of its name, the first of which is given: an area around
    it, as far in as will do, its id, or both."""
    paths, places = world.places_of_namesakes[first]
    own = world.names_around(name)
    where = [*([place for place in own if places[place] == 1] or own)[:1]]
    shared = places[where[0]] > 1 if where else len(paths) > 1
    return [name, *where] if paths[own] > 1 or shared else where


def spoken_place(name: str) -> str:
    """Return the name of a place with its article, if it takes one.

    >>> spoken_place("Town Hall"), spoken_place("The Inn"), spoken_place("Ada's House")
    ('the Town Hall', 'the Inn', "Ada's House")
    """
    if name.startswith("The "):
        return f"the {name.removeprefix('The ')}"
    return name if "'s " in name or "’s " in name or not name[:1].isupper() else f"the {name}"
