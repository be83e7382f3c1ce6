"""The user's keymap file: it rebinds commands by id; clashes are reported."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from latticeville.core.toml_table import TomlError, read_toml
from studio.ui.commands.registry import (
    COMMANDS,
    FORBIDDEN,
    Command,
    enclosing_scopes,
    find_command,
)

RENAMED = {"personas.filter": "people.filter", "simulate.copy": "app.copy"}
"""Ids of commands that have another one since the last release, which a keymap file may name by
either."""


class Keymap(msgspec.Struct, frozen=True):
    """Keys by command id as a file has them, and sentences on what in it cannot be."""

    keys: Mapping[str, tuple[str, ...]] = {}
    problems: tuple[str, ...] = ()

    def keys_of(self, command: Command) -> tuple[str, ...]:
        """Return the keys of a command."""
        return self.keys.get(command.id, command.keys)


def read_keymap(path: Path) -> Keymap:
    """Read a keymap file, each line of which is `id = "key"` or `id = "key, key"`; no file, no
    change."""
    try:
        table = read_toml(path.name, path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Keymap()
    except (OSError, UnicodeDecodeError, TomlError) as error:
        return Keymap({}, (f"{path}: the keymap cannot be read: {error}",))
    keys: dict[str, tuple[str, ...]] = {}
    troubles = []
    for written, value in _flat(table):
        name = RENAMED.get(written, written)
        if name != written:
            troubles.append(
                f"{path.name}: “{written}” is called “{name}”; the old id is read until the next "
                "release"
            )
        wanted = tuple(key.strip() for key in value.split(",")) if isinstance(value, str) else ()
        if trouble := _entry_trouble(name, value, wanted):
            troubles.append(f"{path.name}: {trouble}")
        else:
            keys[name] = wanted
    keymap = Keymap(keys)
    return Keymap(keys, (*troubles, *(f"{path.name}: {clash}" for clash in find_clashes(keymap))))


def _entry_trouble(name: str, value: object, wanted: Sequence[str]) -> str:
    """Say why a command cannot have the keys that an entry names, or nothing."""
    if find_command(name) is None:
        return f"there is no command “{name}”"
    barred = [key for key in wanted if key in FORBIDDEN]
    return (
        f"“{name}” needs a key that terminals can send, not {barred or value!r}"
        if barred or not wanted
        else ""
    )


def find_clashes(keymap: Keymap) -> list[str]:
    """Return a sentence for each two commands that the same key would do in the same place."""
    found: list[str] = []
    for command in COMMANDS:
        scope = enclosing_scopes(command.where)
        for other in COMMANDS:
            if other is command or other.where not in scope or other.id == command.instead:
                continue
            if other.where == command.where and other.id < command.id:
                continue
            found.extend(
                f"“{key}” is both “{command.name}” ({command.id}) and “{other.name}” ({other.id})"
                for key in keymap.keys_of(command)
                if key in keymap.keys_of(other)
            )
    return found


def _flat(table: Mapping[str, object], above: str = "") -> Iterable[tuple[str, object]]:
    """Yield the entries of a table and of the tables in it, so that dotted keys need no quotes."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield above + name, value
