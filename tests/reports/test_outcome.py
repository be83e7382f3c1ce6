"""How two runs end: measures side by side, who lives in one run only, and the sentences that say
so."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.measures.lookup import measures_of
from latticeville.measures.registry import MEASURES
from latticeville.mind.action import Action
from latticeville.reports.diff.compare import compare_all
from latticeville.reports.diff.outcome import (
    MeasureComparison,
    OutcomeComparison,
    _compare,
    compare_outcomes,
    outcome_rows,
    outcome_sentences,
)
from latticeville.reports.diff.rows import comparison_rows
from latticeville.reports.metrics.rows import format_value, is_told_same
from latticeville.reports.metrics.series import summarize
from latticeville.reports.plain_text import plain_text
from latticeville.reports.rows import RunTarget
from latticeville.reports.why.action_text import describe
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import PutPerson
from latticeville.tables.measure_rows import read_measures
from tests.laws import law
from tests.model_doubles import doing
from tests.reports.runs import recorded
from tests.reports.test_fork import go_on
from tests.reports.valleys import wild_valley
from tests.runs.runs import write
from tests.sim.test_survival import anything, valley
from tests.worlds import Table

NAMES = ("generous", "aggressive")
TICKS = 6
PEOPLE: dict[str, Table] = {who: {"start": [0, 0]} for who in ("ada", "bob", "cy")}
EARLY: Table = {"id": "early_gifts", "expression": "event:gave and time:23:00-23:59"}
RULES: Table = {"damage": 1.0, "damage_die": 0.0, "start_food": 6}


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a run in which Ada gives Bob food twice, and one in which she kills Bob, and then Cy
    kills her."""
    folder, world = (
        tmp_path_factory.mktemp("casts"),
        valley(PEOPLE, RULES, simulation={"start": "Mon 23:57"}, measures=[EARLY]),
    )
    give, kill = Action("give", "bob", "food", count=2), {"ada": {2: Action("attack", "bob")}}
    write(folder / "generous", world, TICKS, minds=doing({"ada": {1: give, 2: give}}))
    write(
        folder / "aggressive",
        world,
        TICKS,
        minds=doing({**kill, "cy": {4: Action("attack", "ada")}}),
    )
    return folder / "generous", folder / "aggressive"


@pytest.fixture(scope="module")
def outcome(sides: tuple[Path, Path]) -> OutcomeComparison:
    return compare_outcomes(*map(Replay, sides))


def of(outcome: OutcomeComparison, name: str) -> MeasureComparison:
    return next(one for one in outcome.measures if one.name == name)


def test_the_measures_that_differ_stand_side_by_side(outcome: OutcomeComparison) -> None:
    pairs: dict[str, tuple[object, ...]] = {
        one.name: (one.a, one.b, one.difference) for one in outcome.measures
    }
    assert pairs["gifts"] == (2, 0, -2)
    assert pairs["early_gifts"] == (1, 0, -1)
    assert pairs["units_given"] == (4, 0, -4)
    assert [pairs[name] for name in ("attacks", "deaths_by_violence", "deaths")] == [(0, 2, 2)] * 3
    assert pairs["population"] == (3, 1, -2)
    assert "deaths_by_hunger" not in pairs
    assert outcome.measured == 1 + sum(one.usual for one in MEASURES)


def test_the_most_different_measures_come_first(outcome: OutcomeComparison) -> None:
    assert all(one.share >= other.share for one, other in pairwise(outcome.measures))
    assert [one.difference for one in outcome.measures[-4:]] == [None] * 4
    assert of(outcome, "population").share == pytest.approx(2 / 3)


def test_who_lives_in_one_run_only_is_told_with_the_other_death(outcome: OutcomeComparison) -> None:
    assert (outcome.people, outcome.living) == ((3, 3), (3, 1))
    assert outcome.causes == ({}, {"blows": 2})
    fates = [(one.who, one.side, one.died, one.told) for one in outcome.fates]
    assert fates == [
        ("ada", 1, 4, "tick 4 (Tue 00:01) of blows by Cy"),
        ("bob", 1, 2, "tick 2 (Mon 23:59) of blows by Ada"),
    ]


def test_the_sentences_say_how_they_end(outcome: OutcomeComparison) -> None:
    told = list(outcome_sentences(outcome, NAMES))
    head = f"Outcome at tick {TICKS} (Tue 00:03): 3 of 3 people alive in generous; "
    assert told[0] == head + "1 of 3 people alive in aggressive (died: 2 of blows)."
    assert told[1].startswith(
        "Higher in generous: gini goods 0.30 | 0, gifts 2 | 0, units given 4 | 0, "
    )
    assert (
        told[2]
        == "Higher in aggressive: deaths 0 | 2, deaths by violence 0 | 2, attacks 0 | 2, food in "
        "cells 40 | 52."
    )
    assert told[3:] == ["Alive only in generous: Ada and Bob."]


