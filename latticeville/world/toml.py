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
    apart = {key: _apart(value, path, key, depth) for key, value in table.items()}
    lines = [f"{_key(key)} = {inline(value)}\n" for key, value in table.items() if not apart[key]]
    header = mark or (f"[{_dotted(path)}]\n" if path and (lines or not table) else "")
    yield header + "".join(lines)
    for key, value in table.items():
        below = depth - 1 if path else _DEPTH.get(key, 1)
        if apart[key] and isinstance(value, Mapping):
            yield from _blocks(value, (*path, key), below)
        elif apart[key]:
            for item in value:
                yield from _blocks(item, (*path, key), below, f"[[{_dotted((*path, key))}]]\n")


def _apart(value: object, path: tuple[str, ...], key: str, depth: int) -> bool:
    """Tell whether a value gets sections of its own."""
    left = depth - 1 if path else _DEPTH.get(key, 1)
    if left < 1:
        return False
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(map(_key, path))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else inline(key)


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0], f"\\u{ord(match[0]):04x}")
