"""JSON as text that is edited by path."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.project.formats.json_text import JsonText
from studio.project.formats.plain_values import KeyPath, deep_copy, is_equal, value_at
from studio.project.formats.refusal import EditRefusedError
from tests.project.formats.test_toml_text import leaves, other
from tests.project.hall import ORIGINAL

TEXTS = [
    ORIGINAL["world.json"],
    ORIGINAL["characters.json"],
    '{\n\t"a" : [ ] ,"b":{}, "c\\u00e9": [1,2 ,3] }',
    "{}",
]


@pytest.mark.parametrize("text", TEXTS)
def test_one_field_edited_is_one_line_changed(text: str) -> None:
    document = JsonText.parse(text)
    for place in leaves(document.data):
        value = value_at(document.data, place)
        if value is None:
            continue
        edited = document.put(place, other(value))
        pairs = zip(text.split("\n"), edited.text.split("\n"), strict=True)
        assert sum(one != two for one, two in pairs) == 1
        assert value_at(edited.data, place) == other(value)


def test_a_new_one_is_written_as_the_others_are() -> None:
    document = JsonText.parse(ORIGINAL["world.json"])
    room = {"id": "z", "name": "Z", "bounds": {"x": 0, "y": 0, "width": 1, "height": 1}}
    text = document.insert(("rooms", 99), room).text
    assert '},\n    {"id": "z", "name": "Z", "bounds"' in text
    assert document.insert(("rooms", 0), room).drop(("rooms", 0)).text == document.text


_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=5),
    lambda below: (
        st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=3), below, max_size=3)
    ),
    max_leaves=5,
)


@pytest.mark.slow
@given(st.data(), st.sampled_from(TEXTS))
def test_any_edits_say_what_they_would_say_of_plain_data(draws: st.DataObject, text: str) -> None:
    document = JsonText.parse(text)
    for _ in range(4):
        data = deep_copy(document.data)
        paths: list[KeyPath] = [*_containers(data)]
        path = draws.draw(st.sampled_from(paths))
        outer, value = value_at(data, path), draws.draw(_values)
        if isinstance(outer, list):
            index = draws.draw(st.integers(0, len(outer)))
            if index < len(outer) and draws.draw(st.booleans()):
                document = document.drop((*path, index))
                del outer[index]
            else:
                document = document.insert((*path, index), value)
                outer.insert(index, value)
        else:
            key = draws.draw(st.sampled_from([*outer, "new", 'q"']))
            if key in outer and draws.draw(st.booleans()):
                document = document.drop((*path, key))
                del outer[key]
            elif key in outer and draws.draw(st.booleans()):
                try:
                    document = document.rename((*path, key), "other")
                except EditRefusedError:
                    continue
                outer["other"] = outer.pop(key)
            else:
                document = document.put((*path, key), value)
                outer[key] = value
        assert is_equal(json.loads(document.text), data), document.text


def _containers(data: Any, path: KeyPath = ()) -> Any:
    if isinstance(data, dict | list):
        yield path
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _containers(value, (*path, key))
