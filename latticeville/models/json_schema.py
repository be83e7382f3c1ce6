"""JSON Schemas: write one of an object, validate a value, and bound a schema so that a reply to it
ends."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

MAX_ITEMS = 16
"""How many items a list may have for which a schema names no bound."""

_VALUE_KEYWORDS = frozenset({"enum", "const", "default", "examples", "required"})
"""Keywords whose values are no schemas."""

_PYTHON_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def object_schema(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has exactly some properties.

    >>> object_schema(kind={"const": "eat"})["required"]
    ['kind']
    """
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def bound_schema(schema: Any, letters: int) -> Any:  # noqa: ANN401 - a JSON Schema is any JSON
    """Return the schema with a bound on strings and lists and no unnamed fields; what fits it fits
    the schema too."""
    if isinstance(schema, list):
        return [bound_schema(part, letters) for part in schema]
    if not isinstance(schema, dict):
        return schema
    narrow = {
        key: part if key in _VALUE_KEYWORDS else bound_schema(part, letters)
        for key, part in schema.items()
    }
    for key, bound in _default_bounds(schema, letters).items():
        narrow.setdefault(key, bound)
    return narrow


def _default_bounds(schema: dict[str, Any], letters: int) -> dict[str, Any]:
    """Return what bounds a string, a list or an object where it says nothing of it itself."""
    kind = schema.get("type")
    if kind == "string" and not schema.keys() & {"enum", "const", "pattern", "format"}:
        return {"maxLength": max(letters, schema.get("minLength", 0))}
    if kind == "array":
        return {"maxItems": max(MAX_ITEMS, schema.get("minItems", 0))}
    if kind == "object" and "properties" in schema:
        return {"additionalProperties": False}
    return {}


def schema_error(schema: Any, value: Any) -> str:  # noqa: ANN401
    """Return why a value does not fit a schema, or an empty string; the rarest keywords are not
    looked at.

    >>> schema_error({"type": "object", "required": ["mood"]}, {})
    'the reply lacks “mood”'
    """
    return next(_find_errors(schema, value, "the reply", schema), "")


def _find_errors(schema: Any, value: Any, at: str, root: Any) -> Iterator[str]:  # noqa: ANN401
    if isinstance(schema, dict):
        yield from _check_type(schema, value, at)
        yield from _check_value(schema, value, at, root)
        yield from _check_combined(schema, value, at, root)
    elif schema is False:
        yield f"{at} is not allowed"


def _check_value(schema: Mapping[str, Any], value: Any, at: str, root: Any) -> Iterator[str]:  # noqa: ANN401
    if isinstance(value, str):
        yield from _check_string(schema, value, at)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _check_number(schema, value, at)
    elif isinstance(value, list):
        yield from _check_array(schema, value, at, root)
    elif isinstance(value, dict):
        yield from _check_object(schema, value, at, root)


def _check_combined(schema: Mapping[str, Any], value: Any, at: str, root: Any) -> Iterator[str]:  # noqa: ANN401
    if "$ref" in schema:
        yield from _find_errors(_resolve_ref(root, schema["$ref"]), value, at, root)
    for part in schema.get("allOf", ()):
        yield from _find_errors(part, value, at, root)
    for word in ("anyOf", "oneOf"):
        fits = sum(
            next(_find_errors(part, value, at, root), None) is None for part in schema.get(word, ())
        )
        if word in schema and (fits == 0 or (fits > 1 and word == "oneOf")):
            yield f"{at} fits {fits} of the forms of {word}"


def _resolve_ref(root: Any, pointer: str) -> Any:  # noqa: ANN401
    found = root
    for name in pointer.removeprefix("#").split("/")[1:]:
        found = found[name.replace("~1", "/").replace("~0", "~")]
    return found


def _check_type(schema: Mapping[str, Any], value: Any, at: str) -> Iterator[str]:  # noqa: ANN401
    kinds = schema.get("type", [])
    names = [kinds] if isinstance(kinds, str) else kinds
    if names and not any(_has_type(name, value) for name in names):
        yield f"{at} is not of type {' or '.join(names)}"
    if "enum" in schema and not any(_are_equal(value, option) for option in schema["enum"]):
        yield f"{at} is not one of the allowed values"
    if "const" in schema and not _are_equal(value, schema["const"]):
        yield f"{at} is not {schema['const']!r}"


def _has_type(name: str, value: Any) -> bool:  # noqa: ANN401
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _PYTHON_TYPES[name]) and (
        name == "boolean" or not isinstance(value, bool)
    )


def _are_equal(one: Any, two: Any) -> bool:  # noqa: ANN401
    return bool(one == two) and isinstance(one, bool) == isinstance(two, bool)


def _check_string(schema: Mapping[str, Any], value: str, at: str) -> Iterator[str]:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        yield f"{at} has {len(value)} letters"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at} does not match {schema['pattern']}"


def _check_number(schema: Mapping[str, Any], value: float, at: str) -> Iterator[str]:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{at} is {value}, out of bounds"
    if value <= schema.get("exclusiveMinimum", value - 1) or value >= schema.get(
        "exclusiveMaximum", value + 1
    ):
        yield f"{at} is {value}, out of bounds"


def _check_array(schema: Mapping[str, Any], value: list[Any], at: str, root: Any) -> Iterator[str]:  # noqa: ANN401
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{at} has {len(value)} items"
    firsts = schema.get("prefixItems", [])
    for number, item in enumerate(value):
        part = firsts[number] if number < len(firsts) else schema.get("items", True)
        yield from _find_errors(part, item, f"{at}[{number}]", root)


def _check_object(
    schema: Mapping[str, Any],
    value: Mapping[str, Any],
    at: str,
    root: Any,  # noqa: ANN401
) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at} lacks “{name}”"
    named = schema.get("properties", {})
    for name, item in value.items():
        yield from _find_errors(
            named.get(name, schema.get("additionalProperties", True)), item, f"{at}.{name}", root
        )
