"""Read XML as a tree of elements with positions, without document types and entities."""

from collections.abc import Iterator
from itertools import chain
from typing import Any
from xml.parsers import expat

from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceValue,
)
from latticeville.world.io.sources import KeyPath
from latticeville.world.original.values import parse_number

_MAX_DEPTH = 100


class XmlElement:
    """One element: its attributes, its text, and the elements in it."""

    __slots__ = ("attributes", "children", "gids", "spot", "tag", "texts")

    def __init__(self, tag: str, attributes: dict[str, str], spot: FixedLocation) -> None:
        self.tag, self.attributes, self.spot = tag, attributes, spot
        self.children: list[XmlElement] = []
        self.texts: list[str] = []
        self.gids: list[int] = []
        """The tiles of layer data that are written one by one."""

    @property
    def text(self) -> str:
        """The text directly in the element."""
        return "".join(self.texts)


class _ForbiddenError(Exception):
    """The document holds what an import does not read."""


class _Builder:
    def __init__(self) -> None:
        self.root = XmlElement("", {}, FixedLocation(1, 1))
        self.stack = [self.root]
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype

    @property
    def spot(self) -> FixedLocation:
        return FixedLocation(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        around = self.stack[-1]
        if len(self.stack) > _MAX_DEPTH:
            raise _ForbiddenError("elements that are nested too deeply")
        element = XmlElement(tag, attributes, self.spot)
        if tag == "tile" and around.tag in ("data", "chunk"):
            gid = attributes.get("gid", "0")
            around.gids.append(int(gid) if gid.isascii() and gid.isdigit() and len(gid) < 11 else 0)
        else:
            around.children.append(element)
        self.stack.append(element)

    def _end(self, _tag: str) -> None:
        self.stack.pop()

    def _text(self, text: str) -> None:
        self.stack[-1].texts.append(text)

    def _doctype(self, *_details: object) -> None:
        raise _ForbiddenError("a document type")


def parse_xml(name: str, data: bytes, report: ImportReport) -> XmlElement:
    """Return the outermost element of a file."""
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)  # noqa: FBT003 - expat takes it so
    except expat.ExpatError as error:
        what = f"invalid XML: {expat.ErrorString(error.code)}"
        at = SourceValue(SourceDocument(name, None, FixedLocation(error.lineno, error.offset + 1)))
        raise report.make_error(
            at, "xml-syntax", what, "correct the XML, or save the map again in Tiled"
        ) from error
    except (_ForbiddenError, ValueError, LookupError) as error:
        what = f"this XML cannot be imported: it has {error}"
        why = (
            "a document type can expand without end or read other files; deep nesting can "
            "exhaust the memory"
        )
        raise report.make_error(
            SourceValue(SourceDocument(name, None, builder.spot)),
            "xml-syntax",
            what,
            "remove it",
            why,
        ) from error
    return builder.root.children[0]


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
