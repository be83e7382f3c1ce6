"""Recall against a plain reference: the same parts, the same order, for every history, size, query
and profile."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.components import QuantisedVectors, quantise, quantise_vector
from latticeville.mind.retrieval.profiles import PROFILES, RetrievalProfile
from latticeville.mind.retrieval.ranking import MAX_CACHED_QUERIES
from latticeville.mind.retrieval.retrieve import make_record, rescore, retrieve
from tests.laws import law
from tests.mind.rankings import all_scores
from tests.mind.vectors import vectors_like

Vector = list[float]
Weights = tuple[float, float, float]
PLAIN = [name for name, profile in PROFILES.items() if not profile.diversity]
"""The profiles that rank by score alone; `test_diversity.py` has the laws of the other."""


class Line(NamedTuple):
    """A memory as the reference holds it."""

    last: int
    rating: float | None
    vector: Vector


def whole(vector: Vector) -> list[int]:
    """Return a unit vector in whole numbers of 1 / (4096 - √dim / 2), rounded to the nearest,
    halves to the even."""
    length = sqrt(sum(number * number for number in vector)) or 1.0
    return [round(number / length * (4096 - ceil(sqrt(len(vector)) / 2))) for number in vector]


def cosine(memory: Vector, query: Vector) -> float:
    """Return the cosine of two vectors, read in whole numbers."""
    one, other = whole(memory), whole(query)
    lengths = [sqrt(sum(number * number for number in numbers)) for numbers in (one, other)]
    product = sum(number * much for number, much in zip(one, other, strict=True))
    return product * (1 / lengths[0]) * (1 / lengths[1]) if all(lengths) else 0.0


def recencies(
    lines: Sequence[Line], profile: RetrievalProfile, now: int, minutes: int
) -> list[float]:
    """Return recency word for word as the profile has it."""
    base, unit, span = profile.decay.base, profile.decay.unit, profile.decay.span
    if unit == "rank":
        order = sorted(range(len(lines)), key=lambda place: (lines[place].last, place))
        return [base ** (order.index(place) + 1) for place in range(len(lines))]
    ages = [now - line.last for line in lines]
    if unit == "whole hour":
        return [base ** (age * minutes // 60) for age in ages]
    return [base ** (age / span if unit == "tick" else age * minutes / 60) for age in ages]


def normal(values: list[float], flat: float) -> list[float]:
    """Normalise by least and greatest."""
    low, high = min(values), max(values)
    return [(value - low) / (high - low) if high > low else flat for value in values]


def scores(
    lines: Sequence[Line],
    query: Vector | None,
    profile: RetrievalProfile,
    weights: Weights,
    now: int,
    minutes: int,
) -> list[float]:
    """Score every memory."""
    relevance = [0.0 if query is None else cosine(line.vector, query) for line in lines]
    importance = [profile.scale.importance_of(line.rating) for line in lines]
    raw = recencies(lines, profile, now, minutes), relevance, importance
    parts = [normal(values, profile.flat) for values in raw]
    return [
        sum(weight * part[place] for weight, part in zip(weights, parts, strict=True))
        for place in range(len(lines))
    ]


_numbers = st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.0, 0.25, 1.0, 3.0])
_vectors = st.lists(_numbers, min_size=3, max_size=3)
_ratings = st.one_of(st.none(), st.integers(-1, 12))
_rows = st.lists(st.tuples(_ratings, _vectors), max_size=6)
_touches = st.lists(st.integers(0, 30), max_size=4)
_histories = st.lists(st.tuples(st.integers(0, 400), _rows, _touches), max_size=8)
_weights = st.one_of(st.none(), st.tuples(*[st.sampled_from([0.0, 0.5, 1.0, -1.0, 3.0])] * 3))


def live(
    history: list[tuple[int, list[tuple[float | None, Vector]], list[int]]],
) -> tuple[Columns, list[Line], int]:
    """Return columns and reference lines after a history of growing and touching, and the tick it
    comes to."""
    columns, lines, now = Columns(3), [], 0
    for ticks, rows, touches in history:
        now += ticks
        columns = columns.grow(
            [now] * len(rows), [row[0] for row in rows], [row[1] for row in rows]
        )
        lines += [Line(now, rating, vector) for rating, vector in rows]
        touched = [place % len(lines) for place in touches] if lines else []
        columns = columns.record_accesses(touched, now)
        for place in touched:
            lines[place] = lines[place]._replace(last=now)
        retrieve(columns, [1, 2, 3], now)
    return columns, lines, now


@law(150)
@given(
    _histories,
    st.sampled_from(PLAIN),
    _vectors,
    st.integers(1, 12),
    _weights,
    st.sampled_from([1, 7, 60]),
)
def test_recall_is_as_the_reference_has_it(
    history: list[tuple[int, list[tuple[float | None, Vector]], list[int]]],
    name: str,
    query: Vector,
    k: int,
    weights: Weights | None,
    minutes: int,
) -> None:
    columns, lines, now = live(history)
    profile = PROFILES[name]
    ranking = retrieve(columns, query, now + 3, profile, k, weights=weights, minutes=minutes)
    assert len(ranking.ids) == min(k, len(lines))
    if not lines:
        return
    expected = scores(lines, query, profile, ranking.weights, now + 3, minutes)
    rows = all_scores(ranking, query)
    assert [row.score for row in rows] == pytest.approx(expected, abs=1e-9)
    assert [row.recency for row in rows] == pytest.approx(
        recencies(lines, profile, now + 3, minutes), abs=1e-12
    )
    assert [row.relevance for row in rows] == [cosine(line.vector, query) for line in lines]
    blank = not any(row.score for row in rows)
    turn = -1 if profile.newest_first or blank else 1
    order = sorted(range(len(lines)), key=lambda place: (-rows[place].score, turn * place))
    assert ranking.ids.tolist() == order[:k]
    assert [rows[place].rank for place in order] == [*range(1, len(lines) + 1)]
    assert ranking.scores.tolist() == [rows[place].score for place in order[:k]]


@law(60)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([65, 100, 300, 700]),
    st.sampled_from([1, 2, 24, 384]),
    st.sampled_from([1, 5, 30, 64, 1000]),
    st.sampled_from(PLAIN),
    st.sampled_from(["wild", "few", "near", "same"]),
)
def test_the_best_are_those_of_a_stable_sort_of_all(
    seed: int, size: int, dim: int, k: int, name: str, kind: str
) -> None:
    dice = np.random.default_rng(seed)
    vectors = vectors_like(kind, dice, size, dim, 5)
    ticks = np.sort(dice.integers(0, 5 if kind == "few" else 5000, size))
    columns = Columns(dim).grow(ticks.tolist(), dice.integers(1, 4, size).tolist(), vectors)
    columns = columns.record_accesses(dice.integers(0, size, 9), 5000)
    for turn in range(3):
        ranking = retrieve(
            columns, vectors[seed % size] * np.float32(3), 5000 + turn, PROFILES[name], k
        )
        again_ = retrieve(
            columns.copy(), vectors[seed % size] * np.float32(3), 5000 + turn, PROFILES[name], 1
        )
        score = np.array(
            [row.score for row in all_scores(again_, vectors[seed % size] * np.float32(3))]
        )
        turn_of_ties = 1 if name == "smallville" and score.any() else -1
        order = sorted(range(len(columns)), key=lambda place: (-score[place], turn_of_ties * place))
        assert ranking.ids.tolist() == order[:k]
        assert ranking.scores.tobytes() == score[order[:k]].tobytes()
        columns = columns.record_accesses(ranking.ids[:10], 5000 + turn)
        columns = columns.grow([5000 + turn], [2], [vectors[turn]])


_steps = st.lists(
    st.tuples(
        st.sampled_from(["found", "one by one", "late", "part", "others", "none", "grow"]),
        st.integers(0, 600),
    ),
    max_size=12,
)


@law(100)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([3, 70, 200]),
    st.sampled_from([1, 5, 60]),
    st.sampled_from([*PROFILES]),
    _weights,
    st.sampled_from([2, 5, 3000]),
    _steps,
)
def test_what_was_found_before_changes_nothing_of_what_is_found(
    seed: int,
    size: int,
    k: int,
    name: str,
    weights: Weights | None,
    ticks: int,
    steps: list[tuple[str, int]],
) -> None:
    dice, now = np.random.default_rng(seed), 3000
    vectors = dice.standard_normal((5, 3), dtype=np.float32)[dice.integers(0, 5, size)]
    created = np.sort(now - dice.integers(0, ticks, size))
    columns = Columns(3).grow(created.tolist(), dice.integers(1, 3, size).tolist(), vectors)
    calls = []
    for step, later in steps:
        ranking = retrieve(columns, vectors[0], now, PROFILES[name], k, weights=weights)
        fresh = retrieve(columns.copy(), vectors[0], now, PROFILES[name], k, weights=weights)
        assert ranking.ids.tolist() == fresh.ids.tolist()
        assert ranking.scores.tobytes() == fresh.scores.tobytes()
        calls.append((make_record(ranking, ""), ranking, fresh.rows()))
        touched: dict[str, list[Any]] = {
            "found": [ranking.ids],
            "one by one": [[one] for one in ranking.ids],
            "late": [ranking.ids],
            "part": [ranking.ids[1:]],
            "others": [dice.integers(0, size, 2), ranking.ids],
        }
        for ids in touched.get(step, []):
            columns = columns.record_accesses(ids, now - (step == "late"))
        if step == "grow":
            columns = columns.grow([now], [2], [vectors[1] + later % 2])
        now += later % 7 if later < 500 else later
    for call, ranking, rows in calls:
        assert ranking.rows() == rows
        assert rescore(call, columns, vectors[0]).rows() == rows
        assert [row.score for row in rows] == ranking.scores.tolist()


@law(60)
@given(_histories, st.data())
def test_a_recorded_call_comes_to_the_same_over_any_later_version(
    history: list[tuple[int, list[tuple[float | None, Vector]], list[int]]], data: st.DataObject
) -> None:
    columns, _, now = live(history)
    name, query = data.draw(st.sampled_from([*PROFILES])), data.draw(_vectors)
    ranking = retrieve(columns, query, now, PROFILES[name], 4, minutes=10)
    call = make_record(ranking, "why")
    later = columns.grow([now + 9] * 3, [9, 9, 9], [query] * 3).record_accesses([0, 1], now + 10)
    retrieve(later, query, now + 11, PROFILES[name], 4, minutes=10)
    for seen in (later, columns, later.copy()):
        redone = rescore(call, seen, query)
        assert tuple(redone.ids.tolist()) == call.ids
        assert redone.rows() == ranking.rows()


def test_forks_share_what_was_and_see_nothing_of_each_other() -> None:
    root = Columns(2).grow([0, 1], [3, 3], [[1, 0], [0, 1]])
    left = root.grow([5], [9], [[1, 1]]).record_accesses([0], 6)
    right = root.grow([7], [1], [[-1, 0]]).record_accesses([1], 8)
    late = root.record_accesses([0, 1], 9)
    assert [it.last_accesses().tolist() for it in (root, left, right, late)] == [
        [0, 1],
        [6, 1, 5],
        [0, 8, 7],
        [9, 9],
    ]
    assert [it.ratings.tolist() for it in (root, left, right, late)] == [
        [3, 3],
        [3, 3, 9],
        [3, 3, 1],
        [3, 3],
    ]
    assert left.vectors[2].tolist() != right.vectors[2].tolist()
    assert np.shares_memory(root.created, root.at_version(1, 0).created)
    for it in (left, right, late, root, left):
        ranking = retrieve(it, [1, 0], 9, PROFILES["paper"], 9)
        fresh = retrieve(it.copy(), [1, 0], 9, PROFILES["paper"], 9)
        assert ranking.rows() == fresh.rows()


def test_a_fork_does_not_see_what_its_sibling_asked() -> None:
    root = Columns(2).grow([0], [3], [[1, 0]])
    left, right = root.grow([1], [3], [[1, 0]]), root.grow([1], [3], [[0, 1]])
    assert [row.relevance for row in all_scores(retrieve(left, [1, 0], 1), [1, 0])] == [1, 1]
    assert [row.relevance for row in all_scores(retrieve(right, [1, 0], 1), [1, 0])] == [1, 0]
    assert [row.relevance for row in all_scores(retrieve(root, [1, 0], 1), [1, 0])] == [1]


def test_touches_are_of_the_version_that_was_touched() -> None:
    one = Columns().grow([0, 0], [3, 3], [None, None])
    assert one.record_accesses([], 4) is one
    two = one.record_accesses([1, 1], 4).record_accesses([1], 6)
    assert (two.access_count, two.last_accesses().tolist(), one.last_accesses().tolist()) == (
        3,
        [0, 6],
        [0, 0],
    )
    assert two.at_version(2, 2).last_accesses().tolist() == [0, 4]
    for wrong in ([2], [-1], [0, 9]):
        with pytest.raises(IndexError, match="no id below 2"):
            one.record_accesses(wrong, 5)
    for length, touches in ((3, 0), (2, 4), (2, -1)):
        with pytest.raises(ValueError, match="were never at"):
            two.at_version(length, touches)


def test_columns_taken_up_from_a_snapshot_go_on_where_they_were() -> None:
    past = Columns(2).grow([0, 1], [3, 4], [[1, 0], [0, 1]]).record_accesses([0], 5)
    taken = Columns(2, past.access_count).grow(
        [0, 1], [3, 4], past.vectors, past.last_accesses().tolist()
    )
    assert (taken.length, taken.access_count) == (past.length, past.access_count)
    onward, there = past.record_accesses([1], 8), taken.record_accesses([1], 8)
    assert there.last_accesses().tolist() == onward.last_accesses().tolist() == [5, 8]
    call = make_record(retrieve(taken, [1, 0], 7), "why")
    assert rescore(call, onward, [1, 0]).rows() == rescore(call, there, [1, 0]).rows()
    with pytest.raises(ValueError, match="never at 2 memories and 0 touches"):
        there.at_version(2, 0)


def test_only_so_many_queries_are_kept() -> None:
    columns = Columns(2).grow([0], [3], [[1, 0]])
    for count in range(3 * MAX_CACHED_QUERIES):
        retrieve(columns, [1, count], 1)
        retrieve(columns, [5, 5], 1)
    assert len(columns.memo) == MAX_CACHED_QUERIES
    assert np.array([5, 5], np.float32).tobytes() in columns.memo


@law(40)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([65, 300]),
    st.sampled_from([1, 10]),
    st.sampled_from([*PROFILES]),
)
def test_the_best_are_the_first_of_all(seed: int, size: int, k: int, name: str) -> None:
    dice = np.random.default_rng(seed)
    vectors = dice.standard_normal((size, 384), dtype=np.float32)
    columns = Columns(384).grow([0] * size, dice.integers(1, 11, size).tolist(), vectors)
    query = vectors[0] + dice.standard_normal(384, dtype=np.float32)
    ranking = retrieve(columns, query, 9, PROFILES[name], k)
    rows = all_scores(ranking, query)
    assert [rows[place].rank for place in ranking.ids] == [*range(1, k + 1)]
    assert [rows[place].score for place in ranking.ids] == ranking.scores.tolist()
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    true = unit @ (query / np.linalg.norm(query))
    assert np.abs(np.array([row.relevance for row in rows]) - true).max() < 5e-4


@law(80)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([1, 2, 3, 24, 384, 512, 4097]),
    st.sampled_from(["wild", "same", "flat"]),
)
def test_cosines_are_the_same_bits_in_whatever_order_they_are_added(
    seed: int, dim: int, kind: str
) -> None:
    dice, size = np.random.default_rng(seed), 40
    vectors = vectors_like("wild" if kind == "flat" else kind, dice, size, dim, 5)
    if kind == "flat":
        vectors = np.sign(vectors)
    held = quantise(vectors, dim)
    wide = held.vectors.astype(np.int64)
    assert (wide == held.vectors).all()
    assert (wide * wide).sum(axis=1).max() <= 2**24
    turned, back = dice.permutation(dim), dice.permutation(size)
    expected = wide @ wide[0]
    assert (held.vectors @ held.vectors[0] == expected).all()
    assert (held.vectors[:, turned] @ held.vectors[0, turned] == expected).all()
    one_by_one = np.zeros(size, np.float32)
    for place in turned:
        one_by_one += held.vectors[:, place] * held.vectors[0, place]
    assert (one_by_one == expected).all()
    query = quantise(vectors[:1], dim)
    alone = quantise_vector(vectors[0])
    assert (alone.vectors.tobytes(), alone.scales.tobytes()) == (
        query.vectors.tobytes(),
        query.scales.tobytes(),
    )
    found = held.cosines(query)
    assert (
        QuantisedVectors(held.vectors[back], held.scales[back]).cosines(query).tobytes()
        == found[back].tobytes()
    )
    parts = [quantise(vectors[at : at + 7], dim).cosines(query) for at in range(0, size, 7)]
    assert np.concatenate(parts).tobytes() == found.tobytes()
