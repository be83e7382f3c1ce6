"""TOML as text that is edited by path."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.project.formats.plain_values import KeyPath, deep_copy, has_value, is_equal, value_at
from studio.project.formats.refusal import EditRefusedError
from studio.project.formats.toml_text import TomlText
from tests.project.hall import FILES
from tests.samples import samples

ROOT = Path(__file__).parents[3]
BESIDE = {"scenarios", "studies"}
"""Folders of files that forms never edit."""
REAL = [
    *(one for one in sorted((ROOT / "worlds").rglob("*.toml")) if one.parent.name not in BESIDE),
    *sorted((ROOT / "personas").glob("*.toml")),
]
IDS = [
    path.stem if path.parent.name == "personas" else f"{path.parent.name}-{path.stem}"
    for path in REAL
]
TABLES = [text for name, text in FILES.items() if name.endswith(".toml")]
ODD = '''\
a = """
[not a header]
# not a comment""" # but this is
b = [ # begins
  "[[x]]", # here
]

[c] # header
"d.e" = 'single'
f.g = 1
f.h = { i = 2 }
# after the pairs

# touching
[[j]]
k = 0x10
[[j.l]]
m = 1979-05-27T07:32:00Z
[j.n]
o = inf
[[j]]
k = 1.0
[p.q]
r = true
[p]
s = """one \\
  two"""
# the end'''


def leaves(data: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the path of every value that holds no others."""
    below = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in below:
        yield from leaves(value, (*path, key)) if isinstance(value, dict | list) else [(*path, key)]


def other(value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    return f"{value.split(chr(10))[0]}!" if isinstance(value, str) else value + 1


@pytest.mark.parametrize(
    "text", [*TABLES, ODD, "", "# only a comment", "\n\n[a]", "[a]\n[b]", "x=1"]
)
def test_a_text_comes_back_as_it_was_and_says_what_tomllib_says(text: str) -> None:
    document = TomlText.parse(text)
    assert document.text == text
    assert is_equal(document.data, tomllib.loads(text))


@pytest.mark.parametrize("path", REAL, ids=IDS)
def test_real_files_come_back_as_they_were(path: Path) -> None:
    text = path.read_text("utf-8")
    document = TomlText.parse(text)
    assert document.text == text
    assert is_equal(document.data, tomllib.loads(text))


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("path", REAL, ids=IDS)
def test_one_field_edited_is_one_line_changed(path: Path) -> None:
    document = TomlText.parse(path.read_text("utf-8"))
    before = document.text.split("\n")
    places = [*leaves(document.data)]
    for number, place in enumerate(
        places[:: max(1, len(places) // samples(150, len(places) or 1))]
    ):
        value = value_at(document.data, place)
        edited = document.put(place, other(value))
        after = edited.text.split("\n")
        if not (isinstance(value, str) and "\n" in value) and '"""' not in "".join(
            set(before) ^ set(after)
        ):
            changed = [
                index
                for index, (one, two) in enumerate(zip(before, after, strict=True))
                if one != two
            ]
            assert len(changed) == 1, (place, [after[index] for index in changed])
            comment = (
                before[changed[0]].rpartition("  # ")[2] if "  # " in before[changed[0]] else ""
            )
            assert after[changed[0]].endswith(comment)
        assert value_at(edited.data, place) == other(value)
        if number % 25 == 0:
            assert is_equal(edited.data, tomllib.loads(edited.text))
            assert edited.put(place, value).text == document.text or '"""' in document.text


def test_a_text_of_several_lines_keeps_its_style() -> None:
    document = TomlText.parse('a = """\none\ntwo"""\nb = 1\n')
    assert document.put(("a",), "three").text == 'a = """\nthree"""\nb = 1\n'
    assert document.put(("b",), "x\ny").data == {"a": "one\ntwo", "b": "x\ny"}


def test_comments_of_a_list_stay_when_its_first_goes() -> None:
    document = TomlText.parse(FILES["world.toml"])
    text = document.drop(("areas", 0)).text
    assert "# Rooms." in text
    assert 'id = "hall"' not in text
    assert "# Things." in document.drop(("objects", 0)).drop(("objects", 0)).text


def test_what_is_new_stands_with_its_kin() -> None:
    document = TomlText.parse(FILES["kinds.toml"])
    text = document.insert(("kinds", "urn", "transitions", 9), {"from": "hot", "verb": "open"}).text
    assert text.index('verb = "open"') < text.index("[kinds.key]")
    text = document.put(("kinds", "urn", "states", "warm"), {}).text
    assert 'hot = { color = "red" }   # careful\nwarm = {}\n' in text
    new = document.put(
        ("kinds", "cup"), {"glyph": "c", "states": {"full": {}}, "transitions": [{"from": "full"}]}
    )
    assert new.text.endswith(
        '\n[kinds.cup]\nglyph = "c"\n\n[kinds.cup.states]\nfull = '
        '{}\n\n[[kinds.cup.transitions]]\nfrom = "full"\n'
    )


