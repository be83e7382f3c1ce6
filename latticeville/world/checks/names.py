"""Checks of names: each is unique, and each reference has a target."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.context import (
    KINDS_FILE,
    WORLD_FILE,
    CheckContext,
    persona_path,
    quote_id,
    suggest_known,
)
from latticeville.world.io.build import find_home
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona, Secret
from latticeville.world.schema.world import PersonTable

PERSONAL_PLACES = ("home", "work")
"""The words of a routine that mean a place of the person's own."""
_MAX_NAMED = 5
"""The most missing personas that a problem names."""


def ids_are_unique(site: CheckContext) -> Iterator[Problem]:
    """No two areas, objects or people share an id."""
    first: dict[str, KeyPath] = {}
    for path, name in _iter_ids(site):
        if name in first:
            (file, place), (line, _) = (WORLD_FILE, first[name]), (0, 0)
            line = site.problem(file, place, "", "").line
            what = f"the id {quote_id(name)} is already used in line {line}"
            fix = f"write another id, such as “{name}_2”"
            if path[-1] == "persona":
                fix = f"name another “persona”, or add id = “{name}_2” beside it"
            yield site.problem(WORLD_FILE, path, "duplicate-id", what, why=_UNIQUE, fix=fix)
        first.setdefault(name, path)


_UNIQUE = "areas, objects and people share one set of ids"


def ids_are_free(site: CheckContext) -> Iterator[Problem]:
    """Nobody takes the name of the world's root or of a person's own places."""
    for path, name in _iter_ids(site):
        if name == WORLD:
            what = f"the id “{WORLD}” is reserved for the world itself"
            fix = "write another id, such as “outdoors”"
            yield site.problem(WORLD_FILE, path, "reserved-id", what, fix=fix)
        elif name in PERSONAL_PLACES:
            what = f"a routine cannot name the id “{name}”"
            why = f"in a routine, “{name}” always means the {name} of the person"
            fix = f"write another id, such as “the_{name}”"
            yield site.problem(
                WORLD_FILE, path, "reserved-id", what, why=why, fix=fix, severity="warning"
            )


def _iter_ids(site: CheckContext) -> Iterator[tuple[KeyPath, str]]:
    table = site.draft.world
    for index, area in enumerate(table.areas):
        yield ("areas", index, "id"), area.id
    for index, thing in enumerate(table.objects):
        yield ("objects", index, "id"), thing.id
    for index, person in enumerate(table.people):
        yield ("people", index, "id" if person.id else "persona"), person.id or person.persona


def objects_have_a_kind(site: CheckContext) -> Iterator[Problem]:
    """Every object is of a kind that kinds.toml describes, in a state and with counters of that
    kind."""
    kinds = site.draft.things.kinds
    if site.is_unreadable(KINDS_FILE):
        return
    for index, table in enumerate(site.draft.world.objects):
        kind, at = site.world.kinds.get(table.kind), ("objects", index)
        if kind is None:
            what = (
                f"{quote_id(table.id)} has the kind {quote_id(table.kind)}, which is not in "
                "kinds.toml"
            )
            fix = suggest_known(table.kind, {*kinds}, f"add [kinds.{table.kind}] to kinds.toml")
            yield site.problem(WORLD_FILE, (*at, "kind"), "unknown-kind", what, fix=fix)
            continue
        if table.state is not None and table.state not in kind.states:
            state = quote_id(table.state)
            what = (
                f"{quote_id(table.id)} starts in the state {state}, which {quote_id(kind.id)} "
                "does not have"
            )
            fix = suggest_known(
                table.state, {*kind.states}, f"write one of {', '.join(kind.states)}"
            )
            yield site.problem(WORLD_FILE, (*at, "state"), "unknown-state", what, fix=fix)
        for counter, value in table.counters.items():
            bounds, path = kind.counters.get(counter), (*at, "counters", counter)
            if bounds is None:
                what = f"{quote_id(kind.id)} has no counter {quote_id(counter)}"
                fix = suggest_known(
                    counter, {*kind.counters}, "remove it, or add the counter to the kind"
                )
                yield site.problem(WORLD_FILE, path, "unknown-counter", what, fix=fix)
            elif bounds.least <= bounds.most and not bounds.least <= value <= bounds.most:
                what = (
                    f"the counter {quote_id(counter)} of {quote_id(table.id)} starts at "
                    f"{value}, outside its bounds"
                )
                fix = f"write a number from {bounds.least} to {bounds.most}"
                yield site.problem(WORLD_FILE, path, "counter-bounds", what, fix=fix)


def people_have_a_persona(site: CheckContext) -> Iterator[Problem]:
    """Every person has a persona file; where there is none for anybody, that is one problem."""
    names = list(dict.fromkeys(person.persona for person in site.draft.world.people))
    if len(names) > 1 and not any(
        name in site.draft.personas or site.is_unreadable(persona_path(name)) for name in names
    ):
        what = (
            f"{len(names)} personas are missing: "
            f"{', '.join(names[:_MAX_NAMED])}{', …' * (len(names) > _MAX_NAMED)}"
        )
        why = (
            "the folder personas is neither in the world folder nor beside it, or holds none of "
            "them"
        )
        fix = (
            f"copy the folder personas into the world folder, or write {persona_path(names[0])} "
            "and the others"
        )
        yield site.problem(
            WORLD_FILE, ("people", 0, "persona"), "unknown-persona", what, why=why, fix=fix
        )
        return
    for index, person in enumerate(site.draft.world.people):
        file = persona_path(person.persona)
        if person.persona not in site.draft.personas and not site.is_unreadable(file):
            what = f"there is no persona {quote_id(person.persona)}"
            why = f"{file} is neither in the world folder nor beside it"
            fix = f"write {file}, or name another persona"
            path = ("people", index, "persona")
            yield site.problem(WORLD_FILE, path, "unknown-persona", what, why=why, fix=fix)


