"""Read TMX and TSX files as the tables of the JSON formats of Tiled."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from latticeville.formats.report import FixedLocation, ImportReport, SourceDocument
from latticeville.formats.tiled.xml import XmlElement, parse_xml
from latticeville.world.io.sources import KeyPath
from latticeville.world.original.values import parse_number

_NUMBERS = frozenset(
    [
        *(
            "width",
            "height",
            "x",
            "y",
            "id",
            "gid",
            "firstgid",
            "tilewidth",
            "tileheight",
            "infinite",
            "visible",
        ),
        *("rotation", "tilecount", "columns", "margin", "spacing", "tileid"),
    ]
)
_LAYERS = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}
_LISTS = {
    "tileset": "tilesets",
    "tile": "tiles",
    "object": "objects",
    "wangset": "wangsets",
    "wangcolor": "colors",
    "wangtile": "wangtiles",
    "terrain": "terrains",
    **dict.fromkeys(_LAYERS, "layers"),
}
_WRAPPERS = ("wangsets", "terraintypes")
"""Elements that only hold a list."""


def read_xml(name: str, data: bytes, report: ImportReport) -> SourceDocument:
    """Return an XML file of Tiled in the shape of its JSON."""
    root = parse_xml(name, data, report)
    spots: dict[KeyPath, FixedLocation] = {}
    return SourceDocument(
        name, _to_table(root, (), spots) | {"type": root.tag}, _ElementLocator(spots)
    )


class _ElementLocator:
    def __init__(self, spots: dict[KeyPath, FixedLocation]) -> None:
        self._spots = spots

    def find(self, path: KeyPath) -> tuple[int, int]:
        """Return where the nearest element around a value begins."""
        return next(
            self._spots[path[:length]]
            for length in range(len(path), -1, -1)
            if path[:length] in self._spots
        )


def _to_table(
    element: XmlElement, path: KeyPath, spots: dict[KeyPath, FixedLocation]
) -> dict[str, Any]:
    """Return an element as a table: attributes, then what lies in it."""
    spots[path] = element.spot
    table: dict[str, Any] = {
        key: parse_number(value) if key in _NUMBERS else value
        for key, value in element.attributes.items()
    }
    if element.tag in _LAYERS:
        table["type"] = _LAYERS[element.tag]
    children = chain.from_iterable(
        child.children if child.tag in _WRAPPERS else (child,) for child in element.children
    )
    for child in children:
        _add_child(table, child, path, spots)
    return table


def _add_child(
    table: dict[str, Any], child: XmlElement, path: KeyPath, spots: dict[KeyPath, FixedLocation]
) -> None:
    """Add an element to the table around it, under the key that JSON would have."""
    tag = child.tag
    if tag == "properties":
        table["properties"] = [*_read_properties(child, (*path, "properties"), spots)]
    elif tag == "data":
        table |= _read_data(child, path, spots)
    elif tag == "objectgroup" and path[-2:-1] == ("tiles",):
        table["objectgroup"] = _to_table(child, (*path, "objectgroup"), spots)
    elif tag in _LISTS:
        many = table.setdefault(_LISTS[tag], [])
        many.append(_to_table(child, (*path, _LISTS[tag], len(many)), spots))
    elif tag in ("polygon", "polyline"):
        table[tag] = _read_points(child)
    elif tag in ("ellipse", "point"):
        table[tag] = True
    elif tag == "image":
        table |= _read_image(child)
    else:
        table[tag] = child.attributes.get("source") or dict(child.attributes)


def _read_points(element: XmlElement) -> list[dict[str, Any]]:
    pairs = (pair.partition(",") for pair in element.attributes.get("points", "").split())
    return [{"x": parse_number(x), "y": parse_number(y)} for x, _comma, y in pairs]


def _read_image(element: XmlElement) -> dict[str, Any]:
    """Return the picture of a tileset, and its size where it is told."""
    sides = {
        f"image{key}": parse_number(element.attributes.get(key, "")) for key in ("width", "height")
    }
    return {"image": element.attributes.get("source", "")} | {
        key: side for key, side in sides.items() if side
    }


def _read_data(
    element: XmlElement, path: KeyPath, spots: dict[KeyPath, FixedLocation]
) -> dict[str, Any]:
    """Return layer data: whole, or in chunks."""
    kept: dict[str, Any] = {
        key: element.attributes[key]
        for key in ("encoding", "compression")
        if key in element.attributes
    }
    chunks = [child for child in element.children if child.tag == "chunk"]
    if not chunks:
        spots[*path, "data"] = element.spot
        return {**kept, "data": element.text if kept else element.gids}
    tables = []
    for index, chunk in enumerate(chunks):
        table = _to_table(chunk, (*path, "chunks", index), spots)
        tables.append(table | {"data": chunk.text if kept else chunk.gids})
    return {**kept, "chunks": tables}


def _read_properties(
    element: XmlElement, path: KeyPath, spots: dict[KeyPath, FixedLocation]
) -> Iterator[dict[str, Any]]:
    for index, child in enumerate(element.children):
        spots[*path, index] = child.spot
        kind = child.attributes.get("type", "string")
        text = child.attributes.get("value", child.text)
        value: object = text
        if kind == "bool":
            value = text == "true"
        elif kind in ("int", "float", "object"):
            value = parse_number(text)
        elif kind == "class":
            value = {}
        yield {"name": child.attributes.get("name", ""), "type": kind, "value": value}
