"""The compiled loops, and the same as plain Python, give to the bit what numpy gives; what is rare is left to numpy."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind import compiling
from latticeville.mind.columns import Columns
from latticeville.mind.parts import Weights
from latticeville.mind.profiles import PROFILES, RANK, Profile
from latticeville.mind.recall import retrieve
from latticeville.mind.recency import levels, lookup
from latticeville.mind.relevance import exact
from tests.laws import law
from tests.mind.vectors import vectors_like


def loaded(numba: object) -> ModuleType:
    """Return the loops as they are with such a numba."""
    path = Path(compiling.__file__).with_name("kernel.py")
    spec = spec_from_file_location("plain_kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with patch.dict(sys.modules, {"numba": numba}):
        spec.loader.exec_module(module)
    return module


NUMPY, PLAIN, COMPILED = WAYS = "numpy", "plain", "compiled"
LOOPS: dict[str, ModuleType | None] = {NUMPY: None, PLAIN: loaded(None)}
if find_spec("numba"):
    LOOPS[COMPILED] = import_module("latticeville.mind.kernel")


@contextmanager
def by(way: str) -> Iterator[None]:
    """Let retrieval go over memories one way, however few there are."""
    with patch.object(compiling, "_compiled", lambda: LOOPS[way]), patch.object(compiling, "ENOUGH", 1):
        yield


def seen(columns: Columns, query: Any, now: int, profile: Profile, k: int, weights: Weights | None) -> tuple[Any, ...]:
    """Return all that a retrieval tells, floats as their bytes."""
    ranking = retrieve(columns, query, now, profile, k, weights=weights, minutes=20)
    rows, table = ranking.rows(), ranking.table
    exactly = ranking.settled().table
    parts = table.raw[::2], exactly.raw[1], exactly.score, exactly.normal, exactly.rank, table.rank[ranking.ids]
    return ranking.ids.tolist(), ranking.scores.tobytes(), [repr(row) for row in rows], *(it.tobytes() for it in parts)


_weights = st.one_of(
    st.none(), st.just((0.0, 0.0, 0.0)), st.tuples(*[st.sampled_from([0.0, 0.5, 1.0, -1.0, 1e300, float("inf")])] * 3)
)
_steps = st.lists(st.sampled_from(["found", "found", "others", "back", "grow", "again"]), min_size=1, max_size=5)


@law(250)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([1, 5, 70, 300]),
    st.sampled_from([0, 1, 6, 33]),
    st.sampled_from([0, 1, 5, 64, 65]),
    st.sampled_from([*PROFILES]),
    _weights,
    st.sampled_from(["wild", "few", "near", "same", "tied", "nothing"]),
    _steps,
)
def test_every_way_gives_the_same_to_the_bit(
    seed: int, size: int, dim: int, k: int, name: str, weights: Weights | None, kind: str, steps: list[str]
) -> None:
    told: dict[str, list[tuple[Any, ...]]] = {}
    for way in LOOPS:
        with by(way), np.errstate(all="ignore"):
            dice, now = np.random.default_rng(seed), 1000
            vectors = vectors_like("few" if kind == "tied" else kind, dice, size, dim, min(size, 2))
            query = None if kind == "nothing" else vectors[seed % size]
            made = np.sort(dice.integers(0, {"few": 3, "tied": 1}.get(kind, now), size))
            ratings = dice.integers(0, 1 if kind == "tied" else 12, size)
            columns = Columns(dim).grow(made.tolist(), ratings.tolist(), vectors)
            told[way] = []
            for step in steps:
                told[way].append(seen(columns, query, now, PROFILES[name], k, weights))
                ids = retrieve(columns, query, now, PROFILES[name], k, weights=weights, minutes=20).ids
                if step == "found":
                    columns = columns.touch(ids, now)
                elif step == "others":
                    columns = columns.touch(dice.integers(0, size, 3), now)
                    columns = columns.touch(dice.integers(0, size, 2), now + 2).touch([0], now + 3)
                elif step == "back":
                    columns = columns.touch(ids, now - 7)
                elif step == "grow":
                    columns = columns.grow([now], [5], vectors[:1])
                    query = dice.standard_normal(dim, dtype=np.float32)
                now += int(dice.integers(3, 30))
            told[way].append(seen(columns, query, now, PROFILES[name], k, weights))
    assert all(told[way] == told[NUMPY] for way in LOOPS)


@pytest.mark.parametrize("way", [way for way in LOOPS if way != NUMPY])
def test_what_lies_too_near_to_a_half_is_left_to_numpy(way: str) -> None:
    half = np.array([[0.6, 0.8]], np.float32)
    query = np.array([1, 0], np.float32)
    rows = np.concatenate((half, [[1, 0], [0, 1], [-1, 0]])).astype(np.float32)
    module = LOOPS[way]
    assert module is not None
    values, known = (rows @ query).astype(np.float64), np.zeros(len(rows), np.bool_)
    wide = query.astype(np.float64)
    assert module._read(values, known, rows, wide, 0)
    assert values[0] == exact(rows, wide)[0]
    wide[:] = 0.5e-6 / np.float64(rows[0, 0]), 0
    known[:] = False
    assert not module._read(values, known, rows, wide, 0)
    assert not known.any()


@pytest.mark.parametrize("name", [*PROFILES])
@pytest.mark.parametrize("way", [*LOOPS])
def test_where_nothing_scores_the_newest_are_taken(way: str, name: str) -> None:
    columns = Columns(2).grow([*range(70)], [*range(1, 8)] * 10, [[3, 4], [4, 3]] * 35)
    with by(way):
        ranking = retrieve(columns, [1, 0], 99, PROFILES[name], 4, weights=(0, 0, 0))
    assert ranking.ids.tolist() == [69, 68, 67, 66]


@pytest.mark.parametrize("newest_first", [True, False])
@pytest.mark.parametrize("way", [way for way in LOOPS if way != NUMPY])
def test_ranks_are_those_of_a_stable_sort(way: str, newest_first: bool) -> None:  # noqa: FBT001
    dice, module = np.random.default_rng(3), LOOPS[way]
    assert module is not None
    near = 1.5 + dice.integers(0, 5, 40) * 2.0**-52
    for scores in (np.concatenate((near, -near, [0.0, -0.0, 0.0])), dice.standard_normal(200)):
        places, found = np.empty(len(scores), np.int64), np.empty(len(scores), np.int64)
        module.keys(scores, newest_first, places)
        places.sort()
        if len(scores) == 200:
            ends = [int(key) & 255 for key in places[[0, -1]]]
            expected = [int(scores.argmax()), int(scores.argmin())]
            assert ends == ([199 - place for place in expected] if newest_first else expected)
        module.ranks(places, scores, newest_first, found)
        turn = -1 if newest_first else 1
        order = sorted(range(len(scores)), key=lambda place: (-scores[place], turn * place))
        assert [int(found[place]) for place in order] == [*range(1, len(scores) + 1)]


@pytest.mark.parametrize("name", [*PROFILES])
@pytest.mark.parametrize("way", [way for way in LOOPS if way != NUMPY])
def test_recency_is_the_same_however_old(way: str, name: str) -> None:
    decay, module = PROFILES[name].decay, LOOPS[way]
    assert module is not None
    if decay.unit == RANK:
        return
    last = np.array([0, 5, 10**6, 5 * 10**9, 10**10 - 1025, 10**10 - 1024, 10**10 - 1])
    found, none = np.empty(len(last)), np.empty(0, np.int64)
    module.recencies(np.empty(0), last, none, none, 10**10, *lookup(decay, 7), found)
    assert found.tobytes() == levels(decay, 7, last, 10**10).tobytes()


def test_a_numba_that_cannot_be_imported_leaves_all_to_numpy() -> None:
    with patch.dict(sys.modules, {"latticeville.mind.kernel": loaded(None)}):
        assert compiling._compiled.__wrapped__() is None


def test_where_nothing_can_be_written_the_loops_are_compiled_each_time() -> None:
    def njit(_: str, *, cache: bool = False, error_model: str) -> Callable[[Any], Any]:
        if cache:
            raise RuntimeError(f"cannot cache function: no locator available ({error_model})")
        return lambda function: function

    assert loaded(SimpleNamespace(njit=njit)).COMPILED


def test_with_few_memories_nothing_is_compiled() -> None:
    assert compiling.loops(compiling.ENOUGH - 1) is None
    loops = compiling.loops(compiling.ENOUGH)
    assert (loops is not None) == (find_spec("numba") is not None)
