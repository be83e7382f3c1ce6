"""Find and rename all references to a name."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from studio.project.documents.entries import list_entries
from studio.project.documents.project import CAST, ROOMS, THINGS, WORLD, Project, persona_file
from studio.project.formats.plain_values import KeyPath, value_at

BEATS = ("matters", "storylines", "scheduled")
"""The lists of tables of `world.toml` that hold them."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "area": ("place", "area", "at"),
    "object": ("object", "place", "has", "give", "take"),
    "item": ("has", "give", "take"),
    "person": (
        *("person", "near", "closeness", "trust", "say", "chair", "people", "owners"),
        *("who", "to", "of", "toward"),
    ),
}
"""The keys whose values, or whose lists of values, name something; a time is never a name."""
Named = Literal["area", "object", "person", "kind"]


def beat_paths(world: Mapping[str, object], what: str, name: str) -> Iterator[KeyPath]:
    """Yield the paths of the values that name an area, an object, an item or a person."""
    keys = KEYS.get(what, ())
    for list_name in BEATS:
        yield from _paths_in(world.get(list_name), (list_name,), keys, name)


def beat_tables_of(
    project: Project, kind: str, key: str, name: str
) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield the conditions and effects of beats that ask for, or change, a state or a counter of an
    object of a kind."""
    world = project.data(WORLD)
    objects = {one.get("id") for one in tables_at(world, "objects") if one.get("kind") == kind}
    for list_name in BEATS:
        for path in _paths_in(world.get(list_name), (list_name,), (key,), name):
            table = value_at(world, path[:-1])
            if isinstance(table, dict) and table.get("object") in objects:
                yield path[:-1], table


def _paths_in(value: object, path: KeyPath, keys: tuple[str, ...], name: str) -> Iterator[KeyPath]:
    """Yield the paths below a value; what stands directly under one of the keys may be the name."""
    named = any(key in keys for key in path[-1:]) or (len(path) > 1 and path[-2] in keys)
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _paths_in(each, (*path, key), keys, name)
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _paths_in(each, (*path, place), keys, name)
    elif value == name and named:
        yield path


class Mention(NamedTuple):
    """A value that speaks of a name; `around` is the rest of its text, in pieces between which the
    name stands."""

    file: str
    path: KeyPath
    around: tuple[str, ...] = ("", "")


def find_mentions(project: Project, what: Named, name: str) -> tuple[Mention, ...]:
    """Return every value that speaks of an area, an object, a person or a kind, but not what it is
    called itself.

    In a routine a name that an object and a kind share means the object.
    """
    if project.original:
        return tuple(_foreign(project, what, name))
    match what:
        case "area":
            return (
                *_residents(project, name),
                *_routines(project, name, uses=False),
                *_beats(project, what, name),
                *measures_of(project, name, {what}),
            )
        case "person":
            return (
                *_ties(project, name),
                *_owned(project, name),
                *_beats(project, what, name),
                *measures_of(project, name, {what}),
            )
        case "object":
            kinds = project.data(THINGS).get("kinds")
            is_kind = isinstance(kinds, dict) and name in kinds
            asked = () if is_kind else _items(project, name)
            return (
                *_routines(project, name),
                *_believed(project, name),
                *asked,
                *_keys(project, name),
                *_beats(project, what, name),
                *measures_of(project, name, {what} if is_kind else {what, "item"}),
            )
    meant = (
        ()
        if name in list_entries(project, "objects")
        else (*_routines(project, name, places=False), *measures_of(project, name, {what}))
    )
    carried = _carried(project, name) if _portable(project, name) else ()
    return (*_kinds(project, name), *_heirs(project, name), *meant, *carried)


def _carried(project: Project, kind: str) -> tuple[Mention, ...]:
    """Return what speaks of any object of a portable kind that somebody carries."""
    return (
        *_items(project, kind),
        *_keys(project, kind),
        *_beats(project, "item", kind),
        *measures_of(project, kind, {"item"}),
    )


def measures_of(
    project: Project, name: str, sorts: Collection[str], objects: Collection[str] = ()
) -> Iterator[Mention]:
    """Yield the measures of the world whose expressions name what is of one of these sorts; a state
    or a counter is that of one of some objects."""
    measures = tables_at(project.data(WORLD), "measures")
    if not measures:
        return
    from latticeville.measures.expression_names import split_at_name

    for index, table in enumerate(measures):
        text = table.get("expression")
        around = split_at_name(text, name, sorts, objects) if isinstance(text, str) else ()
        if len(around) > 1:
            yield Mention(WORLD, ("measures", index, "expression"), around)


def rename_mentions(project: Project, found: tuple[Mention, ...], new: str) -> Project:
    """Return the project in which all of these speak of another name."""
    by_file: dict[str, dict[KeyPath, object]] = {}
    for file, path, around in found:
        by_file.setdefault(file, {})[path] = new.join(around)
    for file, values in by_file.items():
        project = project.put_each(file, values)
    return project


def resident_personas(project: Project) -> dict[str, Mapping[str, Any]]:
    """Return the personas that live in this world, by file; what other worlds' people say is no
    concern of ours."""
    names = [table.get("persona") for table in tables_at(project.data(WORLD), "people")]
    files = sorted({persona_file(name) for name in names if isinstance(name, str)})
    return {file: project.data(file) for file in files if project.data(file)}


def tables_at(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the tables of a list; what is none is an empty one, so that places in the list stay
    right."""
    found = table.get(key)
    return (
        [row if isinstance(row, dict) else {} for row in found] if isinstance(found, list) else []
    )


