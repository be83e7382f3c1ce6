"""Write tables as readable TOML."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_TO_ESCAPE = re.compile(r'[\x00-\x1f\x7f"\\]')
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_SECTION_DEPTHS = {"kinds": 3, "survival": 2}
"""How many tables deep a key of the top level is told in sections; one where it is not named
here."""


def format_toml(table: Mapping[str, Any]) -> str:
    """Return a table as the text of a file: values first, then a section for each table.

    >>> print(format_toml({"name": "Hut", "legend": {".": {"name": "floor"}}}), end="")
    name = "Hut"
    <BLANKLINE>
    [legend]
    "." = { name = "floor" }
    """
    return "\n".join(block for block in _format_blocks(table, (), 1) if block)


def format_value(value: object) -> str:
    """Return a value on one line.

    >>> format_value({"name": "wall", "boxes": [(1, 2), (3, 4)], "walkable": False})
    '{ name = "wall", boxes = [[1, 2], [3, 4]], walkable = false }'
    """
    match value:
        case str():
            return f'"{_TO_ESCAPE.sub(_escape, value)}"'
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(format_value, value))}]"
        case Mapping():
            pairs = ", ".join(
                f"{_format_key(key)} = {format_value(item)}" for key, item in value.items()
            )
            return f"{{ {pairs} }}" if pairs else "{}"
    return repr(value)


def _format_blocks(
    table: Mapping[str, Any], path: tuple[str, ...], depth: int, mark: str = ""
) -> Iterator[str]:
    """Yield the sections of a table: its own values under its header, then those of the tables in
    it."""
    apart = {
        key: value
        for key, value in table.items()
        if _section_depth(path, key, depth) and _holds_tables(value)
    }
    lines = [
        f"{_format_key(key)} = {format_value(value)}\n"
        for key, value in table.items()
        if key not in apart
    ]
    header = mark if lines or not table or mark.startswith("[[") else ""
    yield header + "".join(lines)
    for key, value in apart.items():
        yield from _format_sections(value, (*path, key), _section_depth(path, key, depth))


def _format_sections(value: Any, path: tuple[str, ...], depth: int) -> Iterator[str]:  # noqa: ANN401 - a table or a list
    if isinstance(value, Mapping):
        yield from _format_blocks(value, path, depth, f"[{_format_dotted(path)}]\n")
    else:
        for table in value:
            yield from _format_blocks(table, path, depth, f"[[{_format_dotted(path)}]]\n")


def _section_depth(path: tuple[str, ...], key: str, depth: int) -> int:
    """Return how many tables deep there are sections below a key."""
    return depth - 1 if path else _SECTION_DEPTHS.get(key, 1)


def _holds_tables(value: object) -> bool:
    """Tell whether a value may get sections of its own."""
    if isinstance(value, Mapping):
        return bool(value)
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and all(isinstance(item, Mapping) for item in value)
    )


def _format_dotted(path: tuple[str, ...]) -> str:
    return ".".join(map(_format_key, path))


def _format_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else format_value(key)


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0], f"\\u{ord(match[0]):04x}")
