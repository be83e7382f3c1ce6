"""Tables as TOML text, laid out as somebody would who means to read it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = re.compile(r'[\x00-\x1f\x7f"\\]')
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_DEPTH = {"kinds": 3}
"""How many tables deep a key of the top level is told in sections; one where it is not named here."""


def document(table: Mapping[str, Any]) -> str:
    """Return a table as the text of a file: values first, then a section for each table.

    >>> print(document({"name": "Hut", "legend": {".": {"name": "floor"}}}), end="")
    name = "Hut"
    <BLANKLINE>
    [legend]
    "." = { name = "floor" }
    """
    return "\n".join(block for block in _blocks(table, (), 1) if block)


def inline(value: object) -> str:
    """Return a value on one line.

    >>> inline({"name": "wall", "boxes": [(1, 2), (3, 4)], "walkable": False})
    '{ name = "wall", boxes = [[1, 2], [3, 4]], walkable = false }'
    """
    match value:
        case str():
            return f'"{_ESCAPED.sub(_escape, value)}"'
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(inline, value))}]"
        case Mapping():
            pairs = ", ".join(f"{_key(key)} = {inline(item)}" for key, item in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
    return repr(value)


def _blocks(table: Mapping[str, Any], path: tuple[str, ...], depth: int, mark: str = "") -> Iterator[str]:
    """Yield the sections of a table: its own values under its header, then those of the tables in it."""
    apart = {key: value for key, value in table.items() if _left(path, key, depth) and _holds_tables(value)}
    lines = [f"{_key(key)} = {inline(value)}\n" for key, value in table.items() if key not in apart]
    header = mark if lines or not table or mark.startswith("[[") else ""
    yield header + "".join(lines)
    for key, value in apart.items():
        yield from _sections(value, (*path, key), _left(path, key, depth))


def _sections(value: Any, path: tuple[str, ...], depth: int) -> Iterator[str]:  # noqa: ANN401 - a table or a list
    if isinstance(value, Mapping):
        yield from _blocks(value, path, depth, f"[{_dotted(path)}]\n")
    else:
        for table in value:
            yield from _blocks(table, path, depth, f"[[{_dotted(path)}]]\n")


def _left(path: tuple[str, ...], key: str, depth: int) -> int:
    """Return how many tables deep there are sections below a key."""
    return depth - 1 if path else _DEPTH.get(key, 1)


def _holds_tables(value: object) -> bool:
    """Tell whether a value may get sections of its own."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(map(_key, path))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else inline(key)


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0], f"\\u{ord(match[0]):04x}")
