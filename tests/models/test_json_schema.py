from typing import Any

import pytest

from latticeville.models.json_schema import bound_schema, schema_error

PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 5},
        "age": {"type": "integer", "minimum": 0, "exclusiveMaximum": 150},
        "moods": {"type": "array", "items": {"enum": ["glad", "sad"]}, "maxItems": 2},
        "home": {"anyOf": [{"$ref": "#/$defs/place"}, {"type": "null"}]},
        "kind": {"const": "person"},
    },
    "required": ["name"],
    "additionalProperties": False,
    "$defs": {"place": {"type": "string", "pattern": "^[a-z]+$"}},
}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"name": "Ada", "age": 3, "moods": ["glad"], "home": "mill", "kind": "person"}, ""),
        ({"name": "Ada", "home": None, "age": 3.0}, ""),
        ([], "the reply is not of type object"),
        ({}, "the reply lacks “name”"),
        ({"name": ""}, "the reply.name has 0 letters"),
        ({"name": "Ada", "age": True}, "the reply.age is not of type integer"),
        ({"name": "Ada", "age": 150}, "the reply.age is 150, out of bounds"),
        ({"name": "Ada", "age": -1}, "the reply.age is -1, out of bounds"),
        (
            {"name": "Ada", "moods": ["glad", "mad"]},
            "the reply.moods[1] is not one of the allowed values",
        ),
        ({"name": "Ada", "moods": ["glad"] * 3}, "the reply.moods has 3 items"),
        ({"name": "Ada", "home": "Mill"}, "the reply.home fits 0 of the forms of anyOf"),
        ({"name": "Ada", "kind": "cat"}, "the reply.kind is not 'person'"),
        ({"name": "Ada", "hat": 1}, "the reply.hat is not allowed"),
    ],
)
def test_a_misfit_is_told_where_it_is(value: Any, why: str) -> None:
    assert schema_error(PERSON, value) == why


def test_true_is_not_one() -> None:
    assert schema_error({"enum": [1]}, True)  # noqa: FBT003 - JSON's true
    assert schema_error({"const": False}, 0)


def test_bounds_are_put_on_what_has_none_and_nowhere_else() -> None:
    loose = {
        "type": "object",
        "properties": {
            "words": {"type": "string"},
            "type": {"type": "string", "enum": ["a"]},
            "list": {"type": "array", "items": {"type": "string", "maxLength": 3}},
        },
    }
    assert bound_schema(loose, 40) == {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "words": {"type": "string", "maxLength": 40},
            "type": {"type": "string", "enum": ["a"]},
            "list": {"type": "array", "maxItems": 16, "items": {"type": "string", "maxLength": 3}},
        },
    }
    assert bound_schema(PERSON, 40)["properties"]["name"] == PERSON["properties"]["name"]  # type: ignore[index]
