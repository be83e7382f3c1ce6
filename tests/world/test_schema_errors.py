"""Whatever a table's model can say against a value is told in plain words, with what to write
instead."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from latticeville.core.problems import Problem
from latticeville.world import schema
from latticeville.world.io import schema_errors
from latticeville.world.load import check_texts, check_texts_in_context
from latticeville.world.model.personas import Persona
from latticeville.world.schema.kinds import KindsFile
from latticeville.world.schema.table import table_of
from latticeville.world.schema.world import WorldFile
from tests.world.hut import FILES, problem, spoiled

MODELS: tuple[type[BaseModel], ...] = (table_of(Persona), KindsFile, WorldFile)
ERRORS = {
    "str": {
        "string_type",
        "string_unicode",
        "string_too_short",
        "string_too_long",
        "string_pattern_mismatch",
    },
    "int": {
        "int_type",
        "int_parsing_size",
        "greater_than_equal",
        "less_than_equal",
        "greater_than",
        "less_than",
    },
    "float": {
        "float_type",
        "finite_number",
        "greater_than_equal",
        "less_than_equal",
        "greater_than",
        "less_than",
    },
    "bool": {"bool_type"},
    "list": {"list_type", "too_short", "too_long"},
    "tuple": {"tuple_type", "too_long", "missing"},
    "dict": {"dict_type"},
    "model": {"model_type", "model_attributes_type"},
    "model-fields": {"missing", "extra_forbidden", "model_type", "model_attributes_type"},
    "literal": {"literal_error"},
    "function-after": {"value_error"},
}
"""What each kind of schema can say against a value that TOML or JSON holds."""
SILENT = {"model-field", "default", "nullable", "union", "no-info", "definitions", "definition-ref"}
"""Kinds of schema that only pass on what others say."""
CONTEXT = {
    "ge": 1,
    "le": 1,
    "gt": 1,
    "lt": 1,
    "min_length": 1,
    "max_length": 2,
    "expected": "'a' or 'b'",
}


def nodes(part: object) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if isinstance(part.get("type"), str):
            yield part
        for key, value in part.items():
            if key not in ("metadata", "ref", "serialization"):
                yield from nodes(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from nodes(value)


SCHEMAS = [node for model in MODELS for node in nodes(model.__pydantic_core_schema__)]
PATTERNS = sorted({str(node["pattern"]) for node in SCHEMAS if "pattern" in node})


def test_every_kind_of_schema_is_known_here() -> None:
    assert {node["type"] for node in SCHEMAS} <= {*ERRORS, *SILENT}


@pytest.mark.parametrize("kind", sorted(set[str]().union(*ERRORS.values()) - {"value_error"}))
def test_every_error_has_words_of_ours(kind: str) -> None:
    context = CONTEXT | {"pattern": PATTERNS[0]}
    detail: Any = {
        "type": kind,
        "loc": ("name",),
        "msg": "Input should be otherwise",
        "ctx": context,
    }
    mistake = schema_errors.explain_error(WorldFile, {"name": "x"}, detail)
    assert mistake.fix
    assert "should" not in mistake.what
    assert "cannot be" not in mistake.what


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_has_words_of_ours(pattern: str) -> None:
    detail: Any = {
        "type": "string_pattern_mismatch",
        "loc": ("name",),
        "msg": "",
        "ctx": {"pattern": pattern},
    }
    assert "such as" in schema_errors.explain_error(WorldFile, {"name": "x"}, detail).fix


def test_an_error_that_is_new_to_us_is_told_without_the_words_of_the_library() -> None:
    detail: Any = {
        "type": "brand_new",
        "loc": ("name",),
        "msg": "Input should be brand new",
        "ctx": {},
    }
    mistake = schema_errors.explain_error(WorldFile, {"name": "x"}, detail)
    assert (mistake.what, mistake.fix[:5]) == ("“name” cannot be “x”", "see t")


def raised(path: Path) -> Iterator[str]:
    """Yield the texts of the errors that a module raises, what is filled in left out."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            parts = (one.value for one in ast.walk(node.exc) if isinstance(one, ast.Constant))
            yield "".join(part for part in parts if isinstance(part, str))


@pytest.mark.parametrize(
    "path", sorted(Path(schema.__path__[0]).glob("*.py")), ids=lambda path: path.name
)
def test_every_error_of_the_format_itself_says_what_to_write(path: Path) -> None:
    for text in raised(path):
        assert re.search(r": write \S", text), text


def problems(file: str, old: str, new: str) -> list[Problem]:
    assert old in FILES[file]
    return check_texts_in_context({**FILES, file: FILES[file].replace(old, new, 1)})[1]


@pytest.mark.parametrize("deep", ["[" * 2000, "9" * 5000])
def test_what_no_parser_takes_is_told_where_it_stands(deep: str) -> None:
    (found,) = problems("world.toml", "seed = ", f"seed = {deep}")
    line = next(
        number
        for number, text in enumerate(FILES["world.toml"].split("\n"), 1)
        if text.startswith("seed = ")
    )
    assert (found.code, found.line, found.column) == ("toml-syntax", line, 8)
    assert found.fix


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ("seed = 7", "seed = 7\nhearing = 4", "move it to [simulation]"),
        ("seed = 7", "seed = 7\nrelationships = 4", "remove it; the keys here are"),
        ("tick_minutes = 5", 'tick_minutes = 5\nprofile = "village"', "move it to [minds]"),
        ('id = "oven"', 'id = "oven"\npersona = "ada"', "move it to [[people]]"),
        ("seed = 7", "seed = 7\nsede = 4", "write “seed”"),
        ("seed = 7", "seed = 7\nseed = 8", "keep one of them"),
        ("[weather]\n", "[simulation]\n[weather]\n", "keep one of them"),
        ('[[people]]\npersona = "ada"', '[people]\npersona = "ada"', "write [[people]] above each"),
        ('name = "Hut"', "name = Hut", 'write the text in quotes: "Hut"'),
        ('name = "Hut"', 'name = "Hut', 'close the text with a quote (")'),
        ('name = "Hut"', "name = “Hut”", "write straight quotes"),
        ('name = "Hut"', 'name = "Hut "of" mine"', 'write \\" for a quote within a text'),
        ('name = "Hut"', 'name "Hut"', "check this line and the one before it"),
    ],
)
def test_the_first_fix_says_what_to_do(old: str, new: str, fix: str) -> None:
    assert fix in check_texts(spoiled("world.toml", old, new))[1][0].fix


def test_entries_are_counted_from_one() -> None:
    found = problem(spoiled("world.toml", "cell = [3, 3]", 'cell = [3, "a"]'), "wrong-type")
    assert found.what.startswith("objects[3].cell[2] must be")


def test_a_duplicate_id_is_told_before_what_follows_from_it() -> None:
    found = check_texts(spoiled("world.toml", 'id = "east"', 'id = "west"'))[1]
    assert [one.code for one in found[:2]] == ["duplicate-id", "unknown-area"]
    assert found[1].file < found[0].file
