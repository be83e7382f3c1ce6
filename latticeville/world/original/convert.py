"""Convert the original Latticeville format: world.json, characters.json and a map.

Rooms become areas, objects become furniture that blocks nobody, characters become people who start
in their room. Oddities are warnings, as long as the world can run.

That format has no hours, so people get a routine: nights and breakfast at home, then up to four
other rooms that can be reached from there, two and a half hours each, then home again. The person
at position `p` of the list starts with the room `p` places on and does everything `7 p mod 60`
minutes later.
"""

import re
from collections.abc import Collection
from typing import Any

from latticeville.core.clock import format_hours
from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.io.build import build_world
from latticeville.world.io.parse import Draft, check_table, split_rows
from latticeville.world.io.sources import Sources
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona
from latticeville.world.model.regions import Regions
from latticeville.world.model.world import World
from latticeville.world.original import rooms
from latticeville.world.original.notes import (
    ConversionNotes,
    SourcePath,
    child_path,
    entry_label,
    lookup_key,
)
from latticeville.world.original.rooms import RoomTables
from latticeville.world.original.values import one_line
from latticeville.world.schema.kinds import KindsFile
from latticeville.world.schema.world import WorldFile

CHARACTERS_FILE = "characters.json"
_TRAITS = re.compile(r"(.*?)\s*\btraits:\s*(.*)", re.IGNORECASE)
_BREAKFAST, _OUT, _STAY, _VISITS = 7 * 60, 9 * 60, 150, 4
DEFAULT_MAP = "world.map"
"""The map where `map_file` is left out."""


class CharacterTables:
    """The tables of people and personas, in a world that has its rooms already."""

    def __init__(
        self, notes: ConversionNotes, rooms: RoomTables, world: World, data: dict[str, Any]
    ) -> None:
        self._notes, self._rooms, self._world = notes, rooms, world
        self._regions = Regions(world)
        self._start_cells: set[Cell] = set()
        self._cells = {
            room: [cell for cell in box.cells() if world.is_walkable(cell)]
            for room, box in rooms.boxes.items()
        }
        self._reach = {
            room: {self._regions.region_at(cell) for cell in cells}
            for room, cells in self._cells.items()
        }
        self.people: list[dict[str, Any]] = []
        self.personas: dict[str, dict[str, Any]] = {}
        for position, (at, person) in enumerate(
            notes.iter_entries(CHARACTERS_FILE, data, "characters")
        ):
            self._add_person(position, at, person)

    def _add_person(self, position: int, at: SourcePath, person: dict[str, Any]) -> None:
        place = child_path(at, "start_room_id")
        home = self._find_home(place, person)
        cell = self._find_start(place, home)
        if cell is None:
            self._notes.warn(
                place,
                "start-blocked",
                f"“{entry_label(person)}” cannot start: no cell of the map is walkable",
                "draw floor",
            )
            return
        self._start_cells.add(cell)
        name = self._notes.assign_id(at, person)
        path = ("people", len(self.people))
        self._notes.aliases["world.toml", path] = at
        for key in ("start", "home"):
            self._notes.aliases["world.toml", (*path, key)] = place
        self._notes.aliases[f"personas/{name}.toml", ()] = at
        self.people.append({"persona": name, "start": list(cell), "home": home})
        about, traits = _split_traits(person)
        self.personas[name] = {
            "name": one_line(person.get("name"), 200) or name,
            "glyph": self._notes.read_glyph(at, person),
            "about": about,
            "traits": traits,
            "routine": _make_routine(position, home, self._rooms_near(cell, home)),
        }

    def _rooms_near(self, cell: Cell, home: str) -> list[tuple[str, str]]:
        """Return the other rooms that can be reached from a cell, with their names."""
        here = self._regions.region_at(cell)
        titles = {area["id"]: area["name"] for area in self._rooms.areas}
        rooms = (room for room in self._rooms.boxes if room != home)
        return [(room, titles[room]) for room in rooms if here in self._reach[room]]

    def _find_home(self, at: SourcePath, person: dict[str, Any]) -> str:
        given = person.get("start_room_id")
        room = self._rooms.ids.get(lookup_key(given))
        if room is None:
            room = next(iter(self._rooms.boxes), WORLD)
            named = entry_label({"id": given})
            what = (
                f"“{entry_label(person)}” starts in the room “{named}”, which does not exist; "
                f"“{room}” is used instead"
            )
            fix = "name a room that is on the map"
            self._notes.warn(at, "unknown-area", what, fix)
        return room

    def _find_start(self, at: SourcePath, room: str) -> Cell | None:
        """Return a cell of the room, joined to the rest and nobody's yet if there is any, or else
        the nearest."""
        cells = self._cells.get(room)
        if not cells:
            cells = self._nearest_floor(
                self._rooms.boxes.get(room, self._world.areas.by_id[WORLD].boxes[0])
            )
            if cells and room in self._rooms.boxes:
                what = f"nobody can stand in the room “{room}”; the nearest walkable cell is used"
                self._notes.warn(at, "start-blocked", what, "draw floor in the room")
            self._cells[room] = cells
        main = self._regions.main
        return min(
            cells,
            key=lambda cell: (self._regions.region_at(cell) != main, cell in self._start_cells),
            default=None,
        )

    def _nearest_floor(self, box: Box) -> list[Cell]:
        """Return the walkable cells that are equally near to a box, those joined to the rest before
        others."""
        ground = self._world.grid
        cells = [ground.cell(index) for index, free in enumerate(ground.walkable) if free]
        least = min(map(box.distance_to, cells), default=0)
        return [cell for cell in cells if box.distance_to(cell) == least]


def _split_traits(person: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the description of a person, and the traits that follow it."""
    about = one_line(person.get("personality"), 4000)
    match = _TRAITS.fullmatch(about)
    if match is None:
        return about, []
    traits = [trait.strip(" .")[:200] for trait in match[2].split(";")]
    return match[1], [trait for trait in traits if trait]


def _make_routine(position: int, home: str, near: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return a routine: nights at home, and by day up to four rooms, another order and hour for
    each position."""
    if not near:
        return [{"from": "00:00", "place": home, "doing": "at home"}]
    late, turn = 7 * position % 60, position % len(near)
    visits = (near[turn:] + near[:turn])[:_VISITS]
    rows = [(_BREAKFAST + late, home, "having breakfast")]
    rows += [
        (_OUT + late + index * _STAY, room, f"spending time in {title[:150]}")
        for index, (room, title) in enumerate(visits)
    ]
    evening = _OUT + late + len(visits) * _STAY
    rows += [(evening, home, "resting at home"), (22 * 60 + late, home, "sleeping")]
    return [
        {"from": format_hours(minute), "place": place, "doing": doing}
        for minute, place, doing in rows
    ]


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
    cast = CharacterTables(notes, found, build_world(empty), notes.read_json(CHARACTERS_FILE) or {})
    return _check_tables(notes, rows, world | {"people": cast.people}, things, cast.personas)


def _has_people(notes: ConversionNotes) -> bool:
    if CHARACTERS_FILE in notes.sources.files:
        return True
    fix = "write the characters into characters.json"
    where = CHARACTERS_FILE, ()
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
