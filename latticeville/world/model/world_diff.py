"""A short description of what differs between two versions of a world."""

from collections.abc import Callable, Iterator, Mapping

from latticeville.world.model.world import World

MAX_NAMES = 3
"""Names of one sort that are told; beyond them, how many more there are."""


def describe_changes(before: World, after: World) -> tuple[str, ...]:
    """Return what was changed, sort by sort: the map, areas, objects, people, kinds, and how the world runs."""
    return tuple(_iter_changes(before, after))


def _iter_changes(before: World, after: World) -> Iterator[str]:
    yield from _map_changes(before, after)
    sorts: tuple[tuple[str, Mapping[str, object], Mapping[str, object], Callable[[World, str], str]], ...] = (
        ("area", before.areas.by_id, after.areas.by_id, World.name_of),
        ("object", before.objects, after.objects, World.name_of),
        ("person", _written_people(before), _written_people(after), World.name_of),
        ("kind", before.kinds, after.kinds, lambda _world, name: name),
    )
    for sort, old, new, name_of in sorts:
        yield from _describe_group("new", sort, [name_of(after, name) for name in new if name not in old])
        yield from _describe_group("removed", sort, [name_of(before, name) for name in old if name not in new])
        changed = (name for name in new if name in old and new[name] != old[name])
        yield from _describe_group("changed", sort, [name_of(after, name) for name in changed])
    yield from _setting_changes(before, after)


def _describe_group(word: str, sort: str, names: list[str]) -> Iterator[str]:
    if names:
        more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
        yield f"{word} {sort if len(names) == 1 else _format_plural(sort)}: {', '.join(names[:MAX_NAMES])}{more}"


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
    ):
        if one != other:
            yield told


def _map_changes(before: World, after: World) -> Iterator[str]:
    old, new = before.grid, after.grid
    if (old.width, old.height) != (new.width, new.height):
        yield f"a map of {new.width}×{new.height}"
        return
    rows = [(one, other) for one, other in zip(old.rows, new.rows, strict=True) if one != other]
    cells = sum(here != there for one, other in rows for here, there in zip(one, other, strict=True))
    if cells:
        yield f"{cells} cell{'s' * (cells != 1)} of the map"


def _written_people(world: World) -> Mapping[str, object]:
    """Return what was written of each person; what they know at first follows from the areas, where nobody says it."""
    return {who: (one.persona, one.home, one.work, one.start) for who, one in world.people.items()}


def _format_plural(sort: str) -> str:
    return "people" if sort == "person" else f"{sort}s"
