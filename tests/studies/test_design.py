"""What a study says becomes conditions, seeds and configurations, or a located error."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.studies.design import spawn_seeds
from latticeville.studies.factors import read_word
from latticeville.studies.measurement import measures_of_study
from latticeville.studies.study_file import StudyError, StudyText
from latticeville.studies.tasks import make_tasks
from tests.studies.studies import TEA, design, refusal

HEAD = 'question = "Why?"\nworld = "square"\nticks = 20\nseeds = 2\n'


def test_conditions_and_factors_are_crossed_and_share_their_seeds() -> None:
    found = design(HEAD + '[vary]\nprofile = ["village", "paper"]\nminds.recall = [2, 8]\n')
    names = [one.name for one in found.conditions]
    assert names[0] == "profile=village minds.recall=2"
    assert len(names) == 4
    by_replicate = {one.replicate: set[int]() for one in found.configurations}
    for one in found.configurations:
        by_replicate[one.replicate].add(one.seed)
    assert all(len(seeds) == 1 for seeds in by_replicate.values())
    assert len(set.union(*by_replicate.values())) == 2
    recall = [one.world.minds.recall for one in found.configurations[:4]]
    assert recall == [2, 8, 2, 8]


def test_words_of_the_command_line_include_both_ends() -> None:
    found = design(HEAD, "seed=3..5", "profile=village,paper", "ticks=7")
    assert found.seeds == (3, 4, 5)
    assert [one.name for one in found.conditions] == ["profile=village", "profile=paper"]
    assert {one.ticks for one in found.configurations} == {7}
    assert design(HEAD, "seeds=3").seeds == spawn_seeds(1, 3)


def test_a_persona_a_number_and_weights_vary() -> None:
    text = HEAD + (
        '[conditions.open]\npersona."*".big_five.openness = 0.9\n'
        "[conditions.deaf]\nsimulation.hearing = 3\nweights = [0, 1, 0]\n"
    )
    opened, deaf = (one.world for one in design(text, "seed=1").configurations)
    assert {one.persona.big_five["openness"] for one in opened.people.values()} == {0.9}
    assert deaf.settings.hearing == 3
    assert deaf.minds.weights is not None
    assert [*deaf.minds.weights] == [0, 1, 0]
    assert opened.settings.hearing == 20


def test_a_latin_hypercube_has_one_sample_in_each_part_of_a_range() -> None:
    pytest.importorskip("scipy")
    text = HEAD.replace("ticks", 'design = "latin"\nsamples = 8\nticks')
    text += "[vary]\nminds.opinion_bound = { from = 0.0, to = 2.0 }\nminds.recall = [2, 8]\n"
    worlds = [one.world.minds for one in design(text, "seed=1").configurations]
    assert sorted(int(one.opinion_bound * 4) for one in worlds) == [*range(8)]
    assert [one.recall for one in worlds].count(2) == 4


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("vry = 1\n", "tea.study.toml:5:1: error: the file has no key “vry”"),
        ("seeds = 3\n", "tea.study.toml:5:10: error: invalid TOML"),
        ("[vary]\nprofil = [1]\n", "tea.study.toml:6:1: error: nothing called “profil” can vary"),
        ('[vary]\nprofile = ["vilage"]\n', "tea.study.toml:6:1: error: the world refuses profile"),
        ('[conditions.a]\nwithout = "memry"\n', "fix: write “memory”"),
        ("[vary]\npersona.minna.age = [3]\n", "fix: write “persona.mina.age”"),
        ("[vary]\nminds.recall = 3\n", "“minds.recall” must be a list of values, or a range"),
        ("[vary]\nminds.recall = {from = 1, to = 4}\n", "add “steps = 3”"),
        ('until = "evnt:said"\n', "there is no “evnt:” (did you mean “event”?)"),
        ('control = "none"\n', "no condition is called “none”"),
        ('inputs = [{ at = 3, do = "wisper" }]\n', "tea.study.toml:5:"),
        ('[measure]\na = { metric = "utterances", count = "event:said" }\n', "and this has 2"),
    ],
)
def test_what_cannot_be_is_told_with_its_place(more: str, told: str) -> None:
    assert told in refusal(HEAD + more)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('a = { metric = "utterance" }', "utterances"),
        ('a = { votes = "oak" }', "there is no votes “oak”"),
        ('a = { report = "noveltie", of = "x" }', "write “novelty”"),
        ('a = { count = "event:sad" }', "did you mean “said”"),
    ],
)
def test_a_measure_that_is_unknown_is_told_with_one_that_is_near(more: str, told: str) -> None:
    found = design(f"{HEAD}[measure]\n{more}\n")
    with pytest.raises(StudyError, match=r"tea\.study\.toml:6:\d+: ") as error:
        measures_of_study(found.text, found.study, found.configurations[0].world)
    assert told in str(error.value)


def test_a_seed_that_is_given_twice_is_refused() -> None:
    assert "the seed 3 is given twice" in refusal(HEAD, "seed=3,4,3")


@given(st.integers(0, 2**40), st.integers(1, 200))
def test_seeds_that_are_drawn_are_all_different(root: int, count: int) -> None:
    seeds = spawn_seeds(root, count)
    assert len({*seeds}) == count
    assert spawn_seeds(root, count // 2 or 1) == seeds[: count // 2 or 1]


@given(st.integers(-1000, 1000), st.integers(0, 100))
def test_a_range_of_a_word_has_all_from_one_end_to_the_other(first: int, more: int) -> None:
    assert read_word(f"x={first}..{first + more}") == ("x", [*range(first, first + more + 1)])


def test_runs_that_begin_alike_fork_from_one_prefix() -> None:
    found = design(TEA, "seed=1")
    tasks = make_tasks(found.configurations, ())
    spans = [(one.forked, one.ticks) for one in tasks]
    assert spans == [(0, 39), (39, 74), (74, 90), (74, 90), (39, 90)]
    first, second, *others = tasks
    assert second.parents == (first.name,)
    assert [one.parent for one in others] == [second.name, second.name, first.name]


def test_equal_configurations_have_one_run() -> None:
    text = HEAD + '[conditions.a]\n[conditions.b]\nwithout = ""\n'
    found = design(text)
    assert len(make_tasks(found.configurations, ())) == 2
    assert len(found.configurations) == 4


def test_a_text_that_is_no_toml_is_told() -> None:
    with pytest.raises(StudyError, match=r"a\.toml:1:"):
        StudyText(Path("a.toml"), "question").read()
