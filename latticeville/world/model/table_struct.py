"""A struct that is also a table of a file, and what its annotations say of the written values.

The struct alone says which keys there are, with their types, limits, defaults and documentation.
What reads files is derived from it by `latticeville.world.schema.table`; only that needs pydantic.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:  # pydantic is imported only when files are read
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema


class TableStruct(msgspec.Struct, frozen=True):
    """A struct whose fields are the keys of a table of a file."""


class Limits:
    """Limits of a value, by their names in pydantic's core schemas: ge, le, min_length, pattern."""

    def __init__(self, **limits: object) -> None:
        self.limits: Mapping[str, Any] = limits

    def __get_pydantic_core_schema__(
        self, source: object, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        schema: Any = {**handler(source), **self.limits}
        return schema  # type: ignore[no-any-return] # a core schema is a dict of these keys


class Check:
    """A value is as it is written, if a function does not raise a ValueError for it."""

    def __init__(
        self, check: Callable[[Any], object], json_schema: dict[str, Any] | None = None
    ) -> None:
        self._check, self._json_schema = check, json_schema

    def __get_pydantic_core_schema__(
        self, source: object, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: "CoreSchema", handler: "GetJsonSchemaHandler"
    ) -> dict[str, Any]:
        return self._json_schema or handler(schema)

    def _checked(self, value: object) -> object:
        self._check(value)
        return value


class WrittenAs:
    """A value is written as another type: `read` makes it of what is written, `write` the opposite.

    Where it is `optional` the key may be left out, and what is then read is None.
    """

    def __init__(
        self,
        kind: Any,  # noqa: ANN401 - any type of a file
        read: Callable[[Any], Any],
        write: Callable[[Any], Any],
        *,
        optional: bool = False,
    ) -> None:
        self.kind, self.read, self.write, self.optional = kind, read, write, optional


def left_out(kind: Any, empty: object = "") -> WrittenAs:  # noqa: ANN401 - any type of a file
    """Return that a value has a type of a file, or is `empty` where its key is left out."""
    return WrittenAs(
        kind | None,
        lambda written: empty if written is None else written,
        lambda value: None if value == empty else value,
        optional=True,
    )


UNWRITTEN = object()
"""Marks a field that no file has: what builds a world fills it."""


def require_exactly_one(table: object, *keys: str) -> None:
    """Raise a ValueError unless a table gives one of these keys, and no other of them."""
    given = [key for key in keys if getattr(table, key) is not None]
    if len(given) != 1:
        words = ", ".join(f"“{key}”" for key in keys)
        raise ValueError(
            f"there must be exactly one of {words} here, not {len(given)}: write one of them"
        )
