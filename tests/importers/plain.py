"""A plain reader of Tiled maps: what each cell says, found cell by cell, and the same map written
as XML."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

FLIPS = 0xF0000000
Table = dict[str, Any]


class Plain(NamedTuple):
    """The size of a map, and by cell whether one can walk, whether sight ends, and the gid on
    top."""

    width: int
    height: int
    walkable: list[bool]
    opaque: list[bool]
    tiles: list[int]


def plain(table: Table, skipped: tuple[str, ...] = ()) -> Plain:
    """Read the tables of a map; layers of skipped names count for nothing."""
    layers = [
        layer for layer in _flat(table["layers"], shown=True) if layer[0]["name"] not in skipped
    ]
    counting = [
        (layer, shown)
        for layer, shown in layers
        if shown or layer["name"] in ("Collisions", "Walls")
    ]
    wanted = [(layer, layer["name"] == "Collisions" or not shown) for layer, shown in counting]
    placed = [(layer, marks, [*_cells(layer)]) for layer, marks in wanted]
    if table.get("infinite"):
        spots = [cell for _, _, cells in placed for cell, gid in cells if gid]
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        width, height = max(x for x, _ in spots) - left + 1, max(y for _, y in spots) - top + 1
    else:
        left, top, width, height = 0, 0, table["width"], table["height"]
    said = {(x, y): [False, None, False, 0] for y in range(height) for x in range(width)}
    for layer, marks, cells in placed:
        for (x, y), gid in cells:
            if gid:
                _lay(
                    said[x - left, y - top],
                    layer,
                    gid,
                    _properties(_tile(table, gid & ~FLIPS)),
                    marks=marks,
                )
    rows = [said[x, y] for y in range(height) for x in range(width)]
    walkable = [bool(there) and not solid for there, solid, _, _ in rows]
    return Plain(
        width, height, walkable, [bool(row[2]) for row in rows], [int(row[3] or 0) for row in rows]
    )


def to_tmx(table: Table) -> str:
    """Write the tables of a map as TMX, cells as CSV."""
    sides = ("width", "height", "tilewidth", "tileheight", "orientation")
    head = "".join(f" {key}={quoteattr(str(table[key]))}" for key in sides)
    sets = "".join(_set(entry) for entry in table["tilesets"])
    body = "".join(map(_layer, table["layers"]))
    return (
        f'<?xml version="1.0"?>\n<map{head} '
        f'infinite="{int(table.get("infinite", False))}">{sets}{body}</map>\n'
    )


def _lay(cell: list[Any], layer: Table, gid: int, said: Table, *, marks: bool) -> None:
    own = _properties(layer)
    if marks:
        cell[1] = True
    else:
        cell[0], cell[3] = True, gid
        walkable = said.get(
            "walkable", own.get("walkable", False if layer["name"] == "Walls" else None)
        )
        cell[1] = cell[1] if walkable is None else not walkable
    opaque = said.get("opaque", own.get("opaque"))
    cell[2] = cell[2] if opaque is None else opaque


def _flat(layers: list[Table], *, shown: bool) -> Iterator[tuple[Table, bool]]:
    for layer in layers:
        seen = shown and layer.get("visible", True)
        if layer["type"] == "group":
            yield from _flat(layer["layers"], shown=seen)
        elif layer["type"] == "tilelayer":
            yield layer, seen


def _cells(layer: Table) -> Iterator[tuple[tuple[int, int], int]]:
    for part in layer.get("chunks", [layer]):
        for index, gid in enumerate(part["data"]):
            y, x = divmod(index, part["width"])
            yield (part.get("x", 0) + x, part.get("y", 0) + y), gid


def _tile(table: Table, gid: int) -> Table:
    entry = max(
        (each for each in table["tilesets"] if each["firstgid"] <= gid),
        key=lambda each: each["firstgid"],
    )
    return next(
        (tile for tile in entry.get("tiles", ()) if tile["id"] == gid - entry["firstgid"]), {}
    )


def _properties(owner: Table) -> Table:
    return {row["name"]: row["value"] for row in owner.get("properties", ())}


def _told(owner: Table) -> str:
    kinds = {bool: "bool", int: "int"}
    rows = (
        f'<property name={quoteattr(row["name"])} type="{kinds.get(type(row["value"]), "string")}" '
        f"value={quoteattr(str(row['value']).lower() if isinstance(row['value'], bool) else str(row['value']))}/>"
        for row in owner.get("properties", ())
    )
    return f"<properties>{''.join(rows)}</properties>" if owner.get("properties") else ""


def _set(entry: Table) -> str:
    keys = (
        "firstgid",
        "name",
        "tilewidth",
        "tileheight",
        "tilecount",
        "columns",
        "margin",
        "spacing",
    )
    head = "".join(f" {key}={quoteattr(str(entry[key]))}" for key in keys if key in entry)
    sides = f'width="{entry.get("imagewidth", 16)}" height="{entry.get("imageheight", 16)}"'
    image = f"<image source={quoteattr(entry['image'])} {sides}/>" if "image" in entry else ""
    tiles = (f'<tile id="{tile["id"]}">{_told(tile)}</tile>' for tile in entry.get("tiles", ()))
    return f"<tileset{head}>{image}{''.join(tiles)}</tileset>\n"


def _layer(layer: Table) -> str:
    tag = "group" if layer["type"] == "group" else "layer"
    keys = ("name", "width", "height", "offsetx")
    head = "".join(f" {key}={quoteattr(str(layer[key]))}" for key in keys if key in layer)
    head += "" if layer.get("visible", True) else ' visible="0"'
    if tag == "group":
        return f"<group{head}>{''.join(map(_layer, layer['layers']))}</group>\n"
    chunks = (
        f'<chunk x="{part["x"]}" y="{part["y"]}" width="{part["width"]}" height="{part["height"]}">'
        f"{','.join(map(str, part['data']))}</chunk>"
        for part in layer.get("chunks", ())
    )
    cells = "".join(chunks) if "chunks" in layer else ",".join(map(str, layer["data"]))
    return f'<layer{head}>{_told(layer)}<data encoding="csv">{cells}</data></layer>\n'
