"""An agent's memories as columns of numbers: frozen versions that share one append-only storage.

A version is two counts: how many memories and how many touches of the storage are its own. When a memory was last
accessed follows from them, so that a version costs nothing to keep, and an older one is found again by its counts.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from latticeville.mind.profiles import RANK, WHOLE_HOUR, Decay, Scale
from latticeville.mind.recency import Floats, Ints, Span, ends, levels, mark, power
from latticeville.mind.relevance import Embedding, units


class Access:
    """When each memory of a version was last accessed, with the levels of recency that follow; never changed."""

    __slots__ = ("_levels", "last", "newest", "size", "touches")

    def __init__(self, last: Ints, touches: int) -> None:
        self.last, self.size, self.touches = last, len(last), touches
        self.newest = int(last[last.argmax()])
        self._levels: dict[tuple[Decay, int], Span] = {}

    def level(self, decay: Decay, minutes: int, now: int) -> Span:
        """Return the level of each memory."""
        if decay.unit == WHOLE_HOUR:
            return Span(levels(decay, minutes, self.last, now))
        held = self._levels.get((decay, minutes))
        if held is None:
            held = self._levels[decay, minutes] = Span(levels(decay, minutes, self.last, mark(self.newest)))
        return held

    def follow(self, first: Ints, ids: Ints, ticks: Ints, touches: int) -> "Access":
        """Return what comes after memories, accessed `first` so, were added and some touched."""
        last = np.concatenate((self.last, first)) if len(first) else self.last.copy()
        last[ids] = ticks
        other = Access(last, touches)
        since = mark(other.newest)
        if since == mark(self.newest):
            moved = np.concatenate((np.arange(self.size, other.size), ids)) if len(first) else ids
            for (decay, minutes), level in self._levels.items():
                if decay.unit != RANK:
                    values = np.concatenate((level.values, np.empty(len(first)))) if len(first) else level.values.copy()
                    values[moved] = _moved(decay, minutes, last[moved], since)
                    other._levels[decay, minutes] = Span(values)
        return other


def _moved(decay: Decay, minutes: int, last: Ints, since: int) -> Floats | float:
    """Return the levels of memories accessed lately, often at one tick."""
    if not len(last):
        return 0.0
    low, high = ends(last)
    return power(decay, minutes, since - low) if low == high else levels(decay, minutes, last, since)


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


_NEVER = (-1, None, 0)


class Columns:
    """Memories with dense ids from 0: when made and last accessed, their ratings and their unit vectors.

    >>> one = Columns(2).grow([5], [3], [[3, 4]])
    >>> two = one.touch([0], 9)
    >>> len(two), one.access().last.tolist(), two.access().last.tolist(), two.at(1, 0).access().last.tolist()
    (1, [5], [9], [5])
    """

    __slots__ = ("_latest", "_store", "length", "touches")

    def __init__(self, dim: int = 0, touches: int = 0) -> None:
        """Start empty; `touches` counts those of a run before, when its columns are taken up from a snapshot."""
        self._store, self.length, self.touches = _Store(dim, touches), 0, touches
        self._latest: tuple[int, Sequence[int] | Ints | None, int] = _NEVER

    def _version(self, store: _Store, length: int, touches: int) -> "Columns":
        other = Columns.__new__(Columns)
        other._store, other.length, other.touches, other._latest = store, length, touches, _NEVER  # noqa: SLF001
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
        if ids is not self._latest[1] or touched.flags.writeable:
            low, high = ends(touched)
            if low < 0 or high >= self.length:
                raise IndexError(f"a memory to touch has no id below {self.length}")
        store = self._store
        if store.touches != self.touches:
            store = store.copy(self.length, self.touches)
        place = store.touches - store.origin
        end = place + len(touched)
        if end > len(store.ids):
            store.ids, store.ticks = _room(store.ids, place, end), _room(store.ticks, place, end)
        store.ids[place:end], store.ticks[place:end] = touched, tick
        store.touches += len(touched)
        other = self._version(store, self.length, store.touches)
        other._latest = self.touches, ids, tick  # noqa: SLF001
        return other

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
            last, (ids, ticks) = store.first[:size].copy(), self.touched(store.origin)
            last[ids] = ticks
            found = Access(last, self.touches)
            if held is None:
                store.access = found
            return found
        if held.size == size and held.touches == self.touches:
            return held
        store.access = found = held.follow(store.first[held.size : size], *self.touched(held.touches), self.touches)
        return found

    def touched(self, touches: int) -> tuple[Ints, Ints]:
        """Return which memories were touched, and when, since there were so many touches."""
        store = self._store
        since = slice(touches - store.origin, self.touches - store.origin)
        return store.ids[since], store.ticks[since]

    def touched_at(self, touches: int, ids: Ints) -> int | None:
        """Return the one tick when just these memories were touched since there were so many touches, if it was so."""
        before, latest, tick = self._latest
        if before == touches and latest is ids:
            return tick
        since, ticks = self.touched(touches)
        if since.tobytes() != ids.tobytes():
            return None
        first, last = ends(ticks)
        return int(last) if first == last else None

    def importance(self, scale: Scale) -> Span:
        """Return the importance of each memory on a scale."""
        held = self._store.rated.get(scale)
        if held is not None and len(held.values) == self.length:
            return held
        if held is None:
            values = read(scale, self.ratings)
        elif len(held.values) > self.length:
            return Span(held.values[: self.length])
        else:
            values = np.concatenate((held.values, read(scale, self.ratings[len(held.values) :])))
        self._store.rated[scale] = found = Span(values)
        return found


def read(scale: Scale, ratings: Floats) -> Floats:
    """Return what ratings come to on a scale, as `Scale.read` has it."""
    given = np.isfinite(ratings)
    kept = np.maximum(ratings if given.all() else np.where(given, ratings, float(scale.fallback)), scale.low)
    np.minimum(kept, scale.high, out=kept)
    return (kept - scale.low) / (scale.high - scale.low) if scale.unit else kept


def _put(column: npt.NDArray[Any], count: int, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Write rows at a place of a column, in a new one of twice the size where it is full."""
    end = count + len(rows)
    if end > len(column):
        column = _room(column, count, end)
    column[count:end] = rows
    return column


def _room(column: npt.NDArray[Any], count: int, end: int) -> npt.NDArray[Any]:
    wider = np.empty((max(8, 2 * len(column), end), *column.shape[1:]), column.dtype)
    wider[:count] = column[:count]
    return wider
