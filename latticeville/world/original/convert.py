"""Convert the original Latticeville format: world.json, characters.json and a map.

Rooms become areas, objects become furniture that blocks nobody, characters become people who start
in their room. Oddities are warnings, as long as the world can run.

That format has no hours, so people get a routine: nights and breakfast at home, then up to four
other rooms that can be reached from there, two and a half hours each, then home again. The person
at position `p` of the list starts with the room `p` places on and does everything `7 p mod 60`
minutes later.
"""

from collections.abc import Collection
from typing import Any

from latticeville.core.geometry import Box
from latticeville.core.problems import Problem
from latticeville.world.io.build import build_world
from latticeville.world.io.parse import Draft, check_table, split_rows
from latticeville.world.io.sources import Sources
from latticeville.world.model.personas import Persona
from latticeville.world.original import people, rooms
from latticeville.world.original.notes import ConversionNotes
from latticeville.world.original.people import CharacterTables
from latticeville.world.original.rooms import RoomTables
from latticeville.world.original.values import one_line
from latticeville.world.schema.kinds import KindsFile
from latticeville.world.schema.world import WorldFile

DEFAULT_MAP = "world.map"
"""The map where `map_file` is left out."""


def convert_original(
    sources: Sources, unread: Collection[str]
) -> tuple[Draft | None, list[Problem]]:
    """Return the draft that a world of the original format makes, and what was odd about it."""
    notes = ConversionNotes(sources)
    data = notes.read_json(rooms.WORLD_FILE)
    if data is None:
        return None, notes.problems
    given = data.get("map_file", DEFAULT_MAP)
    name = given if isinstance(given, str) and given.isprintable() else ""
    rows = split_rows(sources.files.get(name, ""))
    if any(rows):
        return _make_draft(notes, data, name, rows), notes.problems
    if name not in unread:
        what = (
            f"the map “{name}” is empty" if name in sources.files else f"there is no map “{name}”"
        )
        fix = "draw a map in a text file beside world.json and name it here"
        notes.problems.append(
            sources.problem((rooms.WORLD_FILE, ("map_file",)), "missing-map", what, fix=fix)
        )
    return None, notes.problems


def _make_draft(
    notes: ConversionNotes, data: dict[str, Any], name: str, rows: tuple[str, ...]
) -> Draft | None:
    rows = rooms.pad_rows(notes, name, rows)
    notes.aliases["world.toml", ()] = (rooms.WORLD_FILE, ())
    found = RoomTables(notes, Box(0, 0, len(rows[0]), len(rows)), data)
    world = {
        "name": one_line(data.get("name"), 200) or "Village",
        "map": name,
        "legend": rooms.build_legend(notes, name, rows, data.get("legend")),
        "areas": found.areas,
        "objects": found.objects,
    }
    things = {"kinds": found.kinds}
    empty = _check_tables(notes, rows, world, things, {})
    if empty is None or not _has_people(notes):
        return empty
    cast = CharacterTables(
        notes, found, build_world(empty), notes.read_json(people.CHARACTERS_FILE) or {}
    )
    return _check_tables(notes, rows, world | {"people": cast.people}, things, cast.personas)


def _has_people(notes: ConversionNotes) -> bool:
    if people.CHARACTERS_FILE in notes.sources.files:
        return True
    fix = "write the characters into characters.json"
    where = people.CHARACTERS_FILE, ()
    notes.warn(where, "no-people", "there is no characters.json, so nobody lives here", fix)
    return False


def _check_tables(
    notes: ConversionNotes,
    rows: tuple[str, ...],
    world: dict[str, Any],
    things: dict[str, Any],
    personas: dict[str, dict[str, Any]],
) -> Draft | None:
    sources = Sources(notes.sources.files, dict(notes.aliases))
    place = check_table(sources, "world.toml", WorldFile, world, notes.problems)
    kinds = check_table(sources, "kinds.toml", KindsFile, things, notes.problems)
    minds = {
        name: check_table(sources, f"personas/{name}.toml", Persona, table, notes.problems)
        for name, table in personas.items()
    }
    if place is None or kinds is None:
        return None
    cast = {name: mind for name, mind in minds.items() if mind}
    files = {f"personas/{name}.toml": personas[name] for name in cast}
    files = {"world.toml": world, "kinds.toml": things} | files
    return Draft(sources, place, kinds, cast, rows, converted=files)