def people_have_places(site: CheckContext) -> Iterator[Problem]:
    """Start, home, work and what a person knows are areas, and everybody has a home or a start."""
    for index, name, person, file in site.people_with_personas:
        for at, subject, area in _iter_areas(index, name, person, file):
            if area is not None and area not in site.areas:
                yield _unknown_area(site, at, subject, area)
        if person.start is None and not find_home(person, file):
            what = f"{quote_id(name)} has neither a home nor a start"
            fix = 'add home = "…" with the id of an area'
            yield site.problem(WORLD_FILE, ("people", index), "no-home", what, fix=fix)


def _iter_areas(
    index: int, name: str, person: PersonTable, file: Persona
) -> Iterator[tuple[tuple[str, KeyPath], str, str | None]]:
    """Yield the areas written for a person, each with where it stands and the words that come
    before it."""
    at, theirs = ("people", index), persona_path(person.persona)
    start = person.start if isinstance(person.start, str) else None
    yield (WORLD_FILE, (*at, "start")), f"the start of {quote_id(name)} is", start
    yield (WORLD_FILE, (*at, "home")), f"the home of {quote_id(name)} is", person.home
    yield (WORLD_FILE, (*at, "work")), f"the work of {quote_id(name)} is", person.work
    yield (
        (theirs, ("home",)),
        f"the home of {quote_id(name)} is",
        None if person.home else file.home or None,
    )
    yield (
        (theirs, ("work",)),
        f"the work of {quote_id(name)} is",
        None if person.work else file.work or None,
    )
    for place, area in enumerate(person.knows or ()):
        yield (WORLD_FILE, (*at, "knows", place)), f"{quote_id(name)} knows", area


def relations_are_neighbours(site: CheckContext) -> Iterator[Problem]:
    """Check that relationships are with people of this world."""
    for _, name, person, file in site.people_with_personas:
        for row, tie in enumerate(file.relationships):
            if tie.who not in site.people:
                who = quote_id(tie.who)
                what = f"{quote_id(name)} has a relationship with {who}, who is not in this world"
                fix = suggest_known(
                    tie.who, site.people, "add the person to world.toml, or remove the relationship"
                )
                at, path = persona_path(person.persona), ("relationships", row, "who")
                yield site.problem(
                    at, path, "unknown-person", what, why=_SHARED, fix=fix, severity="warning"
                )


def beliefs_are_of_this_world(site: CheckContext) -> Iterator[Problem]:
    """Check that people believe at first in areas that are there, and in things that stand in
    them."""
    for _, name, person, file in site.people_with_personas:
        at = persona_path(person.persona)
        for row, belief in enumerate(file.beliefs):
            if belief.area not in site.areas:
                subject = f"{quote_id(name)} has a belief about"
                yield _unknown_area(site, (at, ("beliefs", row, "area")), subject, belief.area)
                continue
            for place, thing in enumerate(belief.things or ()):
                placed = site.world.objects.get(thing)
                if placed is None or site.world.areas.at(placed.cell) != belief.area:
                    what = (
                        f"{quote_id(name)} has a belief about {quote_id(thing)}, "
                        f"which is not an object in {quote_id(belief.area)}"
                    )
                    fix = suggest_known(
                        thing,
                        {*site.objects} - {thing},
                        "name an object that stands there, or remove it",
                    )
                    path = ("beliefs", row, "things", place)
                    yield site.problem(at, path, "unknown-thing", what, fix=fix)


def secrets_are_for_neighbours(site: CheckContext) -> Iterator[Problem]:
    """Check that those who may be told a secret, or answer one, live in this world."""
    for _, name, person, file in site.people_with_personas:
        for row, secret in enumerate(file.secrets):
            for key, who, role in _people_of_secret(secret):
                if who not in site.people:
                    what = f"{quote_id(name)} has {role} {quote_id(who)}, who is not in this world"
                    fix = suggest_known(
                        who, site.people, "add the person to world.toml, or remove the name"
                    )
                    at, path = persona_path(person.persona), ("secrets", row, *key)
                    yield site.problem(
                        at, path, "unknown-person", what, why=_SHARED, fix=fix, severity="warning"
                    )


_SHARED = "a persona may live in several worlds, so people who are missing in one are no error"


def _people_of_secret(secret: str | Secret) -> Iterator[tuple[KeyPath, str, str]]:
    """Yield where a secret names people, whom, and for what."""
    if isinstance(secret, str):
        return
    for place, who in enumerate(secret.to):
        yield ("to", place), who, "a secret for"
    for place, answer in enumerate(secret.answers):
        if answer.who is not None:
            yield ("answers", place, "who"), answer.who, "a secret with an answer of"


def _unknown_area(site: CheckContext, at: tuple[str, KeyPath], subject: str, area: str) -> Problem:
    what = f"{subject} {quote_id(area)}, which is not an area"
    known = site.areas - {WORLD}
    called = area.casefold().replace("_", " ")
    meant = next(
        (one.id for one in site.world.areas.by_id.values() if one.name.casefold() == called), ""
    )
    fix = f"write “{meant}”" if meant else suggest_known(area, known, "name an area of world.toml")
    return site.problem(*at, "unknown-area", what, fix=fix)