def test_renaming_a_table_renames_every_header_of_it() -> None:
    document = TomlText.parse(FILES["kinds.toml"]).rename(("kinds", "urn"), "pot")
    assert [*document.data["kinds"]] == ["pot", "key"]
    assert "urn" not in document.text
    assert "[kinds.pot]            # it holds tea" in document.text
    with pytest.raises(EditRefusedError):
        document.rename(("kinds", "pot"), "key")


def test_renaming_keeps_the_quotes() -> None:
    document = TomlText.parse(FILES["world.toml"]).rename(("legend", ","), "g")
    assert '"g" = { name = "grass" }  # soft' in document.text


@pytest.mark.parametrize(
    "text",
    ["", "# top\n", "a = 1", "[x]", "[x]\ny = 1", "[[areas]]\nid = 'a'", "\n\n# c\n[x]\n# d"],
)
def test_anything_can_be_added_to_any_text(text: str) -> None:
    document = TomlText.parse(text)
    for path, value in (
        (("new",), 1),
        (("legend", ","), {"name": "grass"}),
        (("simulation", "radius"), 3),
        (("areas",), [{"id": "a"}, {"id": "b"}]),
        (("kinds", "a", "states", "x", "color"), "red"),
        (("x", "z"), [1, {"a": "b"}]),
    ):
        edited = document.put(path, value)
        assert is_equal(edited.data, tomllib.loads(edited.text)), edited.text
        assert is_equal(value_at(edited.data, path), deep_copy(value))
        assert all(line in edited.text for line in text.split("\n"))


_keys = st.sampled_from(["a", "b c", "legend", "areas", "kinds", "states", "é"])
_scalars = st.one_of(
    st.integers(-5, 5), st.booleans(), st.text(max_size=8), st.floats(allow_nan=False)
)
_values = st.recursive(
    _scalars,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(_keys, below, max_size=3),
    max_leaves=6,
)
_texts = st.sampled_from([*TABLES, ODD])


def _nested(data: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    below = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in below:
        yield (*path, key)
        yield from _nested(value, (*path, key))


@pytest.mark.slow
@given(st.data(), _texts)
def test_any_edits_say_what_they_would_say_of_plain_data(draws: st.DataObject, text: str) -> None:
    document = TomlText.parse(text)
    for _ in range(draws.draw(st.integers(1, 4))):
        data = deep_copy(document.data)
        paths = [*_nested(data)]
        if not paths:
            return
        path = draws.draw(st.sampled_from(paths))
        kind = draws.draw(st.sampled_from(["put", "new", "drop", "insert", "rename"]))
        try:
            document = _edit(draws, document, data, path, kind)
        except EditRefusedError:
            continue
        assert is_equal(document.data, tomllib.loads(document.text)), document.text
        assert is_equal(_full(document.data), _full(data)), document.text


def _full(data: Any) -> Any:
    """Leave out empty tables and lists of tables: where the last section of one is dropped, nothing
    speaks of it."""
    if isinstance(data, dict):
        return {key: _full(value) for key, value in data.items() if _full(value) not in ({}, [])}
    return [_full(value) for value in data] if isinstance(data, list) else data


def _edit(
    draws: st.DataObject, document: TomlText, data: Any, path: KeyPath, kind: str
) -> TomlText:
    """Do the same to a text and to plain data; refuse before the data is touched."""
    outer, last = value_at(data, path[:-1]), path[-1]
    if kind == "drop":
        edited = document.drop(path)
        del outer[last]
    elif kind == "rename" and isinstance(last, str):
        key = draws.draw(_keys)
        edited = document.rename(path, key)
        items = [(key if name == last else name, item) for name, item in outer.items()]
        outer.clear()
        outer.update(items)
    elif kind == "insert" and isinstance(outer, list) and isinstance(last, int):
        value = draws.draw(_values)
        edited = document.insert(path, value)
        outer.insert(last, value)
    elif kind == "new" and isinstance(outer, dict):
        value, key = draws.draw(_values), draws.draw(_keys)
        edited = document.put((*path[:-1], key), value)
        outer[key] = value
    else:
        value = draws.draw(_values)
        edited = document.put(path, value)
        outer[last] = value
    return edited


def test_has_and_at() -> None:
    assert has_value({"a": [1]}, ("a", 0))
    assert not has_value({"a": [1]}, ("a", 1))
