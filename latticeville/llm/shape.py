"""JSON Schemas: whether a value fits one, and one made narrower so that whoever fills it comes to an end."""

import re
from collections.abc import Mapping
from typing import Any

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}

ITEMS = 16
"""How many items a list may have for which a schema names no bound."""


def bounded(schema: Any, letters: int) -> Any:  # noqa: ANN401 - a JSON Schema is any JSON
    """Return the schema with a bound on every string and list and no unnamed fields; what fits it fits the schema."""
    if not isinstance(schema, dict):
        return [bounded(part, letters) for part in schema] if isinstance(schema, list) else schema
    narrow = {key: part if key in _VALUES else bounded(part, letters) for key, part in schema.items()}
    kinds = schema.get("type")
    if kinds == "string" and not narrow.keys() & {"enum", "const", "pattern", "format"}:
        narrow.setdefault("maxLength", max(letters, schema.get("minLength", 0)))
    elif kinds == "array":
        narrow.setdefault("maxItems", max(ITEMS, schema.get("minItems", 0)))
    elif kinds == "object" and "properties" in schema:
        narrow.setdefault("additionalProperties", False)
    return narrow


_VALUES = frozenset({"enum", "const", "default", "examples"})
"""Keywords whose values are no schemas."""


def misfit(schema: Any, value: Any, at: str = "the reply") -> str:  # noqa: ANN401
    """Return why a value does not fit a schema, or an empty string; `$ref` and rarer keywords are not looked at."""
    if not isinstance(schema, dict):
        return "" if schema is not False else f"{at} is not allowed"
    for test in (_kind, _one_of, _text, _number, _list, _object):
        why = test(schema, value, at)
        if why:
            return why
    return ""
