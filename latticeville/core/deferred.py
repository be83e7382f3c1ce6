"""Values that are made when somebody first reads them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, overload

T = TypeVar("T")
V = TypeVar("V")


class DeferredSequence(Sequence[T]):
    """A sequence whose items are made as they are first read.

    >>> squares = DeferredSequence(lambda: (number**2 for number in (1, 2, 3)))
    >>> next(iter(squares)), len(squares), squares[-1], list(squares)
    (1, 3, 9, [1, 4, 9])
    """

    __slots__ = ("_items", "_make", "_rest")

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._make = make
        self._items: list[T] = []
        self._rest: Iterator[T] | None = None

    def _all(self) -> list[T]:
        self._items.extend(self._unread())
        return self._items

    def _unread(self) -> Iterator[T]:
        if self._rest is None:
            self._rest = iter(self._make())
        return self._rest

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        """Return an item, or some."""
        return self._all()[index]

    def __len__(self) -> int:
        """Return how many items there are."""
        return len(self._all())

    def __iter__(self) -> Iterator[T]:
        """Iterate over the items."""
        place = 0
        while place < len(self._items) or self._read_next():
            yield self._items[place]
            place += 1

    def _read_next(self) -> bool:
        """Make one more item; tell whether there was one."""
        for item in self._unread():
            self._items.append(item)
            return True
        return False


class DeferredTuple(Sequence[T]):
    """A tuple that is made when it is first read.

    >>> squares = DeferredTuple(lambda: (number**2 for number in (1, 2, 3)))
    >>> len(squares), squares[-1], [*squares]
    (3, 9, [1, 4, 9])
    """

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._make = make
        self._made: tuple[T, ...] | None = None

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        """Return an item, or some."""
        return self._all()[index]

    def __len__(self) -> int:
        """Return how many items there are."""
        return len(self._all())

    def __iter__(self) -> Iterator[T]:
        """Iterate over the items."""
        return iter(self._all())

    @property
    def is_made(self) -> bool:
        """Whether it was read."""
        return self._made is not None

    def _all(self) -> tuple[T, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made


class MappingByKey(Mapping[str, V]):
    """A mapping of given keys, each of whose values is made when it is first read.

    >>> lengths = MappingByKey(("one", "three"), len)
    >>> lengths["three"], dict(lengths)
    (5, {'one': 3, 'three': 5})
    """

    __slots__ = ("_keys", "_make", "_values")

    def __init__(self, keys: Collection[str], make: Callable[[str], V]) -> None:
        self._keys, self._make = keys, make
        self._values: dict[str, V] = {}

    def __getitem__(self, key: str) -> V:
        """Return a value."""
        if key not in self._keys:
            raise KeyError(key)
        values = self._values
        if key in values:
            return values[key]
        made = values[key] = self._make(key)
        return made

    @overload
    def get(self, key: str, default: None = None, /) -> V | None: ...
    @overload
    def get(self, key: str, default: V | T, /) -> V | T: ...
    def get(self, key: str, default: V | T | None = None, /) -> V | T | None:
        """Return a value; the default where the key is none of those given."""
        return self[key] if key in self._keys else default

    def without(self, keys: Collection[str]) -> "MappingByKey[V]":
        """Return the mapping of the other keys; each value is made once for both."""
        rest = MappingByKey([key for key in self._keys if key not in keys], self._make)
        rest._values = self._values
        return rest

    def __iter__(self) -> Iterator[str]:
        """Iterate over the keys."""
        return iter(self._keys)

    def __len__(self) -> int:
        """Return how many keys there are."""
        return len(self._keys)


class DeferredMapping(Mapping[str, V]):
    """A mapping that is made when it is first read.

    >>> squares = DeferredMapping(lambda: {"two": 4})
    >>> squares["two"], len(squares)
    (4, 1)
    """

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Mapping[str, V]]) -> None:
        self._make = make
        self._made: Mapping[str, V] | None = None

    def __getitem__(self, key: str) -> V:
        """Return a value."""
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the keys."""
        return iter(self._all())

    def __len__(self) -> int:
        """Return how many keys there are."""
        return len(self._all())

    def _all(self) -> Mapping[str, V]:
        if self._made is None:
            self._made = self._make()
        return self._made
