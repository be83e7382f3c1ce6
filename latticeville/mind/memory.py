"""The memory stream: an agent's append-only record of what it perceived, did and thought."""

from collections.abc import Iterable, Iterator

import msgspec


class Memory(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """One record; `id` counts from 0 in each stream and `cites` holds ids of the records it rests on.

    `importance` runs from 1 to 10; 0 means that nobody has rated it.
    """

    id: int
    kind: str
    text: str
    tick: int
    place: str
    cites: tuple[int, ...] = ()
    importance: int = 0


class Stream:
    """A frozen sequence of records that shares its storage with the streams that it grew from.

    >>> short = Stream().grow([Memory(0, "observation", "rain", 0, "park")])
    >>> long = short.grow([Memory(1, "observation", "sun", 9, "park")])
    >>> len(short), len(long), long[0] is short[0]
    (1, 2, True)
    """

    __slots__ = ("_length", "_store")

    def __init__(self, records: Iterable[Memory] = (), *, shared: bool = False) -> None:
        self._store = records if shared and isinstance(records, list) else list(records)
        self._length = len(self._store)

    def grow(self, records: Iterable[Memory]) -> "Stream":
        """Return this stream with records at its end; a second branch from one stream copies, the first does not."""
        store = self._store if len(self._store) == self._length else self._store[: self._length]
        store.extend(records)
        return Stream(store, shared=True)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Memory:
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._store[index % self._length]

    def __iter__(self) -> Iterator[Memory]:
        return iter(self._store[: self._length])

    def last(self, count: int) -> list[Memory]:
        """Return the newest records, oldest first."""
        return self._store[max(0, self._length - count) : self._length]

    def since(self, length: int) -> list[Memory]:
        """Return the records from a place on."""
        return self._store[length : self._length]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
