"""An imported person: the table of a persona, and their entry in world.toml."""

from typing import Any

import msgspec


class Newcomer(msgspec.Struct, frozen=True):
    """A person read from a `file` of another format; `persona` and `row` hold keys of our own
    format."""

    id: str
    name: str
    persona: dict[str, Any]
    row: dict[str, Any]
    file: str


class WhisperedMemories(msgspec.Struct, frozen=True):
    """Memories for somebody who is called by a name; `file` and `line` say where they were
    written."""

    name: str
    memories: list[dict[str, Any]]
    file: str
    line: int


class ImportedPeople(msgspec.Struct, frozen=True):
    """Everybody whom a source holds, and what it whispers to people of the world."""

    people: tuple[Newcomer, ...] = ()
    whispers: tuple[WhisperedMemories, ...] = ()
