"""The world of a recording: its own map, or else rooms drawn from where people were."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import ceil, sqrt
from typing import Any, NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.core.geometry import Box, Cell
from latticeville.formats.cast.add_people import ImportedPeople, Newcomer, add_people
from latticeville.formats.cast.fields import NameLookup
from latticeville.formats.cast.generative_agents import SPATIAL_FILE, read_persona
from latticeville.formats.cast.people_import import assign_homes
from latticeville.formats.matrix import LEGEND, MAX_CELLS, read_matrix
from latticeville.formats.recordings.recording import (
    PlaceName,
    RecordedPerson,
    RecordedPosition,
    Recording,
)
from latticeville.formats.report import ImportReport, SourceDocument, SourceValue
from latticeville.formats.tables import WorldTables
from latticeville.world.load import build_unchecked
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World
from latticeville.world.original.ids import Ids
from latticeville.world.original.values import slugify

_FLOOR, _GROUND = ".", ","
_ROOM_WIDTH = 8
"""Cells across a room of a recording that knows no cells; as many objects position in a row of it."""


class DrawnWorld(NamedTuple):
    """A world for a recording: the ids of its people, areas and objects by key, and the cells of
    each area in which people are put whose cell is not recorded."""

    world: World
    people: Mapping[str, str]
    areas: Mapping[str, str]
    objects: Mapping[str, str]
    seats: Mapping[str, tuple[Cell, ...]]

    def locate(self, number: int, position: RecordedPosition) -> tuple[Cell, str]:
        """Return the cell and the area's id of a person, by their number in the recording."""
        area = self.areas.get(position.area)
        if position.cell is not None:
            return position.cell, area or self.world.areas.at(position.cell)
        seats = self.seats.get(position.area) or (Cell(0, 0),)
        return seats[number % len(seats)], area or WORLD


class _Plan(NamedTuple):
    """Tables of a map, the ids of the areas and objects in them by key, and seats."""

    tables: WorldTables
    areas: dict[str, str]
    objects: dict[str, str]
    seats: dict[str, tuple[Cell, ...]]


def draw_world(recording: Recording, report: ImportReport) -> DrawnWorld:
    """Return the world in which a recording took place; UnreadableError where none can be made."""
    first = next(recording.ticks())
    if recording.matrix:
        plan = _Plan(read_matrix(recording.matrix, report), {}, {}, {})
    elif any(position.cell for position in first.positions.values()):
        plan = _draw_visited(recording, report)
    else:
        plan = _draw_rooms(recording, report)
    plan.tables.top |= {
        "name": recording.name,
        "simulation": {
            "tick_minutes": recording.tick_minutes,
            "start": format_time(recording.start),
        },
    }
    files = plan.tables.to_files()
    empty = _build(recording, files, report)
    places = NameLookup(empty)
    if recording.matrix:
        _check_cells(recording, empty, report)
        plan = plan._replace(areas=_find_areas(recording.areas, places))
    ids = _assign_ids(recording.people)
    drawn = DrawnWorld(empty, ids, plan.areas, plan.objects, plan.seats)
    cast = tuple(
        assign_homes(
            [
                _describe_person(recording, number, first.positions[one.key], drawn, places, report)
                for number, one in enumerate(recording.people)
            ],
            places,
            report,
        )
    )
    files |= add_people(ImportedPeople(cast), files)[0]
    return drawn._replace(world=_build(recording, files, report))


def _build(recording: Recording, files: Mapping[str, str], report: ImportReport) -> World:
    world, problems = build_unchecked(files)
    if world is None:
        first = problems[0]
        raise report.make_error(
            SourceValue(SourceDocument(first.file, None)),
            first.code,
            f"no world can be made of the recording “{recording.name}”: {first.what}",
            first.fix,
        )
    return world


def _check_cells(recording: Recording, world: World, report: ImportReport) -> None:
    """Raise UnreadableError if somebody is outside the map that belongs to a recording."""
    for number, tick in enumerate(recording.ticks()):
        for cell in tick.cells:
            if not world.grid.contains(cell):
                raise report.make_error(
                    SourceValue(SourceDocument(recording.name, None)),
                    "outside-map",
                    f"at tick {number} somebody is at [{cell.x}, {cell.y}], outside the map of "
                    f"{world.grid.width} × {world.grid.height} cells in {recording.matrix}",
                    "put the map of the recording there, or none",
                )


def _assign_ids(people: Iterable[RecordedPerson]) -> dict[str, str]:
    ids = Ids()
    return {one.key: ids.make_unique(slugify(one.name)) for one in people}


def _describe_person(
    recording: Recording,
    number: int,
    position: RecordedPosition,
    drawn: DrawnWorld,
    places: NameLookup,
    report: ImportReport,
) -> Newcomer:
    """Return somebody who starts where they position, without memories: those come at their ticks."""
    person = recording.people[number]
    cell, area = drawn.locate(number, position)
    persona: dict[str, Any] = {"name": person.name}
    file = recording.name
    if person.folder:
        spatial = recording.source.path / person.folder / SPATIAL_FILE
        there = frozenset({SPATIAL_FILE} if spatial.is_file() else ())
        read = read_persona(recording.source, person.folder, there, places, report)
        persona, file = read.persona, read.file
    home = persona.get("home") or (area if area != WORLD else "")
    identity = drawn.people[person.key]
    row = {"persona": identity, "start": [*cell]}
    return Newcomer(identity, person.name, {**persona, "home": home}, row, file)


