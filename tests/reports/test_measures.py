"""Measures: their values on ticks made by hand, their laws, and their columns."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.measures.lookup import UnknownMeasureError, measures_of, named_measures
from latticeville.measures.measure import measure_tick
from latticeville.measures.registry import MEASURES, gini
from latticeville.measures.relation_measures import density, reciprocity
from latticeville.mind.action import Action
from latticeville.mind.relation import CLOSENESS, TRUST, RelationState
from latticeville.reports.metrics.series import (
    MeasureColumns,
    sampled_rows,
    summarize,
)
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload
from latticeville.tables.measure_rows import read_measures
from tests.reports.valleys import recorded_valley, told
from tests.sim.test_survival import total_of, valley
from tests.worlds import build, first


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[TickPayload]]:
    folder = tmp_path_factory.mktemp("valley") / "run"
    return folder, recorded_valley(folder)


def values(payload: TickPayload) -> dict[str, float | None]:
    return measure_tick(payload, MEASURES)


def test_every_measure_has_a_name_a_unit_and_a_sentence_of_its_own() -> None:
    assert (
        len({one.name for one in MEASURES})
        == len({one.definition for one in MEASURES})
        == len(MEASURES)
    )
    for one in MEASURES:
        assert one.name.isidentifier()
        assert one.unit
        assert one.definition.endswith(".")


def test_the_numbers_of_a_tick_made_by_hand() -> None:
    people = {who: {"start": [0, 0]} for who in ("ada", "bob", "cy")}
    world = valley(
        people, {"damage": 1.0, "start_food": 4, "resources": {"food": {"regrowth": 0.0}}}
    )
    give, attack = Action("give", "bob", "food", count=4), Action("attack", "cy")
    done = values(told(world, 1, ada={1: give}, bob={1: attack})[-1])
    expected = {
        "population": 2,
        "deaths": 1,
        "deaths_by_violence": 1,
        "deaths_by_hunger": 0,
        "deaths_by_other": 0,
        "mean_hunger": 0.4,
        "gifts": 1,
        "units_given": 4,
        "attacks": 1,
        "utterances": 0,
        "food_in_hands": 8,
        "food_in_cells": 44,
        "gini_goods": 0.5,
    }
    assert {name: done[name] for name in expected} == expected
    assert done["mean_energy"] == pytest.approx((0.95 + 0.85) / 2)


def test_food_in_cells_and_hands_is_all_food(run: tuple[Path, list[TickPayload]]) -> None:
    for payload in run[1]:
        found = values(payload)
        assert found["food_in_cells"] is not None
        assert found["food_in_hands"] is not None
        assert 1000 * (found["food_in_cells"] + found["food_in_hands"]) == total_of(
            payload.state, "food"
        )


def test_deaths_are_what_the_population_loses(run: tuple[Path, list[TickPayload]]) -> None:
    assert sum(values(payload)["deaths"] or 0 for payload in run[1]) > 0
    for before, after in pairwise(map(values, run[1])):
        causes = (after[f"deaths_by_{cause}"] or 0 for cause in ("hunger", "violence", "other"))
        assert (
            (before["population"] or 0) - (after["population"] or 0)
            == after["deaths"]
            == sum(causes)
        )


def test_the_network_leaves_out_the_dead_and_strangers() -> None:
    state = first(valley({who: {"start": [0, 0]} for who in ("ada", "bob", "cy")})).state
    ada, bob = state.minds["ada"], state.minds["bob"]
    friend, foe = RelationState({TRUST: 0.8, CLOSENESS: 0.6}), RelationState({TRUST: 0.2})
    minds = {
        **state.minds,
        "ada": replace(
            ada, relations=ada.relations.with_relation("bob", friend).with_relation("cy", friend)
        ),
        "bob": replace(
            bob, relations=bob.relations.with_relation("ada", friend).with_relation("cy", foe)
        ),
    }
    found = values(TickPayload(0, replace(state, minds=minds)))
    assert found["mean_trust"] == pytest.approx(0.65)
    assert found["trust_density"] == 0.5
    assert found["trust_reciprocity"] == pytest.approx(2 / 3)
    cy = state.bodies["cy"]
    assert cy.vitals is not None
    dead = {**state.bodies, "cy": replace(cy, vitals=replace(cy.vitals, died=1))}
    found = values(TickPayload(0, replace(state, minds=minds, bodies=dead)))
    assert (found["population"], found["trust_density"], found["trust_reciprocity"]) == (
        2,
        1.0,
        1.0,
    )


def test_nobody_alive_gives_no_mean() -> None:
    world = valley({"ada": {"start": [0, 0]}}, {"start_hunger": 1.0, "starvation": 1.0})
    found = values(told(world, 1)[-1])
    assert found["population"] == 0
    assert {name for name, value in found.items() if value is None} == {
        "mean_hunger",
        "mean_energy",
        "mean_health",
        "gini_goods",
        "mean_trust",
        "mean_closeness",
        "trust_density",
        "trust_reciprocity",
    }


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=30), st.integers(2, 9))
def test_gini_is_the_mean_difference_and_knows_no_scale_nor_order(
    goods: list[int], factor: int
) -> None:
    found = gini(goods)
    assert found is not None
    assert 0 <= found < 1
    pairs, mean = sum(abs(one - other) for one in goods for other in goods), sum(goods) / len(goods)
    assert found == pytest.approx(pairs / (2 * len(goods) ** 2 * mean) if mean else 0)
    assert gini([factor * one for one in reversed(goods)]) == pytest.approx(found)


@given(
    st.sets(
        st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde")).filter(
            lambda tie: tie[0] != tie[1]
        )
    )
)
def test_density_and_reciprocity_are_shares_that_a_mirrored_network_keeps(
    ties: set[tuple[str, str]],
) -> None:
    mirrored = {(other, who) for who, other in ties}
    assert density(ties, 5) == density(mirrored, 5) == len(ties) / 20
    assert reciprocity(ties) == reciprocity(mirrored)
    assert reciprocity(ties | mirrored) == (1 if ties else None)


def test_rows_of_several_ticks_add_counts_and_keep_the_last_of_the_rest(
    run: tuple[Path, list[TickPayload]],
) -> None:
    folder, payloads = run
    rows = list(sampled_rows(read_measures(Replay(folder), MEASURES, 0, 50), MEASURES, 50, 20))
    assert [row.tick for row in rows] == [0, 20, 40, 50]
    assert [row.minute for row in rows] == [payloads[row.tick].state.minute for row in rows]
    for row, start in zip(rows[1:], (1, 21, 41), strict=True):
        ticks = [values(payload) for payload in payloads[start : row.tick + 1]]
        for one in MEASURES:
            expected = (
                sum(tick[one.name] or 0 for tick in ticks) if one.counts else ticks[-1][one.name]
            )
            assert row.values[one.name] == expected


@pytest.fixture(scope="module")
def columns(run: tuple[Path, list[TickPayload]]) -> MeasureColumns:
    found = MeasureColumns(MEASURES)
    for payload in run[1]:
        found.add(payload)
    return found


@given(st.data())
def test_columns_know_every_tick_without_those_after_it(
    run: tuple[Path, list[TickPayload]], columns: MeasureColumns, data: st.DataObject
) -> None:
    tick, count = data.draw(st.integers(0, len(run[1]) + 5)), data.draw(st.integers(1, 80))
    measure = data.draw(st.sampled_from(MEASURES))
    past = [values(payload)[measure.name] for payload in run[1][: tick + 1]]
    known = [value for value in past if value is not None]
    stats, samples = columns.stats(measure.name, tick), columns.samples(measure, tick, count)
    assert stats.value == past[-1]
    assert stats.total == pytest.approx(sum(known))
    assert (stats.least, stats.most) == ((min(known), max(known)) if known else (None, None))
    assert len(samples) == min(count, len(past))
    assert samples[-1][0] == run[1][len(past) - 1].state.minute
    if measure.counts:
        assert sum(value or 0 for _, value in samples) == stats.total
    elif count >= len(past):
        assert [value for _, value in samples] == past


def test_a_summary_in_one_pass_is_that_of_the_columns(
    run: tuple[Path, list[TickPayload]], columns: MeasureColumns
) -> None:
    found = summarize(read_measures(Replay(run[0]), MEASURES, 0, 60), MEASURES, 0, 60, 61)
    for one in MEASURES:
        stats, samples = found[one.name]
        assert stats == columns.stats(one.name, 60)
        assert samples == [value for _, value in columns.samples(one, 60, 61)]


def test_a_social_world_has_the_measures_that_mean_something_there() -> None:
    names = [one.name for one in measures_of(build("..", people={"ada": {"start": [0, 0]}}))]
    trust = ["mean_trust", "mean_closeness", "trust_density", "trust_reciprocity"]
    assert names == ["population", "utterances", *trust]
    hungry = measures_of(build("..", people={"ada": {"start": [0, 0]}}, rules=["social", "hunger"]))
    assert {one.name for one in hungry} == {*names, "mean_hunger"}


def test_a_name_that_is_none_names_the_nearest() -> None:
    assert [one.name for one in named_measures(["deaths", "gifts", "deaths"])] == [
        "deaths",
        "gifts",
    ]
    with pytest.raises(UnknownMeasureError, match="did you mean population"):
        named_measures(["populaton"])


def test_measures_of_relations_do_not_depend_on_what_was_measured_before(
    run: tuple[Path, list[TickPayload]],
) -> None:
    measures = [one for one in MEASURES if one.name.startswith(("mean_t", "mean_c", "trust_"))]
    assert len(measures) == 4
    payloads = run[1]
    forward = [measure_tick(one, measures) for one in payloads]
    backward = [measure_tick(one, measures) for one in reversed(payloads)]
    assert forward == backward[::-1]
    for payload, found in zip(payloads, forward, strict=True):
        people = [body.id for body in payload.state.bodies.values() if not body.is_dead]
        trust = [
            relation.trust
            for who in sorted(people)
            for other, relation in payload.state.minds[who].relations.people.items()
            if other in people and other != who
        ]
        assert found["mean_trust"] == (sum(trust) / len(trust) if trust else None)
