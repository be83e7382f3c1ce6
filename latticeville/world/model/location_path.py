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
