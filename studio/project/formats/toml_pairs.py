"""Change the pairs of one TOML section with tomlkit; comments and layout are kept."""

import re
import tomllib
from collections.abc import Callable, Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, InlineTable, Item, String

from latticeville.world.io.locate import locate_toml
from studio.project.formats.plain_values import (
    KeyPath,
    deep_copy,
    has_key,
    is_equal,
    to_toml,
    to_toml_key,
    value_at,
)
from studio.project.formats.refusal import EditRefusedError
from studio.project.formats.toml_sections import PART, split_sections

_FAULTS = (TOMLKitError, ValueError, KeyError, IndexError, TypeError, AttributeError)


def put(body: str, path: KeyPath, value: object) -> str:
    """Return the pairs with a value at a path, changing as little of the text as can be."""
    wanted: Any = tomllib.loads(body)
    numbers = _numbers(body, path, value_at(wanted, path), value)
    table: Any = _tables(wanted, path)
    if table is None:
        raise EditRefusedError(f"“{path[-1]}” cannot contain values here")
    table[path[-1]] = deep_copy(value)
    if numbers and is_equal(tomllib.loads(numbers), wanted):
        return numbers

    def fine(document: Any) -> None:  # noqa: ANN401 - a table of tomlkit
        _set(_tables(document, path), path[-1], value)

    def coarse(document: Any) -> None:  # noqa: ANN401
        document[path[0]] = _item(wanted[path[0]])

    return _faithful(body, wanted, fine, coarse)


def _numbers(body: str, path: KeyPath, old: object, value: object) -> str:
    """Return the pairs with other numbers in an array of arrays of numbers, or nothing: a map has
    many of these."""
    changes = _changed_numbers(path, old, value) if isinstance(old, list) else None
    if changes is None:
        return ""
    places, starts = locate_toml(body), [0, *(match.end() for match in re.finditer("\n", body))]
    located = [(places.find(place), str(before), str(after)) for place, before, after in changes]
    for (line, column), before, after in sorted(located, reverse=True):
        start = starts[line - 1] + column - 1
        if not body.startswith(before, start):
            return ""
        body = body[:start] + after + body[start + len(before) :]
    return body


def _changed_numbers(
    path: KeyPath, old: object, value: object
) -> list[tuple[KeyPath, int, int]] | None:
    """Return the path of each number, the old one and the new; None where these are no arrays of
    one shape."""
    if type(old) is int and type(value) is int:
        return [(path, old, value)]
    if not isinstance(old, list) or not isinstance(value, list | tuple) or len(old) != len(value):
        return None
    found = list[tuple[KeyPath, int, int]]()
    for index, (one, other) in enumerate(zip(old, value, strict=True)):
        below = _changed_numbers((*path, index), one, other)
        if below is None:
            return None
        found += below
    return found


def drop(body: str, path: KeyPath) -> str:
    """Return the pairs without the value at a path."""
    wanted = tomllib.loads(body)
    del value_at(wanted, path[:-1])[path[-1]]

    def fine(document: Any) -> None:  # noqa: ANN401
        _delete(_tables(document, path), path[-1])

    def coarse(document: Any) -> None:  # noqa: ANN401
        if path[0] in wanted:
            document[path[0]] = _item(wanted[path[0]])
        else:
            del document[path[0]]

    return _faithful(body, wanted, fine, coarse)


def insert(body: str, path: KeyPath, value: object) -> str:
    """Return the pairs with a new element before the one at a path, which ends in an index."""
    wanted, (*outer, index) = tomllib.loads(body), path
    if not isinstance(index, int):
        raise EditRefusedError("only lists can get another element")
    items = value_at(wanted, tuple(outer))
    items.insert(index, deep_copy(value))
    return put(body, tuple(outer), items)


def rename(body: str, path: KeyPath, key: str) -> str:
    """Return the pairs with another word for the last key of a path, where it stands."""
    old = str(path[-1])
    while has_key(value_at(tomllib.loads(body), path[:-1]), old):
        line, column = locate_toml(body).find(path)
        start = sum(map(len, body.splitlines(keepends=True)[: line - 1])) + column - 1
        match = PART.match(body, start)
        if match is None:
            raise EditRefusedError(f"the key “{old}” cannot be found")
        body = body[: match.start(1)] + to_toml_key(key, like=match[1]) + body[match.end(1) :]
        try:
            tomllib.loads(body)
        except tomllib.TOMLDecodeError as error:
            raise EditRefusedError(
                f"the key “{old}” occurs in too many places to be renamed"
            ) from error
    return body


