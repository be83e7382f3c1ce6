"""TMX and TSX as the tables that the JSON formats of Tiled would hold."""

from collections.abc import Iterator
from typing import Any

from latticeville.world.importers.report import Doc, Report, Spot
from latticeville.world.importers.tiled.xml import Element, parse_xml
from latticeville.world.importers.values import number
from latticeville.world.sources import KeyPath

_NUMBERS = frozenset(
    [
        *("width", "height", "x", "y", "id", "gid", "firstgid", "tilewidth", "tileheight", "infinite", "visible"),
        *("rotation", "tilecount", "columns", "margin", "spacing"),
    ]
)
_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
_LISTS = {"tileset": "tilesets", "tile": "tiles", "object": "objects", **dict.fromkeys(_LAYERS, "layers")}


def read_xml(name: str, data: bytes, report: Report) -> Doc:
    """Return an XML file of Tiled in the shape of its JSON."""
    root = parse_xml(name, data, report)
    spots: dict[KeyPath, Spot] = {}
    return Doc(name, _table(root, (), spots) | {"type": root.tag}, _Spots(spots))


class _Spots:
    def __init__(self, spots: dict[KeyPath, Spot]) -> None:
        self._spots = spots

    def find(self, path: KeyPath) -> tuple[int, int]:
        """Return where the nearest element around a value begins."""
        return next(self._spots[path[:length]] for length in range(len(path), -1, -1) if path[:length] in self._spots)


def _table(element: Element, path: KeyPath, spots: dict[KeyPath, Spot]) -> dict[str, Any]:
    """Return an element as a table: attributes, then what lies in it."""
    spots[path] = element.spot
    table: dict[str, Any] = {
        key: number(value) if key in _NUMBERS else value for key, value in element.attributes.items()
    }
    if element.tag in _LAYERS:
        table["type"] = _LAYERS[element.tag]
    for child in element.children:
        _add(table, child, path, spots)
    return table


def _add(table: dict[str, Any], child: Element, path: KeyPath, spots: dict[KeyPath, Spot]) -> None:
    """Add an element to the table around it, under the key that JSON would have."""
    tag = child.tag
    if tag == "properties":
        table["properties"] = [*_properties(child, (*path, "properties"), spots)]
    elif tag == "data":
        table |= _data(child, path, spots)
    elif tag == "objectgroup" and path[-2:-1] == ("tiles",):
        table["objectgroup"] = _table(child, (*path, "objectgroup"), spots)
    elif tag in _LISTS:
        many = table.setdefault(_LISTS[tag], [])
        many.append(_table(child, (*path, _LISTS[tag], len(many)), spots))
    elif tag in ("polygon", "polyline"):
        table[tag] = _points(child)
    elif tag in ("ellipse", "point"):
        table[tag] = True
    elif tag == "image":
        table |= _image(child)
    else:
        table[tag] = child.attributes.get("source") or dict(child.attributes)


def _points(element: Element) -> list[dict[str, Any]]:
    pairs = (pair.partition(",") for pair in element.attributes.get("points", "").split())
    return [{"x": number(x), "y": number(y)} for x, _comma, y in pairs]


def _image(element: Element) -> dict[str, Any]:
    """Return the picture of a tileset, and its size where it is told."""
    sides = {f"image{key}": number(element.attributes.get(key, "")) for key in ("width", "height")}
    return {"image": element.attributes.get("source", "")} | {key: side for key, side in sides.items() if side}


def _data(element: Element, path: KeyPath, spots: dict[KeyPath, Spot]) -> dict[str, Any]:
    """Return layer data: whole, or in chunks."""
    kept: dict[str, Any] = {
        key: element.attributes[key] for key in ("encoding", "compression") if key in element.attributes
    }
    chunks = [child for child in element.children if child.tag == "chunk"]
    if not chunks:
        spots[*path, "data"] = element.spot
        return {**kept, "data": element.text if kept else element.gids}
    tables = []
    for index, chunk in enumerate(chunks):
        table = _table(chunk, (*path, "chunks", index), spots)
        tables.append(table | {"data": chunk.text if kept else chunk.gids})
    return {**kept, "chunks": tables}


def _properties(element: Element, path: KeyPath, spots: dict[KeyPath, Spot]) -> Iterator[dict[str, Any]]:
    for index, child in enumerate(element.children):
        spots[*path, index] = child.spot
        kind = child.attributes.get("type", "string")
        text = child.attributes.get("value", child.text)
        value: object = text
        if kind == "bool":
            value = text == "true"
        elif kind in ("int", "float", "object"):
            value = number(text)
        elif kind == "class":
            value = {}
        yield {"name": child.attributes.get("name", ""), "type": kind, "value": value}
