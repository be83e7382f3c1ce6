"""Recall scores as each profile says, by tables worked out by hand, and goes on where something is
missing."""

import math
from typing import Any

import pytest
from msgspec.structs import astuple

from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.profiles import (
    AI_TOWN,
    PAPER,
    PROFILES,
    SMALLVILLE,
    RetrievalProfile,
)
from latticeville.mind.retrieval.records import RetrievalRecord
from latticeville.mind.retrieval.retrieve import make_record, rescore, retrieve
from tests.mind.rankings import all_scores

EAST, NORTH, BETWEEN = [1, 0], [0, 1], [0.6, 0.8]

ORACLES = {
    "latticeville": (
        (1, 2880, [0, 1440, 2880]),
        [
            (0, 0.25, 1.0, 1.0, 0.0, 1.0, 1.0, 2.0, 1),
            (2, 1.0, 0.0, 0.333333, 1.0, 0.0, 0.333333, 1.333333, 2),
            (1, 0.5, 0.6, 0.0, 0.333333, 0.6, 0.0, 0.933333, 3),
        ],
    ),
    "paper": (
        (60, 10, [0, 5, 10]),
        [
            (0, 0.951110, 1.0, 10.0, 0.0, 1.0, 1.0, 2.0, 1),
            (2, 1.0, 0.0, 4.0, 1.0, 0.0, 0.333333, 1.333333, 2),
            (1, 0.975249, 0.6, 1.0, 0.493735, 0.6, 0.0, 1.093735, 3),
        ],
    ),
    "smallville": (
        (60, 10, [0, 5, 10]),
        [
            (0, 0.99, 1.0, 10.0, 1.0, 1.0, 1.0, 5.5, 1),
            (1, 0.9801, 0.6, 1.0, 0.497487, 0.6, 0.0, 2.048744, 2),
            (2, 0.970299, 0.0, 4.0, 0.0, 0.0, 0.333333, 0.666667, 3),
        ],
    ),
    "ai-town": (
        (20, 31, [0, 15, 30]),
        [
            (0, 0.904382, 1.0, 9.0, 0.0, 1.0, 1.0, 2.0, 1),
            (2, 1.0, 0.0, 4.0, 1.0, 0.0, 0.375, 1.375, 2),
            (1, 0.950990, 0.6, 1.0, 0.487440, 0.6, 0.0, 1.087440, 3),
        ],
    ),
}
ORACLES["village"] = (
    (1, 2880, [0, 1440, 2880]),
    [
        (0, 0.25, 1.0, 1.0, 0.0, 1.0, 1.0, 1.3, 1),
        (1, 0.25, 0.6, 0.0, 0.0, 0.6, 0.0, 0.48, 2),
        (2, 0.25, 0.0, 0.577350, 0.0, 0.0, 0.577350, 0.013205, 3),
    ],
)
ORACLES["agent-crossing"] = ORACLES["paper"]


def three(last: list[int]) -> Columns:
    return Columns(2).grow([0, 0, 0], [10, 1, 4], [EAST, BETWEEN, NORTH], last)


def plain(*ratings: float | None, dim: int = 0) -> Columns:
    return Columns(dim).grow([0] * len(ratings), ratings, [None] * len(ratings))


@pytest.mark.parametrize("name", PROFILES)
def test_every_component_is_as_worked_out_by_hand(name: str) -> None:
    (minutes, now, last), expected = ORACLES[name]
    ranking = retrieve(three(last), [2, 0], now, PROFILES[name], 3, minutes=minutes)
    rows = ranking.rows()
    assert [(row.id, row.rank) for row in rows] == [(line[0], line[-1]) for line in expected]
    for row, line in zip(rows, expected, strict=True):
        parts = (row.recency, row.relevance, row.importance)
        normal = (row.normal_recency, row.normal_relevance, row.normal_importance)
        assert (*parts, *normal, row.score) == pytest.approx(line[1:-1], abs=2e-4)


