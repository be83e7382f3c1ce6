"""The memory stream: an agent's append-only record of what it perceived, did and thought."""

from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Generic, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from latticeville.core.day_names import name_days
from latticeville.mind.topic import Topic

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
RECENT_RECORDS, TOPIC_RECORDS = 400, 600
"""Newest records of a stream in which a sentence, and in which what has a topic, is looked for."""


class MemoryRecord(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """One record; `id` counts from 0 in each stream and `cites` holds ids of the records it rests
    on.

    `kind` is observation, action, plan, commitment or reflection; `importance` runs from 1 to 10,
    and 0 means that nobody has rated it; `topic` is what can be told of it, `about` holds the ids
    of people and objects in it, and `shared` those of others who know it; `spoken` says that it is
    of words, and `doing` is what somebody was seen doing, or which deed under need they did.
    """

    id: int
    kind: str
    text: str
    tick: int
    place: str
    cites: tuple[int, ...] = ()
    importance: int = 0
    topic: Topic | None = None
    about: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    spoken: bool = False
    doing: str = ""


def with_days_named(record: MemoryRecord, minute: int) -> MemoryRecord:
    """Return a record whose text and topic say weekdays instead of “today” and the like, meant at a
    minute."""
    topic = record.topic
    if topic is not None and topic.gist:
        topic = replace(topic, gist=name_days(topic.gist, minute))
    return replace(record, text=name_days(record.text, minute), topic=topic)


class Access(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A record that was called up at a tick."""

    id: int
    tick: int


class ArchivedPrefix(Protocol[T_co]):
    """The beginning of a sequence, kept elsewhere until somebody asks for it; equal keys stand for
    equal records."""

    @property
    def key(self) -> str:
        """What tells it from others."""
        ...

    def __len__(self) -> int: ...

    def records(self) -> Sequence[T_co]:
        """Return all of it."""
        ...

    def last(self, count: int) -> Sequence[T_co]:
        """Return the newest of it, oldest first."""
        ...


_GROWING = Lock()
"""Held while a sequence grows: a screen may read a memory, and so make it, while the run goes on."""


class AppendOnlyList(Generic[T]):
    """A frozen sequence that shares its storage with those that it grew from.

    Its beginning may be a past that is kept elsewhere.
    """

    __slots__ = ("_archived", "_base", "_index", "_length", "_store")

    def __init__(
        self,
        records: Iterable[T] = (),
        *,
        archived: ArchivedPrefix[T] | None = None,
    ) -> None:
        self._store = list(records)
        self._archived, self._base = archived, 0 if archived is None else len(archived)
        self._length = self._base + len(self._store)
        self._index: _RecentRecords | None = None

    def grow(self, records: Iterable[T]) -> Self:
        """Return this sequence with records at its end; a second branch from one copies, the first
        does not."""
        own, added = self._length - self._base, [*records]
        with _GROWING:
            store = self._store if len(self._store) == own else self._store[:own]
            store.extend(added)
        longer = object.__new__(type(self))
        longer._store, longer._archived = store, self._archived
        longer._base, longer._length = self._base, self._length + len(added)
        longer._index = self._index if store is self._store else None
        return longer

    def extends(self, other: "AppendOnlyList[T]") -> bool:
        """Tell whether this one grew from another, or is it."""
        kept = other._store, other._archived  # noqa: SLF001 - of its own kind
        return self._store is kept[0] and self._archived is kept[1] and self._length >= len(other)

    @property
    def archived(self) -> ArchivedPrefix[T] | None:
        """What is kept elsewhere."""
        return self._archived

    def own_records(self) -> list[T]:
        """Return the records that are not in the past."""
        return self._store[: self._length - self._base]

    def starts_with(self, other: "AppendOnlyList[T]") -> bool:
        """Tell whether another one's records are the first of this one's."""
        if len(self) < len(other) or self.extends(other):
            return len(self) >= len(other)
        mine, theirs = self.archived, other.archived
        if mine is theirs or (mine is not None and theirs is not None and mine.key == theirs.key):
            return self.own_records()[: len(other) - self._base] == other.own_records()
        return self.since(0)[: len(other)] == other.since(0)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> T:
        if not -self._length <= index < self._length:
            raise IndexError(index)
        place = index % self._length
        if self._archived is not None and place < self._base:
            return self._archived.records()[place]
        return self._store[place - self._base]

    def __iter__(self) -> Iterator[T]:
        return iter(self.since(0))

    def last(self, count: int) -> list[T]:
        """Return the newest records, oldest first."""
        own = self._length - self._base
        found = self._store[max(0, own - count) : own]
        if self._archived is not None and count > own:
            return [*self._archived.last(count - own), *found]
        return found

    def since(self, length: int) -> list[T]:
        """Return the records from a place on."""
        own = self._store[max(0, length - self._base) : self._length - self._base]
        if self._archived is not None and length < self._base:
            return [*self._archived.records()[length:], *own]
        return own

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, AppendOnlyList)
            and self._length == other._length
            and self.starts_with(other)
        )

    __hash__ = None  # type: ignore[assignment]


class MemoryStream(AppendOnlyList[MemoryRecord]):
    """The records of one agent.

    >>> short = MemoryStream().grow([MemoryRecord(0, "observation", "rain", 0, "park")])
    >>> long = short.grow([MemoryRecord(1, "observation", "sun", 9, "park")])
    >>> len(short), len(long), long[0] is short[0], long.extends(short)
    (1, 2, True, True)
    """

    __slots__ = ()

    def find_recent(self, text: str) -> MemoryRecord | None:
        """Return the newest record of a sentence among the last `RECENT_RECORDS`; None where there
        is none."""
        return self._recent().find(self, text)

    def last_told(self) -> list[MemoryRecord]:
        """Return the records with a topic among the last `TOPIC_RECORDS`, oldest first."""
        return self._recent().told(self)

    def _recent(self) -> "_RecentRecords":
        """Return what is kept of the newest records, which all share that grow from this one."""
        if self._index is None:
            self._index = _RecentRecords()
        return self._index


class _RecentRecords:
    """The newest record of each sentence, and the records with a topic, kept for all streams that
    share their storage.

    Only a convenience: a new one finds the same. A screen may ask while the run goes on, hence the
    lock.
    """

    __slots__ = ("_length", "_lock", "_newest", "_told")

    def __init__(self) -> None:
        self._length, self._lock = 0, Lock()
        self._newest: dict[str, MemoryRecord] = {}
        self._told: list[MemoryRecord] = []

    def find(self, memory: MemoryStream, text: str) -> MemoryRecord | None:
        """Return the newest record of a sentence among the last of a stream."""
        length = len(memory)
        with self._lock:
            if length >= self._length:
                self._read(memory, length)
                found = self._newest.get(text)
                return found if found is not None and found.id >= length - RECENT_RECORDS else None
        return _RecentRecords().find(memory, text)

    def told(self, memory: MemoryStream) -> list[MemoryRecord]:
        """Return the records with a topic among the last of a stream."""
        length = len(memory)
        with self._lock:
            if length >= self._length:
                self._read(memory, length)
                return [one for one in self._told if one.id >= length - TOPIC_RECORDS]
        return _RecentRecords().told(memory)

    def _read(self, memory: MemoryStream, length: int) -> None:
        """Take in what was added since the last question."""
        for one in memory.last(min(length - self._length, TOPIC_RECORDS)):
            self._newest[one.text] = one
            if one.topic is not None:
                self._told.append(one)
        self._length = length
        if len(self._newest) > 2 * RECENT_RECORDS:
            self._newest = {one.text: one for one in memory.last(RECENT_RECORDS)}
        if len(self._told) > 2 * TOPIC_RECORDS:
            del self._told[:-TOPIC_RECORDS]


class AccessLog(AppendOnlyList[Access]):
    """When which records of a stream were called up."""

    __slots__ = ()


def newest_record(memory: MemoryStream, text: str, tick: int) -> int:
    """Return the id of the newest record of a sentence in a tick, the newest of all.

    Raises:
        ValueError: No record of that tick has the sentence.
    """
    for place in range(len(memory) - 1, -1, -1):
        record = memory[place]
        if record.tick != tick:
            break
        if record.text == text:
            return record.id
    raise ValueError(f"no memory of tick {tick}: {text}")
