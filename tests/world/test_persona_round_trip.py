"""Whatever a persona says comes back from its file, every key of it."""

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.world.io.toml import format_toml
from latticeville.world.model.personas import Persona
from latticeville.world.schema.table import reader_of
from studio.project.formats.toml_text import TomlText

pytestmark = pytest.mark.slow

IDS = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)
FULL = TEXTS.filter(bool)
PERSONA = reader_of(Persona)
SHARES = st.floats(0, 1)
WEIGHTS = st.lists(st.floats(0, 1000), min_size=3, max_size=3)
SECRETS = st.one_of(
    TEXTS, st.fixed_dictionaries({"text": FULL}, optional={"to": st.lists(IDS, max_size=3)})
)
TABLES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"name": st.just("Ada Berg")},
    optional={
        "age": st.integers(0, 150),
        "about": TEXTS,
        "currently": TEXTS,
        "lifestyle": TEXTS,
        "intends": TEXTS,
        "language": st.sampled_from(["de", "pt-BR"]),
        "model": st.sampled_from(["fake", "server:http://127.0.0.1:8080/v1#qwen"]),
        "big_five": st.fixed_dictionaries({}, optional={"openness": SHARES, "neuroticism": SHARES}),
        "secrets": st.lists(SECRETS, max_size=3),
        "beliefs": st.lists(
            st.fixed_dictionaries({"area": IDS}, optional={"things": st.lists(IDS, max_size=3)}),
            max_size=3,
        ),
        "retrieval": st.fixed_dictionaries(
            {},
            optional={
                "profile": st.sampled_from(["paper", "smallville"]),
                "weights": WEIGHTS,
                "recall": st.integers(0, 100),
                "budget": st.integers(50, 100_000),
                "trigger": st.integers(1, 1_000_000),
            },
        ),
        "attention": st.fixed_dictionaries(
            {},
            optional={
                "radius": st.integers(1, 200),
                "most": st.integers(0, 1000),
                "retention": st.integers(0, 1000),
            },
        ),
        "memories": st.lists(
            st.fixed_dictionaries(
                {"text": FULL},
                optional={
                    "importance": st.integers(1, 10),
                    "kind": st.sampled_from(["plan", "reflection"]),
                },
            ),
            max_size=3,
        ),
    },
)


@given(TABLES)
@settings(max_examples=150, deadline=None)
def test_a_persona_comes_back_from_its_file(table: dict[str, Any]) -> None:
    persona = PERSONA.validate_python(table)
    assert (
        PERSONA.validate_python(tomllib.loads(format_toml(PERSONA.dump_python(persona)))) == persona
    )


@given(TABLES, TEXTS)
@settings(max_examples=100, deadline=None)
def test_one_edit_leaves_every_other_key_and_the_comments(
    table: dict[str, Any], words: str
) -> None:
    text = f"# first\n{format_toml(PERSONA.dump_python(PERSONA.validate_python(table)))}\n# last\n"
    sheet = TomlText.parse(text).put(("currently",), words).put(("attention", "most"), 3)
    attention = {**table.get("attention", {}), "most": 3}
    expected = PERSONA.validate_python({**table, "currently": words, "attention": attention})
    assert PERSONA.validate_python(tomllib.loads(sheet.text)) == expected
    assert sheet.text.startswith("# first\n")
    assert "\n# last\n" in sheet.text
