"""Old names of files and keys, read for one release with a warning."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple, TypeVar

from latticeville.core.problems import Problem, Severity

T = TypeVar("T")
KeyPath = tuple[str | int, ...]


class RenamedKey(NamedTuple):
    """A key of the tables at `tables` in the files `file`; `*` stands there for any name, or any
    place in a list."""

    file: str
    tables: tuple[str, ...]
    old: str
    new: str


FILES: Mapping[str, str] = {"things.toml": "kinds.toml"}
"""The new name of each file of a world folder that was renamed, by the old one."""
KEYS: tuple[RenamedKey, ...] = (RenamedKey("world.toml", ("minds", "models"), "survive", "act"),)
"""The keys that were renamed."""
_WHY = "the old name is read until the next release"


def rename_files(files: Mapping[str, T]) -> dict[str, T]:
    """Return files by their new names; of a file that is there by both, the one with the new
    name."""
    return {
        FILES.get(name, name): file for name, file in files.items() if FILES.get(name) not in files
    }


def old_file(name: str) -> str:
    """Return the old name of a file, or the same name where it has none.

    >>> old_file("kinds.toml"), old_file("world.toml")
    ('things.toml', 'world.toml')
    """
    return next((old for old, new in FILES.items() if new == name), name)


def warn_of_file(old: str) -> Problem:
    """Return the warning that a file has its old name."""
    what = f"“{old}” is the old name of “{FILES[old]}”"
    return Problem(
        old, 1, 1, "old-name", what, _WHY, f"rename it to {FILES[old]}", Severity.WARNING
    )


def reject_both_files(old: str) -> Problem:
    """Return the error that a file is there by its old name and its new one."""
    new = FILES[old]
    what = f"“{old}” and “{new}” are both here, and only “{new}” is read"
    return Problem(
        old, 1, 1, "two-names", what, f"“{old}” is the old name of “{new}”", f"delete {old}"
    )


def rename_keys(file: str, data: dict[str, Any]) -> list[tuple[KeyPath, RenamedKey]]:
    """Rename the old keys in what was just read from a file; return where each is written."""
    found = list[tuple[KeyPath, RenamedKey]]()
    for key in KEYS:
        if fnmatchcase(file, key.file):
            for path, table in _tables(data, key.tables):
                if key.old in table and key.new not in table:
                    table[key.new] = table.pop(key.old)
                    found.append(((*path, key.old), key))
    return found


def old_paths(file: str, path: KeyPath) -> Iterator[KeyPath]:
    """Yield the ways to a value by an old name of one of their keys."""
    for key in KEYS:
        at, way = len(key.tables), (*key.tables, key.new)
        leads = len(path) > at and all(
            name in ("*", part) for name, part in zip(way, path, strict=False)
        )
        if leads and fnmatchcase(file, key.file):
            yield (*path[:at], key.old, *path[at + 1 :])


def warn_of_key(key: RenamedKey) -> tuple[str, str, str]:
    """Return what is wrong with an old key, why, and how to fix it."""
    return f"“{key.old}” is the old name of “{key.new}”", _WHY, f"rename it to {key.new}"


def _tables(
    value: object, way: tuple[str, ...], path: KeyPath = ()
) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield each table that a way leads to, and its path."""
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    if way:
        for name, part in parts:
            if way[0] in ("*", name):
                yield from _tables(part, way[1:], (*path, name))
    elif isinstance(value, dict):
        yield path, value
