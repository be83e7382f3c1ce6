"""Names that are unique: equal names get the place they are in."""

from collections.abc import Sequence

from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World


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
