"""Checks of the kinds and their state machines."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.site import THINGS_FILE, Site, instead, named
from latticeville.world.kinds import ANY, sources_of
from latticeville.world.schema import KindTable, TransitionTable
from latticeville.world.sources import KeyPath
from latticeville.world.things import Kind


def states_exist(site: Site) -> Iterator[Problem]:
    """Check that the start and both ends of every row are states of the kind."""
    for name, table in site.draft.things.kinds.items():
        states, at = {*site.world.kinds[name].states}, ("kinds", name)
        if table.start not in states:
            what = f"{named(name)} begins in the state {named(table.start)}, which it does not have"
            fix = f"write start = “{next(iter(table.states))}”"
            yield site.problem(THINGS_FILE, (*at, "start"), "unknown-state", what, fix=fix)
        for row, path in rows_of(table, at):
            ends = [row.source] if isinstance(row.source, str) else row.source
            sources = [((*path, "from"), state) for state in ends if state != ANY]
            for place, state in [*sources, *([((*path, "to"), row.to)] if row.to else [])]:
                if state not in states:
                    what = f"a row of {named(name)} speaks of the state {named(state)}, which it does not have"
                    fix = instead(state, states, f"add [kinds.{name}.states.{state}]")
                    yield site.problem(THINGS_FILE, place, "unknown-state", what, fix=fix)


def states_are_used(site: Site) -> Iterator[Problem]:
    """Every state can be entered, and every state that is entered can be left."""
    for name, kind in site.world.kinds.items():
        if len(kind.states) < 2 or not kind.transitions:
            continue
        begins = {kind.start, *(thing.state for thing in site.world.objects.values() if thing.kind == name)}
        reached = _reached(kind, begins)
        for state in kind.states:
            path = ("kinds", name, "states", state)
            if state not in reached:
                what = f"{named(name)} can never be {named(state)}"
                fix = f"add a row with to = “{state}”, or remove the state"
                yield site.problem(THINGS_FILE, path, "unreachable-state", what, fix=fix, severity="warning")
            elif not any(row.target != state for row in kind.transitions if state in row.sources):
                what = f"once {named(name)} is {named(state)} it stays so for ever"
                fix = f"add a row with from = “{state}” if it should be left again"
                yield site.problem(THINGS_FILE, path, "dead-end", what, fix=fix, severity="warning")


def rows_can_fire(site: Site) -> Iterator[Problem]:
    """Check that no row stands below one that has no conditions and always comes before it."""
    for name, table in site.draft.things.kinds.items():
        certain: dict[tuple[str, str], int] = {}
        for index, row in enumerate(table.transitions):
            trigger = row.verb or (f"after {row.after}" if row.after else "at once")
            keys = [(state, trigger) for state in sources_of(row, tuple(site.world.kinds[name].states))]
            first = [certain[key] for key in keys if key in certain]
            if keys and len(first) == len(keys):
                path = ("kinds", name, "transitions", index)
                what = f"row {index + 1} of {named(name)} never fires: row {first[0] + 1} always comes before it"
                fix = f"move it above row {first[0] + 1} and give it “needs”, or remove it"
                yield site.problem(THINGS_FILE, path, "shadowed-row", what, fix=fix, severity="warning")
            if not row.needs and not any(effect.take for effect in row.does):
                certain.update((key, index) for key in keys if key not in certain)


def counters_exist(site: Site) -> Iterator[Problem]:
    """Counters start within their bounds, and rows speak of counters that the kind has."""
    for name, table in site.draft.things.kinds.items():
        at = ("kinds", name)
        for counter, bounds in table.counters.items():
            path = (*at, "counters", counter)
            if bounds.min > bounds.max:
                what = f"the counter {named(counter)} of {named(name)} has a min above its max"
                fix = f"write min = {bounds.max} and max = {bounds.min}"
                yield site.problem(THINGS_FILE, (*path, "min"), "counter-bounds", what, fix=fix)
            elif not bounds.min <= bounds.start <= bounds.max:
                what = f"the counter {named(counter)} of {named(name)} starts at {bounds.start}"
                fix = f"write a start from {bounds.min} to {bounds.max}"
                yield site.problem(THINGS_FILE, (*path, "start"), "counter-bounds", what, fix=fix)
        for row, at_row in rows_of(table, at):
            needs = [("needs", index, need.counter) for index, need in enumerate(row.needs)]
            does = [("does", index, effect.counter) for index, effect in enumerate(row.does)]
            for word, index, used in needs + does:
                if used is not None and used not in table.counters:
                    what = f"{named(name)} has no counter {named(used)}"
                    fix = instead(used, {*table.counters}, f"add [kinds.{name}.counters.{used}]")
                    place = (*at_row, word, index, "counter")
                    yield site.problem(THINGS_FILE, place, "unknown-counter", what, fix=fix)


def items_can_be_had(site: Site) -> Iterator[Problem]:
    """Check that what a row asks for is given by some row, or can be taken along."""
    rows = [
        (row, path) for name, table in site.draft.things.kinds.items() for row, path in rows_of(table, ("kinds", name))
    ]
    portable = {name for name, table in site.draft.things.kinds.items() if table.portable}
    had = portable | {thing for thing, kind in site.objects.items() if kind in portable}
    had |= {effect.give for row, _ in rows for effect in row.does if effect.give}
    for row, path in rows:
        needs = [((*path, "needs", index, "has"), need.has) for index, need in enumerate(row.needs)]
        takes = [((*path, "does", index, "take"), effect.take) for index, effect in enumerate(row.does)]
        for place, item in needs + takes:
            if item is not None and item not in had:
                what = f"nobody can ever have {named(item)}"
                fix = instead(item, had, f"add a row with does = [{{ give = “{item}” }}]")
                yield site.problem(THINGS_FILE, place, "unknown-item", what, fix=fix, severity="warning")


def rows_of(table: KindTable, at: KeyPath) -> Iterator[tuple[TransitionTable, KeyPath]]:
    """Yield each row of a kind with the path to it."""
    for index, row in enumerate(table.transitions):
        yield row, (*at, "transitions", index)


def _reached(kind: Kind, begins: set[str]) -> set[str]:
    ways: dict[str, set[str]] = {}
    for row in kind.transitions:
        for state in row.sources:
            ways.setdefault(state, set()).add(row.target)
    reached, edge = set(begins), list(begins)
    while edge:
        new = ways.get(edge.pop(), set()) - reached
        reached |= new
        edge.extend(new)
    return reached
