"""Check of what people mean to do with things."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.site import THINGS_FILE, Site, instead, named, persona_file
from latticeville.world.things import Kind, Verb


def uses_are_possible(site: Site) -> Iterator[Problem]:
    """Check that what a routine does to a thing is something that it accepts in some state."""
    if site.silent(THINGS_FILE):
        return
    kinds, objects = site.world.kinds, site.objects
    placed = {*objects.values()}
    for _, name, person, file in site.casts:
        at = persona_file(person.persona)
        for row, hours in enumerate(file.routine):
            for number, use in enumerate(hours.uses):
                word, thing = use.split()
                path = ("routine", row, "uses", number)
                kind = kinds.get(objects.get(thing, thing))
                if kind is None:
                    if thing not in objects:
                        what = f"{named(name)} wants to {word} {named(thing)}, which is no object and no kind"
                        fix = instead(thing, {*objects, *kinds}, "name an object of world.toml")
                        yield site.problem(at, path, "unknown-thing", what, fix=fix)
                elif not _accepts(kind, Verb(word)):
                    what = f"{named(name)} wants to {word} {named(thing)}, but in no state can one {word} it"
                    yield site.problem(at, path, "impossible-use", what, fix=_verbs(kind, thing))
                elif kind.id not in placed:
                    what = f"{named(name)} wants to {word} {named(thing)}, but no object is of this kind"
                    fix = f"place an object of kind “{kind.id}” in world.toml"
                    yield site.problem(at, path, "unknown-thing", what, fix=fix, severity="warning")


def _accepts(kind: Kind, verb: Verb) -> bool:
    built_in = kind.portable and verb in (Verb.TAKE, Verb.DROP)
    return built_in or any(row.verb is verb for row in kind.transitions)


def _verbs(kind: Kind, thing: str) -> str:
    verbs = [verb for verb in Verb if _accepts(kind, verb)]
    if verbs:
        return "write " + " or ".join(f"“{verb.value} {thing}”" for verb in verbs)
    return f"add a row with a verb to [kinds.{kind.id}] in things.toml, or remove it here"
