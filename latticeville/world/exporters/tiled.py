"""A world as a map of Tiled that loses nothing: what Tiled has no field for stands in properties."""

import json
from collections.abc import Iterator
from typing import Any

from latticeville.core.geometry import Box, Cell
from latticeville.world.pack import World
from latticeville.world.parse import Draft
from latticeville.world.schema.tiles import TilesetTable
from latticeville.world.schema.world import RULES, AreaTable, ObjectTable, PersonTable
from latticeville.world.texts import draft_of, texts_of
from latticeville.world.tiles import FLIPS, TILES, TileLayer

SIDE = 16
"""How many pixels a cell is wide and high."""
COLUMNS = 16
"""How many tiles stand in a row of the picture."""
_KINDS = {bool: "bool", int: "int", float: "float"}


def to_tmj(world: World, picture: str) -> str:
    """Return a world as the text of a .tmj file, whose tiles stand in a picture."""
    draft = draft_of(world.files)
    if draft is None:
        raise ValueError("the files of a world are no world")
    first = _first(draft, world.tiles)
    glyphs = {glyph: number for number, glyph in enumerate(draft.world.legend, first)}
    width, height = world.grid.width, world.grid.height
    cells = [glyphs.get(glyph, 0) for row in world.grid.rows for glyph in row]
    layers = [
        {"type": "tilelayer", "width": width, "height": height, "data": cells, **_layer(1, "ground")},
        {"type": "objectgroup", "draworder": "index", "objects": _areas(draft), **_layer(2, "areas")},
        {"type": "objectgroup", "draworder": "index", "objects": _objects(draft), **_layer(3, "objects")},
        {"type": "objectgroup", "draworder": "index", "objects": _people(draft, world), **_layer(4, "people")},
    ]
    numbers = iter(range(1, 1 << 30))
    for layer in layers[1:]:
        layer["objects"] = [{"id": next(numbers), "rotation": 0, "visible": True, **each} for each in layer["objects"]]
    if world.tiles:
        ids = {"data": world.tiles.ids.tolist(), "class": "tiles", **_layer(len(layers) + 1, "tiles")}
        layers.insert(1, {"type": "tilelayer", "width": width, "height": height, **ids})
    table = {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": width,
        "height": height,
        "tilewidth": SIDE,
        "tileheight": SIDE,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next(numbers),
        "properties": [*_top(draft)],
        "tilesets": [*_sources(draft, world.tiles, first), _tileset(draft, picture, first)],
        "layers": layers,
    }
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def _layer(number: int, name: str) -> dict[str, Any]:
    return {"id": number, "name": name, "opacity": 1, "visible": True, "x": 0, "y": 0}


def _top(draft: Draft) -> Iterator[dict[str, Any]]:
    """Yield the properties of the map: a mark, and all files but the map and its tile ids as texts."""
    yield _property("latticeville", 1)
    files = texts_of(draft)
    yield _property("world.toml", files["world.toml"])
    for name in sorted(files.keys() - {"world.toml", draft.world.map, "world.map", TILES}):
        yield _property(name, files[name])


def _first(draft: Draft, tiles: TileLayer | None) -> int:
    """Return the first id of the legend's tileset, after all that the world's tilesets may use."""
    ends = [tileset.first + max(tileset.count, 1) for tileset in draft.tiles.tilesets]
    used = max((gid & ~FLIPS for gid in {*tiles.ids}), default=0) + 1 if tiles else 1
    return max([used, *ends])


