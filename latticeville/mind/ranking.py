"""A ranking of memories: the best exactly, ties included, and every other memory's parts once somebody asks.

First readings with a proven bound pick who may be among the best, and only those are read exactly. Where nothing was
touched since but what was found, the same is found again, maybe in another order: no other can have risen.

Over many memories `kernel` does that in one pass, where it is compiled; what it leaves is done here, by numpy.
"""

from math import isfinite
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import numpy as np

from latticeville.mind.columns import Columns
from latticeville.mind.compiling import loops
from latticeville.mind.parts import ROUNDING, Floats, Ints, Span, Weights
from latticeville.mind.profiles import RANK, WHOLE_HOUR, Profile
from latticeville.mind.recency import levels, lookup, mark
from latticeville.mind.relevance import Cosines, Embedding, Reading, cosines, nothing

_FEW = 64
"""Memories so few that all are read exactly, and sorted, at once; as many are looked for by compiled loops."""
_NO_IDS: Ints = np.empty(0, np.int64)
_NO_SCORES: Floats = np.empty(0)
_ALL = slice(None)
Parts = tuple[Floats, Floats, Floats]
"""Recency, relevance and importance of some memories."""


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


class Found(msgspec.Struct, frozen=True, gc=False):
    """What was found under some terms; `then` is how it stands once all of it is touched, if nothing else may move."""

    terms: tuple[int, int, int, int, Weights, Profile]
    touches: int
    newest: int
    scored: bool
    ids: Ints
    scores: Floats
    then: tuple[Ints, Floats] | None

    def again(self, columns: Columns) -> "Found | None":
        """Return what is found after touches of just what was found, if that needs no other look at the rest.

        The levels of the rest stay, and so does the least; the span that normalises them only grows. So none of them
        rises, however float64 rounds, which keeps the order of what it rounds; and what was found falls nowhere.
        """
        if self.then is None:
            return None
        last = columns.touched_at(self.touches, self.ids)
        if last is None or last < self.newest or mark(last) != mark(self.newest):
            return None
        return Found(self.terms, columns.touches, last, self.scored, *self.then, self.then)