@pytest.mark.parametrize("name", PROFILES)
def test_the_cut_and_the_memories_below_it(name: str) -> None:
    (minutes, now, last), expected = ORACLES[name]
    ranking = retrieve(three(last), EAST, now, PROFILES[name], 1, minutes=minutes)
    assert ranking.ids.tolist() == [expected[0][0]]
    assert ranking.scores[0] == ranking.rows()[0].score
    rows = all_scores(ranking, EAST)
    for line in expected:
        assert astuple(rows[int(line[0])])[1:9] == pytest.approx(line[1:], abs=2e-4)


@pytest.mark.parametrize(
    ("name", "flat", "ids"),
    [
        ("latticeville", 0.0, [3, 2, 1, 0]),
        ("agent-crossing", 0.5, [3, 2, 1, 0]),
        ("paper", 0.0, [3, 2, 1, 0]),
        ("ai-town", 0.0, [3, 2, 1, 0]),
    ],
)
def test_where_all_are_the_same_they_count_as_the_profile_says_and_the_newest_comes_first(
    name: str, flat: float, ids: list[int]
) -> None:
    ranking = retrieve(plain(3, 3, 3, 3), None, 5, PROFILES[name], 9)
    assert ranking.ids.tolist() == ids
    assert all(set(astuple(row)[4:7]) == {flat} for row in ranking.rows())
    assert (ranking.scores == 3 * flat).all()


def test_smallville_puts_the_oldest_of_equals_first_and_favours_the_stale() -> None:
    equal = retrieve(plain(3, 3, 3), None, 5, SMALLVILLE, 3, weights=(0, 3, 2))
    assert (equal.ids.tolist(), equal.scores.tolist()) == ([0, 1, 2], [2.5, 2.5, 2.5])
    stale = plain(3, 3, 3).record_accesses([0], 4)
    assert retrieve(stale, None, 5, SMALLVILLE, 3).ids.tolist() == [1, 2, 0]
    assert retrieve(stale, None, 5, PAPER, 3).ids.tolist() == [0, 2, 1]


BAD: list[Any] = [
    None,
    [],
    [1],
    [1, 2, 3],
    [math.nan, 1],
    [math.inf, 0],
    [1e300, 1],
    [[1, 0]],
    "word",
    [None, 1],
]


@pytest.mark.parametrize("query", BAD)
def test_a_query_of_the_wrong_kind_makes_nothing_relevant_and_the_call_goes_on(query: Any) -> None:
    columns = three([0, 5, 10])
    ranking = retrieve(columns, query, 10, PAPER, 3, minutes=60)
    assert [row.relevance for row in ranking.rows()] == [0, 0, 0]
    assert ranking.ids.tolist() == [2, 0, 1]
    assert len(columns.memo) == 1


@pytest.mark.parametrize("vector", BAD)
def test_a_memory_of_the_wrong_kind_is_relevant_to_nothing(vector: Any) -> None:
    columns = Columns(2).grow([0, 0], [3, 3], [vector, EAST])
    ranking = retrieve(columns, EAST, 1, PAPER, 2)
    assert [(row.id, row.relevance) for row in ranking.rows()] == [(1, 1.0), (0, 0.0)]
    assert not columns.vectors[0].any()


def relevances(columns: Columns, query: list[int]) -> list[float]:
    return [row.relevance for row in all_scores(retrieve(columns, query, 1, PAPER), query)]


def test_zero_queries_and_zero_memories_are_relevant_to_nothing() -> None:
    columns = Columns(2).grow([0, 0], [3, 3], [[0, 0], EAST])
    assert relevances(columns, [0, 0]) == [0, 0]
    assert relevances(columns, EAST) == [0, 1]
    assert relevances(columns, [-1, 0]) == [0, -1]


def test_no_memories_come_to_nothing() -> None:
    ranking = retrieve(Columns(2), EAST, 0)
    assert (ranking.ids.tolist(), ranking.rows()) == ([], [])


