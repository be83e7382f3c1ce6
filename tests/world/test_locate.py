"""The places of values agree with what the real parsers read."""

import json
import tomllib
from typing import Any

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.world.io.locate import ValueLocations, locate_json, locate_toml

TEXT = '''\
# a comment with [brackets] and "quotes"
name = "Ville" # more
"quoted key" = 1
dotted.key.path = 2
site . 'lit eral' = 3
numbers = [1, [2, 3], # inner
  4,
  "a ] , b", \'\'\'x
]\'\'\', { deep = [5, 6], "q" = 7 } ]
long = """
[not.a.header]
key = "still text" \\"""
""""
when = 1979-05-27 07:32:00 # a date with a blank
point = { x = 1, y.z = 2 }
empty = []

[table]
one = 1

[[rows]]
id = "first"
[rows.below]
v = 1
[[rows.inner]]
w = 1
[[rows.inner]]
w = 2

  [[rows]]
  id = "second"
[[rows.inner]]
w = 3
[a."b.c".'d'] # tail
e = [
]
'''
SPOTS = {
    (): (1, 1),
    ("name",): (2, 1),
    ("quoted key",): (3, 1),
    ("dotted",): (4, 1),
    ("dotted", "key", "path"): (4, 12),
    ("site", "lit eral"): (5, 8),
    ("numbers",): (6, 1),
    ("numbers", 0): (6, 12),
    ("numbers", 1): (6, 15),
    ("numbers", 1, 1): (6, 19),
    ("numbers", 2): (7, 3),
    ("numbers", 3): (8, 3),
    ("numbers", 4): (8, 14),
    ("numbers", 5): (9, 7),
    ("numbers", 5, "deep", 1): (9, 20),
    ("numbers", 5, "q"): (9, 24),
    ("long",): (10, 1),
    ("when",): (14, 1),
    ("point", "y", "z"): (15, 20),
    ("empty",): (16, 1),
    ("table",): (18, 1),
    ("table", "one"): (19, 1),
    ("rows",): (21, 1),
    ("rows", 0): (21, 1),
    ("rows", 0, "below", "v"): (24, 1),
    ("rows", 0, "inner", 1, "w"): (28, 1),
    ("rows", 1): (30, 3),
    ("rows", 1, "id"): (31, 3),
    ("rows", 1, "inner", 0, "w"): (33, 1),
    ("a", "b.c", "d"): (34, 1),
    ("a", "b.c", "d", "e"): (35, 1),
}


@pytest.mark.parametrize(("path", "spot"), SPOTS.items(), ids=str)
def test_a_value_of_toml_is_found(path: tuple[str | int, ...], spot: tuple[int, int]) -> None:
    tomllib.loads(TEXT)
    assert locate_toml(TEXT).find(path) == spot


def test_what_is_not_there_falls_back_on_what_is_around_it() -> None:
    places = locate_toml(TEXT)
    assert places.find(("rows", 1, "colour", 3)) == (30, 3)
    assert places.find(("nothing",)) == (1, 1)


def test_carriage_returns_change_no_place() -> None:
    places = locate_toml(TEXT.replace("\n", "\r\n"))
    assert {path: places.find(path) for path in SPOTS} == SPOTS


def test_a_key_of_many_parts_is_no_burden() -> None:
    key = ".".join("a" * 20_000)
    assert locate_toml(f"{key} = 1").find(("a", "a")) == (1, 3)


def test_a_value_of_json_is_found() -> None:
    text = '{\n "a": [1, {"b \\u0041": "}]"}, []],\n "a": {"c": true}, "d": -1e5}'
    places = locate_json(text)
    assert places.find(("a", "c")) == (3, 8)
    assert places.find(("d",)) == (3, 20)
    assert locate_json('[[], [1, 2], {"b A": "}"}]').find((2, "b A")) == (1, 15)
    assert locate_json("3").find((1,)) == (1, 1)


KEYS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=6
) | st.sampled_from(["a", "b", "c-d", "1", "", "x.y", 'q"', "#", "["])
LETTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")) | st.sampled_from(
    "\n\"'\\[]{},#="
)
LEAVES = st.integers(-99, 99) | st.booleans() | st.text(LETTERS, max_size=9) | st.floats(-1e9, 1e9)
VALUES = st.recursive(
    LEAVES,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=3),
    max_leaves=12,
)
TABLES = st.dictionaries(
    KEYS, VALUES | st.lists(st.dictionaries(KEYS, VALUES, max_size=3), max_size=3), max_size=5
)


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *(found for key, below in items for found in _paths(below, (*path, key)))]


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(TABLES)
def test_every_value_that_tomllib_reads_has_a_place(table: dict[str, Any]) -> None:
    text = tomlkit.dumps(table)
    places = locate_toml(text)
    for path in _paths(tomllib.loads(text)):
        assert places.holds(path)
        line, column = places.find(path)
        assert 1 <= column <= len(text.split("\n")[line - 1]) + 1


@settings(max_examples=100, deadline=None)
@given(VALUES, st.sampled_from([None, 1]))
def test_every_value_that_json_reads_has_a_place(value: Any, indent: int | None) -> None:
    places = locate_json(json.dumps(value, indent=indent))
    assert all(places.holds(path) for path in _paths(value))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["a", "b", ".", "=", "[", "]", "{", "}", '"', "'", ",", "#", "\n", " ", "1", "\\"]
        )
    )
)
def test_no_text_makes_the_scanner_fail(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert locate_toml(text).find(("a", 0)) >= (1, 1)
    assert locate_json(text).find(("a", 0)) >= (1, 1)


NUMBERS = st.recursive(
    st.lists(st.integers() | st.floats(allow_nan=False, allow_infinity=False), max_size=5),
    lambda below: st.lists(below, min_size=1, max_size=3),
)


@settings(max_examples=100, deadline=None)
@given(NUMBERS, st.sampled_from([None, 1]))
def test_a_number_of_an_array_is_found_where_it_stands(value: Any, indent: int | None) -> None:
    for locate, text in (
        (locate_json, json.dumps({"a": value}, indent=indent)),
        (locate_toml, f"a = {json.dumps(value, indent=indent)}"),
    ):
        places = locate(text)
        for path in _paths({"a": value}):
            assert places.holds(path)
            found = _get(value, path[1:]) if path else value
            line, column = places.find(path)
            if not isinstance(found, list):
                assert text.split("\n")[line - 1][column - 1 :].startswith(json.dumps(found))
        assert not places.holds(("a", len(value)))
        assert not places.holds(("a", -1))
        assert not places.holds(("a", "b"))
        assert places.find(("a", len(value))) == places.find(("a",))


def _get(value: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def test_a_text_is_scanned_only_when_a_place_is_asked_for() -> None:
    scanned = []

    def scan(text: str) -> Any:
        scanned.append(text)
        return locate_json(text)._root

    places = ValueLocations("[1]", scan)
    assert not scanned
    assert places.find((0,)) == (1, 2)
    assert places.holds((0,))
    assert scanned == ["[1]"]
