"""The numbers of a world's settings that a run may change, each with its bounds."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from latticeville.world.model.table_struct import Limits, TableStruct, WrittenAs

W = TypeVar("W", bound=msgspec.Struct)
"""A world; `latticeville.world.model.world` imports this module."""
TABLES: Mapping[str, str] = {
    "weather": "climate",
    "survival": "survival",
    "simulation": "settings",
    "minds": "minds",
}
"""The tables of world.toml that hold such numbers, each with the field of a world that it is."""
FLAGS = ("minds.talk", "minds.reflect", "minds.vary")
"""Switches that may change as numbers do: 1 is on, 0 is off."""
_FIXED = frozenset(
    {
        "simulation.tick_minutes",
        "survival.step_ticks",
        "survival.start_hunger",
        "survival.start_food",
    }
)
"""Numbers that ticks are counted by, so that a change would move the past, and those of tick 0."""


class WorldNumber(NamedTuple):
    """A number of a world: its key, such as `survival.hunger`, its value as written, its bounds."""

    key: str
    value: float
    least: float
    most: float
    is_whole: bool
    table: type[TableStruct]
    """The table that declares it, under the last part of its key."""
    is_flag: bool = False

    def refusal(self, value: float) -> str:
        """Return why it cannot have a value, as a sentence; nothing where it can."""
        fits = self.least <= value <= self.most and (not self.is_whole or value == int(value))
        kind = "whole number" if self.is_whole else "number"
        return "" if fits else f"“{self.key}” is a {kind} from {self.least:g} to {self.most:g}"


def list_numbers(world: msgspec.Struct) -> tuple[WorldNumber, ...]:
    """Return the numbers of a world that a run may change, in the order of their tables."""
    has_needs = bool(getattr(world, "needs", ()))
    tables = {name: field for name, field in TABLES.items() if name != "survival" or has_needs}
    return tuple(
        number
        for table, field in tables.items()
        for number in _numbers_in(getattr(world, field), table)
        if number.key not in _FIXED
    )


def find_number(world: msgspec.Struct, key: str) -> WorldNumber | None:
    """Return a number of a world by its key; None where it has none such."""
    return next((number for number in list_numbers(world) if number.key == key), None)


def with_numbers(world: W, values: Mapping[str, float]) -> W:
    """Return a world with other numbers, written values by key; what it does not have is left
    out."""
    for key, value in values.items():
        if find_number(world, key) is not None:
            table, *path = key.split(".")
            changed = _put(getattr(world, TABLES[table]), path, value)
            world = replace(world, **{TABLES[table]: changed})
    return world


def _numbers_in(table: TableStruct, path: str) -> Iterator[WorldNumber]:
    kinds = _number_types(type(table))
    for name in table.__struct_fields__:
        value, key = getattr(table, name), f"{path}.{name}"
        if name in kinds:
            yield kinds[name].number(key, value, type(table))
        elif key in FLAGS:
            yield WorldNumber(key, int(value), 0, 1, is_whole=True, table=type(table), is_flag=True)
        elif isinstance(value, TableStruct):
            yield from _numbers_in(value, key)
        elif isinstance(value, Mapping):
            for each, inner in value.items():
                if isinstance(inner, TableStruct):
                    yield from _numbers_in(inner, f"{key}.{each}")


def _put(table: Any, path: list[str], value: float) -> Any:  # noqa: ANN401 - a table or a mapping of them
    name, *rest = path
    if isinstance(table, Mapping):
        return {**table, name: _put(table[name], rest, value)}
    if rest:
        return replace(table, **{name: _put(getattr(table, name), rest, value)})
    struct: type[TableStruct] = type(table)
    kind = _number_types(struct).get(name)
    return replace(table, **{name: bool(value) if kind is None else kind.read(value)})


class _NumberType(NamedTuple):
    """What the annotation of a field says of its number: its bounds, and how it is written."""

    least: float
    most: float
    is_whole: bool
    written: WrittenAs | None = None

    def number(self, key: str, value: float, table: type[TableStruct]) -> WorldNumber:
        shown = value if self.written is None else self.written.write(value)
        return WorldNumber(key, shown, self.least, self.most, self.is_whole, table)

    def read(self, value: float) -> Any:  # noqa: ANN401 - an int, or a float
        if self.written is not None:
            return self.written.read(value)
        return int(value) if self.is_whole else float(value)


@cache
def _number_types(struct: type[TableStruct]) -> Mapping[str, _NumberType]:
    hints = get_type_hints(struct, include_extras=True)
    found = {name: _number_type(hint) for name, hint in hints.items()}
    return {name: kind for name, kind in found.items() if kind is not None}


def _number_type(hint: object) -> _NumberType | None:
    """Return the number that a type stands for; None where it is no number with two bounds."""
    if get_origin(hint) is not Annotated:
        return None
    kind, *notes = get_args(hint)
    written = next((note for note in notes if isinstance(note, WrittenAs)), None)
    if written is not None:
        inner = _number_type(written.kind)
        return inner and inner._replace(written=written)
    if kind not in (int, float):
        return None
    for note in notes:
        if isinstance(note, Limits) and {"ge", "le"} <= note.limits.keys():
            return _NumberType(note.limits["ge"], note.limits["le"], is_whole=kind is int)
    return None