def _faithful(body: str, wanted: dict[str, Any], *ways: Callable[[Any], None]) -> str:
    """Return what the first way makes of the pairs that says exactly what is wanted."""
    for way in ways:
        try:
            document = tomlkit.parse(body)
            way(document)
            text = tomlkit.dumps(document)
            if is_equal(tomllib.loads(text), wanted) and len(split_sections(text)[0]) == 1:
                return text
        except _FAULTS:
            continue
    raise EditRefusedError("this edit would change other parts of the file: edit the file by hand")


def _tables(node: Any, path: KeyPath) -> Any:  # noqa: ANN401
    """Return what holds the last part of a path; tables that are missing are made."""
    for part in path[:-1]:
        if isinstance(node, dict) and part not in node:
            node[str(part)] = _item({}) if isinstance(node, Item) else {}
        node = node[part] if isinstance(node, list | dict) else None  # type: ignore[index]
    return node if isinstance(node, dict | list) else None


def _set(node: Any, key: str | int, value: object) -> None:  # noqa: ANN401
    """Change the value at a key, and of a table or an array only what differs."""
    old = _held(node, key)
    if isinstance(old, dict) and isinstance(value, dict) and not _closed(old, value):
        _fit_table(old, value)
    elif isinstance(old, Array) and isinstance(value, list | tuple) and _alike(old, value):
        _fit(old, list(value))
    else:
        _replace(node, key, old, value)


def _fit_table(table: Any, value: dict[str, Any]) -> None:  # noqa: ANN401
    """Make a table hold what another holds."""
    for name in [name for name in table if name not in value]:
        _delete(table, name)
    for name, item in value.items():
        _set(table, name, item)


def _held(node: Any, key: str | int) -> Any:  # noqa: ANN401
    return None if isinstance(node, dict) and key not in node else node[key]


def _replace(node: Any, key: str | int, old: Any, value: object) -> None:  # noqa: ANN401
    """Write a value anew, where it is not the same."""
    if old is not None and is_equal(_plain(old), deep_copy(value)):
        return
    if isinstance(node, InlineTable) and old is None:
        raise KeyError(key)
    node[key] = _item(value, lines=isinstance(old, String) and old.as_string().startswith('"""'))


def _closed(old: Any, value: dict[str, Any]) -> bool:  # noqa: ANN401
    """Tell whether an inline table gains or loses a key, so that it is better written anew."""
    return isinstance(old, InlineTable) and set(old) != set(value) and "\n" not in old.as_string()


def _alike(old: Array, value: Sequence[object]) -> bool:
    """Tell whether an array stays as long as it is, or has lines of its own; else it is better
    written anew."""
    return len(old) == len(value) or "\n" in old.as_string()


def _fit(array: Array, value: list[object]) -> None:
    """Make an array hold a list, touching none of the elements that it begins and ends with
    already."""
    old = [_plain(item) for item in array]
    least = min(len(old), len(value))
    head = next(
        (index for index in range(least) if not is_equal(old[index], deep_copy(value[index]))),
        least,
    )
    tail = 0
    while tail < least - head and is_equal(old[-1 - tail], deep_copy(value[-1 - tail])):
        tail += 1
    stop, end = len(old) - tail, len(value) - tail
    for index in range(head, min(stop, end)):
        _set(array, index, value[index])
    for index in range(stop - 1, end - 1, -1):
        del array[index]
    for index in range(stop, end):
        array.insert(index, _item(value[index]))


def _delete(node: Any, key: str | int) -> None:  # noqa: ANN401
    if isinstance(node, InlineTable):
        raise KeyError(key)  # tomlkit leaves its space behind: the table is written anew
    del node[key]


def _item(value: object, *, lines: bool = False) -> Item:
    return tomlkit.value(to_toml(value, lines=lines))


def _plain(item: Any) -> Any:  # noqa: ANN401
    return item.unwrap() if isinstance(item, Item) else item
