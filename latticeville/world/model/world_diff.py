"""A short description of what differs between two versions of a world."""

from collections.abc import Callable, Iterator, Mapping

from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Names, Renames, describe_renames

MAX_NAMES = 3
"""Names of one sort that are told; beyond them, how many more there are."""


def describe_changes(before: World, after: World, renames: Renames = NO_RENAMES) -> tuple[str, ...]:
    """Return what was changed, sort by sort: the map, areas, objects, people, kinds, and how the
    world runs.

    What was renamed is neither new nor removed.
    """
    return tuple(_iter_changes(before, after, renames))


def _iter_changes(before: World, after: World, renames: Renames) -> Iterator[str]:
    yield from _map_changes(before, after)
    yield from (f"renamed {told}" for told in describe_renames(renames))
    worlds = before, after
    yield from _sort_changes("area", worlds, lambda world: world.areas.by_id, renames.areas)
    yield from _sort_changes("object", worlds, lambda world: world.objects, renames.objects)
    yield from _sort_changes("person", worlds, _written_people, renames.people)
    yield from _sort_changes("kind", worlds, lambda world: world.kinds, renames.kinds)
    yield from _setting_changes(before, after)


def _sort_changes(
    sort: str,
    worlds: tuple[World, World],
    of: Callable[[World], Mapping[str, object]],
    renamed: Names,
) -> Iterator[str]:
    """Yield what of a sort is new, removed and changed; what was renamed is none of these."""
    before, after = worlds
    old, new = of(before), of(after)
    same = [name for name in new if name in old]
    known = {*same, *renamed, *renamed.values()}
    yield from _describe_group(
        "new", sort, [_name(after, sort, name) for name in new if name not in known]
    )
    yield from _describe_group(
        "removed", sort, [_name(before, sort, name) for name in old if name not in known]
    )
    yield from _describe_group(
        "changed", sort, [_name(after, sort, name) for name in same if new[name] != old[name]]
    )


def _name(world: World, sort: str, name: str) -> str:
    return name if sort == "kind" else world.name_of(name)


def _describe_group(word: str, sort: str, names: list[str]) -> Iterator[str]:
    if names:
        more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
        yield (
            f"{word} {sort if len(names) == 1 else _format_plural(sort)}: "
            f"{', '.join(names[:MAX_NAMES])}{more}"
        )


def _setting_changes(before: World, after: World) -> Iterator[str]:
    """Yield what differs in how the world looks and runs."""
    for told, one, other in (
        ("the name", before.name, after.name),
        ("tiles", before.tiles, after.tiles),
        ("the legend", before.grid.legend, after.grid.legend),
        ("time and perception", before.settings, after.settings),
        ("the weather", before.climate, after.climate),
        ("how people think", before.minds, after.minds),
        ("prompts", before.prompts, after.prompts),
        ("matters and stories", before.beats, after.beats),
    ):
        if one != other:
            yield told


def _map_changes(before: World, after: World) -> Iterator[str]:
    old, new = before.grid, after.grid
    if (old.width, old.height) != (new.width, new.height):
        yield f"a map of {new.width}×{new.height}"
        return
    rows = [(one, other) for one, other in zip(old.rows, new.rows, strict=True) if one != other]
    cells = sum(
        here != there for one, other in rows for here, there in zip(one, other, strict=True)
    )
    if cells:
        yield f"{cells} cell{'s' * (cells != 1)} of the map"


def _written_people(world: World) -> Mapping[str, object]:
    """Return what was written of each person; what they know at first follows from the areas, where
    nobody says it."""
    return {who: (one.persona, one.home, one.work, one.start) for who, one in world.people.items()}


def _format_plural(sort: str) -> str:
    return "people" if sort == "person" else f"{sort}s"
