"""Profiles say what their sources say, and read ratings and reflection as they do."""

import math

import numpy as np
import pytest

from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.model_calls import found_or_newest
from latticeville.mind.retrieval.columns import importance_of_ratings
from latticeville.mind.retrieval.components import (
    access_ranks,
    decay_powers,
    recency_origin,
    relative_recency,
)
from latticeville.mind.retrieval.profiles import (
    AI_TOWN,
    LATTICEVILLE,
    PAPER,
    PROFILES,
    SMALLVILLE,
    ImportanceScale,
    RetrievalProfile,
)
from latticeville.mind.retrieval.records import RetrievalRecord, RetrievalResult

TABLE = {
    "village": (
        (0.5, "tick", 1440),
        (0.05, 1, 0.3),
        0,
        (1, 10, 3, True),
        True,
        (100, True, 0, 3, 5),
    ),
    "latticeville": (
        (0.5, "tick", 1440),
        (1, 1, 1),
        0,
        (1, 10, 3, True),
        True,
        (100, True, 0, 3, 5),
    ),
    "agent-crossing": (
        (0.995, "hour", 1),
        (1, 1, 1),
        0.5,
        (1, 10, 3, False),
        True,
        (150, False, 3, 5, 5),
    ),
    "paper": ((0.995, "hour", 1), (1, 1, 1), 0, (1, 10, 3, False), True, (150, True, 3, 5, 5)),
    "smallville": (
        (0.99, "rank", 1),
        (0.5, 3, 2),
        0.5,
        (1, 10, 4, False),
        False,
        (150, False, 3, 5, 5),
    ),
    "ai-town": (
        (0.99, "whole hour", 1),
        (1, 1, 1),
        0,
        (0, 9, 5, False),
        True,
        (500, True, 0, 3, 3),
    ),
}


def told(profile: RetrievalProfile) -> tuple[object, ...]:
    decay, scale, reflection = profile.decay, profile.scale, profile.reflection
    return (
        (decay.base, decay.unit, decay.span),
        profile.weights,
        profile.flat,
        (scale.low, scale.high, scale.fallback, scale.unit),
        profile.newest_first,
        (
            reflection.threshold,
            reflection.must_exceed,
            reflection.questions,
            reflection.least,
            reflection.most,
        ),
    )


def test_the_table_is_as_published() -> None:
    assert {name: told(profile) for name, profile in PROFILES.items()} == TABLE
    assert [profile.version for profile in PROFILES.values()] == [1, *[2] * 5]


@pytest.mark.parametrize(
    ("name", "minutes", "age", "expected"),
    [
        ("latticeville", 1, 0, 1.0),
        ("latticeville", 1, 1440, 0.5),
        ("latticeville", 60, 1440, 0.5),
        ("latticeville", 1, 4320, 0.125),
        ("paper", 60, 1, 0.995),
        ("paper", 60, 2, 0.990025),
        ("paper", 1, 60, 0.995),
        ("paper", 30, 1, 0.9974968671630),
        ("agent-crossing", 20, 9, 0.985074875),
        ("ai-town", 1, 59, 1.0),
        ("ai-town", 1, 60, 0.99),
        ("ai-town", 20, 5, 0.99),
        ("ai-town", 20, 6, 0.9801),
        ("smallville", 1, 3, 0.970299),
    ],
)
def test_powers(name: str, minutes: int, age: int, expected: float) -> None:
    found = decay_powers(PROFILES[name].decay, minutes, np.array([age]))
    assert found.tolist() == pytest.approx([expected], abs=1e-12)


def test_powers_fall_without_a_jump_where_tables_meet_and_at_their_end() -> None:
    ages = np.array(
        [1022, 1023, 1024, 1025, 2047, 2048, 4_194_302, 4_194_303, 4_194_304, 9_999_999_999]
    )
    found = decay_powers(PAPER.decay, 1, ages)
    assert (np.diff(found) <= 0).all()
    assert found[:6].tolist() == pytest.approx(
        [0.995 ** (age / 60) for age in ages[:6].tolist()], rel=1e-13
    )
    assert found[-1] == found[-3]


def test_time_does_not_move_normalised_recency() -> None:
    last = np.array([3, 700, 1023, 1024, 5000])
    seen = relative_recency(PAPER.decay, 1, last, recency_origin(5000))
    for now in (5000, 5001, 90_000):
        raw = decay_powers(PAPER.decay, 1, now - last)
        expected = (raw - raw.min()) / (raw.max() - raw.min())
        assert (seen - seen[0]) / (seen[-1] - seen[0]) == pytest.approx(expected, abs=1e-11)


def test_the_least_recently_accessed_has_rank_1_and_of_equals_the_older() -> None:
    assert access_ranks(np.array([9, 4, 9, 4, 7])).tolist() == [4, 1, 5, 2, 3]
    assert relative_recency(SMALLVILLE.decay, 1, np.array([9, 4]), 0).tolist() == pytest.approx(
        [0.9801, 0.99], abs=1e-15
    )


@pytest.mark.parametrize(
    ("scale", "rating", "expected"),
    [
        (PAPER.scale, 7, 7),
        (PAPER.scale, 0, 1),
        (PAPER.scale, 11, 10),
        (PAPER.scale, None, 3),
        (PAPER.scale, math.nan, 3),
        (AI_TOWN.scale, None, 5),
        (AI_TOWN.scale, 10, 9),
        (AI_TOWN.scale, -math.inf, 5),
        (LATTICEVILLE.scale, 1, 0),
        (LATTICEVILLE.scale, 10, 1),
        (LATTICEVILLE.scale, 4, 1 / 3),
        (LATTICEVILLE.scale, None, 2 / 9),
    ],
)
def test_ratings_are_read_alike_one_by_one_and_all_at_once(
    scale: ImportanceScale, rating: float | None, expected: float
) -> None:
    assert scale.importance_of(rating) == expected
    ratings = np.array([math.nan if rating is None else rating])
    assert importance_of_ratings(scale, ratings, np.zeros(1)).tolist() == [expected]


@pytest.mark.parametrize(
    ("name", "ratings", "due"),
    [
        ("latticeville", [10] * 10, False),
        ("latticeville", [10] * 10 + [1], True),
        ("agent-crossing", [10] * 15, True),
        ("paper", [10] * 15, False),
        ("smallville", [10] * 15, True),
        ("ai-town", [5] * 100, False),
        ("ai-town", [5] * 99 + [6], True),
        ("ai-town", [9] * 50 + [5] * 100, False),
        ("paper", [], False),
    ],
)
def test_reflection_is_due(name: str, ratings: list[float], due: bool) -> None:  # noqa: FBT001 - a column of the table
    assert PROFILES[name].reflection.is_due(ratings) is due


@pytest.mark.parametrize(("profile", "ids"), [("agent-crossing", [4, 3]), ("paper", [])])
def test_a_retrieval_that_finds_nothing_falls_back_where_the_profile_says_so(
    profile: str, ids: list[int]
) -> None:
    memory = MemoryStream(
        MemoryRecord(count, "observation", f"{count} hens.", count, "yard") for count in range(5)
    )
    record = RetrievalRecord("?", 9, 2, profile, 2, (1.0, 1.0, 1.0), 1, 5, 0, ())
    nothing, something = RetrievalResult(record, ()), RetrievalResult(record, (memory[0],))
    assert [one.id for one in found_or_newest(nothing, memory, PROFILES[profile])] == ids
    assert found_or_newest(something, memory, PROFILES[profile]) == (memory[0],)