def _sources(draft: Draft, tiles: TileLayer | None, end: int) -> Iterator[dict[str, Any]]:
    """Yield the tilesets that the tile ids belong to; one of all ids where no file names any."""
    tilesets = sorted(draft.tiles.tilesets, key=lambda each: each.first)
    if tiles and not tilesets:
        tilesets = [TilesetTable(first=1, name="tiles", count=end - 1)]
    ends = [*(tileset.first for tileset in tilesets[1:]), end]
    for tileset, following in zip(tilesets, ends, strict=False):
        count = tileset.count or max(following - tileset.first, 1)
        wide, high = tileset.size
        columns = tileset.columns or COLUMNS
        image = tileset.image_size or (columns * wide, -(-count // columns) * high)
        yield {
            "firstgid": tileset.first,
            "name": tileset.name,
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


def _tileset(draft: Draft, picture: str, first: int) -> dict[str, Any]:
    tiles = [
        {"id": number, "type": tile.name, **_properties({"glyph": glyph, **tile.model_dump()})}
        for number, (glyph, tile) in enumerate(draft.world.legend.items())
    ]
    return {
        "firstgid": first,
        "name": "legend",
        "image": picture,
        "imagewidth": COLUMNS * SIDE,
        "imageheight": -(-len(tiles) // COLUMNS) * SIDE,
        "tilewidth": SIDE,
        "tileheight": SIDE,
        "tilecount": -(-len(tiles) // COLUMNS) * COLUMNS,
        "columns": COLUMNS,
        "margin": 0,
        "spacing": 0,
        "tiles": tiles,
    }


def _areas(draft: Draft) -> list[dict[str, Any]]:
    found = []
    for area in draft.world.areas:
        told = _properties({"id": area.id, "rules": _rules(area)})
        found += [{"name": area.name, "type": "area", **_box(Box(*box)), **told} for box in area.boxes]
        found += [_point("", "start", Cell(*start)) | _properties({"area": area.id}) for start in area.starts]
    return found


def _objects(draft: Draft) -> list[dict[str, Any]]:
    return [
        {
            "name": thing.name or "",
            "type": thing.kind,
            **_box(Box(*thing.cell, *_extent(thing))),
            **_properties(_told(thing)),
        }
        for thing in draft.world.objects
    ]


def _extent(thing: ObjectTable) -> tuple[int, int]:
    return (max(map(len, thing.shape)), len(thing.shape)) if thing.shape else thing.size


def _told(thing: ObjectTable) -> dict[str, Any]:
    counters = {f"counters.{name}": value for name, value in thing.counters.items()}
    own = {"shape": "/".join(thing.shape) or None, "state": thing.state, "glyph": thing.glyph, "color": thing.color}
    return {"id": thing.id, "kind": thing.kind, **own, **counters, "rules": _rules(thing)}


def _rules(table: AreaTable | ObjectTable) -> str | None:
    """Return as JSON what a table says that Tiled has no room for, if it says anything of it."""
    found = table.model_dump(mode="json", exclude_defaults=True, include={*RULES})
    return json.dumps(found, ensure_ascii=False) if found else None


def _people(draft: Draft, world: World) -> list[dict[str, Any]]:
    found = []
    for person in draft.world.people:
        resident = world.people[person.id or person.persona]
        found.append(_point(resident.persona.name, "person", resident.start) | _properties(_known(person)))
    return found


def _known(person: PersonTable) -> dict[str, Any]:
    """Return what a world says of a person; without a start the person stands on the cell that is drawn."""
    start = {} if isinstance(person.start, tuple) else {"start": person.start or ""}
    knows = None if person.knows is None else ", ".join(person.knows)
    own = {"persona": person.persona, "id": person.id, "home": person.home, "work": person.work, "knows": knows}
    return own | start


def _point(name: str, sort: str, cell: Cell) -> dict[str, Any]:
    return {"name": name, "type": sort, "point": True} | _box(Box(*cell, 1, 1)) | {"width": 0, "height": 0}


def _box(box: Box) -> dict[str, int]:
    return {"x": box.x * SIDE, "y": box.y * SIDE, "width": box.width * SIDE, "height": box.height * SIDE}


def _properties(values: dict[str, Any]) -> dict[str, Any]:
    return {"properties": [_property(name, value) for name, value in values.items() if value is not None]}


def _property(name: str, value: object) -> dict[str, Any]:
    return {"name": name, "type": _KINDS.get(type(value), "string"), "value": value}
