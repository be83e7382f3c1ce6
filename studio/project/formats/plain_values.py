"""Values of TOML and JSON: write, compare and change them by path."""

import json
import re
from collections.abc import Mapping
from typing import Any, Protocol, Self, TypeVar

from studio.project.formats.refusal import EditRefusedError

KeyPath = tuple[str | int, ...]
"""The way from the top of a file to a value: keys, and indices of arrays."""


class TableText(Protocol):
    """A text that holds tables, and keeps everything else in it where a value changes."""

    def put(self, path: KeyPath, value: object) -> Self:
        """Return the text with another value at a path."""

    def drop(self, path: KeyPath) -> Self:
        """Return the text without the value at a path."""


T = TypeVar("T", bound=TableText)

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = re.compile(r'[\x00-\x1f\x7f"\\]')
_ESCAPED_LINES = re.compile(r'[\x00-\x08\x0b-\x1f\x7f\\]|"(?=""|"?$)')
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def to_toml(value: object, *, lines: bool = False) -> str:
    """Write a value as TOML, on one line unless it is a text of several or `lines` asks for that
    style.

    >>> to_toml({"name": "wall", "boxes": [[1, 2], [3, 4]], "walkable": False})
    '{ name = "wall", boxes = [[1, 2], [3, 4]], walkable = false }'
    """
    match value:
        case str():
            return _text(value, lines=lines)
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case list() | tuple():
            return f"[{', '.join(map(to_toml, value))}]"
        case dict():
            pairs = ", ".join(
                f"{to_toml_key(key)} = {to_toml(item)}" for key, item in value.items()
            )
            return f"{{ {pairs} }}" if pairs else "{}"
        case _ if hasattr(value, "isoformat"):
            return str(value.isoformat())
    raise EditRefusedError(f"{type(value).__name__} cannot be written to a file")


def to_toml_key(key: str, like: str = "") -> str:
    """Write a key as TOML, in quotes where it needs them or where another one has them.

    >>> to_toml_key("tea"), to_toml_key(",")
    ('tea', '","')
    """
    return key if _BARE.fullmatch(key) and like[:1] not in ("'", '"') else _text(key, lines=False)


def _text(text: str, *, lines: bool) -> str:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise EditRefusedError("the text contains an invalid character")
    if lines or ("\n" in text and text.strip()):
        return f'"""\n{_ESCAPED_LINES.sub(_escape, text)}"""'
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0], f"\\u{ord(match[0]):04x}")


def is_equal(one: object, other: object) -> bool:
    """Tell whether two values are equal and of the same types throughout: true is not 1, and 1 is
    not 1.0.

    >>> is_equal([1, {"a": True}], [1, {"a": True}]), is_equal(1, True)
    (True, False)
    """
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(is_equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            is_equal(value, other[key]) for key, value in one.items()
        )
    return type(one) is type(other) and (one == other or repr(one) == repr(other))


def value_at(data: object, path: KeyPath) -> Any:  # noqa: ANN401 - whatever the file holds
    """Return the value at a path, or None where there is none."""
    for part in path:
        if not has_key(data, part):
            return None
        data = data[part]  # type: ignore[index]
    return data


def has_value(data: object, path: KeyPath) -> bool:
    """Tell whether there is a value at a path."""
    return not path or (has_key(found := value_at(data, path[:-1]), path[-1]) and found is not None)


def has_key(data: object, part: str | int) -> bool:
    """Tell whether a table has a key, or a list an index."""
    if isinstance(data, dict):
        return part in data
    return isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data)


def deep_copy(data: object) -> Any:  # noqa: ANN401
    """Return a deep copy with lists for tuples and dicts for mappings.

    >>> deep_copy({"size": (1, 2)})
    {'size': [1, 2]}
    """
    if isinstance(data, Mapping):
        return {key: deep_copy(item) for key, item in data.items()}
    if isinstance(data, list | tuple):
        return [deep_copy(item) for item in data]
    return data


def to_json(value: object) -> str:
    """Write a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def merge_table(
    text: T, path: KeyPath, old: Mapping[str, object], value: Mapping[str, object]
) -> T:
    """Return a text in which a table has the keys and values of another one; what is equal stays as
    it is written."""
    for key in old:
        if key not in value:
            text = text.drop((*path, key))
    for key, item in value.items():
        text = text.put((*path, key), item)
    return text
