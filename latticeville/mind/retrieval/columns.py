"""An agent's memories as columns of numbers: versions that share append-only storage.

A version is two counts: of memories and of accesses in the shared storage. The last access of a
memory follows from them, so keeping a version costs nothing, and an older one is found again by its
counts.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from latticeville.mind.retrieval.components import (
    Embedding,
    Floats,
    Ints,
    QuantisedVectors,
    Vectors,
    quantise,
    recency_origin,
    relative_recency,
)
from latticeville.mind.retrieval.profiles import RANK, WHOLE_HOUR, Decay, ImportanceScale

Column = npt.NDArray[Any]
_LONG_AGO = -(2**62)


class _Storage:
    """Columns of memories and of accesses, the first `origin` of which are not held, and what was
    computed of them."""

    __slots__ = ("accesses", "dim", "importance_by_scale", "last", "memo", "memories", "origin")

    def __init__(self, dim: int, origin: int) -> None:
        self.dim, self.origin = dim, origin
        none, real = np.empty(0, np.int64), np.empty(0)
        vectors = np.empty((0, dim), np.int16)
        self.memories = _Table(
            created=none, first=none, ratings=real, vectors=vectors, scales=real, spoken=real
        )
        self.accesses = _Table(ids=none, ticks=none)
        self.last: tuple[int, int, Ints, int] = (0, origin, none, _LONG_AGO)
        self.importance_by_scale: dict[ImportanceScale, Floats] = {}
        self.memo: dict[bytes, Any] = {}

    def copy(self, length: int, access_count: int) -> "_Storage":
        """Return a storage of its own with so many memories and accesses."""
        other = _Storage(self.dim, self.origin)
        other.memories = self.memories.copy(length)
        other.accesses = self.accesses.copy(access_count - self.origin)
        return other


class _Table:
    """Columns of the same length that grow at their end."""

    __slots__ = ("columns", "size")

    def __init__(self, **columns: Column) -> None:
        self.size, self.columns = 0, columns

    def append(self, **rows: Column) -> None:
        """Add rows, in columns of twice the size where they are full."""
        end = self.size + len(next(iter(rows.values())))
        for name, new in rows.items():
            column = self.columns[name]
            if end > len(column):
                self.columns[name] = np.empty(
                    (max(2 * len(column), end), *column.shape[1:]), column.dtype
                )
                self.columns[name][: self.size] = column[: self.size]
            self.columns[name][self.size : end] = new
        self.size = end

    def copy(self, size: int) -> "_Table":
        """Return the first rows in columns of their own."""
        other = _Table(**{name: column[:size].copy() for name, column in self.columns.items()})
        other.size = size
        return other


class Columns:
    """Memories with dense ids from 0: when made and last accessed, their ratings and their vectors.

    >>> one = Columns(2).grow([5], [3], [[3, 4]])
    >>> two = one.record_accesses([0], 9)
    >>> len(two), *(each.last_accesses().tolist() for each in (one, two, two.at_version(1, 0)))
    (1, [5], [9], [5])
    """

    __slots__ = ("_storage", "access_count", "length")

    def __init__(self, dim: int = 0, access_count: int = 0) -> None:
        """Start empty; `access_count` counts the accesses before the snapshot that the columns
        begin with, if any."""
        self._storage, self.length, self.access_count = _Storage(dim, access_count), 0, access_count

    def _make_version(self, storage: _Storage, length: int, access_count: int) -> "Columns":
        other = Columns.__new__(Columns)
        other._storage, other.length, other.access_count = storage, length, access_count  # noqa: SLF001
        return other

    def grow(
        self,
        created: Sequence[int],
        ratings: Sequence[float | None],
        vectors: Sequence[Embedding] | npt.NDArray[Any],
        last: Sequence[int] | None = None,
        spoken: Sequence[bool] | None = None,
    ) -> "Columns":
        """Return these columns with memories at their end; `last` is when they were accessed, if
        not when made.

        `spoken` tells which of them are words; without it, none. A rating that is None or not
        finite leaves the memory unrated; an embedding that is None, of another size or not finite
        makes it irrelevant to every query.
        """
        storage = self._storage
        if storage.memories.size != self.length:
            storage = storage.copy(self.length, self.access_count)
        whole = quantise(vectors, storage.dim)
        made = np.asarray(created, np.int64)
        storage.memories.append(
            created=made,
            first=made if last is None else np.asarray(last, np.int64),
            ratings=np.array([np.nan if it is None else it for it in ratings], np.float64),
            vectors=whole.vectors,
            scales=whole.scales,
            spoken=np.zeros(len(made)) if spoken is None else np.array(spoken, np.float64),
        )
        return self._make_version(storage, storage.memories.size, self.access_count)

    def record_accesses(self, ids: Sequence[int] | Ints, tick: int) -> "Columns":
        """Return these columns after memories were accessed at a tick; IndexError where there is no
        such memory."""
        touched = np.asarray(ids, np.int64)
        if not len(touched):
            return self
        if touched.min() < 0 or touched.max() >= self.length:
            raise IndexError(f"a memory to touch has no id below {self.length}")
        storage = self._storage
        if storage.accesses.size != self.access_count - storage.origin:
            storage = storage.copy(self.length, self.access_count)
        storage.accesses.append(ids=touched, ticks=np.full(len(touched), tick))
        return self._make_version(storage, self.length, self.access_count + len(touched))

    def copy(self) -> "Columns":
        """Return the same columns with a storage of their own, about which nothing is known yet."""
        return self._make_version(
            self._storage.copy(self.length, self.access_count), self.length, self.access_count
        )

    def at_version(self, length: int, access_count: int) -> "Columns":
        """Return the version that had so many memories and accesses on the way to this one."""
        if not (
            0 <= length <= self.length and self._storage.origin <= access_count <= self.access_count
        ):
            raise ValueError(
                f"these columns were never at {length} memories and {access_count} touches"
            )
        return self._make_version(self._storage, length, access_count)

    def __len__(self) -> int:
        return self.length

    def _column(self, name: str) -> Column:
        column: Column = self._storage.memories.columns[name][: self.length]
        return column

    @property
    def dim(self) -> int:
        """The size of an embedding."""
        return self._storage.dim

    @property
    def vectors(self) -> Vectors:
        """The vectors in whole numbers, (n, dim), zero where there is none."""
        return self._column("vectors").astype(np.float32)

    @property
    def created(self) -> Ints:
        """The ticks when the memories were made."""
        return self._column("created")

    @property
    def ratings(self) -> Floats:
        """The ratings as they were given, not a number where there is none."""
        return self._column("ratings")

    @property
    def memo(self) -> dict[bytes, Any]:
        """What is known about queries, for all versions of the storage."""
        return self._storage.memo

    def relevance(self, query: QuantisedVectors, since: int = 0) -> Floats:
        """Return the cosines of a query with the memories from an id on."""
        return QuantisedVectors(
            self._column("vectors")[since:], self._column("scales")[since:]
        ).cosines(query)

    def last_accesses(self) -> Ints:
        """Return when each memory was last accessed."""
        return self._last_accesses()[0]

    def newest_access(self) -> int:
        """Return when the newest access was; long ago where there are no memories."""
        return self._last_accesses()[1]

    def _last_accesses(self) -> tuple[Ints, int]:
        """Return when each memory was last accessed, and the newest of that; kept for the newest
        version."""
        length, touches, known, newest = self._storage.last
        if (length, touches) == (self.length, self.access_count):
            return known, newest
        later = length > self.length or touches > self.access_count
        if later:
            length, touches, known = 0, self._storage.origin, known[:0]
        last: Ints = np.concatenate((known, self._column("first")[length:]))
        ids, ticks = self.accesses_since(touches)
        last[ids] = ticks
        newest = int(last.max(initial=_LONG_AGO))
        if not later:
            self._storage.last = self.length, self.access_count, last, newest
        return last, newest

    def accesses_since(self, access_count: int) -> tuple[Ints, Ints]:
        """Return which memories were accessed, and when, since there were so many accesses."""
        origin, columns = self._storage.origin, self._storage.accesses.columns
        since = slice(access_count - origin, self.access_count - origin)
        return columns["ids"][since], columns["ticks"][since]

    def recency(self, decay: Decay, minutes: int, now: int) -> Floats:
        """Return the recency of each memory, but for a factor that all share."""
        last, newest = self.recency_marks(decay)
        return relative_recency(
            decay,
            minutes,
            last,
            now if decay.unit in {RANK, WHOLE_HOUR} else recency_origin(newest),
        )

    def recency_marks(self, decay: Decay) -> tuple[Ints, int]:
        """Return the ticks from which a decay counts, and the newest of them."""
        if decay.from_creation:
            return self.created, int(self.created.max(initial=_LONG_AGO))
        return self._last_accesses()

    def quantised(self, ids: Ints) -> QuantisedVectors:
        """Return the vectors of some memories in whole numbers."""
        return QuantisedVectors(
            self._column("vectors")[ids].astype(np.float32), self._column("scales")[ids]
        )

    def importance(self, scale: ImportanceScale) -> Floats:
        """Return the importance of each memory on a scale."""
        held = self._storage.importance_by_scale.get(scale)
        known = 0 if held is None else len(held)
        if held is None or known < self.length:
            new = importance_of_ratings(scale, self.ratings[known:], self._column("spoken")[known:])
            held = new if held is None else np.concatenate((held, new))
            self._storage.importance_by_scale[scale] = held
        return held[: self.length]


def importance_of_ratings(scale: ImportanceScale, ratings: Floats, spoken: Floats) -> Floats:
    """Return what ratings come to on a scale, as `ImportanceScale.importance_of` has it; `spoken`
    is 1 for words."""
    found: Floats = np.where(np.isfinite(ratings), ratings, float(scale.fallback)).clip(
        scale.low, scale.high
    )
    if scale.unit:
        found = (found - scale.low) / (scale.high - scale.low)
    if scale.root:
        found = np.sqrt(found)
    return found if scale.spoken == 1 else found * np.where(spoken > 0, scale.spoken, 1.0)