def _residents(project: Project, name: str) -> Iterator[Mention]:
    for index, person in enumerate(tables_at(project.data(WORLD), "people")):
        yield from _known_to(person, ("people", index), name)
    for file, persona in resident_personas(project).items():
        yield from (Mention(file, (key,)) for key in ("home", "work") if persona.get(key) == name)
        beliefs = enumerate(tables_at(persona, "beliefs"))
        yield from (
            Mention(file, ("beliefs", row, "area"))
            for row, one in beliefs
            if one.get("area") == name
        )


def _known_to(person: dict[str, Any], path: KeyPath, name: str) -> Iterator[Mention]:
    """Yield where a person of world.toml names an area."""
    for key in ("start", "home", "work"):
        if person.get(key) == name:
            yield Mention(WORLD, (*path, key))
    knows = person.get("knows")
    for place, area in enumerate(knows if isinstance(knows, list) else ()):
        if area == name:
            yield Mention(WORLD, (*path, "knows", place))


def _beats(project: Project, what: str, name: str) -> Iterator[Mention]:
    return (Mention(WORLD, path) for path in beat_paths(project.data(WORLD), what, name))


def _believed(project: Project, name: str) -> Iterator[Mention]:
    for file, persona in resident_personas(project).items():
        for index, belief in enumerate(tables_at(persona, "beliefs")):
            things = belief.get("things")
            for place, thing in enumerate(things if isinstance(things, list) else ()):
                if thing == name:
                    yield Mention(file, ("beliefs", index, "things", place))


def _routines(
    project: Project, name: str, *, places: bool = True, uses: bool = True
) -> Iterator[Mention]:
    for file, persona in resident_personas(project).items():
        for index, row in enumerate(tables_at(persona, "routine")):
            if places and row.get("place") == name:
                yield Mention(file, ("routine", index, "place"))
            done = row.get("uses")
            for place, use in enumerate(done if uses and isinstance(done, list) else ()):
                verb, _, thing = use.partition(" ") if isinstance(use, str) else ("", "", "")
                if thing == name:
                    yield Mention(file, ("routine", index, "uses", place), (f"{verb} ", ""))


