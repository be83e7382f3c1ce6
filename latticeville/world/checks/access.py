"""Checks of areas with rules: owners, keys, and whether residents may enter."""

from collections import Counter
from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.context import (
    KINDS_FILE,
    WORLD_FILE,
    CheckContext,
    quote_id,
    suggest_known,
)
from latticeville.world.io.sources import KeyPath
from latticeville.world.schema.world import AreaTable, ObjectTable


def areas_have_owners_and_keys(site: CheckContext) -> Iterator[Problem]:
    """Check that the owners of an area are people, and that its key is something that can be
    carried."""
    for index, area in enumerate(site.draft.world.areas):
        yield from _check_owners(site, ("areas", index), area)
        if (
            area.key is not None
            and area.key not in site.obtainable
            and not site.is_unreadable(KINDS_FILE)
        ):
            what = f"the key {quote_id(area.key)} of {quote_id(area.id)} cannot be carried"
            default = "name an item, or an object or a kind with portable = true"
            fix = suggest_known(area.key, site.obtainable, default)
            yield site.problem(
                WORLD_FILE,
                ("areas", index, "key"),
                "unknown-item",
                what,
                fix=fix,
                severity="warning",
            )


def _check_owners(
    site: CheckContext, path: KeyPath, table: AreaTable | ObjectTable
) -> Iterator[Problem]:
    for number, who in enumerate(table.owners):
        if who not in site.people:
            what = f"the owner {quote_id(who)} of {quote_id(table.id)} is not in this world"
            fix = suggest_known(who, site.people, "name a person of world.toml")
            at = (*path, "owners", number)
            yield site.problem(WORLD_FILE, at, "unknown-person", what, fix=fix)


def things_have_owners_and_room(site: CheckContext) -> Iterator[Problem]:
    """Check that the owners of an object are people, and that there is room for what lies inside at
    first."""
    for index, table in enumerate(site.draft.world.objects):
        yield from _check_owners(site, ("objects", index), table)
        kind = site.world.kinds.get(table.kind)
        if kind is not None and sum(table.inside.values()) > kind.room:
            what = (
                f"{quote_id(table.id)} has {sum(table.inside.values())} items inside, but room "
                f"for {kind.room}"
            )
            fix = (
                f"write room = {sum(table.inside.values())} in [kinds.{kind.id}], or put less "
                "inside"
            )
            yield site.problem(WORLD_FILE, ("objects", index, "inside"), "no-room", what, fix=fix)
    for name, kind in site.world.kinds.items():
        if sum(kind.inside.values()) > kind.room:
            what = (
                f"{quote_id(name)} has {sum(kind.inside.values())} items inside, but room for "
                f"{kind.room}"
            )
            fix = f"write room = {sum(kind.inside.values())}, or put less inside"
            yield site.problem(KINDS_FILE, ("kinds", name, "inside"), "no-room", what, fix=fix)


def areas_admit_who_lives_by_them(site: CheckContext) -> Iterator[Problem]:
    """No more people start in an area than it holds, and nobody lives where they may not always
    be."""
    areas, lodgers = site.world.areas, _residents_without_access(site)
    starts = Counter[str]()
    for resident in site.world.people.values():
        starts.update(areas.find_restricted(areas.at(resident.start)))
    for area, access in areas.access_rules.items():
        path = site.area_paths[area]
        if access.capacity and starts[area] > access.capacity:
            what = (
                f"{starts[area]} people start in {quote_id(area)}, but its capacity is "
                f"{access.capacity}"
            )
            why = "in the first tick, the people above the capacity are sent out"
            fix = f"write capacity = {starts[area]}, or let some start elsewhere"
            at = (*path, "capacity")
            yield site.problem(
                WORLD_FILE, at, "over-capacity", what, why=why, fix=fix, severity="warning"
            )
        if area in lodgers and (access.private or access.is_timed):
            who = ", ".join(map(quote_id, lodgers[area]))
            what = (
                f"{quote_id(area)} is private or closes, and people live there who do not own "
                f"it: {who}"
            )
            owners = ", ".join(f"“{name}”" for name in lodgers[area])
            fix = f"add them to its owners: owners = [{owners}]"
            yield site.problem(WORLD_FILE, path, "closed-home", what, fix=fix, severity="warning")


def _residents_without_access(site: CheckContext) -> dict[str, list[str]]:
    """Return, by area with rules, who lives in it and is none of its owners."""
    areas, found = site.world.areas, dict[str, list[str]]()
    for name, resident in site.world.people.items():
        for area in areas.find_restricted(resident.home) if resident.home in areas.by_id else ():
            if name not in areas.access_rules[area].owners:
                found.setdefault(area, []).append(name)
    return found
