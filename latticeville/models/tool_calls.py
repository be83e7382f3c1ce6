"""Tool calling in OpenAI's protocol, for requests whose reply is one of several kinds of action.

The schema of such a request has a field `action` of several forms, `{"anyOf": [form, …]}`, and each
form is an object whose `kind` is a constant. The forms of a kind are a tool; their field named as
the kind holds its arguments, beside the reasoning that the schema asks for.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from latticeville.models.json_schema import object_schema

KIND, ACTION, REASONING = "kind", "action", "reasoning"


def make_tools(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a tool for each kind of action of a schema; none for a schema of another shape.

    >>> idle = {"properties": {"kind": {"const": "idle"}}}
    >>> make_tools({"properties": {"action": {"anyOf": [idle]}}})[0]["function"]["name"]
    'idle'
    """
    asked = schema.get("properties", {})
    forms: dict[str, list[Mapping[str, Any]]] = {}
    for form in asked.get(ACTION, {}).get("anyOf", ()):
        fields = form.get("properties", {})
        kind = fields.get(KIND, {}).get("const")
        if not isinstance(kind, str):
            return []
        forms.setdefault(kind, []).append(fields.get(kind, {}))
    return [
        {"type": "function", "function": {"name": kind, "parameters": _parameters(parts, asked)}}
        for kind, parts in forms.items()
    ]


def _parameters(parts: list[Mapping[str, Any]], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a tool: the reasoning, if one is asked for, and those of its forms."""
    own = _as_object(parts[0] if len(parts) == 1 else {"anyOf": parts})["properties"]
    return object_schema(**{name: asked[name] for name in (REASONING,) if name in asked}, **own)


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
    if not isinstance(given, dict):
        raise ValueError("the server's answer calls no tool")  # noqa: TRY004 - it is no reply
    fields = {name: value for name, value in given.items() if name != REASONING}
    action = {KIND: kind, kind: fields} if fields else {KIND: kind}
    reply = {REASONING: given.get(REASONING, ""), ACTION: action}
    return json.dumps(reply, ensure_ascii=False)


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
