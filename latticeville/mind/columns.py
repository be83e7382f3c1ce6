"""An agent's memories as columns of numbers: frozen versions that share one append-only storage.

A version is two counts: how many memories and how many touches of the storage are its own. When a memory was last
accessed follows from them, so that a version costs nothing to keep, and an older one is found again by its counts.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from latticeville.mind.profiles import RANK, WHOLE_HOUR, Decay, Scale
from latticeville.mind.recency import Floats, Ints, levels, mark
from latticeville.mind.relevance import Embedding, units

Span = tuple[Floats, float, float]
"""Values with the least and the greatest of them."""


class Access:
    """When each memory of a version was last accessed, with the levels of recency that follow; never changed."""

    __slots__ = ("_levels", "last", "newest", "size", "touches")

    def __init__(self, last: Ints, touches: int) -> None:
        self.last, self.size, self.touches = last, len(last), touches
        self.newest = int(last.max())
        self._levels: dict[tuple[Decay, int], Span] = {}

    def level(self, decay: Decay, minutes: int, now: int) -> Span:
        """Return the level of each memory."""
        if decay.unit == WHOLE_HOUR:
            return _span(levels(decay, minutes, self.last, now))
        held = self._levels.get((decay, minutes))
        if held is None:
            held = self._levels[decay, minutes] = _span(levels(decay, minutes, self.last, mark(self.newest)))
        return held

    def follow(self, last: Ints, touches: int, touched: Ints) -> "Access":
        """Return what comes after memories were added and touched, with only their levels computed anew."""
        other = Access(last, touches)
        if mark(other.newest) == mark(self.newest):
            if other.size > self.size:
                touched = np.concatenate((np.arange(self.size, other.size), touched))
            for (decay, minutes), (level, _, _) in self._levels.items():
                if decay.unit != RANK:
                    fresh = np.empty(other.size)
                    fresh[: self.size] = level
                    fresh[touched] = levels(decay, minutes, last[touched], mark(other.newest))
                    other._levels[decay, minutes] = _span(fresh)
        return other


def _span(values: Floats) -> Span:
    return values, float(values.min()), float(values.max())


class _Store:
    """The storage of versions: columns that only ever grow, and what was computed from them."""

    __slots__ = (
        "access",
        "count",
        "created",
        "dim",
        "first",
        "ids",
        "memo",
        "origin",
        "rated",
        "ratings",
        "ticks",
        "touches",
        "vectors",
    )

    def __init__(self, dim: int, origin: int) -> None:
        self.dim, self.origin, self.count, self.touches = dim, origin, 0, origin
        self.vectors = np.empty((0, dim), np.float32)
        self.created, self.first = np.empty(0, np.int64), np.empty(0, np.int64)
        self.ratings = np.empty(0)
        self.ids, self.ticks = np.empty(0, np.int64), np.empty(0, np.int64)
        self.access: Access | None = None
        self.rated: dict[Scale, Span] = {}
        self.memo: dict[bytes, Any] = {}

    def copy(self, count: int, touches: int) -> "_Store":
        other, touched = _Store(self.dim, self.origin), touches - self.origin
        other.count, other.touches = count, touches
        other.vectors = self.vectors[:count].copy()
        other.created, other.first = self.created[:count].copy(), self.first[:count].copy()
        other.ratings = self.ratings[:count].copy()
        other.ids, other.ticks = self.ids[:touched].copy(), self.ticks[:touched].copy()
        return other


class Columns:
    """Memories with dense ids from 0: when made and last accessed, their ratings and their unit vectors.

    >>> one = Columns(2).grow([5], [3], [[3, 4]])
    >>> two = one.touch([0], 9)
    >>> len(two), one.access().last.tolist(), two.access().last.tolist(), two.at(1, 0).access().last.tolist()
    (1, [5], [9], [5])
    """

    __slots__ = ("_store", "length", "touches")

    def __init__(self, dim: int = 0, touches: int = 0) -> None:
        """Start empty; `touches` counts those of a run before, when its columns are taken up from a snapshot."""
        self._store, self.length, self.touches = _Store(dim, touches), 0, touches

    def _version(self, store: _Store, length: int, touches: int) -> "Columns":
        other = Columns.__new__(Columns)
        other._store, other.length, other.touches = store, length, touches  # noqa: SLF001 - of its own kind
        return other

    def grow(
        self,
        created: Sequence[int],
        ratings: Sequence[float | None],
        vectors: Sequence[Embedding] | npt.NDArray[Any],
        last: Sequence[int] | None = None,
    ) -> "Columns":
        """Return these columns with memories at their end; `last` is when they were accessed, if not when made.

        A rating that is None or not finite leaves the memory unrated; an embedding that is None, of another size or
        not finite makes it irrelevant to every query.
        """
        store, count = self._store, self.length
        if store.count != count:
            store = store.copy(count, self.touches)
        end = count + len(created)
        store.created = _put(store.created, count, np.asarray(created, np.int64))
        store.first = _put(store.first, count, np.asarray(created if last is None else last, np.int64))
        store.ratings = _put(store.ratings, count, np.array([np.nan if it is None else it for it in ratings], float))
        store.vectors = _put(store.vectors, count, units(vectors, store.dim))
        store.count = end
        return self._version(store, end, self.touches)

    def touch(self, ids: Sequence[int] | Ints, tick: int) -> "Columns":
        """Return these columns with memories accessed at a tick."""
        touched = np.asarray(ids, np.int64)
        if not len(touched):
            return self
        if not 0 <= touched.min() <= touched.max() < self.length:
            raise IndexError(f"a memory to touch has no id below {self.length}")
        store = self._store
        if store.touches != self.touches:
            store = store.copy(self.length, self.touches)
        place = store.touches - store.origin
        store.ids, store.ticks = _put(store.ids, place, touched), _put(store.ticks, place, np.full_like(touched, tick))
        store.touches += len(touched)
        return self._version(store, self.length, store.touches)

    def copy(self) -> "Columns":
        """Return the same columns with a storage of their own, about which nothing is known yet."""
        return self._version(self._store.copy(self.length, self.touches), self.length, self.touches)

    def at(self, length: int, touches: int) -> "Columns":
        """Return the version that had so many memories and touches on the way to this one."""
        if not (0 <= length <= self.length and self._store.origin <= touches <= self.touches):
            raise ValueError(f"these columns were never at {length} memories and {touches} touches")
        return self._version(self._store, length, touches)

    def __len__(self) -> int:
        return self.length

    @property
    def dim(self) -> int:
        """The size of an embedding."""
        return self._store.dim

    @property
    def vectors(self) -> npt.NDArray[np.float32]:
        """The unit vectors, zero where there is none."""
        return self._store.vectors[: self.length]

    @property
    def created(self) -> Ints:
        """The ticks when the memories were made."""
        return self._store.created[: self.length]

    @property
    def ratings(self) -> Floats:
        """The ratings as they were given, not a number where there is none."""
        return self._store.ratings[: self.length]

    @property
    def memo(self) -> dict[bytes, Any]:
        """What is known about queries, for all versions of the storage."""
        return self._store.memo

    def access(self) -> Access:
        """Return when the memories were last accessed; not for columns without memories."""
        store, held, size = self._store, self._store.access, self.length
        if held is None or held.size > size or held.touches > self.touches:
            last, touched = store.first[:size].copy(), slice(0, self.touches - store.origin)
            last[store.ids[touched]] = store.ticks[touched]
            found = Access(last, self.touches)
            if held is None:
                store.access = found
            return found
        if held.size == size and held.touches == self.touches:
            return held
        last, touched = np.empty(size, np.int64), slice(held.touches - store.origin, self.touches - store.origin)
        last[: held.size] = held.last
        last[held.size :] = store.first[held.size : size]
        last[store.ids[touched]] = store.ticks[touched]
        store.access = found = held.follow(last, self.touches, store.ids[touched])
        return found

    def importance(self, scale: Scale) -> Span:
        """Return the importance of each memory on a scale."""
        held = self._store.rated.get(scale)
        if held is not None and len(held[0]) == self.length:
            return held
        known = held[0] if held is not None else np.empty(0)
        fresh = read(scale, self.ratings[len(known) :])
        values = np.concatenate((known, fresh)) if len(fresh) else known[: self.length]
        found = _span(values)
        if len(fresh):
            self._store.rated[scale] = found
        return found


def read(scale: Scale, ratings: Floats) -> Floats:
    """Return what ratings come to on a scale, as `Scale.read` has it."""
    kept = np.clip(np.where(np.isfinite(ratings), ratings, scale.fallback), scale.low, scale.high)
    return (kept - scale.low) / (scale.high - scale.low) if scale.unit else kept


def _put(column: npt.NDArray[Any], count: int, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Write rows at a place of a column, in a new one of twice the size where it is full."""
    end = count + len(rows)
    if end > len(column):
        wider = np.empty((max(8, 2 * len(column), end), *column.shape[1:]), column.dtype)
        wider[:count] = column[:count]
        column = wider
    column[count:end] = rows
    return column
