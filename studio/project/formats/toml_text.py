"""A TOML file as a value, edited by path; the rest of its text is kept."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from studio.project.formats import toml_pairs
from studio.project.formats.plain_values import (
    KeyPath,
    deep_copy,
    has_value,
    is_equal,
    merge_table,
    to_toml,
    to_toml_key,
    value_at,
)
from studio.project.formats.refusal import EditRefusedError
from studio.project.formats.toml_sections import (
    Section,
    detached_comments,
    resolve_sections,
    split_sections,
)

OPEN = frozenset(
    (
        "simulation",
        "minds",
        "weather",
        "legend",
        "areas",
        "objects",
        "people",
        "kinds",
        "states",
        "counters",
    )
) | frozenset(
    (
        "transitions",
        "tests",
        "opinions",
        "relationships",
        "routine",
        "memories",
        "beliefs",
        "retrieval",
        "attention",
    )
)
"""The words under which a table or a list of tables is written as sections of its own."""
_NAMED = ("kinds",)
"""Of these words, those below which every table is a section."""


class TomlText(msgspec.Struct, frozen=True, dict=True):
    """A text that is TOML; two editions of one file share the sections that are equal."""

    sections: tuple[Section, ...]
    tail: str = ""

    @classmethod
    def parse(cls, text: str) -> "TomlText":
        """Cut a text that tomllib accepts."""
        return cls(*split_sections(text))

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return "".join(section.text for section in self.sections) + self.tail

    @property
    def data(self) -> dict[str, Any]:
        """What the text says; not to be changed."""
        return self._resolved[0]

    def put(self, path: KeyPath, value: object) -> "TomlText":
        """Return the text with a value at a path; tables on the way are made."""
        old = value_at(self.data, path)
        if old is not None and is_equal(old, deep_copy(value)):
            return self
        if path and self._below(path):
            return self._merged(path, old, value)
        number, rest = self._home(path)
        opened = (
            None
            if has_value(self.sections[number].data, rest[:1])
            else self._new_sections(path, rest, value)
        )
        if opened:
            return self._opened(*opened)
        return self._with(number, toml_pairs.put(self.sections[number].body, rest, value))

    def _new_sections(
        self, path: KeyPath, rest: KeyPath, value: object
    ) -> tuple[KeyPath, object] | None:
        """Return the table that has to be opened for a value, and what it holds; None where a pair
        will do."""
        above, below = path[: len(path) - len(rest)], rest[0] if rest else ""
        depth = _depth(rest, value)
        if below in OPEN and not has_value(self.data, (*above, *rest[:depth])):
            table = _within(rest[depth:], value)
            if _is_open(table) or table == {}:
                return (*above, *rest[:depth]), table
        for length in range(len(rest) - 1, 0, -1):
            if self._below((*above, *rest[:length])):
                return (*above, *rest[:length]), _within(rest[length:], value)
        return None

    def put_each(self, values: Mapping[KeyPath, object]) -> "TomlText":
        """Return the text with values at many paths, each of which has one already."""
        bodies: dict[int, str] = {}
        for path, value in values.items():
            number, rest = self._home(path)
            bodies[number] = toml_pairs.put(
                bodies.get(number, self.sections[number].body), rest, value
            )
        sections = [
            Section(section.lead, section.header, bodies[number]) if number in bodies else section
            for number, section in enumerate(self.sections)
        ]
        return TomlText(tuple(sections), self.tail)

    def drop(self, path: KeyPath) -> "TomlText":
        """Return the text without the value at a path."""
        if not has_value(self.data, path):
            return self
        below = self._below(path)
        shrunk = self
        if below:
            kept, lead = list[Section](), ""
            for number, section in enumerate(self.sections):
                if number in below:
                    lead += (
                        section.lead.lstrip("\n")
                        if path[-1] == 0
                        else detached_comments(section.lead)
                    )
                else:
                    kept.append(msgspec.structs.replace(section, lead=_joined(lead, section.lead)))
                    lead = ""
            shrunk = TomlText(tuple(kept), _joined(lead, self.tail))
            if isinstance(path[-1], int) or not has_value(shrunk.data, path):
                return shrunk
        number, rest = shrunk._home(path)
        return shrunk._with(number, toml_pairs.drop(shrunk.sections[number].body, rest))

    def insert(self, path: KeyPath, value: object) -> "TomlText":
        """Return the text with another element in a list, before the one at a path that ends in an
        index."""
        *outer, index = path
        items = value_at(self.data, tuple(outer))
        if not isinstance(index, int) or not isinstance(items, list | None):
            raise EditRefusedError("only lists can get another element")
        if items is None and not isinstance(value, dict):
            return self.put(tuple(outer), [value])
        if items is None or (*outer, 0) in self._own:
            if not isinstance(value, dict):
                raise EditRefusedError("this list can only contain tables")
            return self._opened((*outer, min(index, len(items or ()))), value)
        number, rest = self._home(tuple(outer))
        body = toml_pairs.insert(self.sections[number].body, (*rest, min(index, len(items))), value)
        return self._with(number, body)

    def move(self, path: KeyPath, to: int) -> "TomlText":
        """Return the text with an element of a list at another place in it, with the comments that
        stand in it."""
        below, outer = self._below(path), path[:-1]
        if not below:
            value = deep_copy(value_at(self.data, path))
            return self.drop(path).insert((*outer, to), value)
        moved = [section for number, section in enumerate(self.sections) if number in below]
        rest = TomlText(
            tuple(section for number, section in enumerate(self.sections) if number not in below)
        )
        where = rest._place((*outer, to)) if value_at(rest.data, outer) else min(below)
        return TomlText((*rest.sections[:where], *moved, *rest.sections[where:]), self.tail)

    def rename(self, path: KeyPath, key: str) -> "TomlText":
        """Return the text with another word for the last key of a path, wherever it is written."""
        if not has_value(self.data, path) or path[-1] == key:
            return self
        if has_value(self.data, (*path[:-1], key)):
            raise EditRefusedError(f"“{key}” exists already")
        place = sum(isinstance(part, str) for part in path) - 1
        below = self._below(path)
        sections = [
            section.renamed(place, key) if number in below else section
            for number, section in enumerate(self.sections)
        ]
        renamed = TomlText(tuple(sections), self.tail)
        if has_value(renamed.data, path):
            number, rest = renamed._home(path)
            renamed = renamed._with(
                number, toml_pairs.rename(renamed.sections[number].body, rest, key)
            )
        return renamed

    @cached_property
    def _resolved(self) -> tuple[dict[str, Any], list[KeyPath]]:
        return resolve_sections(self.sections)

    @cached_property
    def _own(self) -> dict[KeyPath, int]:
        """The section of each table that has one."""
        return {path: number for number, path in reversed([*enumerate(self._resolved[1])])}

    def _below(self, path: KeyPath) -> frozenset[int]:
        """Return the sections of a table and of everything in it."""
        length = len(path)
        return frozenset(
            number
            for number, own in enumerate(self._resolved[1])
            if number and own[:length] == path
        )

    def _home(self, path: KeyPath) -> tuple[int, KeyPath]:
        """Return the section whose pairs hold a value or would, and the rest of the path there."""
        found = 0
        for length in range(len(path)):
            number = self._own.get(path[:length])
            if number is not None:
                found = number
                if has_value(self.sections[number].data, path[length : length + 1]):
                    break
        return found, path[len(self._resolved[1][found]) :]

    def _with(self, number: int, body: str) -> "TomlText":
        old, sections = self.sections[number], list(self.sections)
        if not number and not old.body and len(sections) > 1:
            body += "" if sections[1].lead.startswith("\n") else "\n"
        if number + 1 < len(sections) or self.tail:
            body = _ended(body)
        sections[number] = Section(old.lead, _ended(old.header), body)
        return TomlText(tuple(sections), self.tail)

    def _merged(self, path: KeyPath, old: Any, value: object) -> "TomlText":  # noqa: ANN401
        """Return the text with a table, or a list of tables, of sections made equal to a value."""
        if isinstance(old, dict) and isinstance(value, dict):
            return merge_table(self, path, old, value)
        if isinstance(old, list) and isinstance(value, list | tuple) and _are_tables(value):
            return self._merged_list(path, old, value)
        raise EditRefusedError(f"“{path[-1]}” must stay a table")

    def _merged_list(
        self, path: KeyPath, old: Sequence[object], value: Sequence[object]
    ) -> "TomlText":
        result = self
        for index in range(len(old) - 1, len(value) - 1, -1):
            result = result.drop((*path, index))
        for index, item in enumerate(value):
            place = (*path, index)
            result = result.put(place, item) if index < len(old) else result.insert(place, item)
        return result

    def _opened(self, path: KeyPath, value: object) -> "TomlText":
        """Return the text with new sections for a table, a list of tables, or one more table of a
        list."""
        if isinstance(value, list | tuple) and _is_open(value):
            result = self
            for index, item in enumerate(value):
                result = result._opened((*path, index), item)
            return result
        if not isinstance(value, dict):
            raise EditRefusedError(f"“{path[-1]}” must be a table here")
        where = self._place(path)
        before = self.sections[:where]
        new = _sections(path, value)
        last = before[-1]
        if not last.text.endswith("\n"):
            before = (*before[:-1], Section(last.lead, _ended(last.header), _ended(last.body)))
        if not any(section.text for section in before):
            new[0] = msgspec.structs.replace(new[0], lead="")
        return TomlText((*before, *new, *self.sections[where:]), self.tail)

    def _place(self, path: KeyPath) -> int:
        """Return where among the sections a new table belongs: before the next of its list, or
        after its kin."""
        if path in self._own:
            return self._own[path]
        for length in range(len(path) - 1, -1, -1):
            below = self._below(path[:length])
            if below:
                return max(below) + 1
        return len(self.sections)


def _within(rest: KeyPath, value: object) -> object:
    """Return a value within the tables of the rest of its path."""
    for part in reversed(rest):
        value = {str(part): value}
    return value


def _joined(kept: str, lead: str) -> str:
    """Put the comments of a section that is gone above what follows it."""
    if not kept:
        return lead
    return f"\n{kept}{lead if lead.startswith(chr(10)) else chr(10) + lead}"


def _sections(path: KeyPath, value: dict[str, Any]) -> list[Section]:
    """Write a table as a section, and what is open within it as more."""
    opened = _opened_in(value)
    lines = [
        f"{to_toml_key(key)} = {to_toml(item)}\n"
        for key, item in value.items()
        if key not in opened
    ]
    found = list[Section]()
    if lines or not opened or isinstance(path[-1], int):
        found.append(Section("\n", _header(path), "".join(lines)))
    for key, item in opened.items():
        for place, table in _tables((*path, key), item).items():
            found += _sections(place, table)
    return found


def _opened_in(table: dict[str, Any]) -> dict[str, Any]:
    """Return what of a table is written as sections of its own."""
    return {key: item for key, item in table.items() if key in OPEN and _is_open(item)}


def _header(path: KeyPath) -> str:
    name = ".".join(to_toml_key(part) for part in path if isinstance(part, str))
    return f"[[{name}]]\n" if isinstance(path[-1], int) else f"[{name}]\n"


def _tables(path: KeyPath, item: Any) -> dict[KeyPath, dict[str, Any]]:  # noqa: ANN401
    """Return a table, or each of a list of tables, by its path."""
    return (
        {path: item}
        if isinstance(item, dict)
        else {(*path, index): table for index, table in enumerate(item)}
    )


def _ended(text: str) -> str:
    """Return a text whose last line is ended."""
    return f"{text}\n" if text and not text.endswith("\n") else text


def _depth(rest: KeyPath, value: object) -> int:
    """Return how many parts of a path name the section that is opened for a value."""
    named = rest[:1] and rest[0] in _NAMED
    return 2 if named and (len(rest) > 2 or (len(rest) > 1 and isinstance(value, dict))) else 1


def _is_open(item: object) -> bool:
    if isinstance(item, dict):
        return bool(item)
    return isinstance(item, list | tuple) and bool(item) and _are_tables(item)


def _are_tables(items: Sequence[object]) -> bool:
    return all(isinstance(item, dict) for item in items)
