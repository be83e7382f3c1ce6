"""How people of a world think, and what makes a persona who they are."""

from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.world.load import build_unchecked, check_texts, load_world
from latticeville.world.model.personas import BigFive, StartNeeds
from latticeville.world.model.settings import MindSettings
from latticeville.world.model.world import World
from tests.world.hut import FILES, place, problem, spoiled, where

ROOT = Path(__file__).parents[2]
MINDS = """\
[minds]
plan = "model"
profile = "paper"
talk = false
reflect = false
recall = 100
budget = 50
salience = 11
turns = 1
language = "pt-BR"
model = "server:qwen"
embedder = "wordllama"

[weather]
"""
BO = 'traits = ["quiet"]'
FACTORS = """\
secrets = ["The cellar is damp.", "So is the attic."]

[big_five]
neuroticism = 1
openness = 0.25
"""


def built(files: dict[str, str]) -> World:
    """Return the world of some texts."""
    world, problems = build_unchecked(files)
    assert world is not None, problems
    return world


def test_a_world_that_says_nothing_thinks_as_usual() -> None:
    assert built(dict(FILES)).minds == MindSettings()


def test_minds_are_read() -> None:
    world = built(spoiled("world.toml", "[weather]\n", MINDS))
    assert world.minds == MindSettings(
        plan="model",
        profile="paper",
        talk=False,
        reflect=False,
        recall=100,
        budget=50,
        salience=11,
        turns=1,
        language="pt-BR",
        model="server:qwen",
        embedder="wordllama",
    )


def test_the_profiles_are_those_that_there_are() -> None:
    assert get_args(get_type_hints(MindSettings)["profile"]) == (*PROFILES,)


@pytest.mark.parametrize(
    ("line", "what", "fix"),
    [
        (
            'plan = "both"',
            '“plan” of minds must be "routine", "model" or "none", not “both”',
            "routine",
        ),
        ('profile = "mine"', "“profile” of minds must be", "smallville"),
        ("recall = -1", "at least 0", "at least 0"),
        ("recall = 101", "at most 100", "at most 100"),
        ("budget = 49", "at least 50", "at least 50"),
        ("salience = 12", "at most 11", "at most 11"),
        ("opinion_bound = 2.5", "at most 2", "at most 2"),
        ("opinion_pull = -0.5", "at least 0", "at least 0"),
        ("turns = 51", "at most 50", "at most 50"),
        ("turns = 2.5", "a whole number", "a whole number"),
        ('language = "English"', "a language code, such as “en” or “pt-BR”, not “English”", "en"),
        ('language = "../en"', "a language code", "en"),
        ('modle = "fake"', "minds” has no key “modle”", "write “model”"),
    ],
)
def test_a_mistake_is_explained_where_it_stands(line: str, what: str, fix: str) -> None:
    files = spoiled("world.toml", "[weather]\n", f"[minds]\n{line}\n\n[weather]\n")
    (found,) = check_texts(files)[1]
    assert what in found.what
    assert fix in found.fix
    mark = line if found.code == "unknown-key" else line.split(" = ")[1]
    assert where(found)[1] == place(files, "world.toml", f"= {mark}" if mark != line else line)[1]


def test_the_factors_that_were_given_are_kept_in_their_own_order() -> None:
    persona = built(spoiled("personas/bo.toml", BO, f"{BO}\n{FACTORS}")).people["bob"].persona
    assert [*persona.big_five.items()] == [("openness", 0.25), ("neuroticism", 1.0)]
    assert [secret.text for secret in persona.secrets] == [
        "The cellar is damp.",
        "So is the attic.",
    ]


def test_a_persona_that_says_nothing_has_neither_factors_nor_secrets() -> None:
    persona = built(dict(FILES)).people["bob"].persona
    assert (persona.big_five, persona.secrets) == ({}, ())


@pytest.mark.parametrize("value", ["1.5", "-0.1", "nan", "inf", "true", '"high"'])
def test_a_factor_lies_between_none_and_all(value: str) -> None:
    files = spoiled("personas/bo.toml", BO, f"{BO}\n[big_five]\nopenness = {value}\n")
    assert check_texts(files)[1][0].file == "personas/bo.toml"
    assert "“openness” of big_five" in problem(files, check_texts(files)[1][0].code).what


def test_needs_are_those_that_are_given_and_lie_between_none_and_all() -> None:
    files = spoiled("personas/bo.toml", BO, f"{BO}\n[needs]\nenergy = 0.5\n")
    assert built(files).people["bob"].persona.needs == {"energy": 0.5}
    assert built(dict(FILES)).people["bob"].persona.needs == {}
    wrong = spoiled("personas/bo.toml", BO, f"{BO}\n[needs]\ncuriosity = 2\n")
    assert check_texts(wrong)[1][0].file == "personas/bo.toml"
    assert "“curiosity” of needs" in problem(wrong, check_texts(wrong)[1][0].code).what


def test_everybody_in_ville_has_a_temper_and_something_to_hide() -> None:
    world = load_world(ROOT / "worlds" / "ville")
    assert world.minds.plan == "model"
    personas = [person.persona for person in world.people.values()]
    assert len(personas) == 10
    assert all([*persona.big_five] == [*BigFive.__struct_fields__] for persona in personas)
    assert all([*persona.needs] == [*StartNeeds.__struct_fields__] for persona in personas)
    assert all(1 <= len(persona.secrets) <= 2 for persona in personas)
    assert len({secret for persona in personas for secret in persona.secrets}) == sum(
        len(persona.secrets) for persona in personas
    )


def test_people_may_have_models_of_their_own() -> None:
    world = built(spoiled("personas/bo.toml", BO, f'{BO}\nmodel = "mlx:big"'))
    assert world.models == {"bob": "mlx:big"}
    assert world.mind_settings_of("bob").model == "mlx:big"
    assert world.minds.model == ""
