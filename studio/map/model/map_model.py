"""What the map workbench draws: ground, objects, people, areas, even with errors in the files."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import Layer, Sprite, put_sprite, single
from latticeville.draw.tilemap.badges import make_badges
from latticeville.world.model.areas import WORLD, Areas, AreaSpec, build_areas
from latticeville.world.model.footprint import Footprint
from latticeville.world.model.grid import VOID, Grid, Tile
from latticeville.world.model.looks import is_ground, is_tile_text
from latticeville.world.model.tiles import TILES_FILE
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import Renames
from studio.project.documents.entries import (
    SORTS,
    Entry,
    Sort,
    area_boxes,
    entry_footprint,
    list_entries,
    restored_names,
)
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, persona_file
from studio.project.edits.legend import read_legend
from studio.project.formats.map_text import MapText, changed_rows

UNKNOWN = "red"
"""The colour of a glyph that the legend does not have, and of an object whose kind is missing."""
MAX_RESTORED = 50
"""Most areas, objects and people that a step back selects; beyond it, the whole map has moved."""


class PlacedEntry(NamedTuple):
    """An object or a person on the map."""

    entry: Entry
    name: str
    footprint: Footprint
    sprite: Sprite
    opaque: bool = False
    """Whether it ends sight in the state that it is in."""

    @property
    def cell(self) -> Cell:
        """The first cell, row by row."""
        return self.footprint.first_cell


class MapModel:
    """What stands where in a project; what did not change since the sketch before is taken over
    from it.

    People who start in an area stand where the checked world put them, for nobody wrote down a
    cell.
    """

    def __init__(
        self, project: Project, before: "MapModel | None" = None, world: World | None = None
    ) -> None:
        self.project, self.world = project, world
        same = before if before and _same_tables(before, project, world) else None
        self.tiles: Mapping[str, Tile] = same.tiles if same else legend_tiles(project)
        alike = before if before and self.tiles == before.tiles else None
        self.tiles = alike.tiles if alike else self.tiles
        self.grid: Grid = _grid(project.map, self.tiles, alike.grid if alike else None)
        self.areas: Areas
        self.spots: Mapping[str, PlacedEntry]
        self.objects: Layer
        self.people: Layer
        size = (self.grid.width, self.grid.height)
        if same and (same.grid.width, same.grid.height) == size:
            self.areas, self.spots = same.areas, same.spots
            self.objects, self.people = same.objects, same.people
        else:
            self.areas, self.spots = _areas(project, *size), _spots(project, world)
            self.objects = sprite_layer(self.spots.values(), "objects")
            self.people = sprite_layer(self.spots.values(), "people")

    def area_at(self, cell: Cell) -> str:
        """Return the id of the innermost area at a cell."""
        inside = [area for area in self.areas.by_id.values() if cell in area]
        return min(inside, key=lambda area: area.size).id if inside else WORLD

    def area_path(self, cell: Cell) -> str:
        """Write which areas lie round a cell, from the outside in."""
        names = [
            self.name_of(str(area)) for area in self.areas.path(self.area_at(cell)) if area != WORLD
        ]
        return " › ".join(names) or "outside every area"

    def name_of(self, name: str) -> str:
        """Return what an area, an object or a person is called."""
        if name in self.areas.by_id:
            return self.areas.by_id[name].name
        return self.spots[name].name if name in self.spots else name

    def boxes_of(self, name: str) -> tuple[Box, ...]:
        """Return the boxes that something fills."""
        if name in self.spots:
            return self.spots[name].footprint.boxes
        area = self.areas.by_id.get(name)
        return area.boxes if area and name != WORLD else ()

    def ids_at(self, box: Box, cell: Cell) -> tuple[str, ...]:
        """Return the ids of all people and objects in a box, then of the areas of a cell from the
        inside out."""
        found = [spot for spot in self.spots.values() if spot.footprint.meets(box)]
        found.sort(key=lambda spot: spot.entry.sort != "people")
        areas = (area for area in reversed(self.areas.path(self.area_at(cell))) if area != WORLD)
        return (*(spot.entry.id for spot in found), *areas)

    def iter_names(self) -> Iterator[tuple[str, str]]:
        """Yield the id and the name of everybody and everything: people, areas, objects."""
        for name, spot in self.spots.items():
            if spot.entry.sort == "people":
                yield name, spot.name
        yield from ((area.id, area.name) for area in self.areas.by_id.values() if area.id != WORLD)
        for name, spot in self.spots.items():
            if spot.entry.sort == "objects":
                yield name, spot.name


def legend_tiles(project: Project) -> dict[str, Tile]:
    """Return the legend as far as it can be read."""
    return {
        glyph: _tile(glyph, table)
        for glyph, table in read_legend(project).items()
        if len(glyph) == 1
    }


def sprite_layer(spots: Iterable[PlacedEntry], sort: Sort) -> Layer:
    """Return the sprites of a sort by row and column; of several on one cell the first is seen."""
    made: dict[int, dict[int, Sprite]] = {}
    for spot in reversed([spot for spot in spots if spot.entry.sort == sort]):
        put_sprite(made, spot.sprite, spot.footprint)
    return made


def _same_tables(before: MapModel, project: Project, world: World | None) -> bool:
    """Tell whether a project differs from the map model of one before in nothing but the map."""
    old, new = before.project.files, project.files
    if before.world is not world or old.keys() != new.keys():
        return False
    return all(new[name] is old[name] for name in old.keys() - {project.map_name, TILES_FILE})


def _tile(glyph: str, table: object) -> Tile:
    if not isinstance(table, dict):
        return Tile(glyph, table if isinstance(table, str) else f"“{glyph}”", table is not False)
    name, color, terrain = table.get("name"), table.get("color"), table.get("terrain")
    ground = table.get("ground")
    return Tile(
        glyph,
        name if isinstance(name, str) else f"“{glyph}”",
        table.get("walkable") is not False,
        table.get("opaque") is True,
        color if isinstance(color, str) else "earth",
        terrain if isinstance(terrain, str) else "ground",
        ground if isinstance(ground, str) and is_ground(ground) else "",
        _textures(table),
        resources=_resources(table),
    )


def _resources(table: Mapping[str, object]) -> tuple[tuple[str, int], ...]:
    """Return what a legend entry says of resources, as far as it can be read."""
    held = table.get("resources")
    named = sorted(held.items()) if isinstance(held, dict) else ()
    return tuple((name, most) for name, most in named if isinstance(most, int))


def _textures(table: Mapping[str, object]) -> tuple[str, ...]:
    """Return the textures of a legend entry that can be drawn."""
    tiles = table.get("tiles")
    found = [table["tile"]] if "tile" in table else tiles if isinstance(tiles, list) else []
    return tuple(text for text in found if isinstance(text, str) and is_tile_text(text))


def _grid(rows: MapText, known: Mapping[str, Tile], before: Grid | None) -> Grid:
    """Return the map with every row as wide as the widest; a glyph that nobody knows is a tile of
    its own."""
    width = rows.width
    text = tuple(row.ljust(width, VOID) for row in rows)
    meaning = before.legend if before else {**known, VOID: _void()}
    strange = {glyph for block in rows.blocks for glyph in _glyphs(block)} - meaning.keys()
    if strange:
        meaning = {
            **meaning,
            **{
                glyph: Tile(glyph, f"“{glyph}” (unknown glyph)", color=UNKNOWN) for glyph in strange
            },
        }
    return Grid(width, rows.height, text, meaning)


def _void() -> Tile:
    return Tile(VOID, "void", walkable=False, opaque=True, color="void", terrain="void")


_KNOWN: dict[int, tuple[tuple[str, ...], frozenset[str]]] = {}


def _glyphs(block: tuple[str, ...]) -> frozenset[str]:
    """Return the glyphs of a block of rows; blocks are shared between editions, so most are
    known."""
    known = _KNOWN.get(id(block))
    if known is None or known[0] is not block:
        if len(_KNOWN) > 4096:
            _KNOWN.clear()
        known = _KNOWN[id(block)] = (block, frozenset().union(*block))
    return known[1]


def _areas(project: Project, width: int, height: int) -> Areas:
    found = list_entries(project, "areas").values()
    specs = [
        AreaSpec(one.id, _text(one.table.get("name"), one.id), area_boxes(one))
        for one in found
        if one.id != WORLD
    ]
    return build_areas("world", specs, max(width, 1), max(height, 1))


def _spots(project: Project, world: World | None) -> dict[str, PlacedEntry]:
    return {spot.entry.id: spot for spot in (*_things(project), *_residents(project, world))}


def _things(project: Project) -> Iterator[PlacedEntry]:
    known = kind_tables(project)
    for one in list_entries(project, "objects").values():
        cells = entry_footprint(one)
        if cells is None:
            continue
        kind = known.get(str(one.table.get("kind")))
        kind = kind if isinstance(kind, dict) else {"glyph": "?", "color": UNKNOWN}
        look = _state(kind, one)
        glyph = look.get("glyph") or one.table.get("glyph") or kind.get("glyph")
        color = look.get("color") or one.table.get("color") or kind.get("color")
        name = _text(
            one.table.get("name"), _text(kind.get("name"), str(one.table.get("kind", one.id)))
        )
        words = f"{_text(one.table.get('kind'), '')} {_text(kind.get('name'), '')}"
        state = _text(one.table.get("state"), _text(kind.get("start"), ""))
        tile = _text(look.get("tile") or kind.get("tile"), "")
        tile = tile if is_tile_text(tile) else ""
        glyph, color = single(_text(glyph, "?")[:1]), _text(color, "wood")
        sprite = Sprite(glyph, color, one.id, words, state, tile=tile)
        yield PlacedEntry(one, name, cells, sprite, look.get("opaque") is True)


def _state(kind: Mapping[str, Any], one: Entry) -> Mapping[str, Any]:
    states = kind.get("states")
    state = one.table.get("state", kind.get("start"))
    look = states.get(state) if isinstance(states, dict) and isinstance(state, str) else None
    return look if isinstance(look, dict) else {}


def _residents(project: Project, world: World | None) -> Iterator[PlacedEntry]:
    badges = make_badges(
        {one.id: _resident_name(project, one) for one in list_entries(project, "people").values()}
    )
    for one in list_entries(project, "people").values():
        persona = _persona(project, one)
        cells = entry_footprint(one)
        resident = world.people.get(one.id) if world else None
        if cells is None and resident:
            cells = Footprint((Box(*resident.start, 1, 1),))
        name = _resident_name(project, one)
        glyph, color = _text(persona.get("glyph"), name)[:1], _text(persona.get("color"), "person")
        if cells is not None:
            age = persona.get("age")
            sprite = Sprite(
                single(glyph),
                color,
                one.id,
                badge=badges[one.id],
                age=age if isinstance(age, int) else None,
            )
            yield PlacedEntry(one, name, cells, sprite)


def _persona(project: Project, one: Entry) -> Mapping[str, Any]:
    return (
        one.table if project.original else project.data(persona_file(str(one.table.get("persona"))))
    )


def _resident_name(project: Project, one: Entry) -> str:
    return _text(_persona(project, one).get("name"), one.id)


def _text(value: object, otherwise: str) -> str:
    return value if isinstance(value, str) and value else otherwise


def changed_cells(before: MapModel, after: MapModel) -> frozenset[Cell]:
    """Return the cells with another glyph, and those of objects and people, and of borders of
    areas, that changed."""
    cells = set(_redrawn(before.project.map, after.project.map))
    for name, spot in after.spots.items():
        if before.spots.get(name) != spot:
            cells.update(spot.footprint.cells())
    for name, area in after.areas.by_id.items():
        known = before.areas.by_id.get(name)
        if known is None or known.boxes != area.boxes:
            cells.update(cell for box in area.boxes for cell in _rim(box))
    return frozenset(filter(after.grid.contains, cells))


def _redrawn(before: MapText, after: MapText) -> Iterator[Cell]:
    """Yield the cells with another glyph."""
    for y, _ in changed_rows(before, after):
        for x, (old, new) in enumerate(zip_longest(before.row(y), after.row(y))):
            if old != new:
                yield Cell(x, y)


def _rim(box: Box) -> list[Cell]:
    right, bottom = box.x + box.width - 1, box.y + box.height - 1
    return [cell for cell in box.cells() if cell.x in (box.x, right) or cell.y in (box.y, bottom)]


class KeptSelection:
    """The new names of what was renamed since a selection was shown, by the old ones."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def follow(self, renames: Renames) -> None:
        """Take in what was renamed."""
        names = {**renames.areas, **renames.objects, **renames.people}
        self._names = {old: names.get(new, new) for old, new in self._names.items()} | names

    def take(self, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return a selection with its new names; they are the old ones from now on."""
        names, self._names = self._names, {}
        return tuple(names.get(name, name) for name in selection)


def restored_selection(
    before: Project, after: Project, selection: tuple[str, ...]
) -> tuple[str, ...]:
    """Return what a step from one project to another has restored; nothing if some of it is
    selected already."""
    tables = [
        {name: entry.table for sort in SORTS for name, entry in list_entries(project, sort).items()}
        for project in (before, after)
    ]
    restored = restored_names(*tables)
    return () if len(restored) > MAX_RESTORED or {*restored} & {*selection} else restored
