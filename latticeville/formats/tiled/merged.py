"""Bring what was changed in Tiled into the text of world.toml that the map carries, so that the
rest of the text stays as it was."""

import tomllib
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence
from typing import Any, NamedTuple

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from latticeville.formats.tiled.carried import (
    DRAWN_FIELDS,
    WORLD_FILE,
    build_comparable,
    original_map_name,
    texts_by_original_names,
)
from latticeville.world.io.files import normalize_text
from latticeville.world.model.world import World
from latticeville.world.schema.table import Table as SchemaTable
from latticeville.world.schema.world import AreaTable, ObjectTable, PersonTable

_MARK = "\ufeff"
"""What some editors write before a text."""


class _List(NamedTuple):
    """A list of world.toml: its key, the schema of its tables, and what they make in a world."""

    key: str
    schema: type[SchemaTable]
    made: Callable[[World], Mapping[str, object]]


_LISTS = (
    _List("areas", AreaTable, lambda world: world.areas.by_id),
    _List("objects", ObjectTable, lambda world: world.objects),
    _List("people", PersonTable, lambda world: world.people),
)
_FOOTPRINT = frozenset({"size", "shape", "start", "starts"})
"""Keys that say where something is, so that one that the map does not say is gone."""
_ROUNDS = 3
"""A table that is changed may change others: who has no start begins beside what was moved."""


def merge_changes(files: Mapping[str, str], originals: Mapping[str, str]) -> dict[str, str] | None:
    """Return the files with the texts that came with them, in which only what differs is written
    anew; None where that does not give the same world."""
    name, after = original_map_name(originals[WORLD_FILE]), build_comparable(files)
    if not name or after is None:
        return None
    drawn = texts_by_original_names(files, name)
    kept = {file: text for file, text in originals.items() if file != WORLD_FILE}
    for maps in ({**drawn, **kept}, drawn):
        merged = _merge(files, {**maps, WORLD_FILE: originals[WORLD_FILE]}, after)
        if merged is not None:
            return merged
    return None


def _merge(files: Mapping[str, str], wanted: dict[str, str], after: World) -> dict[str, str] | None:
    """Write the tables that differ into world.toml until the world is the one after the change."""
    tables = tomllib.loads(files[WORLD_FILE])
    for left in reversed(range(_ROUNDS)):
        before = build_comparable(wanted)
        if before is None:
            return None
        if before == after:
            return wanted
        try:
            text = _write_changes(wanted[WORLD_FILE], tables, before, after, is_last=not left)
        except (TOMLKitError, TypeError):
            return None
        wanted = {**wanted, WORLD_FILE: text}
    return wanted if build_comparable(wanted) == after else None


def _write_changes(
    text: str, tables: Mapping[str, Any], before: World, after: World, *, is_last: bool
) -> str:
    """Return world.toml with the tables that make what differs; in the last round, these lose all
    that the map would draw and does not."""
    document = tomlkit.parse(normalize_text(text))
    if before.name != after.name:
        document["name"] = after.name
    _write_legend(document, tables["legend"], before.grid.legend, after.grid.legend)
    for one in _LISTS:
        old, new = one.made(before), one.made(after)
        changed = {name for name in {*old, *new} if old.get(name) != new.get(name)}
        if changed:
            rows = document.setdefault(one.key, tomlkit.aot())
            drawn = DRAWN_FIELDS[one.schema] if is_last else _FOOTPRINT
            wanted = {_id_of(table): table for table in tables.get(one.key, ())}
            _write_list(rows, wanted, changed, drawn)
    mark, ends = text.startswith(_MARK) * _MARK, "\r\n" if "\r\n" in text else "\n"
    return mark + document.as_string().replace("\n", ends)


def _write_legend(
    document: tomlkit.TOMLDocument,
    wanted: Mapping[str, Mapping[str, Any]],
    old: Mapping[str, object],
    new: Mapping[str, object],
) -> None:
    legend = document.setdefault("legend", tomlkit.table())
    for glyph, tile in wanted.items():
        if old.get(glyph) != new.get(glyph):
            _update(legend.setdefault(glyph, tomlkit.inline_table()), tile, frozenset())


def _write_list(
    rows: MutableSequence[Any],
    wanted: Mapping[str, Mapping[str, Any]],
    changed: set[str],
    drawn: frozenset[str],
) -> None:
    """Update, remove or append the tables of a list that make what has changed."""
    for place in reversed(range(len(rows))):
        name = _id_of(rows[place])
        if name in changed and name in wanted:
            _update(rows[place], wanted[name], drawn)
        elif name in changed:
            del rows[place]
    known = {_id_of(row) for row in rows}
    for name, table in wanted.items():
        if name in changed and name not in known:
            rows.append(tomlkit.table() if isinstance(rows, AoT) else tomlkit.inline_table())
            _update(rows[-1], table, drawn)


def _id_of(table: Mapping[str, Any]) -> str:
    return str(table.get("id") or table.get("persona", ""))


def _update(
    table: MutableMapping[str, Any], wanted: Mapping[str, Any], drawn: frozenset[str]
) -> None:
    """Give a table the values that differ, and take those from it that are drawn and not there."""
    for key in [*table]:
        if key in drawn and key not in wanted:
            del table[key]
    for key, value in wanted.items():
        if table.get(key) != value:
            table[key] = _inline(value)


def _inline(value: Any) -> Any:  # noqa: ANN401 - any value of TOML
    """Return a value whose tables are written in one line."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, one in value.items():
            table[key] = _inline(one)
        return table
    if isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
        rows = tomlkit.array()
        rows.extend([_inline(one) for one in value])
        return rows
    return tomlkit.item(value)
