"""Tool calling in OpenAI's protocol, for requests whose reply is one of several kinds of action.

Such a request has a schema `{"anyOf": [form, …]}`, and each form is an object whose `kind` is a
constant. A form with a field named as its kind is a tool with that field as its arguments; a form
without one is a tool without arguments.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from latticeville.models.json_schema import object_schema

KIND = "kind"


def make_tools(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a tool for each kind of action of a schema; none for a schema of another shape.

    >>> make_tools({"anyOf": [{"properties": {"kind": {"const": "idle"}}}]})[0]["function"]["name"]
    'idle'
    """
    tools = []
    for form in schema.get("anyOf", ()):
        fields = form.get("properties", {})
        kind = fields.get(KIND, {}).get("const")
        if not isinstance(kind, str):
            return []
        function = {"name": kind, "parameters": _as_object(fields.get(kind, {}))}
        tools.append({"type": "function", "function": function})
    return tools


def read_tool_call(heard: Any) -> str:  # noqa: ANN401 - whatever a server sends
    """Return the first tool call of a server's answer as the reply that the schema asks for.

    Raises ValueError where there is none.
    """
    try:
        called = heard["choices"][0]["message"]["tool_calls"][0]["function"]
        kind, arguments = called["name"], called.get("arguments") or "{}"
        given = json.loads(arguments) if isinstance(arguments, str) else arguments
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError):
        raise ValueError("the server's answer calls no tool") from None
    return json.dumps({KIND: kind, kind: given} if given else {KIND: kind}, ensure_ascii=False)


def _as_object(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of arguments as one object, as servers want it: a union offers the values
    of all its forms."""
    if "anyOf" not in schema:
        return dict(schema) or {"type": "object", "properties": {}}
    values: dict[str, dict[str, None]] = {}
    for form in schema["anyOf"]:
        for name, part in form["properties"].items():
            values.setdefault(name, {}).update(dict.fromkeys(_allowed_values(part)))
    fields = {name: {"type": "string", "enum": [*found]} for name, found in values.items()}
    return object_schema(**fields)


def _allowed_values(schema: Mapping[str, Any]) -> Iterator[str]:
    yield from [schema["const"]] if "const" in schema else schema["enum"]
