"""Checks of routines: places that do not exist, entries that overlap, and hours without one."""

from collections.abc import Iterator

from latticeville.core.clock import DAY, format_hours
from latticeville.core.problems import Problem
from latticeville.world.checks.context import (
    KINDS_FILE,
    CheckContext,
    persona_path,
    quote_id,
    suggest_known,
)
from latticeville.world.io.build import routine_spans
from latticeville.world.model.objects import Kind


def days_are_whole(site: CheckContext) -> Iterator[Problem]:
    """Check that the rows of a routine follow each other round the clock."""
    for name, file in site.draft.personas.items():
        filled = []
        for row, (start, end) in enumerate(routine_spans(file.routine)):
            if start == end:
                what = (
                    f"routine row {row + 1} of {quote_id(name)} begins and ends at "
                    f"{format_hours(start)}"
                )
                fix = "write a later “to”, or leave it out"
                at = persona_path(name), ("routine", row)
                yield site.problem(*at, "empty-hours", what, fix=fix, severity="warning")
            elif start < end:
                filled.append((start, end, row))
            else:
                filled += [(start, DAY, row), (0, end, row)]
        yield from _check_sequence(site, name, sorted(filled))


def _check_sequence(
    site: CheckContext, name: str, filled: list[tuple[int, int, int]]
) -> Iterator[Problem]:
    """Tell the first overlap and the first gap of a day."""
    now, last, told = 0, max(filled, default=(0, 0, 0))[2], set[str]()
    for start, end, row in [*filled, (DAY, DAY, last)] if filled else ():
        if start != now:
            code = "gap-in-day" if start > now else "overlapping-hours"
            if code not in told:
                told.add(code)
                what = (
                    f"{quote_id(name)} has nothing to do from {format_hours(now)} to "
                    f"{_format_end(start)}"
                    if start > now
                    else f"two routine rows of {quote_id(name)} overlap "
                    f"from {format_hours(start)} to {_format_end(min(now, end))}"
                )
                fix = "leave out “to”, or write the time at which the next row begins"
                at = persona_path(name), ("routine", last if start > now else row)
                yield site.problem(*at, code, what, fix=fix, severity="hint")
        if end > now:
            now, last = end, row


def _format_end(minute: int) -> str:
    return "24:00" if minute == DAY else format_hours(minute)


def uses_are_possible(site: CheckContext) -> Iterator[Problem]:
    """Check that what a routine does to a thing is something that it accepts in some state."""
    if site.is_unreadable(KINDS_FILE):
        return
    kinds, objects = site.world.kinds, site.objects
    placed = {*objects.values()}
    for _, name, person, file in site.people_with_personas:
        at = persona_path(person.persona)
        for row, hours in enumerate(file.routine):
            for number, use in enumerate(hours.uses):
                word, thing = use.verb, use.thing
                path = ("routine", row, "uses", number)
                kind = kinds.get(objects.get(thing, thing))
                if kind is None:
                    if thing not in objects:
                        used = f"the routine of {quote_id(name)} uses {quote_id(thing)}"
                        what = f"{used}, which is neither an object nor a kind"
                        fix = suggest_known(
                            thing, {*objects, *kinds}, "name an object of world.toml"
                        )
                        yield site.problem(at, path, "unknown-thing", what, fix=fix)
                elif word not in kind.vocabulary:
                    what = (
                        f"the routine of {quote_id(name)} uses {quote_id(thing)}, which never "
                        f"accepts {quote_id(word)}"
                    )
                    yield site.problem(
                        at, path, "impossible-use", what, fix=_suggest_verbs(kind, thing)
                    )
                elif kind.id not in placed:
                    what = (
                        f"the routine of {quote_id(name)} uses {quote_id(thing)}, but no "
                        "object has this kind"
                    )
                    fix = f"place an object of kind “{kind.id}” in world.toml"
                    yield site.problem(at, path, "unknown-thing", what, fix=fix, severity="warning")


def _suggest_verbs(kind: Kind, thing: str) -> str:
    if kind.vocabulary:
        return "write " + " or ".join(f"“{verb} {thing}”" for verb in kind.vocabulary)
    return f"add a transition with a verb to [kinds.{kind.id}] in kinds.toml, or remove it here"


def routines_lead_somewhere(site: CheckContext) -> Iterator[Problem]:
    """Every row of a routine names an area, an object, or a place of the person's own that
    exists."""
    known = {*site.areas, *site.objects, "home"}
    for _, name, person, file in site.people_with_personas:
        for row, hours in enumerate(file.routine):
            at, path = persona_path(person.persona), ("routine", row, "place")
            if hours.place in known:
                continue
            if hours.place != "work":
                place = quote_id(hours.place)
                what = (
                    f"the routine of {quote_id(name)} names {place}, which is neither an area "
                    "nor an object"
                )
                fix = suggest_known(
                    hours.place, known | {"work"}, "name an area or an object of world.toml"
                )
                yield site.problem(at, path, "unknown-place", what, fix=fix)
            elif not (person.work or file.work):
                what = (
                    f"the routine of {quote_id(name)} names “work”, but {quote_id(name)} has "
                    "no work"
                )
                fix = 'add work = "…" to this file, or to the person in world.toml'
                yield site.problem(at, path, "no-work", what, fix=fix)
