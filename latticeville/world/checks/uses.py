"""Check that people can do to objects what their routines say."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.context import (
    KINDS_FILE,
    CheckContext,
    persona_path,
    quote_id,
    suggest_known,
)
from latticeville.world.model.objects import Kind


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
