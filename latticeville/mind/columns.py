"""An agent's memories as columns of numbers: frozen versions that share one append-only storage.

A version is two counts: how many memories and how many touches of the storage are its own. When a memory was last
accessed follows from them, so that a version costs nothing to keep, and an older one is found again by its counts.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from latticeville.mind.compiling import loops
from latticeville.mind.parts import Floats, Ints, Span, ends
from latticeville.mind.profiles import RANK, WHOLE_HOUR, Decay, Scale
from latticeville.mind.recency import levels, lookup, mark
from latticeville.mind.relevance import Embedding, units

_NO_IDS: Ints = np.empty(0, np.int64)
_NO_LEVELS = Span(np.empty(0), (0.0, 0.0))
_LONG_AGO = -(2**62)
_T = TypeVar("_T")


class _Store:
    """The storage of versions: columns that only ever grow, and what was computed from them.

    It is told whether a touch ever went `back` before the `latest` access.
    """

    __slots__ = (
        "back",
        "count",
        "created",
        "dim",
        "first",
        "ids",
        "known",
        "latest",
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
        self.latest, self.back = _LONG_AGO, False
        self.known: dict[Hashable, tuple[int, int, Any]] = {}
        self.rated: dict[Scale, Span] = {}
        self.memo: dict[bytes, Any] = {}

    def copy(self, count: int, touches: int) -> "_Store":
        other, touched = _Store(self.dim, self.origin), touches - self.origin
        other.count, other.touches = count, touches
        other.vectors = self.vectors[:count].copy()
        other.created, other.first = self.created[:count].copy(), self.first[:count].copy()
        other.ratings = self.ratings[:count].copy()
        other.ids, other.ticks = self.ids[:touched].copy(), self.ticks[:touched].copy()
        other.latest, other.back = max(_latest(other.first), _latest(other.ticks)), self.back
        return other


_NEVER = (-1, None, 0)


class Columns:
    """Memories with dense ids from 0: when made and last accessed, their ratings and their unit vectors.

    >>> one = Columns(2).grow([5], [3], [[3, 4]])
    >>> two = one.touch([0], 9)
    >>> len(two), one.last().tolist(), two.last().tolist(), two.at(1, 0).last().tolist()
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
        first = np.asarray(created if last is None else last, np.int64)
        store.created = _put(store.created, count, np.asarray(created, np.int64))
        store.first = _put(store.first, count, first)
        store.ratings = _put(store.ratings, count, np.array([np.nan if it is None else it for it in ratings], float))
        store.vectors = _put(store.vectors, count, units(vectors, store.dim))
        store.count = end
        store.latest = max(store.latest, _latest(first))
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
        store.back, store.latest = store.back or tick < store.latest, max(store.latest, tick)
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

    def last(self) -> Ints:
        """Return when each memory was last accessed."""
        return self._known("last", _NO_IDS, _accessed)

    def newest(self) -> int:
        """Return when the newest access was; not for columns without memories."""
        store = self._store
        newest, back = store.latest, store.back  # read before the counts, which are written before them
        if back or self.length < store.count or self.touches < store.touches:
            return int(self.last().max())
        return newest

    def level(self, decay: Decay, minutes: int, now: int) -> Span:
        """Return the level of recency of each memory; not for columns without memories."""
        if decay.unit == WHOLE_HOUR:
            return _levels(decay, minutes, now, _NO_LEVELS, self.last(), _NO_IDS, _NO_IDS)
        if decay.unit == RANK:
            return self._known(decay, _NO_LEVELS, lambda *_: Span(levels(decay, 1, self.last(), 0)))
        since = mark(self.newest())

        def grown(before: tuple[int, Span], first: Ints, ids: Ints, ticks: Ints) -> tuple[int, Span]:
            """Go on from levels of the same mark, or begin anew."""
            seen, level = before
            after = (level, first, ids, ticks) if seen == since else (_NO_LEVELS, self.last(), _NO_IDS, _NO_IDS)
            return since, _levels(decay, minutes, since, *after)

        return self._known((decay, minutes), (_LONG_AGO, _NO_LEVELS), grown)[1]

    def _known(self, about: Hashable, blank: _T, grown: Callable[[_T, Ints, Ints, Ints], _T]) -> _T:
        """Return what follows from all accesses, out of what followed for an earlier version, if there is one.

        `grown` is given that, when memories added since were first accessed, and what was touched since, and when.
        """
        store = self._store
        value: _T
        size, touches, value = store.known.get(about, (0, store.origin, blank))
        later = size > self.length or touches > self.touches
        if later:
            size, touches, value = 0, store.origin, blank
        if size < self.length or touches < self.touches:
            value = grown(value, store.first[size : self.length], *self.touched(touches))
            if not later:
                store.known[about] = self.length, self.touches, value
        return value

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


def _latest(ticks: Ints) -> int:
    return int(ticks.max(initial=_LONG_AGO))


def _accessed(before: Ints, first: Ints, ids: Ints, ticks: Ints) -> Ints:
    """Return when memories were last accessed after some were added and some touched."""
    last = np.concatenate((before, first))
    last[ids] = ticks
    return last


def _levels(decay: Decay, minutes: int, since: int, before: Span, first: Ints, ids: Ints, ticks: Ints) -> Span:
    """Return levels of recency seen from a tick, after memories were added to those before and some touched."""
    values, size = before.values, len(before.values) + len(first)
    if kernel := loops(size):
        found = np.empty(size)
        return Span(found, kernel.recencies(values, first, ids, ticks, since, *lookup(decay, minutes), found))
    values = np.concatenate((values, levels(decay, minutes, first, since)))
    values[ids] = levels(decay, minutes, ticks, since)
    return Span(values)


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
