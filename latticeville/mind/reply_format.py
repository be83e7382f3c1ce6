"""Types of replies: their JSON Schema, and parsing a reply into its type.

A reply that does not fit its type is used as far as possible: numbers are clamped to their bounds,
invalid items of a list are dropped, and an invalid field gets its default, if it has one.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from latticeville.models.model import Reply

S = TypeVar("S", bound=msgspec.Struct)
Limits = Mapping[str, Any]
_KEYWORDS = (
    "type",
    "enum",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
)
"""The keywords of a schema, in the order in which they are written."""
_MISFIT = object()


def schema_of(kind: type[msgspec.Struct], **limits: Limits) -> dict[str, Any]:
    """Return the JSON Schema of a type of reply; `limits` narrow the fields of a name, by keyword.

    >>> class Verdict(msgspec.Struct):
    ...     points: int
    >>> schema_of(Verdict, points={"maximum": 3})["properties"]
    {'points': {'type': 'integer', 'maximum': 3}}
    """
    found: dict[str, Any] = _narrowed(_schema(kind), limits)
    return found


@cache
def _schema(kind: type[msgspec.Struct]) -> Any:  # noqa: ANN401 - a JSON Schema is any JSON
    (top,), parts = msgspec.json.schema_components([kind], ref_template="{name}")
    return _resolved(top, parts)


def _resolved(node: Any, parts: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return a schema without references, whose fields are all required."""
    node = parts[node["$ref"]] if "$ref" in node else node
    found = {word: node[word] for word in _KEYWORDS if word in node}
    if "items" in found:
        found["items"] = _resolved(found["items"], parts)
    if "properties" in found:
        found["properties"] = {
            name: _resolved(part, parts) for name, part in found["properties"].items()
        }
        found["required"] = [*found["properties"]]
    return found


def _narrowed(node: Any, limits: Mapping[str, Limits]) -> Any:  # noqa: ANN401
    """Return a schema in which the fields that are named have further limits."""
    if "items" in node:
        return {**node, "items": _narrowed(node["items"], limits)}
    if "properties" not in node:
        return node
    fields = {
        name: _limited(_narrowed(part, limits), limits.get(name, {}))
        for name, part in node["properties"].items()
    }
    return {**node, "properties": fields}


def _limited(node: Any, limit: Limits) -> Any:  # noqa: ANN401
    if "enum" in limit:
        return limit
    inner = {"items": _limited(node["items"], limit["items"])} if "items" in limit else {}
    whole = {**node, **limit, **inner}
    return {word: whole[word] for word in _KEYWORDS if word in whole}


def read_reply(reply: Reply, kind: type[S]) -> S | None:
    """Return a reply as its type, with what does not fit made to fit; None where it cannot be, or
    is an error."""
    if reply.error:
        return None
    try:
        found: S = _decoder(kind).decode(reply.text)
    except msgspec.ValidationError:
        return _fitted_reply(reply.text, kind)
    except (ValueError, RecursionError):
        return None
    return found


def _fitted_reply(text: str, kind: type[S]) -> S | None:
    try:
        found = _fitted(msgspec.json.decode(text), _type_info(kind))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, kind) else None


@cache
def _decoder(kind: type[S]) -> msgspec.json.Decoder[S]:
    return msgspec.json.Decoder(kind)


@cache
def _type_info(kind: type[msgspec.Struct]) -> inspect.Type:
    return inspect.type_info(kind)


def _fitted(value: object, kind: inspect.Type) -> object:
    """Return a value as a type, or _MISFIT; texts and lists may have any length."""
    match kind, value:
        case inspect.StructType(), dict():
            fields = {field.name: _fitted_field(value, field) for field in kind.fields}
            return _MISFIT if _MISFIT in fields.values() else kind.cls(**fields)
        case inspect.ListType(), list():
            return [
                one for each in value if (one := _fitted_item(each, kind.item_type)) is not _MISFIT
            ]
        case (inspect.StrType(), str()) | (inspect.BoolType(), bool()):
            return value
        case inspect.IntType(ge=least, le=most), int() if type(value) is int:
            return _bounded(value, least, most)
    return _MISFIT


def _bounded(number: int, least: int | None, most: int | None) -> int:
    raised = number if least is None else max(number, least)
    return raised if most is None else min(raised, most)


def _fitted_field(table: Mapping[str, object], field: inspect.Field) -> object:
    """Return a field of a table as its type, or its default."""
    found = _fitted(table.get(field.encode_name, _MISFIT), field.type)
    return found if found is not _MISFIT or field.required else field.default


def _fitted_item(value: object, kind: inspect.Type) -> object:
    """Return an item of a list as its type; a number that is out of bounds counts something that is
    not there."""
    found = _fitted(value, kind)
    return _MISFIT if isinstance(kind, inspect.IntType) and found != value else found
