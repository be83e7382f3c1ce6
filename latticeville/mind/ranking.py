"""A ranking of memories: the best exactly, ties included, and every other memory's parts once somebody asks.

First readings with a proven bound pick who may be among the best, and only those are read exactly.
"""

from functools import cached_property
from math import isfinite
from typing import NamedTuple

import msgspec
import numpy as np

from latticeville.mind.columns import Columns
from latticeville.mind.profiles import RANK, WHOLE_HOUR, Profile
from latticeville.mind.recency import Floats, Ints, levels
from latticeville.mind.relevance import Cosines, Embedding, Reading, cosines

Weights = tuple[float, float, float]
"""Of recency, relevance and importance."""
_FEW = 64
"""Memories so few that all are read exactly at once."""


class Row(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Why a memory came to its rank, from 1: its parts as they are, normalised, and their weighted sum."""

    id: int
    recency: float
    relevance: float
    importance: float
    normal_recency: float
    normal_relevance: float
    normal_importance: float
    score: float
    rank: int


class Table(NamedTuple):
    """Every memory's parts as they are and normalised, a line each of recency, relevance and importance."""

    raw: Floats
    normal: Floats
    score: Floats
    rank: Ints


class _Part(NamedTuple):
    """One part of all scores: values, some of relevance being first readings, the least, the greatest, the weight."""

    values: Floats
    low: float
    high: float
    weight: float
    flat: float

    @property
    def slope(self) -> float:
        return self.weight / (self.high - self.low) if self.high > self.low else 0.0

    @property
    def rounding(self) -> float:
        """How far float64 may round a weighted value: 32 units, where a handful would do."""
        return 2.0**-48 * (abs(self.slope) * max(abs(self.low), abs(self.high)) + abs(self.weight))

    def normal(self, values: Floats) -> Floats:
        if self.high > self.low:
            return (values - self.low) / (self.high - self.low)
        return np.full(len(values), self.flat)


class Ranking:
    """The memories ranked for a query; `ids` and `scores` are those of the best `k`, best first."""

    def __init__(
        self, columns: Columns, query: Embedding, now: int, profile: Profile, k: int, weights: Weights, minutes: int
    ) -> None:
        self.columns, self.now, self.profile, self.k = columns, now, profile, k
        self.weights, self.minutes = weights, minutes
        self._cosines: Cosines | None = None
        self._scored, self._scorable = True, isfinite(sum(map(abs, weights)))
        self.ids: Ints = np.empty(0, np.int64)
        self.scores: Floats = np.empty(0)
        if len(columns):
            self._rank(query)

    def _rank(self, query: Embedding) -> None:
        """Find the best, or take what was found for the same query, where no tick between moved anything."""
        columns, profile = self.columns, self.profile
        self._cosines = found = cosines(columns.memo, query, columns.dim)
        self._access = columns.access()
        if self._access.newest > self.now:
            raise ValueError(f"a memory was accessed at tick {self._access.newest}, after {self.now}")
        still = 0 if profile.decay.unit != WHOLE_HOUR else self.now
        terms = columns.length, columns.touches, still, self.k, self.minutes, self.weights, profile
        if found is not None and found.best and found.best[0] == terms:
            _, self._parts, self._scored, self.ids, self.scores = found.best
            return
        self._parts = self._read()
        self.ids, self.scores = self._best()
        self.ids.setflags(write=False)
        if found is not None:
            found.best = terms, self._parts, self._scored, self.ids, self.scores

    @property
    def cut(self) -> float:
        """The score of the last memory above the cut line; not a number where there is none."""
        return float(self.scores[-1]) if len(self.scores) else float("nan")

    def rows(self) -> list[Row]:
        """Return the best, best first, with their parts."""
        ids = self.ids
        raw, normal = self._explain(ids)
        lines = (ids, *raw, *normal, self.scores, np.arange(1, len(ids) + 1))
        return [Row(*line) for line in zip(*(line.tolist() for line in lines), strict=True)]

    @cached_property
    def table(self) -> Table:
        """Every memory's parts, score and rank, computed when first asked for."""
        ids = np.arange(len(self.columns))
        if not len(ids):
            return Table(np.empty((3, 0)), np.empty((3, 0)), np.empty(0), ids)
        raw, normal = self._explain(ids)
        score, rank = self._score(ids), np.empty(len(ids), np.int64)
        rank[self._order(ids, score)] = np.arange(1, len(ids) + 1)
        return Table(raw, normal, score, rank)

    def _read(self) -> tuple[_Part, _Part, _Part]:
        columns, profile = self.columns, self.profile
        recency, relevance, importance = self.weights
        seen = Reading(np.zeros(0), 0.0, 0.0) if self._cosines is None else self._cosines.read(columns.vectors)
        return (
            _Part(*self._access.level(profile.decay, self.minutes, self.now), recency, profile.flat),
            _Part(*seen, relevance, profile.flat),
            _Part(*columns.importance(profile.scale), importance, profile.flat),
        )

    def _best(self) -> tuple[Ints, Floats]:
        """Return the best and their scores; where nothing scores, the newest."""
        ids = self._candidates() if self._scorable else np.arange(len(self.columns))
        scores = self._score(ids)
        order = self._order(ids, scores)
        if self._scorable and (scores[order[0]] or self._score(np.arange(len(self.columns))).any()):
            order = order[: self.k]
            return ids[order], scores[order]
        self._scored = False
        newest = np.arange(len(self.columns))[::-1][: self.k]
        return newest, self._score(newest)

    def _candidates(self) -> Ints:
        """Return who may be among the best: whose first reading, at its worst, does not rule that out."""
        size = len(self.columns)
        if size <= _FEW or self.k >= size:
            return np.arange(size)
        recency, relevance, importance = self._parts
        found, slack = self._cosines, 0.0
        if found is None:
            rough = importance.values * importance.slope
        else:
            slack = found.slack * abs(relevance.slope)
            terms = importance.values, relevance.values, importance.slope, relevance.slope
            if not found.still or not _same(found.still[0], terms):
                rough = importance.values * importance.slope
                found.still = terms, rough + relevance.values * relevance.slope
            rough = found.still[1]
        rough = rough + recency.values * recency.slope
        slack += sum(part.rounding for part in self._parts)
        place = size - max(self.k, 1)
        return np.flatnonzero(rough >= np.partition(rough, place)[place] - 2 * slack)

    def _score(self, ids: Ints) -> Floats:
        recency, relevance, importance = self._normal(self._raw(ids))
        if not self._scorable:
            return np.full(len(ids), np.nan)
        return (self.weights[0] * recency + self.weights[1] * relevance) + self.weights[2] * importance

    def _order(self, ids: Ints, scores: Floats) -> Ints:
        """Return places by score, equals as the profile has it; by id, newest first, where nothing scores."""
        if not self._scored:
            return np.argsort(-ids)
        if self.profile.newest_first:
            return (len(ids) - 1 - np.argsort(-scores[::-1], kind="stable")).astype(np.int64)
        return np.argsort(-scores, kind="stable")

    def _raw(self, ids: Ints) -> tuple[Floats, Floats, Floats]:
        """Return levels of recency, exact relevance and importance of memories."""
        recency, _, importance = self._parts
        found = self._cosines
        if found is None:
            exact = np.zeros(len(ids))
        elif len(ids) == len(self.columns):
            exact = found.settle(self.columns.vectors)[ids]
        else:
            exact = found.settle(self.columns.vectors, ids)
        return recency.values[ids], exact, importance.values[ids]

    def _normal(self, raw: tuple[Floats, Floats, Floats]) -> tuple[Floats, Floats, Floats]:
        recency, relevance, importance = self._parts
        return recency.normal(raw[0]), relevance.normal(raw[1]), importance.normal(raw[2])

    def _explain(self, ids: Ints) -> tuple[Floats, Floats]:
        if not len(ids):
            return np.empty((3, 0)), np.empty((3, 0))
        raw = self._raw(ids)
        decay, last = self.profile.decay, self._access.last
        recency = raw[0] if decay.unit == RANK else levels(decay, self.minutes, last[ids], self.now)
        return np.stack((recency, raw[1], raw[2])), np.stack(self._normal(raw))


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Tell whether two arrays each are the very same ones, and two slopes each equal."""
    return one[0] is other[0] and one[1] is other[1] and one[2:] == other[2:]