class Ranking:
    """The memories ranked for a query; `ids` and `scores` are those of the best `k`, best first."""

    __slots__ = (
        "_cosines",
        "_parts",
        "_scored",
        "_sum",
        "_table",
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
        self, columns: Columns, query: Embedding, now: int, profile: Profile, k: int, weights: Weights, minutes: int
    ) -> None:
        self.columns, self.now, self.profile, self.k = columns, now, profile, k
        self.weights, self.minutes = weights, minutes
        self._cosines: Cosines | None = None
        self._parts: tuple[Span, Reading] | None = None
        self._table: Table | None = None
        self._sum = sum(map(abs, weights))
        self._scored, self.ids, self.scores = True, _NO_IDS, _NO_SCORES
        if columns.length:
            self._rank(query)

    def _rank(self, query: Embedding) -> None:
        """Find the best, or take what was found for the same query, where nothing between moved anything."""
        columns, profile = self.columns, self.profile
        self._cosines = known = cosines(columns.memo, query, columns.dim, columns.length)
        still = self.now if profile.decay.unit == WHOLE_HOUR else 0
        terms = columns.length, still, self.k, self.minutes, self.weights, profile
        found: Found | None = None
        if known is not None and known.best is not None and known.best.terms == terms:
            found = known.best if known.best.touches == columns.touches else known.best.again(columns)
        if found is None:
            found = self._find(terms)
        elif found.newest > self.now:
            raise _future(found.newest, self.now)
        if known is not None:
            known.best = found
        self._scored, self.ids, self.scores = found.scored, found.ids, found.scores

    @property
    def cut(self) -> float:
        """The score of the last memory above the cut line; not a number where there is none."""
        return float(self.scores[-1]) if len(self.scores) else float("nan")

    def rows(self) -> list[Row]:
        """Return the best, best first, with their parts."""
        ids = self.ids
        if not len(ids):
            return []
        self._seen()[1].settle(self.columns.vectors, ids)
        raw, normal, _ = self._explain(ids.copy())  # loops take only what may be written
        lines = ids.tolist(), *raw.tolist(), *normal.tolist(), self.scores.tolist()
        return [Row(*line) for line in zip(*lines, range(1, len(ids) + 1), strict=True)]

    @property
    def table(self) -> Table:
        """Every memory's parts, score and rank, computed when first asked for.

        The relevance of a memory that is not among the best is as float32 read it, off by some 1e-7, surely by less
        than 5e-5, and may differ so between machines, until all is settled.
        """
        if self._table is None:
            self._table = self._tell()
        return self._table

    def settled(self) -> "Ranking":
        """Return this ranking once the relevance of every memory is read exactly."""
        if len(self.columns):
            self._seen()[1].settle(self.columns.vectors, np.arange(len(self.columns)))
            self._table = None
        return self

    def _tell(self) -> Table:
        size = len(self.columns)
        rank = np.empty(size, np.int64)
        if not size:
            return Table(np.empty((3, 0)), np.empty((3, 0)), np.empty(0), rank)
        kernel, newest_first = self._kernel(), self.profile.newest_first
        table = Table(*self._explain(np.arange(size) if kernel else _ALL), rank)
        if not self._scored:
            rank[:] = np.arange(size, 0, -1)
        elif kernel:
            places = np.empty(size, np.int64)
            kernel.keys(table.score, newest_first, places)
            places.sort()
            kernel.ranks(places, table.score, newest_first, rank)
        else:
            rank[_order(table.score, newest_first=newest_first)] = np.arange(1, size + 1)
        return table

    def _kernel(self) -> ModuleType | None:
        """Return the compiled loops, if they are to be used."""
        return loops(len(self.columns)) if isfinite(self._sum) else None

    def _measured(self) -> tuple[Any, ...]:
        """Return the three parts with their ends, and how they are weighted, as the loops take them."""
        (level, reading), profile = self._seen(), self.profile
        parts = level, reading, self.columns.importance(profile.scale)
        recent, relevant, important = self.weights
        weights = float(recent), float(relevant), float(important)
        return *(it for part in parts for it in (part.values, part.ends)), weights, float(profile.flat)

    def _find(self, terms: tuple[int, int, int, int, Weights, Profile]) -> Found:
        """Return the best; where nothing scores, the newest."""
        columns, (level, reading) = self.columns, self._seen()
        kernel = self._kernel() if 0 < self.k <= min(_FEW, len(columns)) else None
        found = self._best(kernel, terms) if kernel else None
        if found is not None:
            return found
        if isfinite(self._sum):
            near = self._near(level, reading)
            recency, *others = self._normals(near)
            still = self._still(*others)
            score = _weighted(recency, self.weights[0]) + still
            order = _order(score, newest_first=self.profile.newest_first)
            if score[order[0]] or self._any(reading):
                order = order[: self.k]
                ids, score = _frozen(near[order]), score[order]
                least = min(level.values[ids].tolist(), default=level.ends[0])
                then = self._then(ids, still[order]) if self._steady(least, level) else None
                return Found(terms, columns.touches, columns.newest(), True, ids, score, then)  # noqa: FBT003
        newest = _frozen(np.arange(len(columns))[::-1][: self.k].copy())
        reading.settle(columns.vectors, newest)
        score = self._sums(*self._normals(newest))
        return Found(terms, columns.touches, columns.newest(), False, newest, score, None)  # noqa: FBT003

    def _best(self, kernel: ModuleType, terms: tuple[int, int, int, int, Weights, Profile]) -> Found | None:
        """Return the best as compiled loops find them, or None where numpy has to."""
        columns, (level, reading) = self.columns, self._seen()
        ids, then = np.empty(self.k, np.int64), np.empty(self.k, np.int64)
        scores, later = np.empty(self.k), np.empty(self.k)
        cosines, newest_first = reading.cosines, self.profile.newest_first
        read = reading.known, reading.sure, columns.vectors, cosines.unit.astype(np.float64), cosines.slack
        done, ends, least = kernel.best(*self._measured(), *read, newest_first, ids, scores, then, later)
        if not done:
            return None
        reading.ends, reading.sure = ends, True
        touched = (_frozen(then), later) if self._steady(least, level) else None
        return Found(terms, columns.touches, columns.newest(), True, _frozen(ids), scores, touched)  # noqa: FBT003

    def _steady(self, least: float, level: Span) -> bool:
        """Tell whether the least recency stays, and none of the rest rises, when memories of some least are touched."""
        moves = self.profile.decay.unit in {RANK, WHOLE_HOUR} or not self.weights[0] >= 0
        return not moves and least > level.ends[0]

    def _then(self, ids: Ints, still: Floats) -> tuple[Ints, Floats]:
        """Return how memories stand, and their scores, once all of them are touched."""
        scores = self.weights[0] + still
        order = np.lexsort((-ids if self.profile.newest_first else ids, -scores))
        return _frozen(ids[order]), scores[order]

    def _seen(self) -> tuple[Span, Reading]:
        """Return when the memories were accessed, their levels of recency, and their relevance as far as it is read."""
        if self._parts is None:
            columns, newest = self.columns, self.columns.newest()
            if newest > self.now:
                raise _future(newest, self.now)
            level = columns.level(self.profile.decay, self.minutes, self.now)
            reading = nothing(len(columns)) if self._cosines is None else self._cosines.read(columns.vectors)
            self._parts = level, reading
        return self._parts

    def _near(self, level: Span, reading: Reading) -> Ints:
        """Return who may be among the best; their relevance is exact then."""
        size, vectors = len(self.columns), self.columns.vectors
        if not reading.sure and reading.ends[0] == reading.ends[1]:
            reading.settle(vectors, _NO_IDS)
        importance = self.columns.importance(self.profile.scale)
        recent, relevant, important = self.weights
        steep, slope, slant = _slope(level, recent), _slope(reading, relevant), _slope(importance, important)
        far = _far(level, steep) + _far(reading, slope) + _far(importance, slant)
        if size <= _FEW or self.k >= size or not isfinite(2 * (far + abs(slope)) + self._sum):
            near = np.arange(size)
        else:
            rough = reading.values * slope
            rough += level.values * steep
            rough += importance.values * slant
            near = (rough >= self._bound(rough) - self._margin(reading, abs(slope), far)).nonzero()[0]
        reading.settle(vectors, near)
        return near

    def _bound(self, rough: Floats) -> float:
        """Return what so many as are wanted reach: those found last for the query, or else the very best."""
        found: Found | None = None if self._cosines is None else self._cosines.best
        if found is not None and self.k and len(found.ids) == self.k and found.terms[0] <= len(rough):
            return float(min(rough[found.ids].tolist()))
        place, parted = len(rough) - max(self.k, 1), rough.copy()
        parted.partition(place)
        return float(parted[place])

    def _margin(self, reading: Reading, slope: float, far: float) -> float:
        """Return how far below another a memory must be by first readings, to be below it.

        Each of the two may be off by the slack; while least and greatest may be, too, so may be the slope, by as much
        again from end to end.
        """
        times = 2 if reading.sure else 4
        return times * reading.cosines.slack * slope + ROUNDING * (far + self._sum)

    def _any(self, reading: Reading) -> bool:
        """Tell whether any memory scores."""
        reading.settle(self.columns.vectors, np.arange(len(self.columns)))
        return bool(self._sums(*self._normals(_ALL)).any())

    def _explain(self, ids: Ints | slice) -> tuple[Floats, Floats, Floats]:
        """Return recency, relevance and importance of memories, as they are and normalised, and their scores."""
        (level, reading), decay, minutes = self._seen(), self.profile.decay, self.minutes
        kernel = self._kernel()
        if kernel and not isinstance(ids, slice):
            raw, normal, scores = np.empty((3, len(ids))), np.empty((3, len(ids))), np.empty(len(ids))
            kernel.explain(
                *self._measured(), self.columns.last(), self.now, *lookup(decay, minutes), ids, raw, normal, scores
            )
            return raw, normal, scores
        importance = self.columns.importance(self.profile.scale)
        recency = (
            level.values[ids] if decay.unit == RANK else levels(decay, minutes, self.columns.last()[ids], self.now)
        )
        parts = self._normals(ids)
        return np.stack((recency, reading.values[ids], importance.values[ids])), np.stack(parts), self._sums(*parts)

    def _normals(self, ids: Ints | slice) -> Parts:
        """Return recency, relevance and importance of memories, normalised."""
        (level, reading), flat = self._seen(), self.profile.flat
        importance = self.columns.importance(self.profile.scale)
        return level.normal(flat, ids), reading.normal(flat, ids), importance.normal(flat, ids)

    def _sums(self, recency: Floats, relevance: Floats, importance: Floats) -> Floats:
        """Return scores of normalised parts; not a number where the weights are none."""
        if not isfinite(self._sum):
            return np.full(len(recency), np.nan)
        return _weighted(recency, self.weights[0]) + self._still(relevance, importance)

    def _still(self, relevance: Floats, importance: Floats) -> Floats:
        """Return the parts of a score that no touch moves."""
        return _weighted(relevance, self.weights[1]) + _weighted(importance, self.weights[2])