@pytest.mark.parametrize(
    "weights", [(0, 0, 0), (math.nan, 1, 1), (1, math.inf, 1), (1e308, 1e308, 1e308)]
)
@pytest.mark.parametrize("name", PROFILES)
def test_where_nothing_scores_the_newest_are_taken(
    name: str, weights: tuple[float, float, float]
) -> None:
    columns = Columns(2).grow([*range(100)], [1 + it % 9 for it in range(100)], [EAST, NORTH] * 50)
    ranking = retrieve(columns, EAST, 100, PROFILES[name], 3, weights=weights)
    assert ranking.ids.tolist() == [99, 98, 97]
    assert [row.rank for row in all_scores(ranking, EAST)] == [*range(100, 0, -1)]
    assert [row.rank for row in ranking.rows()] == [1, 2, 3]


@pytest.mark.parametrize("k", [-1, 0])
def test_none_wanted_none_given(k: int) -> None:
    ranking = retrieve(three([0, 5, 10]), EAST, 10, PAPER, k)
    assert ranking.rows() == []
    assert [row.rank for row in all_scores(ranking, EAST)] == [1, 3, 2]
    assert retrieve(plain(*range(100)), None, 10, PAPER, k).ids.tolist() == []


def test_more_wanted_than_there_are() -> None:
    rows = retrieve(three([10, 5, 0]), EAST, 10, PAPER, 1000, minutes=60).rows()
    assert [(row.id, round(row.relevance, 3)) for row in rows] == [(0, 1.0), (1, 0.6), (2, 0.0)]


def importances(columns: Columns, profile: RetrievalProfile) -> list[float]:
    return [row.importance for row in all_scores(retrieve(columns, None, 1, profile), None)]


def test_unrated_memories_count_as_the_profile_says() -> None:
    columns = plain(None, 9, math.nan)
    assert importances(columns, AI_TOWN) == [5, 9, 5]
    assert importances(columns, PAPER) == [3, 9, 3]


def test_the_past_cannot_be_asked_about_the_future() -> None:
    with pytest.raises(ValueError, match="accessed at tick 10, after 9"):
        retrieve(three([0, 5, 10]), EAST, 9)


def test_a_recorded_call_is_done_again_as_it_was() -> None:
    columns = three([0, 5, 10])
    call = make_record(
        retrieve(columns, EAST, 10, PAPER, 2, weights=(2, 1, 0), minutes=60), "breakfast"
    )
    assert call == RetrievalRecord("breakfast", 10, 2, "paper", 2, (2, 1, 0), 60, 3, 0, (2, 1))
    later = columns.record_accesses([0, 1], 11).grow([12], [9], [EAST])
    assert rescore(call, later, EAST).ids.tolist() == [2, 1]
    assert rescore(call, later, NORTH).ids.tolist() == [2, 1]
    assert rescore(call, later, EAST, weights=(0, 1, 0)).ids.tolist() == [0, 1]
    assert rescore(call, later, EAST, SMALLVILLE).ids.tolist() == [0, 1]
    assert rescore(call, later, EAST, SMALLVILLE).weights == (0.5, 3, 2)
    with pytest.raises(ValueError, match="paper was at version 0, and is at 2"):
        rescore(RetrievalRecord("", 10, 2, "paper", 0, (1, 1, 1), 60, 3, 0, ()), later, EAST)


def test_the_default_profile_is_ours() -> None:
    assert retrieve(three([0, 5, 10]), EAST, 10).profile is PROFILES["village"]


@pytest.mark.parametrize(
    ("last", "best", "weights", "found"),
    [([5] * 70 + [0], 70, (1, 3, 0), [70, 70]), ([*range(71)], 35, (-1.5, 1, 0), [35, 0])],
    ids=["all the same then", "recency counts against it"],
)
def test_what_was_found_and_touched_is_scored_anew(
    last: list[int], best: int, weights: tuple[float, float, float], found: list[int]
) -> None:
    vectors = [EAST if place == best else BETWEEN for place in range(71)]
    columns = Columns(2).grow([0] * 71, [3] * 71, vectors, last)
    profile, now = PROFILES["agent-crossing"], max(last)
    first = retrieve(columns, EAST, now, profile, 1, weights=weights).ids
    touched = columns.record_accesses(first, now)
    then = retrieve(touched, EAST, now, profile, 1, weights=weights)
    assert [*first.tolist(), *then.ids.tolist()] == found
    assert then.rows() == retrieve(touched.copy(), EAST, now, profile, 1, weights=weights).rows()