def _items(project: Project, name: str) -> Iterator[Mention]:
    """Yield the conditions that ask for a thing in hand: an object by its id, or any of a portable
    kind."""
    for path, guard in iter_guards(project):
        for key in ("has", "lacks", "inside"):
            if guard.get(key) == name:
                yield Mention(THINGS, (*path, key))
    for path, effect in iter_effects(project):
        for key in ("store", "fetch"):
            if effect.get(key) == name:
                yield Mention(THINGS, (*path, key))


def _keys(project: Project, name: str) -> Iterator[Mention]:
    """Yield the areas and objects whose key a thing is."""
    for what in ("areas", "objects"):
        for index, table in enumerate(tables_at(project.data(WORLD), what)):
            if table.get("key") == name:
                yield Mention(WORLD, (what, index, "key"))


def _owned(project: Project, who: str) -> Iterator[Mention]:
    """Yield the areas and objects that are somebody's."""
    for what in ("areas", "objects"):
        for index, table in enumerate(tables_at(project.data(WORLD), what)):
            owners = table.get("owners")
            for place, owner in enumerate(owners if isinstance(owners, list) else ()):
                if owner == who:
                    yield Mention(WORLD, (what, index, "owners", place))


def _heirs(project: Project, kind: str) -> Iterator[Mention]:
    """Yield the kinds that extend a kind, and the tests that try it; a kind extends the template of
    its own name."""
    kinds = project.data(THINGS).get("kinds")
    for name, table in kinds.items() if isinstance(kinds, dict) else ():
        if isinstance(table, dict) and table.get("extends") == kind and name != kind:
            yield Mention(THINGS, ("kinds", name, "extends"))
    for index, test in enumerate(tables_at(project.data(THINGS), "tests")):
        if test.get("kind") == kind:
            yield Mention(THINGS, ("tests", index, "kind"))


def _portable(project: Project, kind: str) -> bool:
    return value_at(project.data(THINGS), ("kinds", kind, "portable")) is True


def iter_guards(project: Project) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield every condition of every kind, with its path."""
    return _parts(project, "needs")


def iter_effects(project: Project) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield every effect of every kind, with its path."""
    return _parts(project, "does")


def _parts(project: Project, key: str) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    kinds = project.data(THINGS).get("kinds")
    for kind, table in kinds.items() if isinstance(kinds, dict) else ():
        for index, row in enumerate(
            tables_at(table, "transitions") if isinstance(table, dict) else ()
        ):
            for place, part in enumerate(tables_at(row, key)):
                yield ("kinds", kind, "transitions", index, key, place), part


def _ties(project: Project, name: str) -> Iterator[Mention]:
    for file, persona in resident_personas(project).items():
        for index, tie in enumerate(tables_at(persona, "relationships")):
            if tie.get("who") == name:
                yield Mention(file, ("relationships", index, "who"))
        for path, who in people_of_secrets(persona):
            if who == name:
                yield Mention(file, path)


def people_of_secrets(persona: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Yield where the secrets of a persona name people, whom they may be told and who answers them,
    and whom."""
    for index, secret in enumerate(tables_at(persona, "secrets")):
        to = secret.get("to")
        for place, who in enumerate(to if isinstance(to, list) else ()):
            yield ("secrets", index, "to", place), who
        for place, answer in enumerate(tables_at(secret, "answers")):
            if answer.get("who"):
                yield ("secrets", index, "answers", place, "who"), answer["who"]


def _kinds(project: Project, name: str) -> Iterator[Mention]:
    for index, thing in enumerate(tables_at(project.data(WORLD), "objects")):
        if thing.get("kind") == name:
            yield Mention(WORLD, ("objects", index, "kind"))


def _foreign(project: Project, what: Named, name: str) -> Iterator[Mention]:
    found = list_entries(project, "areas").get(name) if what == "area" else None
    for file, key, field in (
        (CAST, "characters", "start_room_id"),
        (ROOMS, "objects", "room_id"),
    ):
        for index, table in enumerate(tables_at(project.data(file), key) if found else ()):
            if found and table.get(field) == found.raw_id:
                yield Mention(file, (key, index, field))