def test_actions_are_told_in_words() -> None:
    world = valley(PEOPLE)
    told = {
        "give 2 food to Bob": Action("give", "bob", "food", count=2),
        "attack Bob": Action("attack", "bob"),
        "gather food": Action("gather", "food"),
        "go north-east": Action("step", verb="NE"),
        "say to all: “Hello”": Action("say", words="Hello"),
        "eat": Action("eat"),
    }
    assert {describe(action, world): action for action in told.values()} == told


def test_rows_of_deaths_lead_to_them(outcome: OutcomeComparison) -> None:
    rows = {row.key: row for row in outcome_rows(outcome)}
    assert rows["fate bob"].target == RunTarget(2, 1, "bob")
    assert [part.text for part in rows["measure gifts"].parts] == ["gifts", "2", "0", "-2"]


def test_values_are_those_of_the_measures(tmp_path: Path) -> None:
    world = wild_valley()
    runs = tmp_path / "a", tmp_path / "b"
    write(runs[0], world, 40, minds=anything)
    write(runs[1], wild_valley(survival={"damage": 0.4, "hunger": 0.09}), 30, minds=anything)
    found = {one.name: (one.a, one.b) for one in compare_outcomes(*map(Replay, runs)).measures}
    each = [
        summarize(read_measures(Replay(folder), MEASURES, 0, 30), MEASURES, 0, 30, 1)
        for folder in runs
    ]
    for one in filter(lambda one: one.usual, MEASURES):
        stats = [values[one.name][0] for values in each]
        a, b = ((side.total if one.counts else side.value) for side in stats)
        assert (one.name in found) == (not is_told_same(a, b))
        assert found.get(one.name, (a, b)) == pytest.approx((a, b))
    assert found["attacks"][0] != found["attacks"][1]


def test_a_social_run_has_the_measures_of_its_world(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "run", 40)
    moved = go_on(parent, 10, tmp_path / "moved", 40, feed={12: [PutPerson("otto", "house")]})
    outcome = compare_all(parent, moved).outcome
    assert outcome is not None
    social = {one.name for one in measures_of(Replay(parent).at(0).state.world)}
    assert outcome.measured == len(social)
    assert {one.name for one in outcome.measures} <= social
    assert outcome.fates == ()
    if outcome.measures:
        head = next(outcome_sentences(outcome, NAMES))
        assert head.endswith(f"{len(outcome.measures)} of {len(social)} measures differ.")


def test_a_run_and_itself_end_alike(sides: tuple[Path, Path]) -> None:
    same = compare_outcomes(Replay(sides[0]), Replay(sides[0]))
    assert (same.measures, same.fates) == ((), ())
    assert list(outcome_sentences(same, NAMES)) == []


def test_the_dead_keep_the_plan_of_their_last_day_without_a_difference(
    sides: tuple[Path, Path],
) -> None:
    whole = compare_all(*sides)
    assert not any(one.what == "plan" for person in whole.people for one in person.strands)
    assert all(one.cases for person in whole.people for one in person.strands)
    assert any("died at tick 2" in line for line in plain_text(comparison_rows(whole, NAMES)))


def test_diff_tells_it_before_the_parts_of_the_first_tick(
    sides: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [str(one) for one in sides]
    assert main(["diff", *paths]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith(f"Outcome at tick {TICKS} ")
    assert any(line.split() == ["attacks", "0", "2", "+2", "events"] for line in told[:24])
    assert main(["diff", *paths, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["outcome"]
    assert found["living"] == [3, 1]
    assert found["causes"] == [{}, {"blows": 2}]
    assert {
        "name": "attacks",
        "unit": "events",
        "counts": True,
        "a": 0,
        "b": 2,
        "difference": 2,
    } in found["measures"]
    assert main(["diff", paths[0], paths[0], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] is None


@law(60)
@given(st.floats(-1e6, 1e6), st.floats(-0.02, 0.02))
def test_what_is_told_in_the_same_digits_does_not_differ(value: float, moved: float) -> None:
    found = _compare(MEASURES[0], value, value + moved)
    told = [format_value(round(each, 6)) for each in (value, value + moved)]
    assert (found is None) == (float(told[0].replace(",", "")) == float(told[1].replace(",", "")))
    if found is not None:
        (row,) = outcome_rows(OutcomeComparison(0, "", (0, 0), (0, 0), ({}, {}), 1, (found,), ()))
        one, other, difference = (part.text for part in row.parts[1:])
        assert one != other
        assert float(difference.replace(",", "")) != 0
    assert _compare(MEASURES[0], 1, 0.9999) is None
    assert _compare(MEASURES[0], 0.4, 0.40006) is None
