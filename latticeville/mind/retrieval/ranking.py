"""A ranking of memories for a query: the best, and on demand the components of every score.

The best memories are cached with the query. If only they were accessed since, the same memories are
the best again, maybe in another order, because no other memory can have risen.
"""

from math import isfinite
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.components import (
    POOL,
    Embedding,
    Floats,
    Ints,
    QuantisedVectors,
    as_vector,
    diversify,
    quantise_vector,
    recency_origin,
    relative_recency,
)
from latticeville.mind.retrieval.profiles import RANK, WHOLE_HOUR, RetrievalProfile

Weights = tuple[float, float, float]
"""Of recency, relevance and importance."""
MAX_CACHED_QUERIES = 16
"""Queries whose cosines are kept for an agent: those of a few ticks."""
_Terms = tuple[int, int, int, int, Weights, RetrievalProfile]
"""Memories, tick where it matters, wanted, minutes of a tick, weights and profile."""


class MemoryScore(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Why a memory came to its rank, from 1: its parts as they are, normalised, and their weighted
    sum.

    Where near-copies take one slot, `likeness` is the cosine with the nearest memory that ranks
    before it, `like`, and `score` is what is left of the sum for it; `plain_rank` is the rank by
    the sum alone.
    """

    id: int
    recency: float
    relevance: float
    importance: float
    normal_recency: float
    normal_relevance: float
    normal_importance: float
    score: float
    rank: int
    likeness: float = 0.0
    like: int = -1
    plain_rank: int = 0


class _Likenesses(NamedTuple):
    """Of what was found: the cosine with the nearest that ranks before it, its id or -1, and the
    rank by the sum."""

    cosine: Floats
    like: Ints
    plain_rank: Ints


class _TopResult(msgspec.Struct, frozen=True, gc=False):
    """What was found; `fixed` are the parts of its scores that no access moves, where no other
    memory can rise."""

    terms: _Terms
    access_count: int
    newest: int
    ids: Ints
    scores: Floats
    fixed: Floats | None
    alike: _Likenesses | None = None

    def update(self, columns: Columns) -> "_TopResult | None":
        """Return what is found after accesses of just what was found at one tick; None where it
        must be looked for.

        The others keep their level, and the least stays the least; the greatest only grows. So none
        of them rises, and what was found falls nowhere.
        """
        ids, ticks = columns.accesses_since(self.access_count)
        if self.fixed is None or ids.tobytes() != self.ids.tobytes():
            return None
        last = ticks.item(-1)
        if (
            last < self.newest
            or recency_origin(last) != recency_origin(self.newest)
            or ticks.item(ticks.argmin()) != last
        ):
            return None
        *_, weights, profile = self.terms
        scores = weights[0] + self.fixed
        order = _rank_order(self.ids, scores, newest_first=profile.newest_first)
        found = self.ids[order]
        return _TopResult(
            self.terms, columns.access_count, last, found, scores[order], self.fixed[order]
        )


class _Query:
    """A query in whole numbers, its cosines with the first memories, and what was found for it
    last."""

    __slots__ = ("cosines", "result", "vector")

    def __init__(self, vector: QuantisedVectors) -> None:
        self.vector, self.cosines = vector, np.empty(0)
        self.result: _TopResult | None = None

    def relevance(self, columns: Columns) -> Floats:
        """Return the cosine with each memory."""
        known = len(self.cosines)
        if known < len(columns):
            new = columns.relevance(self.vector, known)
            self.cosines = np.concatenate((self.cosines, new)) if known else new
        return self.cosines[: len(columns)]


class _AllScores(NamedTuple):
    """The parts of every memory, recency but for a factor; normalised, (3, n); and the scores,
    (n,)."""

    parts: tuple[Floats, Floats, Floats]
    normal: Floats
    score: Floats


class Ranking:
    """The memories ranked for a query; `ids` and `scores` are those of the best `k`, best first."""

    __slots__ = (
        "_all_scores",
        "_likenesses",
        "_query",
        "columns",
        "ids",
        "k",
        "minutes",
        "now",
        "profile",
        "scores",
        "weights",
    )

    def __init__(
        self,
        columns: Columns,
        query: Embedding,
        now: int,
        profile: RetrievalProfile,
        k: int,
        weights: Weights,
        minutes: int,
    ) -> None:
        self.columns, self.now, self.profile, self.k = columns, now, profile, k
        self.weights, self.minutes = weights, minutes
        self._all_scores: _AllScores | None = None
        self._query = _get_query(columns, query)
        found = self._find()
        if found.newest > now:
            raise ValueError(f"a memory was accessed at tick {found.newest}, after {now}")
        self.ids, self.scores, self._likenesses = found.ids, found.scores, found.alike

    def rows(self) -> list[MemoryScore]:
        """Return the best, best first, with their parts."""
        ids = self.ids
        columns = self._raw_parts(ids), self._compute_scores().normal[:, ids], self.scores[None]
        lines = ids.tolist(), *(line for part in columns for line in part.tolist())
        rows = [MemoryScore(*line) for line in zip(*lines, range(1, len(ids) + 1), strict=True)]
        if self._likenesses is None:
            return [replace(row, plain_rank=row.rank) for row in rows]
        pairs = zip(
            rows, zip(*(part.tolist() for part in self._likenesses), strict=True), strict=True
        )
        return [
            replace(row, likeness=cosine, like=like, plain_rank=rank)
            for row, (cosine, like, rank) in pairs
        ]

    def _find(self) -> _TopResult:
        """Return the best: those found for the same query, where nothing between moved anything, or
        anew."""
        columns, query = self.columns, self._query
        tick = self.now if self.profile.decay.unit == WHOLE_HOUR else 0
        terms = columns.length, tick, self.k, self.minutes, self.weights, self.profile
        found = query.result
        if found is not None and found.terms == terms:
            same = found.access_count == columns.access_count or self.profile.decay.from_creation
            found = found if same else found.update(columns)
            if found is not None:
                query.result = found
                return found
        query.result = found = self._search(terms)
        return found

    def _search(self, terms: _Terms) -> _TopResult:
        """Return the best of all memories, the newest where nothing scores."""
        columns, score = self.columns, self._compute_scores().score
        diverse, size = self.profile.diversity > 0 and self.k > 0, len(columns)
        k = min(max(self.k, POOL) if diverse else self.k, size)
        near = (
            (score >= np.partition(score, size - k)[size - k]).nonzero()[0]
            if 0 < k < size
            else np.arange(size)
        )
        scored = bool(score[near[:1]]) or score.any() if size else False
        ids = near[
            _rank_order(near, score[near], newest_first=self.profile.newest_first or not scored)[:k]
        ]
        if diverse:
            return self._diversify(terms, ids, score[ids])
        ids.setflags(write=False)
        rest = self._fixed_scores(ids) if scored and k else None
        return _TopResult(
            terms, columns.access_count, columns.newest_access(), ids, score[ids], rest
        )

    def _diversify(self, terms: _Terms, ids: Ints, scores: Floats) -> _TopResult:
        """Return what is found of the best by score where near-copies take one slot."""
        columns, weight, pool = self.columns, self.profile.diversity, ids[:POOL]
        order, cosine, like = diversify(columns.quantised(pool), scores[:POOL], weight, self.k)
        behind = np.arange(POOL, min(self.k, len(ids)))
        places = np.concatenate((order, behind))
        likeness = np.concatenate((cosine, np.zeros(len(behind))))
        like_ids = (
            np.concatenate((np.where(like < 0, -1, pool[like]), np.full(len(behind), -1)))
            if len(ids)
            else like
        )
        found = ids[places]
        found.setflags(write=False)
        left = scores[places] - weight * likeness
        alike = _Likenesses(likeness, like_ids, places + 1)
        return _TopResult(
            terms, columns.access_count, columns.newest_access(), found, left, None, alike
        )

    def _fixed_scores(self, ids: Ints) -> Floats | None:
        """Return the parts of scores that no access moves; None where others may rise once these
        are accessed."""
        (level, *_), normal, _score = self._compute_scores()
        moves = self.profile.decay.unit in {RANK, WHOLE_HOUR} or not self.weights[0] >= 0
        low = level.item(level.argmin())
        return None if moves or low in level[ids] else _weigh(normal[1:, ids], self.weights[1:])

    def _compute_scores(self) -> _AllScores:
        """Return every memory's parts and score; the score is zero where the weights are no finite
        numbers."""
        if self._all_scores is None:
            columns, profile = self.columns, self.profile
            recency = columns.recency(profile.decay, self.minutes, self.now)
            parts = recency, self._query.relevance(columns), columns.importance(profile.scale)
            normal = np.empty((3, len(columns)))
            for line, part in zip(normal, parts, strict=True):
                _normalise(part, profile.flat, line)
            if profile.absolute:
                np.maximum(parts[1], 0, out=normal[1])
                normal[2] = parts[2]
            if isfinite(sum(map(abs, self.weights))):
                score = normal[0] * self.weights[0]
                score += _weigh(normal[1:], self.weights[1:])
            else:
                score = np.zeros(len(columns))
            self._all_scores = _AllScores(parts, normal, score)
        return self._all_scores

    def _raw_parts(self, ids: Ints) -> Floats:
        """Return recency, relevance and importance of some memories as they are, (3, n)."""
        recency, relevance, importance = (part[ids] for part in self._compute_scores().parts)
        if self.profile.decay.unit != RANK:
            since = self.columns.recency_marks(self.profile.decay)[0][ids]
            recency = relative_recency(self.profile.decay, self.minutes, since, self.now)
        return np.stack((recency, relevance, importance))


def _get_query(columns: Columns, query: Embedding) -> _Query:
    """Return what is known of a query; one that is no finite vector is zero, to which nothing is
    relevant."""
    vector = (
        query
        if isinstance(query, np.ndarray) and query.dtype == np.float32
        else as_vector(query, columns.dim)
    )
    if vector.shape != (columns.dim,):
        vector = as_vector(None, columns.dim)
    memo, key = columns.memo, vector.tobytes()
    held = memo.pop(key, None)
    if held is None:
        held = _Query(quantise_vector(vector))
        while len(memo) >= MAX_CACHED_QUERIES:
            memo.pop(next(iter(memo)), None)
    memo[key] = held
    known: _Query = held
    return known


def _normalise(values: Floats, flat: float, found: Floats) -> None:
    """Fill in values normalised by the least and the greatest of them, all `flat` where these are
    the same."""
    low, high = (
        (values.item(values.argmin()), values.item(values.argmax())) if len(values) else (0.0, 0.0)
    )
    if high > low:
        np.subtract(values, low, out=found)
        found /= high - low
    else:
        found[:] = flat


def _weigh(others: Floats, weights: tuple[float, ...]) -> Floats:
    """Return the parts of a score that no access moves, weighted and added: relevance and
    importance."""
    found: Floats = others[0] * weights[0]
    found += others[1] * weights[1]
    return found


def _rank_order(ids: Ints, scores: Floats, *, newest_first: bool) -> Ints:
    """Return places by score, best first, and among equals by id: the last first, or the first."""
    return np.lexsort((-ids if newest_first else ids, -scores))