def _slope(part: Span | Reading, weight: float) -> float:
    """Return how much a score rises with a part as it is."""
    low, high = part.ends
    return weight / (high - low) if high > low else 0.0


def _far(part: Span | Reading, slope: float) -> float:
    """Return the most that a part as it is adds to a score or takes from it."""
    most: float = max(map(abs, part.ends))
    return abs(slope) * most


def _weighted(part: Floats, weight: float) -> Floats:
    return part if weight == 1 else part * weight


def _frozen(ids: Ints) -> Ints:
    ids.setflags(write=False)
    return ids


def _order(scores: Floats, *, newest_first: bool) -> Ints:
    """Return places by score, best first, and among equals by place: the last first, or the first."""
    if newest_first:
        return len(scores) - 1 - _places(-scores[::-1])
    return _places(-scores)


def _places(values: Floats) -> Ints:
    """Return places by value, as a stable sort has them, which takes longer where few values are the same."""
    if len(values) <= _FEW:
        return values.argsort(kind="stable")
    places = values.argsort()
    ordered = values[places]
    same = np.concatenate(([False], ordered[1:] == ordered[:-1], [False]))
    tied = (same[1:] | same[:-1]).nonzero()[0]
    if len(tied):
        places[tied] = places[tied][np.lexsort((places[tied], ordered[tied]))]
    return places


def _future(newest: int, now: int) -> ValueError:
    return ValueError(f"a memory was accessed at tick {newest}, after {now}")