def _find_areas(areas: Iterable[PlaceName], places: NameLookup) -> dict[str, str]:
    """Return the ids of the areas of a map by their addresses “world:sector:arena”."""
    found = {
        area.key: places.find_areas([part.strip() for part in area.key.split(":")][1:])
        for area in areas
    }
    return {key: ids[0] for key, ids in found.items() if ids}


def _draw_visited(recording: Recording, report: ImportReport) -> _Plan:
    """Draw each area from the cells in which people stood while they were in it; areas without any
    follow below the map."""
    cells = [cell for tick in recording.ticks() for cell in tick.cells]
    width, height = max(cell.x for cell in cells) + 2, max(cell.y for cell in cells) + 2
    if width * height > MAX_CELLS:
        raise report.make_error(
            SourceValue(SourceDocument(recording.name, None)),
            "too-large",
            f"the cells of the recording reach to [{width - 2}, {height - 2}]: a map may have "
            f"{MAX_CELLS} cells",
            "correct the positions, or record on a smaller map",
        )
    owned = _share_cells(recording)
    unseen = [area.key for area in recording.areas if area.key not in owned]
    width = max(width, 3)
    for number, key in enumerate(unseen):
        row = height + 1 + 2 * number
        owned[key] = [Cell(x, row) for x in range(1, min(width, _ROOM_WIDTH))]
    return _lay_out(recording, report, (width, height + 2 * len(unseen) + 1), owned)


def _share_cells(recording: Recording) -> dict[str, list[Cell]]:
    """Return the cells of each area in reading order: those in which people were most often while
    they were in it."""
    visits: dict[Cell, Counter[str]] = defaultdict(Counter)
    known = {area.key for area in recording.areas}
    for tick in recording.ticks():
        for position in tick.positions.values():
            if position.cell is not None and position.area in known:
                visits[position.cell][position.area] += 1
    owned: dict[str, list[Cell]] = defaultdict(list)
    for cell in sorted(visits, key=lambda cell: (cell.y, cell.x)):
        area, _ = max(visits[cell].items(), key=lambda pair: (pair[1], pair[0]))
        owned[area].append(cell)
    return owned


def _draw_rooms(recording: Recording, report: ImportReport) -> _Plan:
    """Draw a room for each area, side by side, large enough for everybody and its objects."""
    objects = Counter(one.area for one in recording.objects)
    rows = [
        ceil(max(1, len(recording.people)) / _ROOM_WIDTH) + ceil(objects[area.key] / _ROOM_WIDTH)
        for area in recording.areas
    ]
    depth, across = max(rows, default=1) + 1, max(1, ceil(sqrt(len(recording.areas))))
    owned = {
        area.key: list(
            Box(
                1 + number % across * (_ROOM_WIDTH + 1),
                1 + number // across * (depth + 1),
                _ROOM_WIDTH,
                depth,
            ).cells()
        )
        for number, area in enumerate(recording.areas)
    }
    down = ceil(len(recording.areas) / across)
    size = (across * (_ROOM_WIDTH + 1) + 1, down * (depth + 1) + 1)
    return _lay_out(recording, report, size, owned)


def _lay_out(
    recording: Recording,
    report: ImportReport,
    size: tuple[int, int],
    owned: Mapping[str, list[Cell]],
) -> _Plan:
    """Return the tables of a map of open ground whose areas own some cells."""
    width, height = size
    tables, places = WorldTables(report), SourceValue(SourceDocument(recording.name, None))
    rows = [[_GROUND] * width for _ in range(height)]
    areas, objects = dict[str, str](), dict[str, str]()
    for area in recording.areas:
        cells = owned.get(area.key, [])
        if not cells:
            continue
        for x, y in cells:
            rows[y][x] = _FLOOR
        areas[area.key] = tables.add_area(
            places, area.name, list(_join_boxes(cells)), like=area.key
        )
    tables.rows = ["".join(row) for row in rows]
    tables.legend = {glyph: dict(LEGEND[glyph]) for glyph in (_FLOOR, _GROUND)}
    seats = {key: tuple(cells) for key, cells in owned.items()}
    taken: Counter[str] = Counter()
    for one in recording.objects:
        cells = owned.get(one.area, [])
        taken[one.area] += 1
        if taken[one.area] <= len(cells):
            objects[one.key] = tables.assign_id(places, "", one.name)
            entry = {"id": objects[one.key], "kind": tables.add_kind(one.name)}
            tables.add_object(entry, [cells[-taken[one.area]]])
    return _Plan(tables, areas, objects, seats)


def _join_boxes(cells: Iterable[Cell]) -> Iterator[Box]:
    """Yield boxes that cover cells in reading order, each a run in a row or several equal runs.

    >>> list(_join_boxes([Cell(1, 0), Cell(2, 0), Cell(1, 1), Cell(2, 1)]))
    [Box(x=1, y=0, width=2, height=2)]
    """
    runs: list[Box] = []
    for x, y in cells:
        if runs and runs[-1].y == y and runs[-1].x + runs[-1].width == x:
            runs[-1] = replace(runs[-1], width=runs[-1].width + 1)
        else:
            runs.append(Box(x, y, 1, 1))
    open_boxes: dict[tuple[int, int], Box] = {}
    for run in runs:
        above = open_boxes.get((run.x, run.width))
        if above is not None and above.y + above.height == run.y:
            open_boxes[run.x, run.width] = replace(above, height=above.height + 1)
        else:
            if above is not None:
                yield above
            open_boxes[run.x, run.width] = run
    yield from open_boxes.values()
