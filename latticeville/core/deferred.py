"""Values that are made when somebody first reads them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, overload

T = TypeVar("T")
V = TypeVar("V")


class DeferredSequence(Sequence[T]):
    """A sequence whose items are made when one of them is first read.

    >>> squares = DeferredSequence(lambda: (number**2 for number in (1, 2, 3)))
    >>> len(squares), squares[-1], list(squares)
    (3, 9, [1, 4, 9])
    """

    __slots__ = ("_items", "_make")

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._make = make
        self._items: tuple[T, ...] | None = None

    def _all(self) -> tuple[T, ...]:
        if self._items is None:
            self._items = tuple(self._make())
        return self._items

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


class DeferredMapping(Mapping[str, V]):
    """A mapping of given keys, each of whose values is made when it is first read.

    >>> lengths = DeferredMapping(("one", "three"), len)
    >>> lengths["three"], dict(lengths)
    (5, {'one': 3, 'three': 5})
    """

    __slots__ = ("_keys", "_make", "_values")

    def __init__(self, keys: Iterable[str], make: Callable[[str], V]) -> None:
        self._keys, self._make = dict.fromkeys(keys), make
        self._values: dict[str, V] = {}

    def __getitem__(self, key: str) -> V:
        """Return a value."""
        if key not in self._values:
            if key not in self._keys:
                raise KeyError(key)
            self._values[key] = self._make(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the keys."""
        return iter(self._keys)

    def __len__(self) -> int:
        """Return how many keys there are."""
        return len(self._keys)
