"""Checks of the rules of areas: whose they are, and whether those who live by them can."""

from collections import Counter
from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.access import Access
from latticeville.world.checks.site import THINGS_FILE, WORLD_FILE, Site, instead, named


def areas_have_owners_and_keys(site: Site) -> Iterator[Problem]:
    """Check that the owners of an area are people, and that its key is something that can be carried."""
    things = site.draft.things.kinds
    carried = {name for name, kind in site.world.kinds.items() if kind.portable}
    carried |= {thing for thing, kind in site.objects.items() if kind in carried}
    carried |= {
        effect.give for kind in things.values() for row in kind.transitions for effect in row.does if effect.give
    }
    for index, area in enumerate(site.draft.world.areas):
        for number, who in enumerate(area.owners):
            if who not in site.people:
                what = f"{named(area.id)} belongs to {named(who)}, who does not live in this world"
                fix = instead(who, site.people, "name a person of world.toml")
                yield site.problem(WORLD_FILE, ("areas", index, "owners", number), "unknown-person", what, fix=fix)
        if area.key is not None and area.key not in carried and not site.silent(THINGS_FILE):
            what = f"nobody can ever carry the key {named(area.key)} of {named(area.id)}"
            fix = instead(area.key, carried, "name an item, or a thing or a kind with portable = true")
            yield site.problem(WORLD_FILE, ("areas", index, "key"), "unknown-item", what, fix=fix, severity="warning")


def things_have_owners_and_room(site: Site) -> Iterator[Problem]:
    """Check that the owners of an object are people, and that there is room for what lies inside at first."""
    for index, table in enumerate(site.draft.world.objects):
        for number, who in enumerate(table.owners):
            if who not in site.people:
                what = f"{named(table.id)} belongs to {named(who)}, who does not live in this world"
                fix = instead(who, site.people, "name a person of world.toml")
                yield site.problem(WORLD_FILE, ("objects", index, "owners", number), "unknown-person", what, fix=fix)
        kind = site.world.kinds.get(table.kind)
        if kind is not None and sum(table.inside.values()) > kind.room:
            what = f"more lies inside {named(table.id)} than there is room for, which is {kind.room}"
            fix = f"write room = {sum(table.inside.values())} in [kinds.{kind.id}], or put less inside"
            yield site.problem(WORLD_FILE, ("objects", index, "inside"), "no-room", what, fix=fix)
    for name, kind in site.world.kinds.items():
        if sum(kind.inside.values()) > kind.room:
            what = f"more lies inside {named(name)} than there is room for, which is {kind.room}"
            fix = f"write room = {sum(kind.inside.values())}, or put less inside"
            yield site.problem(THINGS_FILE, ("kinds", name, "inside"), "no-room", what, fix=fix)


def areas_admit_who_lives_by_them(site: Site) -> Iterator[Problem]:
    """No more people start in an area than it holds, and nobody lives where they may not always be."""
    areas = site.world.areas
    paths = {area.id: ("areas", index) for index, area in reversed([*enumerate(site.draft.world.areas)])}
    homes: dict[str, list[str]] = {}
    starts = Counter[str]()
    for name, resident in site.world.people.items():
        starts.update(areas.ruled_above(areas.at(resident.start)))
        for area in areas.ruled_above(resident.home) if resident.home in areas.by_id else ():
            if name not in areas.ruled[area].owners:
                homes.setdefault(area, []).append(name)
    for area, access in areas.ruled.items():
        if access.capacity and starts[area] > access.capacity:
            what = f"{starts[area]} people start in {named(area)}, which holds {access.capacity}"
            why = "in the first tick those for whom there is no room are shown out"
            fix = f"write capacity = {starts[area]}, or let some start elsewhere"
            path = (*paths[area], "capacity")
            yield site.problem(WORLD_FILE, path, "over-capacity", what, why=why, fix=fix, severity="warning")
        if area in homes and _shuts(access):
            who = ", ".join(map(named, homes[area]))
            what = f"people live in {named(area)}, where not all of them may always be: {who}"
            fix = f"add them to its owners: owners = [{', '.join(f'“{name}”' for name in homes[area])}]"
            yield site.problem(WORLD_FILE, paths[area], "closed-home", what, fix=fix, severity="warning")


def _shuts(access: Access) -> bool:
    return access.private or access.timed
