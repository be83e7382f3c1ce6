"""Write a world as a Tiled map without loss, with properties for what Tiled has no field for."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from latticeville.core.geometry import Box, Cell
from latticeville.core.raster_image import rgb_png
from latticeville.draw.palette import NIGHT, hex_of
from latticeville.formats.tiled.carried import (
    CARRIED,
    DRAWN_FIELDS,
    NO_FILES,
    PLACEHOLDER,
    CarriedFiles,
    carried_fields,
)
from latticeville.world.conversion import MAP_FILE, draft_to_texts, map_text, parse_draft
from latticeville.world.io.files import STAMPS_FILE, normalize_text
from latticeville.world.io.parse import Draft
from latticeville.world.model.tiles import FLIP_BITS, TILES_FILE, TileLayer
from latticeville.world.model.world import World
from latticeville.world.schema.table import Table
from latticeville.world.schema.tiles import TilesetTable
from latticeville.world.schema.world import ObjectTable, PersonTable, TileTable

CELL_PIXELS = 16
"""How many pixels a cell is wide and high."""
COLUMNS = 16
"""How many tiles stand in a row of the picture."""
_TYPE_NAMES = {bool: "bool", int: "int", float: "float"}


def to_tmj(world: World, picture: str, carried: CarriedFiles = NO_FILES, images: str = "") -> str:
    """Return a world as the text of a .tmj file, whose tiles stand in a picture.

    `images` is the folder beside the map into which the images go that it carries.
    """
    draft = parse_draft(world.files)
    if draft is None:
        raise ValueError("the files are not a valid world")
    first = _first_legend_id(draft, world.tiles)
    glyphs = {glyph: number for number, glyph in enumerate(draft.world.legend, first)}
    size = {"width": world.grid.width, "height": world.grid.height}
    cells = [glyphs.get(glyph, 0) for row in world.grid.rows for glyph in row]
    layers = [
        {"type": "tilelayer", **size, "data": cells, **_layer_fields(1, "ground")},
        _object_layer(2, "areas", _area_objects(draft)),
        _object_layer(3, "objects", _placed_objects(draft)),
        _object_layer(4, "people", _person_objects(draft, world)),
    ]
    numbers = iter(range(1, 1 << 30))
    for layer in layers[1:]:
        layer["objects"] = [
            {"id": next(numbers), "rotation": 0, "visible": True, **each}
            for each in layer["objects"]
        ]
    if world.tiles:
        ids = {
            "data": world.tiles.ids.tolist(),
            "class": "tiles",
            **_layer_fields(len(layers) + 1, "tiles"),
        }
        layers.insert(1, {"type": "tilelayer", **size, **ids})
    table = {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        **size,
        "tilewidth": CELL_PIXELS,
        "tileheight": CELL_PIXELS,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next(numbers),
        "properties": [*_map_properties(draft, world, carried, images)],
        "tilesets": [
            *_source_tilesets(draft, world.tiles, first),
            _legend_tileset(draft, picture, first),
        ],
        "layers": layers,
    }
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def _object_layer(number: int, name: str, objects: Iterable[dict[str, Any]]) -> dict[str, Any]:
    fields = _layer_fields(number, name)
    return {"type": "objectgroup", "draworder": "index", "objects": objects, **fields}


def _layer_fields(number: int, name: str) -> dict[str, Any]:
    return {"id": number, "name": name, "opacity": 1, "visible": True, "x": 0, "y": 0}


def _map_properties(
    draft: Draft, world: World, carried: CarriedFiles, images: str
) -> Iterator[dict[str, Any]]:
    """Yield the properties of the map: a mark, its text files, and the paths of its images.

    The map and its tile ids stand in layers, so their texts are carried only where a layer would
    lose a part of them.
    """
    yield _property("latticeville", 1)
    files = {**draft_to_texts(draft), **_original_texts(draft, carried)}
    yield _property("world.toml", files.pop("world.toml"))
    drawn = {draft.world.map: map_text(draft.rows), MAP_FILE: map_text(draft.rows)}
    if world.tiles and any(world.tiles.ids):
        drawn[TILES_FILE] = world.tiles.text
    for name in sorted(files):
        if files[name] != drawn.get(name):
            yield _property(name, files[name])
    for name in sorted(carried.images):
        yield {"name": name, "type": "file", "value": f"{images}/{name}"}


def _original_texts(draft: Draft, carried: CarriedFiles) -> dict[str, str]:
    """Return the texts as they stand on disk: those of the draft with their line ends, and the
    stamps."""
    known = draft.sources.files
    return {
        name: text
        for name, text in carried.texts.items()
        if name == STAMPS_FILE or known.get(name) == normalize_text(text)
    }


def _first_legend_id(draft: Draft, tiles: TileLayer | None) -> int:
    """Return the first id of the legend's tileset, after all that the world's tilesets may use."""
    ends = [tileset.first + max(tileset.count, 1) for tileset in draft.tiles.tilesets]
    used = max((gid & ~FLIP_BITS for gid in {*tiles.ids}), default=0) + 1 if tiles else 1
    return max([used, *ends])


def _source_tilesets(draft: Draft, tiles: TileLayer | None, end: int) -> Iterator[dict[str, Any]]:
    """Yield the tilesets that the tile ids belong to; one of all ids where no file names any."""
    tilesets = sorted(draft.tiles.tilesets, key=lambda each: each.first)
    if tiles and not tilesets:
        tilesets = [TilesetTable(first=1, name=PLACEHOLDER, count=end - 1)]
    ends = [*(tileset.first for tileset in tilesets[1:]), end]
    for tileset, following in zip(tilesets, ends, strict=False):
        count = tileset.count or max(following - tileset.first, 1)
        wide, high = tileset.size
        columns = tileset.columns or COLUMNS
        image = tileset.image_size or (columns * wide, -(-count // columns) * high)
        yield {
            "firstgid": tileset.first,
            "name": tileset.name,
            **({} if draft.tiles.tilesets else {"class": PLACEHOLDER}),
            "image": tileset.image,
            "imagewidth": image[0],
            "imageheight": image[1],
            "tilewidth": wide,
            "tileheight": high,
            "tilecount": count,
            "columns": columns,
            "margin": tileset.margin,
            "spacing": tileset.spacing,
        }


def _legend_tileset(draft: Draft, picture: str, first: int) -> dict[str, Any]:
    tiles = [
        {"id": number, "type": tile.name, **_property_list(_tile_properties(glyph, tile))}
        for number, (glyph, tile) in enumerate(draft.world.legend.items())
    ]
    return {
        "firstgid": first,
        "name": "legend",
        "image": picture,
        "imagewidth": COLUMNS * CELL_PIXELS,
        "imageheight": -(-len(tiles) // COLUMNS) * CELL_PIXELS,
        "tilewidth": CELL_PIXELS,
        "tileheight": CELL_PIXELS,
        "tilecount": -(-len(tiles) // COLUMNS) * COLUMNS,
        "columns": COLUMNS,
        "margin": 0,
        "spacing": 0,
        "tiles": tiles,
    }


def _tile_properties(glyph: str, tile: TileTable) -> dict[str, Any]:
    """Return what the legend says of a tile; several textures, resources and carried fields are
    JSON."""
    nested = {key: getattr(tile, key) for key in ("tiles", "resources")}
    written = {
        key: json.dumps(value, ensure_ascii=False) if value else None
        for key, value in nested.items()
    }
    drawn = tile.model_dump(include={*DRAWN_FIELDS[TileTable]})
    return {"glyph": glyph, **drawn, **written, CARRIED: _carried_as_json(tile)}


def _area_objects(draft: Draft) -> list[dict[str, Any]]:
    found = []
    for area in draft.world.areas:
        told = _property_list({"id": area.id, CARRIED: _carried_as_json(area)})
        found += [
            {"name": area.name, "type": "area", **_pixel_box(Box(*box)), **told}
            for box in area.boxes
        ]
        found += [
            _point_object("", "start", Cell(*start)) | _property_list({"area": area.id})
            for start in area.starts
        ]
    return found


def _placed_objects(draft: Draft) -> list[dict[str, Any]]:
    return [
        {
            "name": thing.name or "",
            "type": thing.kind,
            **_pixel_box(Box(*thing.cell, *_object_size(thing))),
            **_property_list(_object_properties(thing)),
        }
        for thing in draft.world.objects
    ]


def _object_size(thing: ObjectTable) -> tuple[int, int]:
    return (max(map(len, thing.shape)), len(thing.shape)) if thing.shape else thing.size


def _object_properties(thing: ObjectTable) -> dict[str, Any]:
    counters = {f"counters.{name}": value for name, value in thing.counters.items()}
    own = {
        "shape": "/".join(thing.shape) or None,
        "state": thing.state,
        "glyph": thing.glyph,
        "color": thing.color,
    }
    return {"id": thing.id, "kind": thing.kind, **own, **counters, CARRIED: _carried_as_json(thing)}


def _carried_as_json(table: Table) -> str | None:
    """Return as JSON what a table says that Tiled has no place for, if it says anything of it."""
    found = table.model_dump(
        mode="json", exclude_defaults=True, include={*carried_fields(type(table))}
    )
    return json.dumps(found, ensure_ascii=False) if found else None


def _person_objects(draft: Draft, world: World) -> list[dict[str, Any]]:
    found = []
    for person in draft.world.people:
        resident = world.people[person.id or person.persona]
        found.append(
            _point_object(resident.persona.name, "person", resident.start)
            | _property_list(_person_properties(person))
        )
    return found


def _person_properties(person: PersonTable) -> dict[str, Any]:
    """Return what a world says of a person; without a start the person stands on the cell that is
    drawn."""
    start = {} if isinstance(person.start, tuple) else {"start": person.start or ""}
    knows = None if person.knows is None else ", ".join(person.knows)
    own = {
        "persona": person.persona,
        "id": person.id,
        "home": person.home,
        "work": person.work,
        "knows": knows,
    }
    return own | start | {CARRIED: _carried_as_json(person)}


def _point_object(name: str, sort: str, cell: Cell) -> dict[str, Any]:
    return (
        {"name": name, "type": sort, "point": True}
        | _pixel_box(Box(*cell, 1, 1))
        | {"width": 0, "height": 0}
    )


def _pixel_box(box: Box) -> dict[str, int]:
    return {
        "x": box.x * CELL_PIXELS,
        "y": box.y * CELL_PIXELS,
        "width": box.width * CELL_PIXELS,
        "height": box.height * CELL_PIXELS,
    }


def _property_list(values: dict[str, Any]) -> dict[str, Any]:
    return {
        "properties": [
            _property(name, value) for name, value in values.items() if value is not None
        ]
    }


def _property(name: str, value: object) -> dict[str, Any]:
    return {"name": name, "type": _TYPE_NAMES.get(type(value), "string"), "value": value}


def tile_sheet(world: World) -> bytes:
    """Return the tiles of a map of Tiled, one for each entry of the legend."""
    void = _rgb(NIGHT["void"], 1)
    legend = [tile for glyph, tile in world.grid.legend.items() if glyph != "\0"]
    lines: list[bytes] = []
    for start in range(0, len(legend), COLUMNS):
        row = legend[start : start + COLUMNS]
        solid, edge = ([_rgb(hex_of(tile.color), light) for tile in row] for light in (1, 0.75))
        rest = void * CELL_PIXELS * (COLUMNS - len(row))
        middle = (
            b"".join(
                one + two * (CELL_PIXELS - 2) + one for one, two in zip(edge, solid, strict=True)
            )
            + rest
        )
        border = b"".join(one * CELL_PIXELS for one in edge) + rest
        lines += [border, *[middle] * (CELL_PIXELS - 2), border]
    return rgb_png(COLUMNS * CELL_PIXELS, b"".join(lines))


def _rgb(color: str, light: float) -> bytes:
    return bytes(round(int(color[place : place + 2], 16) * light) for place in (1, 3, 5))
