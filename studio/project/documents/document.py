"""One file as a value: TOML, JSON, the map, its tile ids, or plain text."""

import json
import tomllib

import msgspec

from latticeville.world.model.tiles import TILES_FILE
from studio.project.formats.json_text import JsonText
from studio.project.formats.map_text import MapText
from studio.project.formats.plain_values import KeyPath
from studio.project.formats.refusal import EditRefusedError
from studio.project.formats.toml_text import TomlText


class PlainText(msgspec.Struct, frozen=True):
    """A text that is edited as a whole; also a table that cannot be read, until its text is
    mended."""

    text: str


Table = TomlText | JsonText
Document = Table | MapText | PlainText
_MENDS = "it has a syntax error: fix it first"


def parse_document(name: str, text: str, map_name: str = "") -> Document:
    """Read the text of a file; a table that is broken is kept as plain text."""
    if name in (map_name, TILES_FILE):
        return MapText.parse(text)
    try:
        if name.endswith(".toml"):
            tomllib.loads(text)
            return TomlText.parse(text)
        if name.endswith(".json"):
            json.loads(text)
            return JsonText.parse(text)
    except (ValueError, RecursionError):
        pass
    return PlainText(text)


def require_table(name: str, document: Document | None) -> Table:
    """Return a document that has values at paths, or refuse."""
    if isinstance(document, Table):
        return document
    raise EditRefusedError(f"there is no {name}" if document is None else f"{name}: {_MENDS}")


def is_same_text(one: Document | None, other: Document | None) -> bool:
    """Tell whether two files hold the same text; what they share is not looked at."""
    if one is other or one is None or other is None:
        return one is other
    if isinstance(one, MapText) and isinstance(other, MapText) and one.height == other.height:
        return (one.blocks, one.tail) == (other.blocks, other.tail)
    if isinstance(one, TomlText) and isinstance(other, TomlText) and one.sections == other.sections:
        return one.tail == other.tail
    return one.text == other.text


__all__ = [
    "Document",
    "KeyPath",
    "PlainText",
    "Table",
    "is_same_text",
    "parse_document",
    "require_table",
]
