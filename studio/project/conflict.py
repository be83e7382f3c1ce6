"""A file that changed here and on disk: its differences, and merging them item by item."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from studio.project.documents.document import Document, Table
from studio.project.formats.map_text import MapText
from studio.project.formats.plain_values import deep_copy, is_equal

Choice = Literal["mine", "theirs"]
Key = tuple[str, ...]
_BY_ID = ("areas", "objects", "people", "rooms", "characters")
_BY_KEY = ("legend", "kinds")
_NONE: Any = None


class ConflictItem(msgspec.Struct, frozen=True):
    """One thing that is not the same here and on disk; None where it is missing."""

    key: Key
    base: object
    mine: object
    theirs: object

    @property
    def is_clash(self) -> bool:
        """Whether both sides have changed it."""
        return not is_equal(self.mine, self.base) and not is_equal(self.theirs, self.base)

    @property
    def suggested(self) -> Choice:
        """The side that has changed it, and mine where both have."""
        return "theirs" if is_equal(self.mine, self.base) else "mine"


class Conflict(msgspec.Struct, frozen=True):
    """A file in three editions; `theirs` is None where it was deleted, or where its bytes are no
    good text."""

    name: str
    base: Document | None
    mine: Document | None
    theirs: Document | None
    hash: str
    """Of the bytes on disk; nothing where there is no file."""

    @property
    def items(self) -> tuple[ConflictItem, ...]:
        """What differs, in the order of the file here; nothing where the two can only be taken
        whole."""
        return tuple(_differences(self.base, self.mine, self.theirs))


def merge_items(conflict: Conflict, choices: Mapping[Key, Choice]) -> Document | None:
    """Return the file on disk with the items that were chosen of mine; what was not chosen goes as
    suggested."""
    mine = {
        item.key: item for item in conflict.items if choices.get(item.key, item.suggested) == "mine"
    }
    result = conflict.theirs
    if isinstance(result, MapText):
        return result.with_rows({int(key[1]): str(item.mine) for key, item in mine.items()})
    if not isinstance(result, Table) or not isinstance(conflict.mine, Table):
        return conflict.mine
    for key, item in mine.items():
        result = _with(result, key, item.mine)
    return result


def _with(document: Table, key: Key, value: object) -> Table:
    """Return a table with one item as it is here."""
    if key[0] in _BY_KEY or len(key) == 1:
        return document.drop(key) if value is None else document.put(key, value)
    rows = document.data.get(key[0])
    found = [_id(row, index) for index, row in enumerate(rows if isinstance(rows, list) else ())]
    if key[1] in found:
        path = (key[0], found.index(key[1]))
        return document.drop(path) if value is None else document.put(path, value)
    return document if value is None else document.insert((key[0], len(found)), value)


def _differences(
    base: Document | None, mine: Document | None, theirs: Document | None
) -> Iterator[ConflictItem]:
    if isinstance(mine, MapText) and isinstance(theirs, MapText):
        if mine.height == theirs.height:
            yield from _row_differences(base, mine, theirs)
    elif isinstance(mine, Table) and isinstance(theirs, Table):
        old, here, there = (_flat(document) for document in (base, mine, theirs))
        for key in dict.fromkeys((*here, *there)):
            if not is_equal(here.get(key), there.get(key)):
                yield ConflictItem(key, old.get(key), here.get(key), there.get(key))


def _row_differences(
    base: Document | None, mine: MapText, theirs: MapText
) -> Iterator[ConflictItem]:
    """Yield the rows in which two maps of one height differ."""
    below = (
        list(base)
        if isinstance(base, MapText) and base.height == mine.height
        else [_NONE] * mine.height
    )
    for y, (before, one, other) in enumerate(zip(below, mine, theirs, strict=True)):
        if one != other:
            yield ConflictItem(("row", str(y)), before, one, other)


def _flat(document: Document | None) -> dict[Key, object]:
    """Return the items of a table by key."""
    found = dict[Key, object]()
    data = document.data if isinstance(document, Table) else {}
    for key, value in data.items() if isinstance(data, dict) else ():
        if key in _BY_ID and isinstance(value, list):
            found |= {(key, _id(row, index)): deep_copy(row) for index, row in enumerate(value)}
        elif key in _BY_KEY and isinstance(value, dict):
            found |= {(key, name): deep_copy(row) for name, row in value.items()}
        else:
            found[key,] = deep_copy(value)
    return found


def _id(row: object, index: int) -> str:
    name = row.get("id", row.get("persona")) if isinstance(row, dict) else None
    return name if isinstance(name, str) else f"#{index + 1}"
