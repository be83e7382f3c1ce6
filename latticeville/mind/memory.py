"""The memory stream: an agent's append-only record of what it perceived, did and thought."""

from collections.abc import Iterable, Iterator
from typing import Generic, Self, TypeVar

import msgspec

T = TypeVar("T")


class Memory(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """One record; `id` counts from 0 in each stream and `cites` holds ids of the records it rests on.

    `kind` is observation, action, plan or reflection; `importance` runs from 1 to 10, and 0 means that nobody has
    rated it.
    """

    id: int
    kind: str
    text: str
    tick: int
    place: str
    cites: tuple[int, ...] = ()
    importance: int = 0


class Touch(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A record that was called up at a tick."""

    id: int
    tick: int


class Grown(Generic[T]):
    """A frozen sequence that shares its storage with those that it grew from."""

    __slots__ = ("_length", "_store")

    def __init__(self, records: Iterable[T] = (), *, shared: bool = False) -> None:
        self._store = records if shared and isinstance(records, list) else list(records)
        self._length = len(self._store)

    def grow(self, records: Iterable[T]) -> Self:
        """Return this sequence with records at its end; a second branch from one copies, the first does not."""
        store = self._store if len(self._store) == self._length else self._store[: self._length]
        store.extend(records)
        return type(self)(store, shared=True)

    def follows(self, other: "Grown[T]") -> bool:
        """Tell whether this one grew from another, or is it."""
        return self._store is other._store and self._length >= other._length  # noqa: SLF001 - of its own kind

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> T:
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._store[index % self._length]

    def __iter__(self) -> Iterator[T]:
        return iter(self._store[: self._length])

    def last(self, count: int) -> list[T]:
        """Return the newest records, oldest first."""
        return self._store[max(0, self._length - count) : self._length]

    def since(self, length: int) -> list[T]:
        """Return the records from a place on."""
        return self._store[length : self._length]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grown) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class Stream(Grown[Memory]):
    """The records of one agent.

    >>> short = Stream().grow([Memory(0, "observation", "rain", 0, "park")])
    >>> long = short.grow([Memory(1, "observation", "sun", 9, "park")])
    >>> len(short), len(long), long[0] is short[0], long.follows(short)
    (1, 2, True, True)
    """

    __slots__ = ()


class Touches(Grown[Touch]):
    """When which records of a stream were called up."""

    __slots__ = ()
