"""Near-copies take one slot: against a plain reference, for every k, and whatever was accessed."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.components import POOL, quantise
from latticeville.mind.retrieval.profiles import VILLAGE
from latticeville.mind.retrieval.retrieve import make_record, rescore, retrieve
from tests.laws import law

EAST, NEAR_EAST, NORTH = [1, 0, 0], [1, 0.05, 0], [0.5, 0, 1]


def crowd(seed: int, size: int) -> Columns:
    """Return memories of which many say nearly the same."""
    dice = np.random.default_rng(seed)
    vectors = dice.standard_normal((6, 8))[dice.integers(0, 6, size)] + dice.normal(
        0, 0.1, (size, 8)
    )
    spoken = dice.integers(0, 2, size).astype(bool).tolist()
    made = np.sort(dice.integers(0, 3000, size)).tolist()
    return Columns(8).grow(made, dice.integers(1, 11, size).tolist(), vectors, spoken=spoken)


def greedy(scores: list[float], vectors: Any) -> list[int]:
    """Return the order of maximal marginal relevance, word for word: all pairs, in plain loops."""
    cosines, order = vectors @ vectors.T, list[int]()
    left = [*range(len(scores))]
    while left:
        alike = {one: max([0.0, *(float(cosines[one, other]) for other in order)]) for one in left}
        best = max(left, key=lambda one: (scores[one] - VILLAGE.diversity * alike[one], -one))
        left.remove(best)
        order.append(best)
    return order


@law(30)
@given(st.integers(0, 2**32 - 1), st.integers(1, POOL))
def test_the_order_is_that_of_the_reference(seed: int, size: int) -> None:
    columns = crowd(seed, size)
    query = columns.vectors[0] + columns.vectors[size // 2]
    rows = retrieve(columns, query, 3000, VILLAGE, size).rows()
    by_plain_rank = sorted(rows, key=lambda row: row.plain_rank)
    sums = [row.score + VILLAGE.diversity * row.likeness for row in by_plain_rank]
    assert sums == sorted(sums, reverse=True)
    units = columns.vectors / np.linalg.norm(columns.vectors, axis=1, keepdims=True)
    ids = [row.id for row in by_plain_rank]
    expected = [ids[place] for place in greedy(sums, units[ids].astype(np.float64))]
    assert [row.id for row in rows] == expected


@law(30)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 30, 64, 65, 200]), st.integers(1, 230))
def test_fewer_are_the_first_of_more_and_accesses_change_nothing(
    seed: int, size: int, k: int
) -> None:
    columns = crowd(seed, size)
    query = columns.vectors[-1] * np.float32(2)
    found = retrieve(columns, query, 3000, VILLAGE, k)
    whole = retrieve(columns.copy(), query, 3000, VILLAGE, size)
    assert found.ids.tolist() == whole.ids.tolist()[:k]
    assert found.rows() == whole.rows()[:k]
    accessed = columns.record_accesses(found.ids, 3005)
    assert retrieve(accessed, query, 3010, VILLAGE, k).ids.tolist() == found.ids.tolist()
    grown = accessed.grow([3020], [10], [query])
    assert rescore(make_record(found, ""), grown, query).rows() == found.rows()


def test_a_near_copy_leaves_its_slot_and_names_what_stands_for_it() -> None:
    columns = Columns(3).grow([0, 0, 0], [4, 4, 4], [EAST, NEAR_EAST, NORTH])
    ranking = retrieve(columns, [1, 0, 0.6], 9, VILLAGE, 3)
    rows = {row.id: row for row in ranking.rows()}
    plain = sorted(rows, key=lambda one: rows[one].plain_rank)
    assert [rows[plain[0]].rank, rows[plain[1]].rank] == [1, 3]
    assert rows[plain[1]].like == plain[0]
    assert rows[plain[1]].likeness == pytest.approx(1, abs=0.01)
    assert rows[plain[0]].like == -1


def test_walks_and_words_stand_behind_what_happened() -> None:
    columns = Columns(2).grow([0] * 3, [1, 4, 4], [[1, 0]] * 3, spoken=[False, True, False])
    rows = {row.id: row for row in retrieve(columns, [1, 0], 5, VILLAGE, 3).rows()}
    assert [rows[one].importance for one in range(3)] == pytest.approx(
        [0, 0.4 * sqrt(1 / 3), sqrt(1 / 3)]
    )
    assert [rows[one].plain_rank for one in range(3)] == [3, 2, 1]


def test_nothing_to_find_and_nothing_wanted() -> None:
    assert retrieve(Columns(2), [1, 0], 5, VILLAGE, 3).rows() == []
    assert retrieve(Columns(2).grow([0], [1], [[1, 0]]), [1, 0], 5, VILLAGE, 0).rows() == []


@law(30)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 2, POOL]), st.sampled_from([3, 256, 384]))
def test_the_cosines_with_one_row_are_those_of_all_pairs_to_the_bit(
    seed: int, size: int, dim: int
) -> None:
    held = quantise(
        np.random.default_rng(seed).standard_normal((size, dim)).astype(np.float32), dim
    )
    whole = held.vectors.astype(np.int64)
    pairs = (whole @ whole.T).astype(np.float32) * held.scales[:, None] * held.scales
    for place in range(size):
        assert held.cosines_among(place).tobytes() == pairs[place].tobytes()


def test_products_ask_no_blas(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("dot", "matmul", "inner", "vdot", "tensordot"):
        monkeypatch.delattr(np, name)
    rows = retrieve(crowd(1, 200), crowd(1, 200).vectors[0], 3000, VILLAGE, 10).rows()
    assert rows[0].likeness == 0
