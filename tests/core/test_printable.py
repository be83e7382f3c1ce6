"""What is safe to print: sound text is not touched, and nothing else is left."""

import json
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.printable import REPLACEMENT, escape_json, make_printable
from tests.laws import law

every = st.text(st.characters(), max_size=40)


@law(300)
@given(
    st.text(
        st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]) | st.sampled_from("\n\t"),
        max_size=40,
    )
)
def test_sound_text_is_not_touched(text: str) -> None:
    assert make_printable(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "a\u00a0b",
        "かな\u3000交じり",
        "👩\u200d🌾",
        "می\u200cخواهم",
        "hy\u00adphen",
        "e\u0301",
        "\ue000",
    ],
)
def test_what_scripts_and_signs_need_is_kept(text: str) -> None:
    assert make_printable(text) == text


@law(300)
@given(every)
def test_nothing_steers_a_terminal(text: str) -> None:
    clean = make_printable(text)
    assert not [
        one for one in clean if category(one) in ("Cc", "Cs", "Zl", "Zp") and one not in "\n\t"
    ]
    assert not {
        *"\u061c\u200b\u200e\u200f\u2060\ufeff",
        *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    } & {*clean}
    assert len(clean) == len(text.replace("\r\n", "\n"))
    assert make_printable(clean) == clean
    clean.encode()


@pytest.mark.slow
def test_every_character_is_replaced_alone_or_not_at_all() -> None:
    for number in range(0x110000):
        letter = chr(number)
        clean = make_printable(letter)
        assert clean in (letter, REPLACEMENT)
        if letter.isprintable():
            assert clean == letter


@pytest.mark.slow
@law(300)
@given(every, st.booleans())
def test_json_loses_nothing_and_is_safe_to_print(text: str, only_ascii: bool) -> None:  # noqa: FBT001 - drawn
    for raw in (
        json.dumps([text], ensure_ascii=False),
        json.dumps({text: 1}, indent=1, ensure_ascii=False),
    ):
        escaped = escape_json(raw, only_ascii=only_ascii)
        assert make_printable(escaped) == escaped
        assert json.loads(escaped) == json.loads(raw)
        assert escaped.isascii() or not only_ascii
