"""Replies of a model: the types of their fields, the schema that asks for them, and how they are read."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, inspect

from latticeville.core.decoders import decode_json, json_decoder
from latticeville.models.model import Reply

MAX_WORDS = 300
"""Characters of an utterance or an insight; a longer one ends with its last whole sentence."""
MAX_UTTERANCE = 200
"""Characters of an utterance that is one of several actions."""
MAX_DOING = 80
"""Characters of what somebody is doing."""
Time = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Sentence = Annotated[str, Meta(min_length=1, max_length=MAX_WORDS)]
Doing = Annotated[str, Meta(min_length=1, max_length=MAX_DOING)]
Rating = Annotated[int, Meta(ge=1, le=10)]
Number = Annotated[int, Meta(ge=1)]
"""The number of a memory or a statement in the list that was shown."""
Numbers = Annotated[list[Number], Meta(min_length=0, max_length=5)]
TopicNumber = Annotated[int, Meta(ge=0)]
"""The number of a topic in the list that was offered."""
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
        found: S = json_decoder(kind).decode(reply.text)
    except msgspec.ValidationError:
        return _fitted_reply(reply.text, kind)
    except (ValueError, RecursionError):
        return None
    return found


def _fitted_reply(text: str, kind: type[S]) -> S | None:
    try:
        found = _fitted(decode_json(text), _type_info(kind))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, kind) else None


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


_END = re.compile(r"[.!?…][\"'”’»)]*(?=\s|$)")


def up_to(ids: Sequence[int]) -> Limits:
    """Return the limit of numbers that count records; a schema of none would fit nothing, and so
    has one."""
    return {"items": {"maximum": max(1, len(ids))}}


def find_cited(numbers: Sequence[int], ids: Sequence[int]) -> tuple[int, ...]:
    """Return the records that numbers stand for, each once; numbers of nothing are dropped."""
    return tuple(dict.fromkeys(ids[each - 1] for each in numbers if 1 <= each <= len(ids)))


def clean_line(text: str, most: int = MAX_WORDS) -> str:
    """Return a text on one line, cut to so many letters."""
    return " ".join(text.split())[:most]


def whole_sentences(text: str, most: int = MAX_WORDS) -> str:
    """Return a text on one line; one that its limit may have cut ends with its last whole sentence,
    "" without any.

    >>> whole_sentences("The stove burns. Come qui", 25), whole_sentences("The stove bur", 13), whole_sentences("Hm", 9)
    ('The stove burns.', '', 'Hm')
    """
    line = " ".join(text.split())
    return line if len(text) < most else _until_last_end(line[:most])


def last_sentences(text: str, most: int) -> str:
    """Return free text on one line up to its last whole sentence, since a limit of tokens may have
    cut it.

    Without any end of a sentence it is returned whole, unless it is too long.
    """
    line = " ".join(text.split())
    return _until_last_end(line[:most]) or (line if len(line) < most else "")


def _until_last_end(line: str) -> str:
    ends = [found.end() for found in _END.finditer(line)]
    return line[: ends[-1]] if ends else ""
