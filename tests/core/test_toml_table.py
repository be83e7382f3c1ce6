"""Texts of TOML: the table, or the problem with its place."""

import pytest

from latticeville.core.toml_table import TomlError, read_toml


def test_a_text_is_its_table() -> None:
    assert read_toml("a.toml", "[b]\nc = 1") == {"b": {"c": 1}}


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("a = 1\nb =", (2, 4), "invalid TOML: "),
        ("a = 1\nb = 1" + "0" * 5000, (2, 5), "this number has too many digits"),
        ("a = " + "[" * 9000, (1, 5), "brackets are nested too deeply"),
    ],
    ids=["syntax", "digits", "nesting"],
)
def test_a_text_that_is_none_says_where(text: str, place: tuple[int, int], what: str) -> None:
    with pytest.raises(TomlError) as found:
        read_toml("a.toml", text)
    problem = found.value.problem
    assert (problem.file, problem.line, problem.column) == ("a.toml", *place)
    assert problem.what.startswith(what)
    assert str(found.value) == f"{problem.what} (line {place[0]}, column {place[1]})"
