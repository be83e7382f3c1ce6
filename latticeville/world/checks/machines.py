"""Checks of the kinds and their state machines."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.analysis.findings import Finding, findings
from latticeville.world.bases import base_of, line_of, templates
from latticeville.world.checks.site import THINGS_FILE, Site, instead, named
from latticeville.world.kinds import ANY
from latticeville.world.schema.kinds import KindTable, TransitionTable
from latticeville.world.sources import KeyPath


def states_exist(site: Site) -> Iterator[Problem]:
    """Check that the start and both ends of every row are states of the kind."""
    for name, table in site.draft.things.kinds.items():
        states, at = {*site.world.kinds[name].states}, ("kinds", name)
        start = site.kinds[name].start
        if start not in states:
            what = f"{named(name)} begins in the state {named(start)}, which it does not have"
            fix = f"write start = “{next(iter(site.kinds[name].states))}”"
            yield site.problem(THINGS_FILE, (*at, "start"), "unknown-state", what, fix=fix)
        for row, path in rows_of(table, at):
            ends = [row.source] if isinstance(row.source, str) else row.source
            sources = [((*path, "from"), state) for state in ends if state != ANY]
            for place, state in [*sources, *([((*path, "to"), row.to)] if row.to else [])]:
                if state not in states:
                    what = f"a row of {named(name)} speaks of the state {named(state)}, which it does not have"
                    fix = instead(state, states, f"add [kinds.{name}.states.{state}]")
                    yield site.problem(THINGS_FILE, place, "unknown-state", what, fix=fix)


def kinds_extend_what_there_is(site: Site) -> Iterator[Problem]:
    """Check that what a kind extends exists, and that nothing extends itself in a circle."""
    kinds = site.draft.things.kinds
    for name, table in kinds.items():
        path = ("kinds", name, "extends")
        line, circle = line_of(kinds, name)
        if table.extends is not None and not circle and base_of(kinds, name)[1] is None:
            what = f"{named(name)} extends {named(table.extends)}, which is no kind and no template"
            known = {*kinds, *templates()} - {name}
            fix = instead(table.extends, known, f"write one of {', '.join(templates())}, or a kind of things.toml")
            yield site.problem(THINGS_FILE, path, "unknown-template", what, fix=fix)
        elif circle:
            what = f"{named(name)} extends itself in a circle: {' → '.join([*line, base_of(kinds, line[-1])[0]])}"
            fix = "let one of them extend a template, or nothing"
            yield site.problem(THINGS_FILE, path, "extends-itself", what, fix=fix)
        base = site.world.kinds.get(base_of(kinds, name)[0]) if not circle else None
        above = base.vocabulary if base else [row.verb for row in getattr(base_of(kinds, name)[1], "transitions", ())]
        for number, verb in enumerate(table.without):
            if verb not in above:
                what = f"{named(name)} leaves out the verb {named(verb)}, which what it extends does not have"
                fix = instead(verb, {each for each in above if each}, "remove it")
                at = ("kinds", name, "without", number)
                yield site.problem(THINGS_FILE, at, "useless-without", what, fix=fix, severity="warning")


def machines_are_sound(site: Site) -> Iterator[Problem]:
    """Search every machine for what can never happen, never ends, overflows or is undecided."""
    for name, kind in site.world.kinds.items():
        placed = [(thing.state, thing.counters) for thing in site.world.objects.values() if thing.kind == name]
        for finding in findings(kind, placed):
            yield _told(site, name, finding)


def _told(site: Site, name: str, finding: Finding) -> Problem:
    """Return a finding as a problem where its row, state or verb is written."""
    row = _row_words(site, name, finding.row)
    other = _row_words(site, name, finding.other)
    what, fix, severity = {
        "unreachable-state": (
            f"{named(name)} can never be {named(finding.state)}",
            f"add a row with to = “{finding.state}”, or remove the state",
            "warning",
        ),
        "dead-end": (
            f"once {named(name)} is {named(finding.state)} it stays so for ever",
            f"add a row with from = “{finding.state}” if it should be left again",
            "warning",
        ),
        "shadowed-row": (
            f"{row} never fires: {other} always comes before it",
            f"move it above {other.split(' of ')[0]} and give it “needs”, or remove it"
            if finding.row and finding.row[0]
            else f"give {other} “needs”, or leave the verb out with “without”",
            "warning",
        ),
        "timer-never-runs": (
            f"the time of {row} never runs out: {other} always comes before it",
            "write a shorter “after”, or give the other row “needs”",
            "warning",
        ),
        "impossible-condition": (f"{row} can never fire", "mend its “needs” or “does”, or remove it", "warning"),
        "counter-leaves-bounds": (
            f"{row} would take the counter {named(finding.counter)} past its bounds",
            "add a condition on the counter, or write clip = true where this is meant",
            "warning",
        ),
        "two-rows": (
            f"{row} overlaps {other}, and neither is a special case of the other",
            "the upper one fires; part their conditions, or merge the rows",
            "warning",
        ),
        "verb-without-row": (
            f"no row of {named(name)} accepts the verb {named(finding.verb)}",
            f"add a row with verb = “{finding.verb}”, or remove it from “verbs”",
            "warning",
        ),
        "unknown-verb": (
            f"{row} waits for the verb {named(finding.verb)}, which is none of the “verbs” of {named(name)}",
            instead(finding.verb, {*site.world.kinds[name].verbs_meant}, "add it to “verbs”"),
            "warning",
        ),
    }[finding.code]
    way = f"for example after: {', '.join(finding.path)}" if finding.path else ""
    own = finding.what if finding.code in _TOLD_WHY else ""
    why = "; ".join(part for part in (own, way) if part)
    return site.problem(THINGS_FILE, _place(name, finding), finding.code, what, why=why, fix=fix, severity=severity)


_TOLD_WHY = ("impossible-condition", "counter-leaves-bounds", "two-rows", "timer-never-runs")


def _row_words(site: Site, name: str, origin: tuple[str, int] | None) -> str:
    if origin is None:
        return ""
    kind, number = origin
    written = kind in site.draft.things.kinds
    return f"row {number + 1} of {named(kind)}" if written else f"a row of the template of {named(name)}"


def _place(name: str, finding: Finding) -> KeyPath:
    if finding.row is not None:
        kind, number = finding.row
        return ("kinds", kind, "transitions", number) if kind else ("kinds", name, "extends")
    if finding.verb:
        return ("kinds", name, "verbs")
    return ("kinds", name, "states", finding.state)


def counters_exist(site: Site) -> Iterator[Problem]:
    """Counters start within their bounds, and rows speak of counters that the kind has."""
    for name, table in site.draft.things.kinds.items():
        at = ("kinds", name)
        for counter, bounds in site.kinds[name].counters.items():
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
                if used is not None and used not in site.kinds[name].counters:
                    what = f"{named(name)} has no counter {named(used)}"
                    fix = instead(used, {*site.kinds[name].counters}, f"add [kinds.{name}.counters.{used}]")
                    place = (*at_row, word, index, "counter")
                    yield site.problem(THINGS_FILE, place, "unknown-counter", what, fix=fix)


def items_can_be_had(site: Site) -> Iterator[Problem]:
    """Check that what a row asks for is given by some row, or can be taken along."""
    rows = [
        (row, path) for name, table in site.draft.things.kinds.items() for row, path in rows_of(table, ("kinds", name))
    ]
    portable = {name for name, kind in site.world.kinds.items() if kind.portable}
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
