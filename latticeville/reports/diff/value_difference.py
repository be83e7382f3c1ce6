"""How two frozen values differ, as far as words show it: field by field, key by key, item by item."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from latticeville.core.clock import format_hours
from latticeville.core.geometry import Box, Cell
from latticeville.mind.action import Action
from latticeville.mind.memory import AppendOnlyList, MemoryRecord
from latticeville.mind.plan import PlanStep
from latticeville.reports.metrics.rows import format_value

NOTHING = "nothing"
WHOLE = (MemoryRecord, Action, PlanStep, Cell, Box)
"""Structures that are told whole and not field by field."""


class ValueDifference(NamedTuple):
    """A difference: the fields that lead to it, then keys and places of items, and both values.

    What only one side has is None on the other.
    """

    fields: tuple[str, ...]
    places: tuple[str, ...]
    a: object
    b: object

    @property
    def sides(self) -> tuple[str, str]:
        """Both values in words."""
        return tell(self.a), tell(self.b)


def value_differences(one: object, other: object) -> Iterator[ValueDifference]:
    """Yield where two values differ, as deep as both are alike in shape; what is told in the same
    words does not differ."""
    if one is other:
        return
    parts = _parts(one, other)
    if parts is None:
        if one != other and tell(one) != tell(other):
            yield ValueDifference((), (), one, other)
        return
    is_struct = isinstance(one, msgspec.Struct)
    for name, a, b in parts:
        for fields, places, mine, theirs in value_differences(a, b):
            if is_struct:
                yield ValueDifference((name, *fields), places, mine, theirs)
            else:
                yield ValueDifference((), (name, *fields, *places), mine, theirs)


def _parts(one: object, other: object) -> Iterable[tuple[str, object, object]] | None:
    """Return the parts of two values by name; None where they are to be told whole."""
    match one, other:
        case AppendOnlyList(), AppendOnlyList():
            return _items(tuple(one.since(0)), tuple(other.since(0)))
        case msgspec.Struct(), msgspec.Struct() if type(one) is type(other):
            if isinstance(one, WHOLE):
                return None
            names = one.__struct_fields__
            return ((name, getattr(one, name), getattr(other, name)) for name in names)
        case Mapping(), Mapping():
            return ((str(key), one.get(key), other.get(key)) for key in sorted({*one, *other}))
        case tuple(), tuple() if any(isinstance(each, msgspec.Struct) for each in (*one, *other)):
            return _items(one, other)
    return None


def _items(
    one: tuple[object, ...], other: tuple[object, ...]
) -> Iterator[tuple[str, object, object]]:
    """Yield the items of two sequences, each with its place, counted from 0, and their lengths."""
    sizes = f"{len(one)}" if len(one) == len(other) else f"{len(one)} and {len(other)}"
    for place, (a, b) in enumerate(zip_longest(one, other)):
        yield f"#{place} of {sizes}", a, b


def tell(value: object) -> str:
    """Tell a value in words.

    >>> tell((Cell(3, 4), "", {"tea": 2}, True, 0.404))
    '3,4; nothing; tea 2; yes; 0.40'
    """
    return _words(value) or NOTHING


def _words(value: object) -> str:  # noqa: PLR0911 - a line a kind
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return format_value(value)
        case msgspec.Struct() | Cell() | Box():
            return _tell_struct(value)
        case Mapping():
            return ", ".join(f"{tell(key)} {tell(held)}" for key, held in value.items())
        case AppendOnlyList():
            return f"{len(value)} records"
        case tuple() | list():
            return "; ".join(map(tell, value))
        case _:
            return str(value)


def _tell_struct(value: msgspec.Struct | Cell | Box) -> str:
    match value:
        case Cell():
            return f"{value.x},{value.y}"
        case Box():
            return f"{value.width} × {value.height} at {value.x},{value.y}"
        case PlanStep():
            return f"{value.doing}, {format_hours(value.start)}–{format_hours(value.end)}"
        case MemoryRecord():
            return (
                f"{value.kind} of tick {value.tick}, importance {value.importance or 'unrated'}: "
                f"{value.text}"
            )
    fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return ", ".join(
        f"{name} {tell(held)}" for name, held in fields if held not in (None, "", (), {})
    )
